import * as z from 'zod'
import { defineCall } from '../call.ts'
import { emailSchema } from '../field.ts'

const OK = z.object({ data: z.object({ status: z.literal('OK') }) })
const base64url = (min: number, max: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${min},${max}}={0,2}$`))

const subscription = z.object({
  endpoint: z
    .url({ protocol: /^https?$/ })
    .regex(/^[!-~]*$/)
    .max(2000),
  keys: z.object({ p256dh: base64url(86, 88), auth: base64url(22, 24) }),
})
const fcm = z
  .string()
  .min(20)
  .regex(/^[!-~]*$/)
  .max(2000)

/** A device: the subscription of a browser as `PushSubscription.toJSON()` gives it, or the token of an app from Firebase. */
export const pushTargetSchema = z.union([z.object({ subscription }), z.object({ fcm })])
export type PushTarget = z.output<typeof pushTargetSchema>

/** The address of a device that is to get nothing any more. */
const endpoint = z.string().min(1).max(2000)
const keySchema = z.object({ data: z.object({ status: z.literal('OK'), key: z.string() }) })
const customer = { auth: 'none', effect: 'write' } as const
const customer_token = z.string().max(200)

/** The public VAPID key of this installation, for `PushManager.subscribe`. */
export const pushKey = defineCall('Push', 'key', {
  auth: 'session',
  effect: 'read',
  input: z.object({}),
  output: keySchema,
})

/** Registers a device of the user; it gets test messages and the company's notifications for staff. */
export const pushSubscribe = defineCall('Push', 'subscribe', {
  auth: 'session',
  effect: 'write',
  rateLimit: { perHour: 60, per: 'user' },
  input: pushTargetSchema,
  output: OK,
  errors: ['invalid_value', 'rate_limited'],
})

export const pushUnsubscribe = defineCall('Push', 'unsubscribe', {
  auth: 'session',
  effect: 'write',
  input: z.union([z.object({ endpoint }), z.object({ fcm })]),
  output: OK,
})

export const customerPushKey = defineCall('Customer', 'pushKey', {
  auth: 'none',
  effect: 'read',
  input: z.object({}),
  output: keySchema,
})

/** Registers a device of a signed-in customer. It gets nothing without the customer's consent (`Customer.consent`). */
export const customerPushSubscribe = defineCall('Customer', 'pushSubscribe', {
  ...customer,
  input: z.union([z.object({ customer_token, subscription }), z.object({ customer_token, fcm })]),
  output: OK,
  errors: ['session_expired', 'invalid_value', 'rate_limited'],
})

export const customerPushUnsubscribe = defineCall('Customer', 'pushUnsubscribe', {
  ...customer,
  input: z.union([z.object({ customer_token, endpoint }), z.object({ customer_token, fcm })]),
  output: OK,
  errors: ['session_expired'],
})

/** Changes and returns a customer's consent to messages; without changes it only returns it (AMB-258). */
export const customerConsent = defineCall('Customer', 'consent', {
  ...customer,
  input: z.object({
    customer_token,
    mail: z.boolean().optional(),
    push: z.boolean().optional(),
    email: emailSchema.optional(),
  }),
  output: z.object({
    data: z.object({ status: z.literal('OK'), mail: z.boolean(), push: z.boolean(), email: z.string() }),
  }),
  errors: ['session_expired', 'rate_limited'],
})
