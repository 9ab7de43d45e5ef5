import * as z from 'zod'
import { emailSchema } from '../field.ts'
import { phoneSchema } from '../phone.ts'

/** Somebody to ask: at a company, a merchant or, without name and position, a courier. */
export const contactSchema = z
  .object({
    contact_name: z.string().max(200),
    contact_position: z.string().max(200),
    contact_phone: phoneSchema,
    contact_email: emailSchema,
    contact_other: z.string().max(1000),
  })
  .partial()
