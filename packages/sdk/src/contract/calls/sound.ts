import * as z from 'zod'
import { defineCall } from '../call.ts'

/**
 * Stores a sound (REF-05). Rows use the returned `filename`. `data` is the base64 of a WAV: one channel of 16-bit
 * samples, at most ten seconds. Consoles convert any file that their browser can play.
 */
export const saveSound = defineCall('Sound', 'save', {
  auth: 'session',
  effect: 'write',
  rateLimit: { perHour: 60, per: 'user' },
  compressed: true,
  upload: true,
  tokens: ['write', 'config'],
  input: z.object({ data: z.string() }),
  output: z.object({ data: z.object({ status: z.literal('OK'), filename: z.string() }) }),
  errors: ['not_a_sound', 'sound_too_long', 'rate_limited', 'pictures_full', 'content_unavailable'],
})
