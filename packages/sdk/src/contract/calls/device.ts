import * as z from 'zod'
import { defineCall } from '../call.ts'
import { plainName } from '../field.ts'
import { authSchema } from './auth.ts'

const key = z.number().int().positive()
const name = z.string().overwrite(plainName).trim().min(1).max(200)
const code = z.string().min(1).max(40)

/**
 * A kitchen device asks to be paired (KDS-25). Without `secret` it begins: the answer has the secret, which it keeps, and
 * the code, which a person confirms. With the secret it asks how that stands; once confirmed, the secret is its token.
 */
export const pairDevice = defineCall('Device', 'pair', {
  auth: 'none',
  effect: 'write',
  devices: true,
  input: z.object({ name: name.optional(), secret: z.string().min(20).max(200).optional() }),
  output: z.object({
    data: z.object({
      status: z.literal('OK'),
      state: z.enum(['waiting', 'confirmed', 'expired']),
      /** In the first answer only, and nowhere else ever. */
      secret: z.string().optional(),
      /** Eight letters and digits in two groups, as a person reads them out. */
      code: z.string().optional(),
      /** Seconds that the code is still good for. */
      expires_in: z.number().int().optional(),
    }),
    /** Whom the device has become, once confirmed. */
    auth: authSchema.optional(),
  }),
  errors: ['rate_limited'],
})

/** An owner lets the device with this code in, for these merchants; it gets a name by which it is listed. */
export const confirmDevice = defineCall('Device', 'confirm', {
  auth: 'session',
  effect: 'write',
  company: 'required',
  input: z.object({ code, name: name.optional(), merchants: z.array(key).min(1).max(1000) }),
  output: z.object({ data: z.object({ status: z.literal('OK'), device: z.record(z.string(), z.unknown()) }) }),
  errors: ['pairing_code_unknown', 'rate_limited', 'bad_reference'],
})

/** What an owner reads before they let a device in: under which name it asks, and whether its code is still good. */
export const askingDevice = defineCall('Device', 'asking', {
  auth: 'session',
  effect: 'read',
  company: 'required',
  input: z.object({ code }),
  output: z.object({
    data: z.object({
      status: z.literal('OK'),
      state: z.enum(['waiting', 'confirmed', 'expired']),
      name: z.string(),
      /** As it stands on the device. */
      code: z.string(),
      /** Seconds that the code is still good for. */
      expires_in: z.number().int(),
    }),
  }),
  errors: ['pairing_code_unknown', 'rate_limited'],
})

/** An owner sends the device with this code away: the code is good no more. */
export const refuseDevice = defineCall('Device', 'refuse', {
  auth: 'session',
  effect: 'write',
  company: 'required',
  input: z.object({ code }),
  output: z.object({ data: z.object({ status: z.literal('OK') }) }),
  errors: ['pairing_code_unknown', 'rate_limited'],
})
