import { randomUUID } from 'node:crypto'
import { apiError, type Calls } from '@tiffin/sdk/contract'
import type { Handler } from '#server/context'
import { lockOwnWebhook } from './lock-own.ts'
import { addJob } from './queue-jobs.ts'

/** Sends a test message to a webhook. */
export const test: Handler<Calls['Webhook']['test']> = async ({ webhook_id: id }, call) => {
  const { company } = call
  const delivery = await call.db.write({ company }, async (tx) => {
    const webhook = await lockOwnWebhook({ tx, info: { company } }, call, id)
    if (webhook.enabled !== 1) throw apiError('webhook_disabled')
    const [row] = await tx.sql<{ id: number }>(
      `insert into webhook_delivery (company, webhook, event, type, next_attempt) values ($1, $2, $3, 'test', now())
       returning webhook_delivery_id as id`,
      [company, id, `evt_${randomUUID().replaceAll('-', '')}`],
    )
    await addJob(tx, { company, webhook: id })
    return row?.id ?? 0
  })
  return { data: { status: 'OK', webhook_delivery_id: delivery } }
}
