import * as z from 'zod'

const key = z.number().int().positive()

/** The customer's code of a delivery, or the reason to hand it over without (KDS-13, AMB-221). */
export const handoffSchema = z.union([
  z.object({ code: z.string().regex(/^\d{4}$/, 'Enter four digits') }),
  z.object({ without: z.string().trim().min(1).max(500) }),
])
export type Handoff = z.output<typeof handoffSchema>

/**
 * An intent to move an order to another status, or to another position in its column. `undo` refers to an earlier intent
 * to revert; `from` and `to` are then those of the reverse move.
 */
export const moveIntentSchema = z.object({
  intent_id: z.uuid(),
  order_id: key,
  from: z.number().int(),
  to: z.number().int(),
  /** The order to place it after; null for the top of the column; left out for the end. */
  after: key.nullable().optional(),
  /** Required for cancelling (KDS-23). */
  reason: z.string().max(500).optional(),
  /** Required to move a delivery to a done status, in a company that uses codes. */
  handoff: handoffSchema.optional(),
  undo: z.uuid().optional(),
})
export type MoveIntent = z.input<typeof moveIntentSchema>
