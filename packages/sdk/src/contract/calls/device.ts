import * as z from 'zod'
import { defineCall } from '../call.ts'
import { normalizeName } from '../normalize-name.ts'
import { authSchema } from './auth.ts'

const key = z.number().int().positive()
const name = z.string().overwrite(normalizeName).trim().min(1).max(200)
const code = z.string().min(1).max(40)

/**
 * A kitchen device requests pairing (KDS-25). Without `secret`, pairing starts: the response has the secret, which the device
 * stores, and the code, which an owner confirms. With the secret, the device polls the state; once confirmed, the secret is
 * its token.
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
      /** Sent only in the first response. */
      secret: z.string().optional(),
      /** Eight letters and digits in two groups, easy to read aloud. */
      code: z.string().optional(),
      /** Seconds until the code expires. */
      expires_in: z.number().int().optional(),
    }),
    /** The session of the device, once confirmed. */
    auth: authSchema.optional(),
  }),
  errors: ['rate_limited'],
})

/** An owner confirms the device with this code for these merchants, and names it. */
export const confirmDevice = defineCall('Device', 'confirm', {
  auth: 'session',
  effect: 'write',
  company: 'required',
  input: z.object({ code, name: name.optional(), merchants: z.array(key).min(1).max(1000) }),
  output: z.object({ data: z.object({ status: z.literal('OK'), device: z.record(z.string(), z.unknown()) }) }),
  errors: ['pairing_code_unknown', 'rate_limited', 'bad_reference'],
})

/** Shown to an owner before confirming a device: the requested name, and whether the code is still valid. */
export const pendingDevice = defineCall('Device', 'asking', {
  auth: 'session',
  effect: 'read',
  company: 'required',
  input: z.object({ code }),
  output: z.object({
    data: z.object({
      status: z.literal('OK'),
      state: z.enum(['waiting', 'confirmed', 'expired']),
      name: z.string(),
      /** The code as the device shows it. */
      code: z.string(),
      /** Seconds until the code expires. */
      expires_in: z.number().int(),
    }),
  }),
  errors: ['pairing_code_unknown', 'rate_limited'],
})

/** An owner refuses the device with this code; the code becomes invalid. */
export const rejectDevice = defineCall('Device', 'refuse', {
  auth: 'session',
  effect: 'write',
  company: 'required',
  input: z.object({ code }),
  output: z.object({ data: z.object({ status: z.literal('OK') }) }),
  errors: ['pairing_code_unknown', 'rate_limited'],
})
