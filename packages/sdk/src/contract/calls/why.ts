import * as z from 'zod'
import { defineCall } from '../call.ts'
import { momentSchema, plainCode } from '../field.ts'

const key = z.number().int().positive()
const params = z.array(z.union([z.string(), z.number()])).optional()

/**
 * A step of an explanation. `label` and `why` are English sentences of the dictionary, their params raw values: an
 * amount such as `12.50`, a day, a timestamp, a name.
 */
const whyStepSchema = z.object({
  label: z.string(),
  label_params: params,
  amount: z.string().optional(),
  minutes: z.number().optional(),
  /** Of a check: whether it speaks for the order. */
  passed: z.boolean().optional(),
  why: z.string().optional(),
  params,
})
export type WhyStep = z.output<typeof whyStepSchema>

/** What a person chose to see on a board. */
export const boardChoiceSchema = z.object({
  /** Left out: all merchants that the person may see. */
  merchants: z.array(key).max(1000).optional(),
  /** First and last timestamp. Left out: today to seven days ahead. */
  period: z.tuple([momentSchema, momentSchema]).optional(),
  /** Hidden columns, by the keys of their statuses. */
  hidden: z.array(z.number().int()).max(1000).default([]),
  search: z.string().max(200).default(''),
})
export type WhyBoard = z.input<typeof boardChoiceSchema>

/**
 * Explains an order step by step (MOON-03): its price, its time, until when it is held, its promo code or another one, the warnings it was
 * saved despite, whether its card is on a board, and which moves are open to the caller. A section is empty if there
 * is nothing to explain, or if the caller may not read it.
 */
export const why = defineCall('Order', 'why', {
  auth: 'session',
  effect: 'read',
  company: 'required',
  devices: true,
  compressed: true,
  input: z.object({
    order_id: key,
    /** The code to check instead of the order's own. */
    promocode: z.string().overwrite(plainCode).min(1).max(100).optional(),
    board: boardChoiceSchema.optional(),
  }),
  output: z.object({
    data: z.object({
      status: z.literal('OK'),
      order_id: key,
      /** The code that `promocode` is about; empty if none. */
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
