import { run } from 'graphile-worker'
import type { Pool } from 'pg'
import * as z from 'zod'
import { createJobLogger } from '#db/job-logger'
import type { DeliveryContext } from '#domains/mailing/deliver'
import { type MailingTarget, queueDueMailings, queueMailing, SEND_MAILING, SEND_PUSH } from '#domains/mailing/queue-mailing'
import { sendMailing, sendPush } from '#domains/mailing/send-mailing'
import type { Context } from '#server/context'

const key = z.number().int().positive()
const mailingSchema = z.object({ company: key, mailing: key })
const pushSchema = z.object({ company: key, message: key })

/** Sends mailings and push messages apart from the other jobs, so that they delay nothing else. Returns how to stop them. */
export async function startMailingJobs(
  context: DeliveryContext & Pick<Context, 'log'>,
  pool: Pool,
): Promise<() => Promise<void>> {
  const { db, log } = context
  /** Mailings that this process is sending, and whether they were queued again in the meantime. */
  const sending = new Map<number, boolean>()

  /** One job at a time, so that no more messages are in delivery, however often a mailing is queued. */
  async function send(target: MailingTarget): Promise<void> {
    const { company, mailing } = target
    const isSent = sending.has(mailing)
    sending.set(mailing, isSent)
    if (isSent) return
    try {
      await sendMailing(context, target)
    } finally {
      const isQueuedAgain = sending.get(mailing)
      sending.delete(mailing)
      if (isQueuedAgain) await db.write({ company }, (tx) => queueMailing(tx, target))
    }
  }

  const runner = await run({
    pgPool: pool,
    concurrency: 4,
    pollInterval: 1000,
    noHandleSignals: true,
    logger: createJobLogger(log),
    taskList: {
      [SEND_MAILING]: (payload) => send(mailingSchema.parse(payload)),
      [SEND_PUSH]: (payload) => sendPush(context, pushSchema.parse(payload)),
    },
  })
  runner.promise.catch((error: unknown) => log.error({ err: error }, 'the jobs of mailings have stopped'))
  // Messages that became due while no server was running.
  await queueDueMailings(db)
  return () => runner.stop().catch(() => {})
}
