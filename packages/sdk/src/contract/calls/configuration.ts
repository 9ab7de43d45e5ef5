import * as z from 'zod'
import { defineCall } from '../call.ts'
import { MAX_ROWS_PER_CALL } from '../limits.ts'

const name = z.string().max(100)
const key = z.number().int().positive()
/** Below 0: a record that the same call creates. */
const keyOrNew = z.number().int()
const values = z.record(name, z.unknown())

const access = { auth: 'session', company: 'required', compressed: true } as const
const errors = ['unknown_table', 'forbidden'] as const

/** Most changes that `Config.changes` lists. */
export const MAX_LISTED_CHANGES = 1000

/**
 * Applies a plan for the configuration of a company as one change, or refuses it completely. Tables are those that the
 * registry declares as configuration. `rehearse` checks everything in the same way and changes nothing.
 */
export const configurationApply = defineCall('Config', 'apply', {
  ...access,
  effect: 'write',
  bulk: true,
  tokens: ['config'],
  input: z.strictObject({
    rows: z
      .array(
        z.strictObject({
          table: name,
          id: keyOrNew,
          /** Fields to set. References may have the negative keys of records that this call creates. */
          values,
          /** Current values of these fields, as the plan saw them; empty for a new record. */
          before: values,
        }),
      )
      .max(MAX_ROWS_PER_CALL),
    remove: z.array(z.strictObject({ table: name, id: key, revision: z.number().int() })).max(MAX_ROWS_PER_CALL),
    /** For tables with created or removed records: the keys of all records that the plan saw. */
    seen: z.record(name, z.array(key).max(MAX_ROWS_PER_CALL)),
    rehearse: z.boolean().default(false),
  }),
  output: z.object({
    data: z.object({ status: z.literal('OK'), change: z.number().int(), records: z.number().int() }),
    feed: z.number().int(),
  }),
  errors: [...errors, 'unknown_field', 'plan_outdated', 'option_required', 'conflict', 'in_use', 'too_many'],
})

/**
 * The newest changes of configuration tables after change `since`, oldest first, and the number of the newest one. `more` if
 * older ones are left out. for users who manage the company.
 */
export const configurationChanges = defineCall('Config', 'changes', {
  ...access,
  effect: 'read',
  tokens: ['read'],
  input: z.strictObject({ since: z.number().int().min(0) }),
  output: z.object({
    data: z.object({
      status: z.literal('OK'),
      newest: z.number().int(),
      changes: z.array(
        z.object({
          change: z.number().int(),
          date: z.string(),
          /** Name of the user; empty if there is none or they were deleted. */
          admin: z.string(),
          table: z.string(),
          id: z.number().int(),
          action: z.enum(['Create', 'Update', 'Delete']),
          /** Changed fields of an update. */
          fields: z.array(z.string()),
          /** The row, of a deleted record. */
          before: values.nullable(),
        }),
      ),
      /** There are newer ones that are not listed. */
      more: z.boolean(),
    }),
  }),
  errors,
})
