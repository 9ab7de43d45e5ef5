import * as z from 'zod'
import { defineCall } from '../call.ts'
import { momentSchema } from '../field.ts'
import { callerSchema } from '../phone.ts'
import { moveIntentSchema } from '../move-intent.ts'
import { historyEvent } from './history-event.ts'

const key = z.number().int().positive()

export const moveResultSchema = z.object({
  intent_id: z.string(),
  status: z.enum(['OK', 'FAIL']),
  code: z.string().optional(),
  error: z.string().optional(),
  params: z.array(z.union([z.string(), z.number()])).optional(),
  /** `end`: the order in `after` was gone or in another column. */
  placed: z.enum(['asked', 'end']).optional(),
  /** The current order, even if the intent was refused. Absent if the caller may not see it. */
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

/** Each intent has its own result and carried out at most once, however often it is sent (DESIGN §3, Orders). */
export const move = defineCall('Order', 'move', {
  auth: 'session',
  effect: 'write',
  company: 'required',
  devices: true,
  compressed: true,
  tokens: ['write'],
  input: z.object({ intents: z.array(moveIntentSchema).min(1).max(200) }),
  output: z.object({ data: z.object({ status: z.literal('OK'), results: z.array(moveResultSchema) }), feed: z.number().int() }),
  errors: [
    'not_in_status',
    'company_disabled',
    'view_only',
    'column_locked',
    'transfer_refused',
    'reason_required',
    'handoff_required',
    'handoff_wrong',
    'handoff_locked',
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

/** An intent to assign an order to another courier; 0 for none. `from` is the courier that the caller believes is assigned. */
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
  /** The current order, even if the intent was refused. Absent if the caller may not see it. */
  order: z.object({ order_id: key, courier: z.number().int(), revision: z.number().int() }).optional(),
})
export type AssignResult = z.output<typeof assignResultSchema>

/** Assigns couriers to orders (KDS-20); as with moves, each intent is carried out separately and at most once (KDS-16). */
export const assign = defineCall('Order', 'assign', {
  auth: 'session',
  effect: 'write',
  company: 'required',
  compressed: true,
  tokens: ['write'],
  input: z.object({ intents: z.array(assignIntentSchema).min(1).max(200) }),
  output: z.object({ data: z.object({ status: z.literal('OK'), results: z.array(assignResultSchema) }), feed: z.number().int() }),
  errors: ['conflict', 'company_disabled', 'view_only', 'bad_reference', 'courier_blocked', 'option_required', 'not_found'],
})

/** Ticks or unticks a line of an order's cart (KDS-10); `line` is the line key from `ticketLines` in core. */
export const tick = defineCall('Order', 'tick', {
  auth: 'session',
  effect: 'write',
  company: 'required',
  devices: true,
  compressed: true,
  tokens: ['write'],
  input: z.object({ order_id: key, line: z.string().min(1).max(40), done: z.boolean() }),
  output: z.object({
    data: z.object({ status: z.literal('OK'), order_id: key, ticks: z.array(z.string()) }),
    feed: z.number().int(),
  }),
  errors: ['not_found', 'company_disabled', 'view_only'],
})

/**
 * Reports which orders a console has shown, and which were acknowledged there (MOON-02). Repeating a report changes nothing,
 * and orders that the caller may not work on are skipped. The server determines the console's name. `shown_at` and
 * `acknowledged_at` give the times in the order of the lists. A missing time means now; times are limited to between the
 * order's creation and now.
 */
export const shown = defineCall('Order', 'shown', {
  auth: 'session',
  effect: 'write',
  company: 'required',
  devices: true,
  compressed: true,
  tokens: ['write'],
  input: z.object({
    shown: z.array(key).max(1000).default([]),
    acknowledged: z.array(key).max(1000).default([]),
    shown_at: z.array(momentSchema.nullable()).max(1000).default([]),
    acknowledged_at: z.array(momentSchema.nullable()).max(1000).default([]),
  }),
  output: z.object({ data: z.object({ status: z.literal('OK') }) }),
})

/** The history of an order, newest event last, limited to data visible to the reader (KDS-14). */
export const timeline = defineCall('Order', 'timeline', {
  auth: 'session',
  effect: 'read',
  company: 'required',
  devices: true,
  compressed: true,
  tokens: ['read'],
  input: z.object({ order_id: key }),
  output: z.object({
    data: z.object({
      status: z.literal('OK'),
      events: z.array(
        z.object({
          ...historyEvent,
          /** The last three come from the table `receipt`, with `console` or `step` in `after` (MOON-02, KDS-08). */
          action: z.enum(['Create', 'Update', 'Delete', 'Shown', 'Acknowledged', 'Escalated']),
          table: z.string(),
        }),
      ),
    }),
  }),
  errors: ['not_found'],
})

/** Number of orders of a customer with the company, including those of merchants hidden from the caller (AMB-220). */
export const placed = defineCall('Order', 'placed', {
  auth: 'session',
  effect: 'read',
  company: 'required',
  compressed: true,
  tokens: ['read'],
  input: z.object({ user: key }),
  output: z.object({ data: z.object({ status: z.literal('OK'), orders: z.number().int() }) }),
  errors: ['not_found'],
})

/**
 * Tells the open boards of users who may take orders that a phone rings; for phone systems. Any spelling of the number is
 * accepted; the response has it with the country's code, or empty if it is hidden.
 */
export const ring = defineCall('Order', 'ring', {
  auth: 'session',
  effect: 'write',
  company: 'required',
  compressed: true,
  rateLimit: { perHour: 3600, per: 'company' },
  tokens: ['write'],
  input: z.object({ phone: callerSchema }),
  output: z.object({ data: z.object({ status: z.literal('OK'), phone: z.string() }), feed: z.number().int() }),
  errors: ['company_disabled'],
})

/**
 * The hand-off code of a delivery, for the customer: store fronts show it, and users with the right to overrule can tell it on
 * the phone (KDS-13). Boards don't have it. Null if the order needs none.
 */
export const handoff = defineCall('Order', 'handoff', {
  auth: 'session',
  effect: 'write',
  company: 'required',
  tokens: ['write'],
  input: z.object({ order_id: key }),
  output: z.object({ data: z.object({ status: z.literal('OK'), code: z.string().nullable() }) }),
  errors: ['not_found'],
})
