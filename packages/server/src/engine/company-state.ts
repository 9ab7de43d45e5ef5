import type { CompanyLimits, CompanyOptions } from '@tiffin/core/rules'
import { type Company, entities } from '@tiffin/sdk/contract'
import { projection, quote } from '#db/columns'
import type { Tx } from '#db/database'

export type CompanyState = Company & CompanyOptions & CompanyLimits

const entity = entities.company
const list = Object.entries(entity.fields)
  // Who uses it is for lists of companies: no save has to look for that.
  .filter(([name, field]) => field.kind !== 'secret' && name !== 'used_by')
  .map(([name]) => `${projection(entity, name, 'c')} as ${quote(name)}`)
  .join(', ')

/** The company of the transaction, or null for the platform's own rows. */
export async function readCompany(tx: Tx, company: number): Promise<CompanyState | null> {
  if (company === 0) return null
  const [row] = await tx.sql<CompanyState>(`select ${list} from company c where c.company_id = $1`, [company])
  return row ?? null
}
