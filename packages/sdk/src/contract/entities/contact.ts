import * as z from 'zod'
import { emailSchema } from '../field.ts'
import { phoneSchema } from '../phone.ts'

/** A contact person at a company or a merchant; for a courier, without name and position. */
export const contactSchema = z
  .object({
    contact_name: z.string().max(200),
    contact_position: z.string().max(200),
    contact_phone: phoneSchema,
    contact_email: emailSchema,
    contact_other: z.string().max(1000),
  })
  .partial()
