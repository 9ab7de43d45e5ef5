import * as z from 'zod'
import { defineCall } from '../call.ts'
import { momentSchema } from '../field.ts'
import { happened } from './happened.ts'

const key = z.number().int().positive()

/**
 * The intent to move an order from one status to another, or to another place in its column. `undo` names an earlier
 * intent to take back; `from` and `to` are then those of the way back.
 */
export const moveIntentSchema = z.object({
  intent_id: z.uuid(),
  order_id: key,
  from: z.number().int(),
  to: z.number().int(),
  /** The order to stand behind; null for the head of the column; left out for its end. */
  after: key.nullable().optional(),
  /** Needed for cancelling (KDS-23). */
  reason: z.string().max(500).optional(),
  undo: z.uuid().optional(),
})
export type MoveIntent = z.input<typeof moveIntentSchema>

export const moveResultSchema = z.object({
  intent_id: z.string(),
  status: z.enum(['OK', 'FAIL']),
  code: z.string().optional(),
  error: z.string().optional(),
  params: z.array(z.union([z.string(), z.number()])).optional(),
  /** `end`: the order to stand behind was gone or elsewhere. */
  placed: z.enum(['asked', 'end']).optional(),
  /** The order as it is now, also when refused, if it may be seen. */
  order: z
    .object({
      order_id: key,
      order_status: z.number().int(),
      order: z.number(),
      time_delivery: z.string().nullable(),
      cancel_reason: z.string(),
      revision: z.number().int(),
    })
    .optional(),
})
export type MoveResult = z.output<typeof moveResultSchema>

/** Each intent is answered on its own and carried out at most once, however often it is sent (DESIGN §3, Orders). */
export const move = defineCall('Order', 'move', {
  auth: 'session',
  effect: 'write',
  company: 'required',
  devices: true,
  compressed: true,
  input: z.object({ intents: z.array(moveIntentSchema).min(1).max(200) }),
  output: z.object({ data: z.object({ status: z.literal('OK'), results: z.array(moveResultSchema) }), feed: z.number().int() }),
  errors: [
    'not_in_status',
    'company_disabled',
    'view_only',
    'column_locked',
    'transfer_refused',
    'reason_required',
    'undo_expired',
    'bonus_insufficient',
    'promocode_used_up',
    'not_found',
  ],
})

const answered = {
  status: z.enum(['OK', 'FAIL']),
  code: z.string().optional(),
  error: z.string().optional(),
  params: z.array(z.union([z.string(), z.number()])).optional(),
}

/** The intent to give an order to another courier; 0 is none. `from` is who has it now, as far as the asker knows. */
const assignIntentSchema = z.object({
  intent_id: z.uuid(),
  order_id: key,
  from: z.number().int().min(0),
  courier: z.number().int().min(0),
})
export type AssignIntent = z.input<typeof assignIntentSchema>

const assignResultSchema = z.object({
  intent_id: z.string(),
  ...answered,
  /** The order as it is now, also when refused, if it may be seen. */
  order: z.object({ order_id: key, courier: z.number().int(), revision: z.number().int() }).optional(),
})
export type AssignResult = z.output<typeof assignResultSchema>

/** Gives orders to couriers (KDS-20); like moves each on its own and at most once (KDS-16). */
export const assign = defineCall('Order', 'assign', {
  auth: 'session',
  effect: 'write',
  company: 'required',
  compressed: true,
  input: z.object({ intents: z.array(assignIntentSchema).min(1).max(200) }),
  output: z.object({ data: z.object({ status: z.literal('OK'), results: z.array(assignResultSchema) }), feed: z.number().int() }),
  errors: ['conflict', 'company_disabled', 'view_only', 'bad_reference', 'courier_blocked', 'option_required', 'not_found'],
})

/** Ticks a line of an order's cart off, or on again (KDS-10); `line` is its key as `ticketLines` of core gives it. */
export const tick = defineCall('Order', 'tick', {
  auth: 'session',
  effect: 'write',
  company: 'required',
  devices: true,
  compressed: true,
  input: z.object({ order_id: key, line: z.string().min(1).max(40), done: z.boolean() }),
  output: z.object({
    data: z.object({ status: z.literal('OK'), order_id: key, ticks: z.array(z.string()) }),
    feed: z.number().int(),
  }),
  errors: ['not_found', 'company_disabled', 'view_only'],
})

/**
 * A console tells which orders it has shown, and which of them somebody there has acknowledged (MOON-02). Telling it again
 * changes nothing; orders that the asker may not work on are passed over. The server names the console. `shown_at` and `acknowledged_at` say when, in the order
 * of the lists; a missing one is now, and none counts as later than now or earlier than the order.
 */
export const shown = defineCall('Order', 'shown', {
  auth: 'session',
  effect: 'write',
  company: 'required',
  devices: true,
  compressed: true,
  input: z.object({
    shown: z.array(key).max(1000).default([]),
    acknowledged: z.array(key).max(1000).default([]),
    shown_at: z.array(momentSchema.nullable()).max(1000).default([]),
    acknowledged_at: z.array(momentSchema.nullable()).max(1000).default([]),
  }),
  output: z.object({ data: z.object({ status: z.literal('OK') }) }),
})

/** What happened to an order, newest last, through the eyes of the reader (KDS-14). */
export const timeline = defineCall('Order', 'timeline', {
  auth: 'session',
  effect: 'read',
  company: 'required',
  devices: true,
  compressed: true,
  input: z.object({ order_id: key }),
  output: z.object({
    data: z.object({
      status: z.literal('OK'),
      events: z.array(
        z.object({
          ...happened,
          /** The last three are of the table `receipt`, with `console` or `step` in `after` (MOON-02, KDS-08). */
          action: z.enum(['Create', 'Update', 'Delete', 'Shown', 'Acknowledged', 'Escalated']),
          table: z.string(),
        }),
      ),
    }),
  }),
  errors: ['not_found'],
})
