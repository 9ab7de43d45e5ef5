import type { Client } from '@tiffin/sdk/client'
import type { Multilang, SessionUser } from '@tiffin/sdk/contract'

/** A company that the signed-in user may act for. */
export interface CompanyChoice {
  company_id: number
  name: Multilang
  logo: string
}

/** Whether the user may create a company: everyone except paired devices and programs with an access token (API-30). */
export const mayCreateCompany = ({ device, access_token }: SessionUser): boolean => device === null && access_token == null

/** The companies that the user may choose: those of the owner table with status 1 (COMP-16, AMB-210). */
export async function readCompanies(client: Client): Promise<readonly CompanyChoice[]> {
  const { data } = await client.Reference.getData({
    tables: [
      {
        table: 'owner',
        include: ['company_id', 'name', 'logo'],
        search: [{ key: 'status', prm: 1 }],
        order: [{ field: 'company_id' }],
        limit: [0, 1000],
      },
    ],
  })
  return (data['owner']?.data ?? []) as unknown as CompanyChoice[]
}
