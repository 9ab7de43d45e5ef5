import { type Action, can, optionDecision } from '@tiffin/core/rules'
import { apiError, entities, type Mailing } from '@tiffin/sdk/contract'
import { projection, quote } from '#db/columns'
import type { Tx } from '#db/database'
import type { CompanyCall } from '#server/context'

/** @throws unless the caller may read or change mailings of the company, whose options include them */
export function assertMayMail({ session: { actor } }: CompanyCall, action: Action): void {
  const decisions = [can(actor, action, entities.mailing), optionDecision(actor.options ?? null, entities.mailing)]
  for (const decision of decisions)
    if (!decision.allowed) throw apiError(decision.code, { table: 'mailing', params: decision.params })
}

const columns = Object.keys(entities.mailing.fields)
  .map((name) => `${projection(entities.mailing, name, 't')} as ${quote(name)}`)
  .join(', ')

/** @throws `not_found` */
export async function readMailing(tx: Tx, company: number, mailing: number): Promise<Mailing> {
  const [row] = await tx.sql<Mailing>(`select ${columns} from mailing t where t.company = $1 and t.mailing_id = $2`, [
    company,
    mailing,
  ])
  if (!row) throw apiError('not_found', { table: 'mailing' })
  return row
}
