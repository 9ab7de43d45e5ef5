import type { OutboxChannel } from '@tiffin/sdk/contract'
import type { Context } from '#server/context'
import type { Delivery } from '#providers/mail'
import { SEND_MESSAGE } from './queue-message.ts'

/** Seconds to wait after each failed attempt. */
const RETRY_SECONDS = [5, 30, 120, 600, 1800, 3600, 3 * 3600, 6 * 3600]
/** Longer than any attempt: a message that a stopped server was sending is sent again after this time. */
const LEASE_SECONDS = 60

interface Message {
  outbox_id: number
  channel: OutboxChannel
  recipient: string
  subject: string
  text: string
  attempts: number
  expired: boolean
}

export type OutboxContext = Pick<Context, 'config' | 'db' | 'log' | 'mailer' | 'sms'>

/** Sends one message. `sending` is committed before the service is called. */
export async function sendMessage(context: OutboxContext, id: number): Promise<void> {
  const [message] = await context.db.write({ global: true }, (tx) =>
    tx.sql<Message>(
      `update outbox set state = 'sending', attempts = attempts + 1, next_attempt = now() + make_interval(secs => ${LEASE_SECONDS})
       where outbox_id = $1 and state in ('pending', 'sending') and next_attempt <= now()
       returning outbox_id, channel, recipient, subject, text, attempts, expires < now() as expired`,
      [id],
    ),
  )
  if (!message) return
  if (message.expired) return settle(context, message, { result: 'expired', answer: '' })
  await settle(context, message, await deliver(context, message))
}

type Outcome = Delivery | { result: 'expired' | 'kept'; answer: string }

async function deliver(
  { mailer, sms }: OutboxContext,
  { outbox_id, channel, recipient, subject, text }: Message,
): Promise<Outcome> {
  const kept = { result: 'kept', answer: '' } as const
  if (channel === 'sms') return sms ? sms({ phone: recipient, text }) : kept
  return mailer ? mailer({ id: `outbox-${outbox_id}`, to: recipient, subject, text }) : kept
}

/** Records the result, unless the lease has ended and another attempt began. */
async function settle({ db, log }: OutboxContext, message: Message, { result, answer }: Outcome): Promise<void> {
  const delay = result === 'unreachable' ? RETRY_SECONDS[message.attempts - 1] : undefined
  const isRetried = delay !== undefined
  const state = isRetried ? 'pending' : result === 'sent' || result === 'kept' ? result : 'failed'
  const problem = result === 'sent' || result === 'kept' ? null : result
  await db.write({ global: true }, async (tx) => {
    const [row] = await tx.sql(
      `update outbox set state = $2, problem = $3, answer = $4, text = case when $5 then text else '' end,
         next_attempt = now() + make_interval(secs => $6)
       where outbox_id = $1 and state = 'sending' and attempts = $7 returning outbox_id`,
      [message.outbox_id, state, problem, storable(answer), isRetried || state === 'kept', delay ?? null, message.attempts],
    )
    if (row && isRetried)
      await tx.sql(
        `select jobs.add('${SEND_MESSAGE}', json_build_object('id', $1::bigint), now() + make_interval(secs => $2), 'outbox:' || $1::bigint)`,
        [message.outbox_id, delay],
      )
  })
  if (state === 'failed') log.warn({ outbox: message.outbox_id, problem, answer }, 'a message could not be sent')
}

/** PostgreSQL stores no NUL characters. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed().slice(0, 1000)
