import { run } from 'graphile-worker'
import type { Pool } from 'pg'
import * as z from 'zod'
import type { Context } from '#server/context'
import { createJobLogger } from '#db/job-logger'
import { answerRequest, ACCOUNT_REQUEST } from '#domains/sign-in/requests'
import { SEND_MESSAGE, queueDueMessages } from '#domains/outbox/queue-message'
import { type OutboxContext, sendMessage } from '#domains/outbox/send-message'

const payloadSchema = z.object({ id: z.number().int().positive() })

/** Sends mails and SMS apart from the other jobs, so that a slow service delays nothing else. Returns a function that stops it. */
export async function startOutboxJobs(
  context: OutboxContext & Pick<Context, 'publicUrl'>,
  pool: Pool,
): Promise<() => Promise<void>> {
  const { db, log } = context
  const runner = await run({
    pgPool: pool,
    concurrency: 4,
    pollInterval: 1000,
    noHandleSignals: true,
    logger: createJobLogger(log),
    taskList: {
      [SEND_MESSAGE]: (payload) => sendMessage(context, payloadSchema.parse(payload).id),
      [ACCOUNT_REQUEST]: (payload) => answerRequest(context, payload),
    },
  })
  runner.promise.catch((error: unknown) => log.error({ err: error }, 'the jobs of the outbox have stopped'))
  // Messages that became due while no server was running.
  await queueDueMessages(db)
  return () => runner.stop().catch(() => {})
}
