import * as z from 'zod'
import { defineCall } from '../call.ts'
import { happened } from './happened.ts'

const key = z.number().int().positive()

/** What happened to a record, newest change first, through the eyes of the reader; 50 changes, those before `before`. */
export const recordTimeline = defineCall('Audit', 'timeline', {
  auth: 'session',
  effect: 'read',
  company: 'unless_platform',
  compressed: true,
  input: z.object({ table: z.string().max(100), id: z.union([z.number(), z.string().max(100)]), before: key.optional() }),
  output: z.object({
    data: z.object({
      status: z.literal('OK'),
      events: z.array(
        z.object({
          change: key,
          /** The company that the change was made for, which its undo names; 0 for none. */
          company: z.number().int(),
          /** Of an update the changed fields, else the row. */
          ...happened,
          action: z.enum(['Create', 'Update', 'Delete']),
          /** How many records the change touched that the reader may see, by table. */
          records: z.record(z.string(), z.number().int()),
          /** It touched others of these tables, too. */
          others: z.literal(true).optional(),
          /** The change that this one has undone. */
          undo_of: key.optional(),
          /** Why it cannot be undone; absent where nothing is known to stand in the way. */
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
 * Takes a change back, all rows of it or none, as a change of its own (MOON-01); answers with that one, and with how many
 * records it was about. `only` takes back what it did to one record.
 */
export const undoChange = defineCall('Audit', 'undo', {
  auth: 'session',
  effect: 'write',
  company: 'unless_platform',
  compressed: true,
  input: z.object({
    change: key,
    only: z.object({ table: z.string().max(100), id: z.union([z.number(), z.string().max(100)]) }).optional(),
  }),
  output: z.object({
    data: z.object({ status: z.literal('OK'), change: key, records: z.number().int() }),
    feed: z.number().int(),
  }),
  errors: ['not_found', 'undo_conflict', 'undo_gone', 'undo_forbidden_kind', 'in_use'],
})

/**
 * What records are called, for all that a page names at once; deleted ones as the history has them. A record that the reader
 * may not see has no name here. Without a company, `companies` are those whose history is looked at for deleted records.
 */
export const recordNames = defineCall('Audit', 'names', {
  auth: 'session',
  effect: 'read',
  company: 'unless_platform',
  compressed: true,
  input: z.object({
    records: z.record(z.string().max(100), z.array(key).max(1000)),
    companies: z.array(key).max(1000).default([]),
  }),
  output: z.object({
    data: z.object({
      status: z.literal('OK'),
      /** By table and key. */
      names: z.record(z.string(), z.record(z.string(), z.string())),
    }),
  }),
  errors: [],
})
