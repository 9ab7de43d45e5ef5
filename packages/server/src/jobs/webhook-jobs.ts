import { run } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import * as z from 'zod'
import { createJobLogger } from '#db/job-logger'
import { type DeliveryContext, deliverWebhook } from '#domains/webhooks/deliver'
import { deferJob, DELIVER_WEBHOOK, queueDue, queueForCompanies } from '#domains/webhooks/queue-jobs'
import type { Feed } from '#live/feed'

export type WebhookJobsContext = Omit<DeliveryContext, 'feed' | 'log'> & { feed: Feed; log: Logger }

/** Webhooks that one process serves at a time. */
const CONCURRENCY = 10
/** Webhooks of one company among them, so that its slow receivers leave room for other companies. */
const MAX_OF_COMPANY = 3
/** Changes within this time are combined into one search. */
const COALESCE_MS = 100

const payloadSchema = z.object({ company: z.number().int().positive(), webhook: z.number().int().positive() })

/** Runs the jobs of webhooks next to the others, so that slow receivers delay nothing else. Returns how to stop them. */
export async function startWebhookJobs(context: WebhookJobsContext, pool: Pool): Promise<() => Promise<void>> {
  const { db, feed, log } = context
  const running = new Map<number, number>()
  const deliver = async (payload: unknown): Promise<void> => {
    const target = payloadSchema.parse(payload)
    const { company } = target
    const count = running.get(company) ?? 0
    if (count >= MAX_OF_COMPANY) return void (await deferJob(db, target))
    running.set(company, count + 1)
    try {
      await deliverWebhook(context, target)
    } finally {
      const left = (running.get(company) ?? 1) - 1
      if (left > 0) running.set(company, left)
      else running.delete(company)
    }
  }
  const runner = await run({
    pgPool: pool,
    concurrency: CONCURRENCY,
    pollInterval: 1000,
    noHandleSignals: true,
    logger: createJobLogger(log),
    taskList: { [DELIVER_WEBHOOK]: deliver },
  })
  runner.promise.catch((error: unknown) => log.error({ err: error }, 'the jobs of webhooks have stopped'))
  // Deliveries that became due while no server was running.
  await queueDue(db)
  const grown = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  const stopListening = feed.onGrowth((company) => {
    if (company === 0) return
    grown.add(company)
    timer ??= setTimeout(() => {
      timer = undefined
      const companies = [...grown]
      grown.clear()
      // A job that is not queued now is queued within a minute.
      queueForCompanies(db, companies).catch((error: unknown) => log.warn({ err: error }, 'webhooks could not be queued'))
    }, COALESCE_MS)
  })
  return async () => {
    stopListening()
    clearTimeout(timer)
    await runner.stop().catch(() => {})
  }
}
