import type { OutboxChannel } from '@tiffin/sdk/contract'
import type { Database, Tx } from '#db/database'

export const SEND_MESSAGE = 'send_message'

export interface OutboxMessage {
  channel: OutboxChannel
  recipient: string
  /** Only for mail. */
  subject?: string
  text: string
  lang: string
  /** Seconds until it expires. */
  usefulSeconds: number
}

/** Queues a message in the transaction that causes it, so that both are committed or neither. */
export async function queueMessage(tx: Tx, message: OutboxMessage): Promise<void> {
  const { channel, recipient, subject = '', text, lang, usefulSeconds } = message
  await tx.sql(
    `with added as (
       insert into outbox (channel, recipient, subject, text, lang, next_attempt, expires)
       values ($1, $2, $3, $4, $5, now(), now() + make_interval(secs => $6)) returning outbox_id)
     select jobs.add('${SEND_MESSAGE}', json_build_object('id', outbox_id), now(), 'outbox:' || outbox_id) from added`,
    [channel, recipient, subject.slice(0, 200), text, lang, usefulSeconds],
  )
}

/** Queues the jobs of messages that are due, in case a server stopped while it was sending. */
export async function queueDueMessages(db: Database): Promise<void> {
  await db.write({ global: true }, (tx) =>
    tx.sql(
      `select jobs.add('${SEND_MESSAGE}', json_build_object('id', outbox_id), now(), 'outbox:' || outbox_id)
       from outbox where state in ('pending', 'sending') and next_attempt <= now()`,
    ),
  )
}
