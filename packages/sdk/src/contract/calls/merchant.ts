import * as z from 'zod'
import { defineCall } from '../call.ts'

/** Gives a merchant a new token; the old one stops working at once. Only this answer shows the new token (MERCH-20). */
export const newToken = defineCall('Merchant', 'newToken', {
  auth: 'session',
  effect: 'write',
  company: 'required',
  input: z.object({ merchant_id: z.number().int() }),
  output: z.object({ data: z.object({ status: z.literal('OK'), token: z.uuid() }) }),
  errors: ['forbidden', 'not_found', 'option_required'],
})
