import * as z from 'zod'
import { defineCall } from '../call.ts'
import { languageCode } from '../field.ts'

/**
 * Translates a text with the server's own language model (API-37, AMB-006). For companies with AI tools, and the platform.
 */
export const translate = defineCall('Translation', 'translate', {
  auth: 'session',
  effect: 'write',
  compressed: true,
  tokens: ['write', 'config'],
  input: z.object({ text: z.string().min(1).max(20_000), from: languageCode, to: languageCode }),
  output: z.object({ data: z.object({ status: z.literal('OK'), text: z.string() }) }),
  errors: ['translation_off', 'translation_empty', 'translation_failed', 'option_required', 'company_required', 'rate_limited'],
})
