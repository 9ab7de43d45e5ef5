import * as z from 'zod'
import { defineCall } from '../call.ts'
import { historyEvent } from './history-event.ts'

const key = z.number().int().positive()

/**
 * The history of a record, newest change first, limited to data visible to the reader. Returns 50 changes, older than
 * `before` if given.
 */
export const recordTimeline = defineCall('Audit', 'timeline', {
  auth: 'session',
  effect: 'read',
  company: 'unless_platform',
  compressed: true,
  tokens: ['read'],
  input: z.object({ table: z.string().max(100), id: z.union([z.number(), z.string().max(100)]), before: key.optional() }),
  output: z.object({
    data: z.object({
      status: z.literal('OK'),
      events: z.array(
        z.object({
          change: key,
          /** The company that the change was made for; an undo must be called for the same one. 0 for none. */
          company: z.number().int(),
          /** That company's currency; empty for none. */
          currency: z.string(),
          /** The changed fields of an update, otherwise the row. */
          ...historyEvent,
          action: z.enum(['Create', 'Update', 'Delete']),
          /** Number of records, by table, that the change touched and the reader may see. */
          records: z.record(z.string(), z.number().int()),
          /** The change also touched other records of these tables. */
          others: z.literal(true).optional(),
          /** The change that this one undid. */
          undo_of: key.optional(),
          /** Why it can't be undone; absent if no obstacle is known. */
          refusal: z.object({ code: z.string(), error: z.string(), fields: z.array(z.string()).optional() }).optional(),
        }),
      ),
      /** There are older changes. */
      more: z.boolean(),
    }),
  }),
  errors: ['not_found'],
})

/**
 * Undoes a change completely or not at all, as a new change (MOON-01). Returns the new change and the number of records
 * it touched. `only` limits the undo to one record. The mode `unchanged` leaves out records that have changed since
 * (AMB-224); an error lists them.
 */
export const undoChange = defineCall('Audit', 'undo', {
  auth: 'session',
  effect: 'write',
  bulk: true,
  company: 'unless_platform',
  compressed: true,
  tokens: ['write', 'config'],
  input: z.object({
    change: key,
    only: z.object({ table: z.string().max(100), id: z.union([z.number(), z.string().max(100)]) }).optional(),
    mode: z.enum(['all', 'unchanged']).default('all'),
  }),
  output: z.object({
    data: z.object({ status: z.literal('OK'), change: key, records: z.number().int() }),
    feed: z.number().int(),
  }),
  errors: ['not_found', 'undo_conflict', 'undo_gone', 'undo_forbidden_kind', 'in_use'],
})

/**
 * Display names of all records that a page shows, in one call; deleted records get the name in their history. Records that
 * the reader may not see are left out. Without a company, the history of `companies` is searched for deleted records.
 */
export const recordNames = defineCall('Audit', 'names', {
  auth: 'session',
  effect: 'read',
  company: 'unless_platform',
  compressed: true,
  tokens: ['read'],
  input: z.object({
    records: z.record(z.string().max(100), z.array(key).max(1000)),
    companies: z.array(key).max(1000).default([]),
  }),
  output: z.object({
    data: z.object({
      status: z.literal('OK'),
      /** Names by table and key. */
      names: z.record(z.string(), z.record(z.string(), z.string())),
    }),
  }),
  errors: [],
})
