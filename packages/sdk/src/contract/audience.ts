import * as z from 'zod'
import { amountSchema, languageCode } from './field.ts'

const days = z.number().int().min(1).max(3650)

/** Which enabled customers get a mailing: those who meet every condition; without conditions, all of them. */
export const audienceSchema = z.strictObject({
  /** Languages of the customers; those who have none count as the company's first language. */
  langs: z.array(languageCode).max(50).optional(),
  /** Minimum number of orders. */
  orders_min: z.number().int().min(1).max(10_000).optional(),
  ordered_within_days: days.optional(),
  /** Also customers who have never ordered. */
  not_ordered_for_days: days.optional(),
  bonus_min: amountSchema.optional(),
  testers: z.literal(true).optional(),
})
export type Audience = z.output<typeof audienceSchema>
