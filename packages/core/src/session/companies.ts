import type { Client } from '@tiffin/sdk/client'
import type { Multilang, SessionUser } from '@tiffin/sdk/contract'
import type { Search } from '../screens/screen.ts'

/** A company that the signed-in user may act for. */
export interface CompanyChoice {
  company_id: number
  name: Multilang
  logo: string
}

/** Whether the user may create a company: everyone except paired devices and programs with an access token (API-30). */
export const mayCreateCompany = ({ device, access_token }: SessionUser): boolean => device === null && access_token == null

/** Companies of one read. */
const PAGE = 1000

/** The companies that the user may choose: those of the owner table with status 1 (COMP-16, AMB-210). */
export async function readCompanies(client: Client): Promise<readonly CompanyChoice[]> {
  const companies: CompanyChoice[] = []
  for (;;) {
    const last = companies.at(-1)
    const search: Search = [
      { key: 'status', prm: 1 },
      ...(last ? [{ key: 'company_id', op: '>' as const, prm: last.company_id }] : []),
    ]
    const include = ['company_id', 'name', 'logo']
    const order = [{ field: 'company_id' }]
    // oxlint-disable-next-line no-await-in-loop -- one page after another
    const { data } = await client.Reference.getData({
      tables: [{ table: 'owner', include, search, order, limit: [0, PAGE] }],
    })
    const page = (data['owner']?.data ?? []) as unknown as CompanyChoice[]
    companies.push(...page)
    if (page.length < PAGE) return companies
  }
}
