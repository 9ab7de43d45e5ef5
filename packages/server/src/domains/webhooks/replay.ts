import { apiError, type Calls, MAX_REPLAYED, type Parsed } from '@tiffin/sdk/contract'
import type { Handler } from '#server/context'
import type { Tx } from '#db/database'
import { lockOwnWebhook } from './lock-own.ts'
import { addJob } from './queue-jobs.ts'

type Input = Parsed<Calls['Webhook']['replay']>

/** Sends deliveries of a webhook again, under the same ids, with ten attempts as if they were new. */
export const replay: Handler<Calls['Webhook']['replay']> = async (input, call) => {
  const { company } = call
  if ('from' in input && input.from > input.to) throw apiError('invalid_value', { field: 'to', params: ['to'] })
  const count = await call.db.write({ company }, async (tx) => {
    const webhook = await lockOwnWebhook({ tx, info: { company } }, call, input.webhook_id)
    if (webhook.enabled !== 1) throw apiError('webhook_disabled')
    const rows = await resetDeliveries(tx, company, input)
    await addJob(tx, { company, webhook: input.webhook_id })
    return rows.length
  })
  return { data: { status: 'OK', count } }
}

/** If deliveries are listed, those waiting for their next attempt are sent now; in a period, they keep waiting. */
function resetDeliveries(tx: Tx, company: number, input: Input): Promise<unknown[]> {
  const listed = 'deliveries' in input
  return tx.sql(
    `update webhook_delivery set state = 'pending', attempts = 0, next_attempt = now(), problem = null
     where company = $1 and webhook_delivery_id = any(array(select webhook_delivery_id from webhook_delivery
       where company = $1 and webhook = $2 and state <> 'sending' and case when $3
         then webhook_delivery_id = any($4::bigint[])
         else created >= $5::timestamptz and created <= $6::timestamptz and state <> 'pending' and (not $7 or state <> 'delivered') end
       order by created, webhook_delivery_id limit ${MAX_REPLAYED}))
     returning webhook_delivery_id`,
    [
      company,
      input.webhook_id,
      listed,
      listed ? input.deliveries : [],
      listed ? null : input.from,
      listed ? null : input.to,
      listed ? false : input.undelivered,
    ],
  )
}
