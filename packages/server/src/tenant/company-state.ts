import type { CompanyLimits, CompanyOptions } from '@tiffin/core/rules'
import { apiError, type Company, entities } from '@tiffin/sdk/contract'
import { projection, quote } from '#db/columns'
import type { Tx } from '#db/database'

/** The transaction of a change, and its company. */
interface CompanyChange {
  tx: Tx
  info: { company: number }
}

export type CompanyState = Company & CompanyOptions & CompanyLimits

const entity = entities.company
const companyColumns = Object.entries(entity.fields)
  // Only lists of companies show who uses them: saves need not look that up.
  .filter(([name, field]) => field.kind !== 'secret' && name !== 'used_by')
  .map(([name]) => `${projection(entity, name, 'c')} as ${quote(name)}`)
  .join(', ')

/**
 * Refuses changes of orders in a disabled company (AMB-049). Tickets already being printed are still settled.
 * @throws `company_disabled`
 */
export async function assertEnabled(change: CompanyChange): Promise<void> {
  const { enable } = await readEnabled(change)
  if (enable !== 1) throw apiError('company_disabled')
}

/** Whether the company of a change is enabled and uses hand-off codes, for rules with their own error. */
export async function readEnabled({ tx, info }: CompanyChange): Promise<Pick<Company, 'enable' | 'handoff_codes'>> {
  const [company] = await tx.sql<Pick<Company, 'enable' | 'handoff_codes'>>(
    'select enable, handoff_codes from company where company_id = $1 and deleted is null',
    [info.company],
  )
  return company ?? { enable: 0, handoff_codes: 0 }
}

/** The company of the transaction, or null for platform rows. */
export async function readCompany(tx: Tx, company: number): Promise<CompanyState | null> {
  if (company === 0) return null
  const [row] = await tx.sql<CompanyState>(`select ${companyColumns} from company c where c.company_id = $1`, [company])
  return row ?? null
}
