import { defineEntity, type Row } from '../entity.ts'
import { flag, id, int, moment, reference, text, url, word } from '../field.ts'

/** The events that a webhook sends, and the test message of `Webhook.test`. */
export const webhookEvents = ['order.created', 'order.moved', 'order.cancelled', 'test'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** Why the server disabled a webhook: the receiver answered 410, or failed for five days. */
export const webhookEnds = ['gone', 'failing'] as const

/** An address of another program, called for events of orders with the rights of its owner (AMB-233). */
export const webhook = defineEntity('webhook', {
  key: 'webhook_id',
  scope: 'company',
  access: { read: 'owners', write: 'owners' },
  search: ['name', 'url'],
  joins: { admin: { as: 'admin_obj', fields: ['admin_id', 'login', 'name', 'surname', 'img'] } },
  fields: {
    webhook_id: id(),
    company: reference('company', { required: true, initial: { computed: 'company' } }),
    /** The user whose rights decide which orders are sent. */
    admin: reference('admin', { initial: { computed: 'actor' }, readonly: true }),
    name: text({ max: 100 }),
    url: url({ required: true }),
    order_created: flag({ initial: 1 }),
    order_moved: flag({ initial: 1 }),
    order_cancelled: flag({ initial: 1 }),
    enabled: flag({ initial: 1 }),
    disabled_reason: word(webhookEnds, { readonly: true }),
    disabled_at: moment({ readonly: true }),
    /** When its signing secret was last shown; until then it is unknown to everyone. */
    secret_shown: moment({ readonly: true }),
  },
})
export type Webhook = Row<typeof webhook>

export const deliveryStates = ['pending', 'sending', 'held', 'delivered', 'failed', 'skipped'] as const

/** Why an attempt failed, or why nothing was sent. */
export const deliveryProblems = [
  'status',
  'timeout',
  'unreachable',
  'address',
  'redirect',
  'gone',
  'rights',
  'disabled',
  'company_disabled',
  'factor_required',
] as const

/** One event for one webhook, kept for 30 days and sent at least once, in no particular order. */
export const webhookDelivery = defineEntity('webhook_delivery', {
  key: 'webhook_delivery_id',
  scope: 'company',
  access: { read: 'owners', write: 'nobody' },
  joins: { webhook: { as: 'webhook_obj', fields: ['webhook_id', 'name', 'url'] } },
  index: [['webhook', 'state', 'next_attempt'], ['order'], ['webhook', 'created']],
  unique: [['webhook', 'event']],
  fields: {
    webhook_delivery_id: id(),
    company: reference('company', { required: true, initial: { computed: 'company' } }),
    webhook: reference('webhook', { required: true }),
    /** The id of the message, the same in every attempt. */
    event: text({ required: true, max: 64 }),
    type: word(webhookEvents, { required: true }),
    /** The number of the change in the company's feed; 0 for a test. */
    feed: int({ initial: 0 }),
    order: reference('order'),
    state: word(deliveryStates, { initial: 'pending' }),
    attempts: int({ initial: 0 }),
    next_attempt: moment(),
    last_attempt: moment(),
    http_status: int(),
    problem: word(deliveryProblems),
    /** The beginning of the receiver's last response. */
    answer: text({ max: 1000 }),
    created: moment({ initial: { computed: 'now' } }),
  },
})
export type WebhookDelivery = Row<typeof webhookDelivery>
