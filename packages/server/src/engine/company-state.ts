import type { CompanyLimits, CompanyOptions } from '@tiffin/core/rules'
import { type Company, entities } from '@tiffin/sdk/contract'
import { projection, quote } from '#db/columns'
import type { Tx } from '#db/database'

export type CompanyState = Company & CompanyOptions & CompanyLimits

/** The company of the transaction, or null for the platform's own rows. */
export async function readCompany(tx: Tx, company: number): Promise<CompanyState | null> {
  if (company === 0) return null
  const entity = entities.company
  const fields = Object.entries(entity.fields).filter(([, field]) => field.kind !== 'secret')
  const list = fields.map(([name]) => `${projection(entity, name, 'c')} as ${quote(name)}`).join(', ')
  const [row] = await tx.sql<CompanyState>(`select ${list} from company c where c.company_id = $1`, [company])
  return row ?? null
}
