import * as z from 'zod'

const params = z.array(z.union([z.string(), z.number()])).optional()

/**
 * A step of an explanation. `label` and `why` are English sentences of the dictionary. Their params are raw values, such as an
 * amount `12.50`, a day, a timestamp or a name.
 */
export const whyStepSchema = z.object({
  label: z.string(),
  label_params: params,
  amount: z.string().optional(),
  minutes: z.number().optional(),
  /** For a check: whether the order passed it. */
  passed: z.boolean().optional(),
  why: z.string().optional(),
  params,
})
export type WhyStep = z.output<typeof whyStepSchema>
