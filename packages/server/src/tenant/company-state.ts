import type { CompanyLimits, CompanyOptions } from '@tiffin/core/rules'
import { apiError, type Company, entities } from '@tiffin/sdk/contract'
import { projection, quote } from '#db/columns'
import type { Tx } from '#db/database'

/** The transaction of a change, and the company that it is about. */
interface InCompany {
  tx: Tx
  info: { company: number }
}

export type CompanyState = Company & CompanyOptions & CompanyLimits

const entity = entities.company
const list = Object.entries(entity.fields)
  // Who uses it is for lists of companies: no save has to look for that.
  .filter(([name, field]) => field.kind !== 'secret' && name !== 'used_by')
  .map(([name]) => `${projection(entity, name, 'c')} as ${quote(name)}`)
  .join(', ')

/**
 * A company that is not enabled takes no change of its orders (AMB-049). What is on its way to paper already is still settled.
 * @throws `company_disabled`
 */
export async function demandEnabled(change: InCompany): Promise<void> {
  const { enable } = await readEnabled(change)
  if (enable !== 1) throw apiError('company_disabled')
}

/** Whether the company of a change is enabled, for rules that say so themselves. */
export async function readEnabled({ tx, info }: InCompany): Promise<Pick<Company, 'enable'>> {
  const [company] = await tx.sql<Pick<Company, 'enable'>>('select enable from company where company_id = $1', [info.company])
  return company ?? { enable: 0 }
}

/** The company of the transaction, or null for the platform's own rows. */
export async function readCompany(tx: Tx, company: number): Promise<CompanyState | null> {
  if (company === 0) return null
  const [row] = await tx.sql<CompanyState>(`select ${list} from company c where c.company_id = $1`, [company])
  return row ?? null
}
