import { run } from 'graphile-worker'
import { Pool } from 'pg'
import * as z from 'zod'
import { expireLeases } from '#domains/printing/expire-leases'
import { escalateDue } from '#domains/orders/escalate'
import { expireUnclaimed } from '#domains/printing/unclaimed-tickets'
import { makeChange } from '#engine/change'
import { createJobLogger } from '#db/job-logger'
import { runCleanup } from './cleanup.ts'
import { updateOrderDays } from './order-days.ts'
import { billCompanies } from '#domains/billing/bill-companies'
import { reconcilePayments } from '#domains/billing/reconcile-payments'
import { purgeCompanies } from '#domains/companies/purge-companies'
import { startMailingJobs } from './mailing-jobs.ts'
import { startOutboxJobs } from './outbox-jobs.ts'
import { startWebhookJobs, type WebhookJobsContext } from './webhook-jobs.ts'
import { queueDueMailings } from '#domains/mailing/queue-mailing'
import { pushReplies } from '#domains/mailing/push-replies'
import type { DeliveryContext as MailingContext } from '#domains/mailing/deliver'
import { queueDueMessages } from '#domains/outbox/queue-message'
import type { Context } from '#server/context'
import type { OutboxContext } from '#domains/outbox/send-message'
import { queueDue } from '#domains/webhooks/queue-jobs'

/** Job names; a job about a company's rows specifies the company. */
export const jobNames = {
  expireLeases: 'expire_leases',
  expireUnclaimed: 'expire_unclaimed',
  escalate: 'escalate',
  cleanup: 'cleanup',
  orderDays: 'order_days',
  purgeCompanies: 'purge_companies',
  queueWebhooks: 'queue_webhooks',
  queueMessages: 'queue_messages',
  queueMailings: 'queue_mailings',
  pushReplies: 'push_replies',
  billCompanies: 'bill_companies',
  reconcilePayments: 'reconcile_payments',
} as const

const companyPayload = z.object({ company: z.number().int().positive() })

/** Starts running jobs in this process; the returned function stops it after the current job. */
export async function startJobs(
  context: WebhookJobsContext & OutboxContext & MailingContext & Pick<Context, 'payments' | 'publicUrl'>,
  workerUrl: string,
): Promise<() => Promise<void>> {
  const { config, db, feed, log } = context
  const pool = new Pool({ connectionString: workerUrl, max: 8, application_name: 'tiffin jobs' })
  // If the database closes a connection that is idle or closing, no caller has failed.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const runner = await run({
    pgPool: pool,
    concurrency: 2,
    pollInterval: 1000,
    noHandleSignals: true,
    logger: createJobLogger(log),
    crontab: [
      `17 * * * * ${jobNames.cleanup} ?id=cleanup&fill=1d`,
      `41 3 * * * ${jobNames.purgeCompanies} ?id=purge_companies&fill=1d`,
      `* * * * * ${jobNames.orderDays} ?id=order_days&max=1`,
      `* * * * * ${jobNames.escalate} ?id=escalate&max=1`,
      `* * * * * ${jobNames.expireUnclaimed} ?id=expire_unclaimed&max=1`,
      `* * * * * ${jobNames.queueWebhooks} ?id=queue_webhooks&max=1`,
      `* * * * * ${jobNames.queueMessages} ?id=queue_messages&max=1`,
      `* * * * * ${jobNames.queueMailings} ?id=queue_mailings&max=1`,
      `* * * * * ${jobNames.pushReplies} ?id=push_replies&max=1`,
      `*/10 * * * * ${jobNames.billCompanies} ?id=bill_companies&fill=1d&max=1`,
      `27 * * * * ${jobNames.reconcilePayments} ?id=reconcile_payments&fill=1d&max=1`,
    ].join('\n'),
    taskList: {
      [jobNames.expireLeases]: async (payload) => {
        const { company } = companyPayload.parse(payload)
        await makeChange(db, feed, { admin: null, company, app: 'server', device: '' }, async (change) => {
          await expireLeases(change)
          return null
        })
      },
      [jobNames.expireUnclaimed]: () => expireUnclaimed({ db, feed, log }),
      [jobNames.escalate]: () => escalateDue({ db, feed, log }),
      [jobNames.cleanup]: () => runCleanup((text, values) => pool.query(text, values), config.TIFFIN_HISTORY_DAYS),
      [jobNames.orderDays]: () => updateOrderDays((text, values) => pool.query(text, values), log),
      [jobNames.purgeCompanies]: () => purgeCompanies({ db, feed, log }, pool, config.TIFFIN_PURGE_DAYS),
      [jobNames.queueWebhooks]: () => queueDue(db),
      [jobNames.queueMessages]: () => queueDueMessages(db),
      [jobNames.queueMailings]: () => queueDueMailings(db),
      [jobNames.pushReplies]: () => pushReplies(context),
      [jobNames.billCompanies]: () => billCompanies(context, context.stopping),
      [jobNames.reconcilePayments]: () => reconcilePayments(context, context.payments),
    },
  })
  runner.promise.catch((error: unknown) => log.error({ err: error }, 'the jobs have stopped'))
  const stopWebhooks = await startWebhookJobs(context, pool)
  const stopOutbox = await startOutboxJobs(context, pool)
  const stopMailings = await startMailingJobs(context, pool)
  return async () => {
    await stopMailings()
    await stopOutbox()
    await stopWebhooks()
    await runner.stop().catch(() => {})
    await pool.end()
  }
}
