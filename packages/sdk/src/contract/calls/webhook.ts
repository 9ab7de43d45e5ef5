import * as z from 'zod'
import { defineCall } from '../call.ts'
import { webhookEvents } from '../entities/webhook.ts'
import { momentSchema } from '../field.ts'

const key = z.number().int().positive()
const access = { auth: 'session', company: 'required' } as const
const manage = { ...access, effect: 'write', tokens: ['config'], input: z.object({ webhook_id: key }) } as const

/** How long the previous secret of a webhook also signs, in hours. */
export const SECRET_OVERLAP_HOURS = 24

/**
 * Replaces the signing secret. Only this response shows it. Messages are signed with the previous one too for a day, so that the receiver
 * can change over without missing any; a secret that was never shown is replaced at once.
 */
export const rotateWebhook = defineCall('Webhook', 'rotate', {
  ...manage,
  output: z.object({ data: z.object({ status: z.literal('OK'), secret: z.string() }), feed: z.number().int() }),
  errors: ['forbidden', 'not_found', 'company_disabled'],
})

/** Sends a test message soon; its delivery shows the response. */
export const testWebhook = defineCall('Webhook', 'test', {
  ...manage,
  compressed: true,
  rateLimit: { perHour: 300, per: 'company' },
  output: z.object({ data: z.object({ status: z.literal('OK'), webhook_delivery_id: key }) }),
  errors: ['forbidden', 'not_found', 'company_disabled', 'webhook_disabled', 'rate_limited'],
})

/** Deliveries that one call sends again. */
export const MAX_REPLAYED = 10_000

/** Sends deliveries again, under the same ids: those listed, or the oldest 10,000 of a period that are not waiting. */
export const replayWebhook = defineCall('Webhook', 'replay', {
  ...manage,
  bulk: true,
  compressed: true,
  rateLimit: { perHour: 60, per: 'company' },
  input: z.union([
    z.strictObject({ webhook_id: key, deliveries: z.array(key).min(1).max(1000) }),
    z.strictObject({
      webhook_id: key,
      from: momentSchema,
      to: momentSchema,
      /** Only those that have not been delivered. */
      undelivered: z.boolean().default(false),
    }),
  ]),
  output: z.object({ data: z.object({ status: z.literal('OK'), count: z.number().int() }) }),
  errors: ['forbidden', 'not_found', 'company_disabled', 'webhook_disabled', 'invalid_value', 'rate_limited'],
})

const webhookEventSchema = z.object({
  id: z.string(),
  type: z.enum(webhookEvents),
  feed: z.number().int(),
  /** The body of the message, as it would be sent with the caller's rights. */
  body: z.string(),
})

/** Events of one answer: a single change may be one of 10,000 orders. */
export const MAX_EVENTS = 500

/** Events after a feed number, with the caller's rights, for `tiffin webhook listen`. At most 500 at once. */
export const listenWebhook = defineCall('Webhook', 'events', {
  ...access,
  effect: 'read',
  compressed: true,
  tokens: ['read'],
  input: z.object({
    since: z.number().int().min(0).optional(),
    /** Events of the next feed number that an earlier answer has covered. */
    offset: z.number().int().min(0).default(0),
  }),
  output: z.object({
    data: z.object({
      status: z.literal('OK'),
      events: z.array(webhookEventSchema),
      /** The feed number to continue from. */
      feed: z.number().int(),
      /** The `offset` to continue from: above 0 if the answer ends among the events of one feed number. */
      offset: z.number().int(),
      /** Whether there are more events now. */
      more: z.boolean(),
      /** Events after `since` are missing, because the feed is kept for a week. */
      missed: z.boolean(),
    }),
  }),
})
