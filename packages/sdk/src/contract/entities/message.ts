import { defineEntity, type Row } from '../entity.ts'
import { flag, id, int, moment, multilang, phone, reference, text, word } from '../field.ts'
import { mailingChannels } from './mailing.ts'

/**
 * Keys of `push_status` (AMB-143). `unknown`: a server stopped while it was sending, so the message may have arrived; it is never
 * sent again by itself (AMB-256). `kept`: there is no service for the channel.
 */
export const pushStates = { waiting: 0, sent: 1, failed: 2, sending: 3, unknown: 4, skipped: 5, kept: 6 } as const
export type PushState = keyof typeof pushStates

/** The first word of `result`; the answer of the provider may follow. */
export const messageResults = [
  'sent',
  // Nothing was sent.
  'no_consent',
  'no_address',
  'no_device',
  'blocked_address',
  'same_address',
  'disabled',
  'stopped',
  'kept',
  // The provider did not take it.
  'refused',
  'gone',
  'unreachable',
  // It may have been sent.
  'interrupted',
] as const
export type MessageResult = (typeof messageResults)[number]

/**
 * A message to one customer. A push message is sent when it is saved (PUSH-07); the rows of a mailing have its subject and text only
 * in the joined `mailing_obj`.
 */
export const message = defineEntity('message', {
  key: 'message_id',
  scope: 'company',
  access: { read: 'owners', write: 'owners' },
  gate: 'allow_push',
  search: ['text', 'subject'],
  index: [['user_id'], ['date_create'], ['mailing_id', 'push']],
  // No customer gets a mailing twice.
  unique: [['mailing_id', 'user_id']],
  joins: {
    company: { as: 'company_obj', fields: ['company_id', 'name', 'logo'] },
    user_id: { as: 'user_obj', fields: ['user_id', 'name', 'phone', 'img'] },
    status: { as: 'status_obj', fields: ['id', 'name'] },
    push: { as: 'push_obj', fields: ['id', 'name'] },
    mailing_id: { as: 'mailing_obj', fields: ['mailing_id', 'subject', 'text'] },
    creator: { as: 'creator_obj', fields: ['admin_id', 'login', 'name', 'surname', 'img'] },
  },
  fields: {
    message_id: id(),
    user_id: reference('user', { required: true }),
    channel: word(mailingChannels, { initial: 'push', readonly: true }),
    /** Copied from the customer (PUSH-07). */
    phone: phone({ readonly: true }),
    lang: text({ readonly: true, max: 10 }),
    subject: multilang(),
    text: multilang({ required: true }),
    status: reference('message_status', { initial: 0, readonly: true }),
    date_create: moment({ initial: { computed: 'now' }, readonly: true }),
    date_sent: moment({ readonly: true, volatile: true }),
    date_read: moment({ readonly: true }),
    button: text(),
    delete: flag(),
    /** Delivery status. */
    push: reference('push_status', { initial: 0, readonly: true, volatile: true }),
    /** One of `messageResults`, then the response of the provider (AMB-144). */
    result: text({ readonly: true, max: 10_000, volatile: true }),
    attempts: int({ initial: 0, readonly: true, volatile: true }),
    /** When it is tried again; while it is being sent, when the attempt counts as interrupted. */
    next_attempt: moment({ readonly: true, volatile: true }),
    mailing_id: reference('mailing', { readonly: true }),
    creator: reference('admin', { initial: { computed: 'actor' }, readonly: true }),
    company: reference('company', { required: true, readonly: true, initial: { computed: 'company' } }),
  },
})
export type Message = Row<typeof message>
