import { apiError, type Calls, entities } from '@tiffin/sdk/contract'
import type { CallContext, Handler } from '#server/context'
import { type Customer, findCustomer } from '#domains/chat/customers'
import { makeChange } from '#engine/change'
import { consumeHourlyLimit } from '#limits/rate-limit'
import { assertUsable } from './subscribe.ts'
import { addTarget, removeTarget, type TargetOwner } from './targets.ts'

const MAX_CHANGES = 60

/** @throws `session_expired`, and `rate_limited` for changes */
async function customerOf(call: CallContext, token: string): Promise<Customer> {
  const customer = await findCustomer(call.db, token)
  if (!customer) throw apiError('session_expired')
  await consumeHourlyLimit(call.db, 'changes of customer', `${customer.company} ${customer.user_id}`, MAX_CHANGES)
  return customer
}

const ownerOf = ({ company, user_id: user }: Customer): TargetOwner => ({ company, user })

export const pushSubscribe: Handler<Calls['Customer']['pushSubscribe']> = async ({ customer_token, ...target }, call) => {
  const customer = await customerOf(call, customer_token)
  await assertUsable(call, target)
  await addTarget(call.db, ownerOf(customer), target, '')
  return { data: { status: 'OK' } }
}

export const pushUnsubscribe: Handler<Calls['Customer']['pushUnsubscribe']> = async (input, call) => {
  const customer = await customerOf(call, input.customer_token)
  await removeTarget(call.db, ownerOf(customer), 'fcm' in input ? input.fcm : input.endpoint)
  return { data: { status: 'OK' } }
}

/** Changes a customer's consent to messages; each change is in the history. */
export const consent: Handler<Calls['Customer']['consent']> = async ({ customer_token, mail, push, email }, call) => {
  const { company, user_id } = await customerOf(call, customer_token)
  const set = {
    ...(mail === undefined ? {} : { mail_consent: mail ? 1 : 0 }),
    ...(push === undefined ? {} : { push_consent: push ? 1 : 0 }),
    ...(email === undefined ? {} : { email }),
  }
  const info = { admin: null, company, app: 'customer', device: '' }
  const { value } = await makeChange(call.db, call.feed, info, async (change) => {
    const before = (await change.lock(entities.user, [user_id])).get(user_id)
    const [after = before] = Object.keys(set).length > 0 ? await change.update(entities.user, [{ key: user_id, set }]) : []
    // New consent cancels an earlier unsubscription, unless someone else may have unsubscribed: another customer with this address,
    // or one who had it before this customer entered it.
    if (mail === true && before?.['email'] === after?.['email'])
      await change.tx.sql(
        `delete from mail_block b where b.company = $1 and b.address = lower($2) and b.reason = 'unsubscribed'
           and not exists (select from "user" u where u.company = $1 and u.user_id <> $3 and lower(u.email) = lower($2))
           and not exists (select from audit_row a where a.company = $1 and a.table_name = 'user' and a.row_key = ($3::bigint)::text
             and a.after ? 'email' and a.at > b.date)`,
        [company, after?.['email'], user_id],
      )
    return {
      mail: after?.['mail_consent'] === 1,
      push: after?.['push_consent'] === 1,
      email: (after?.['email'] as string | undefined) ?? '',
    }
  })
  return { data: { status: 'OK', ...value } }
}
