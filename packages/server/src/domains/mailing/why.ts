import { can, explainMailing, type MailingCheck } from '@tiffin/core/rules'
import { apiError, type Calls, entities, type Mailing, pushStates, type PushState } from '@tiffin/sdk/contract'
import { projection } from '#db/columns'
import type { Handler } from '#server/context'
import type { Tx } from '#db/database'
import { channelRules, type Condition, conditions, companyLanguage, recipients } from './audience.ts'
import { assertMayMail, readMailing } from './own-mailing.ts'

/** Explains a mailing's result for a customer; without a row for them, the rule that excludes them. */
export const why: Handler<Calls['Mailing']['why']> = async ({ mailing_id, user_id }, call) => {
  assertMayMail(call, 'read')
  const { company } = call
  // The answer tells of the customer's consent, address and bonus.
  const decision = can(call.session.actor, 'read', entities.user)
  if (!decision.allowed) throw apiError(decision.code, { table: 'user', params: decision.params })
  return call.db.read({ company }, async (tx) => {
    const mailing = await readMailing(tx, company, mailing_id)
    const [user] = await tx.sql('select from "user" where company = $1 and user_id = $2', [company, user_id])
    if (!user) throw apiError('not_found', { table: 'user' })
    const [row] = await tx.sql<{ push: number; result: string; at: string | null; next: string | null; attempts: number }>(
      `select push, result, ${projection(entities.message, 'date_sent', 'm')} as at, ${projection(entities.message, 'next_attempt', 'm')} as next,
         attempts
       from message m where company = $1 and mailing_id = $2 and user_id = $3`,
      [company, mailing_id, user_id],
    )
    const state = row ? ((Object.keys(pushStates) as PushState[]).find((name) => pushStates[name] === row.push) ?? null) : null
    const checks = row ? [] : await checkRules(tx, mailing, user_id)
    return { data: { status: 'OK', state, steps: explainMailing(mailing, row ? { ...row, state } : null, checks) } }
  })
}

/** Whether the customer passes each rule now. */
async function checkRules(tx: Tx, mailing: Mailing, user: number): Promise<MailingCheck[]> {
  const { company, audience, channel } = mailing
  const parameters: unknown[] = [company, await companyLanguage(tx, company), user]
  const rules: [code: MailingCheck['rule'], passed: string][] = [['disabled', 'u.status <> 0']]
  for (const [name, value] of Object.entries(audience)) {
    parameters.push(value)
    rules.push([name as Condition, conditions[name as Condition](`$${parameters.length}`)])
  }
  for (const [code, condition] of channelRules[channel]) rules.push([code as MailingCheck['rule'], `not (${condition})`])
  const [row] = await tx.rows<{ passed: boolean[] }>({
    sql: `select array[${rules.map(([, passed]) => passed).join(', ')}] as passed from "user" u
      where u.company = $1 and $2::text is not null and u.user_id = $3`,
    parameters,
  })
  const checks = rules.map(([rule], at): MailingCheck => ({ rule, passed: row?.passed[at] === true }))
  if (channel === 'push') return checks
  const { repeated } = await recipients(tx, company, mailing)
  return [...checks, { rule: 'same_address', passed: !repeated.includes(user) }]
}
