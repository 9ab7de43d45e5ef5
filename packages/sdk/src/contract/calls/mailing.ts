import * as z from 'zod'
import { audienceSchema } from '../audience.ts'
import { defineCall } from '../call.ts'
import { mailingChannels, mailingStates } from '../entities/mailing.ts'
import { messageResults, type PushState, pushStates } from '../entities/message.ts'
import { momentSchema } from '../field.ts'
import { whyStepSchema } from '../why-step.ts'

const key = z.number().int().positive()
const count = z.number().int()
const access = { auth: 'session', company: 'required', compressed: true } as const
const write = { ...access, effect: 'write', tokens: ['write'] } as const
const refusals = ['forbidden', 'not_found', 'option_required', 'company_disabled'] as const
const changed = z.object({ data: z.object({ status: z.literal('OK'), state: z.enum(mailingStates) }), feed: count })

/** Who would get a mailing now: one that is saved, or conditions that are being typed. */
export const countMailing = defineCall('Mailing', 'count', {
  ...access,
  effect: 'read',
  tokens: ['read'],
  input: z.union([
    z.strictObject({ mailing_id: key }),
    z.strictObject({ audience: audienceSchema, channel: z.enum(mailingChannels) }),
  ]),
  output: z.object({
    data: z.object({
      status: z.literal('OK'),
      /** Customers in the audience. Each of the others is counted once, by the first reason. */
      total: count,
      will_get: count,
      without_consent: count,
      /** Without an email address, or for push without a device. */
      without_address: count,
      /** Their address is in `mail_block`. */
      blocked: count,
      /** Another customer with the same address gets the mail. */
      same_address: count,
    }),
  }),
  errors: ['forbidden', 'not_found', 'option_required'],
})

/** Sends a mailing to the caller alone: to their email address, or to their devices with push turned on. */
export const testMailing = defineCall('Mailing', 'test', {
  ...write,
  rateLimit: { perHour: 60, per: 'user' },
  input: z.object({ mailing_id: key }),
  output: z.object({
    data: z.object({
      status: z.literal('OK'),
      sent: z.array(
        z.object({
          /** The email address, or the name of the device's push service. */
          to: z.string(),
          result: z.enum(messageResults),
          answer: z.string(),
        }),
      ),
    }),
  }),
  errors: [...refusals, 'contact_missing', 'device_missing', 'rate_limited'],
})

/**
 * Starts a mailing, now or at a time to come. `count` is the number of customers that the user has confirmed (`will_get` of
 * `Mailing.count`); if it is another one by now, the answer is `selection_changed` with it. A scheduled mailing goes to those
 * whom its conditions include when it starts.
 */
export const startMailing = defineCall('Mailing', 'start', {
  ...write,
  input: z.object({ mailing_id: key, count: z.number().int().positive(), send_at: momentSchema.optional() }),
  output: changed,
  errors: [...refusals, 'mailing_state', 'selection_changed', 'invalid_value'],
})

export const pauseMailing = defineCall('Mailing', 'pause', {
  ...write,
  input: z.object({ mailing_id: key }),
  output: changed,
  errors: [...refusals, 'mailing_state'],
})

/** Continues a paused mailing. One whose time had passed unnoticed starts (AMB-255), which needs `count` as `Mailing.start` does. */
export const resumeMailing = defineCall('Mailing', 'resume', {
  ...write,
  input: z.object({ mailing_id: key, count: z.number().int().positive().optional() }),
  output: changed,
  errors: [...refusals, 'mailing_state', 'selection_changed'],
})

/** Ends a mailing: the remaining customers get nothing. One that is only scheduled becomes a draft again. */
export const stopMailing = defineCall('Mailing', 'stop', {
  ...write,
  input: z.object({ mailing_id: key }),
  output: changed,
  errors: [...refusals, 'mailing_state'],
})

const pushStateNames = Object.keys(pushStates) as [PushState, ...PushState[]]

/** Explains whether a customer got a mailing, when, and by which rule; before it starts, whether they would get it. */
export const whyMailing = defineCall('Mailing', 'why', {
  ...access,
  effect: 'read',
  tokens: ['read'],
  input: z.object({ mailing_id: key, user_id: key }),
  output: z.object({
    data: z.object({
      status: z.literal('OK'),
      /** Null without a row for the customer. */
      state: z.enum(pushStateNames).nullable(),
      steps: z.array(whyStepSchema),
    }),
  }),
  errors: ['forbidden', 'not_found', 'option_required'],
})
