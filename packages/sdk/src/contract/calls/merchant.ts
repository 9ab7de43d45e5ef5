import * as z from 'zod'
import { defineCall } from '../call.ts'
import { intSchema, MAX_BUSY_MINUTES, momentSchema } from '../field.ts'

/** Gives a merchant a new token; the old one stops working at once. Only this response shows the new token (MERCH-20). */
export const newToken = defineCall('Merchant', 'newToken', {
  auth: 'session',
  effect: 'write',
  company: 'required',
  input: z.object({ merchant_id: z.number().int() }),
  output: z.object({ data: z.object({ status: z.literal('OK'), token: z.uuid() }) }),
  errors: ['forbidden', 'not_found', 'option_required'],
})

const until = momentSchema.nullable()

/**
 * Pauses a merchant or makes it busy until a time within the next 24 hours; null ends it. Allowed for users and devices that
 * may move its orders (KDS-07).
 */
export const setAvailability = defineCall('Merchant', 'pace', {
  auth: 'session',
  effect: 'write',
  company: 'required',
  devices: true,
  tokens: ['write'],
  input: z.union([
    z.strictObject({ merchant: z.number().int(), paused_until: until }),
    z.strictObject({
      merchant: z.number().int(),
      busy_until: until,
      busy_minutes: intSchema({ min: 1, max: MAX_BUSY_MINUTES }).optional(),
    }),
  ]),
  output: z.object({
    /** An access token that may not read gets only the state that it has set. */
    data: z.object({
      status: z.literal('OK'),
      paused_until: z.string().nullable().optional(),
      busy_until: z.string().nullable().optional(),
      busy_minutes: z.number().int().nullable().optional(),
    }),
    feed: z.number().int(),
  }),
  errors: ['not_found', 'company_disabled', 'view_only', 'pace_time', 'required'],
})
