import { defineEntity, type Row } from '../entity.ts'
import { id, int, moment, text, word } from '../field.ts'

export const outboxChannels = ['mail', 'sms'] as const
export type OutboxChannel = (typeof outboxChannels)[number]

/** `kept`: nothing was sent, because the installation has no service for the channel. */
export const outboxStates = ['pending', 'sending', 'sent', 'kept', 'failed'] as const

export const outboxProblems = ['refused', 'unreachable', 'expired'] as const

/** A mail or an SMS of the platform, sent at least once by a job. Rows are purged after 30 days. */
export const outbox = defineEntity('outbox', {
  key: 'outbox_id',
  scope: 'global',
  access: { read: 'platform', write: 'nobody' },
  search: ['recipient', 'subject'],
  index: [['state', 'next_attempt'], ['created']],
  fields: {
    outbox_id: id(),
    channel: word(outboxChannels, { required: true }),
    recipient: text({ required: true, max: 254 }),
    /** Empty for an SMS. */
    subject: text({ max: 200 }),
    /** Emptied once a service has it, because it may hold a link or a code. */
    text: text({ max: 10_000 }),
    lang: text({ max: 10 }),
    state: word(outboxStates, { initial: 'pending' }),
    attempts: int({ initial: 0 }),
    next_attempt: moment(),
    problem: word(outboxProblems),
    /** Response of the service to the last attempt. */
    answer: text({ max: 1000 }),
    /** Not sent after this time: its link or code no longer works then. */
    expires: moment(),
    created: moment({ initial: { computed: 'now' } }),
  },
})
export type Outbox = Row<typeof outbox>
