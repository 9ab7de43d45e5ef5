import * as z from 'zod'
import { defineCall } from '../call.ts'
import { momentSchema, normalizeCode } from '../field.ts'
import { whyStepSchema } from '../why-step.ts'

const key = z.number().int().positive()
/** The merchants, period and columns that a user chose on a board. */
export const boardChoiceSchema = z.object({
  /** Default: all merchants that the user may see. */
  merchants: z.array(key).max(1000).optional(),
  /** First and last timestamp. Default: today to seven days ahead. */
  period: z.tuple([momentSchema, momentSchema]).optional(),
  /** Hidden columns, by the keys of their statuses. */
  hidden: z.array(z.number().int()).max(1000).default([]),
  search: z.string().max(200).default(''),
  /** The station whose items the board shows; empty means all. */
  station: z.string().max(100).default(''),
})
export type WhyBoard = z.input<typeof boardChoiceSchema>

/**
 * Explains an order step by step (MOON-03): price, estimated time, hold, promo code (its own or another one), overruled
 * warnings, whether its card is on a board, and which moves the caller may make. A section is empty if there is nothing to
 * explain, or if the caller may not read it.
 */
export const why = defineCall('Order', 'why', {
  auth: 'session',
  effect: 'read',
  company: 'required',
  devices: true,
  compressed: true,
  tokens: ['read'],
  input: z.object({
    order_id: key,
    /** The code to check instead of the order's own. */
    promocode: z.string().overwrite(normalizeCode).min(1).max(100).optional(),
    board: boardChoiceSchema.optional(),
  }),
  output: z.object({
    data: z.object({
      status: z.literal('OK'),
      order_id: key,
      /** The promo code that the section `promocode` explains; empty if none. */
      code: z.string(),
      price: z.array(whyStepSchema),
      estimate: z.array(whyStepSchema),
      held: z.array(whyStepSchema),
      promocode: z.array(whyStepSchema),
      warnings: z.array(whyStepSchema),
      board: z.array(whyStepSchema),
      moves: z.array(whyStepSchema),
    }),
  }),
  errors: ['not_found', 'option_required'],
})
