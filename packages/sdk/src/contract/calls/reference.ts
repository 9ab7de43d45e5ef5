import * as z from 'zod'
import { defineCall } from '../call.ts'

/** Rows that one call saves or deletes at most. */
export const MOST_ROWS = 10_000

const scalar = z.union([z.string().max(2000), z.number(), z.boolean(), z.null()])

/** `like` is contains, regardless of case; `between` includes both ends. */
export const operators = ['=', '!=', 'like', '>', '>=', '<', '<=', 'between', 'in', 'notin', 'null', 'notnull'] as const
export type Operator = (typeof operators)[number]
/** Any short text: whether it is an operator that suits the field is asked with the field, and refused as `unknown_operator`. */
const operator = z
  .custom<Operator>((value) => typeof value === 'string' && value.length <= 20)
  .meta({ type: 'string', enum: [...operators] })

/**
 * A condition is a pair of key and prm, or an in-list (API-12); without `op` a list means `in`, a single value `=`. Strict, as
 * all of a query: to leave out a condition that is spelled wrong would give, and export, everything.
 */
export const conditionSchema = z.strictObject({
  key: z.string().max(100),
  op: operator.optional(),
  prm: z.union([scalar, z.array(scalar).max(1000)]).optional(),
})
export type Condition = z.output<typeof conditionSchema>

/** One table of a getData call (API-10). */
export const tableQuerySchema = z.strictObject({
  table: z.string().max(100),
  /** Name of this part of the answer; the table's own name if left out. */
  as: z.string().max(100).optional(),
  /** Fields to return; all readable ones if left out. */
  include: z.array(z.string().max(100)).max(200).optional(),
  /** All must hold; `any` holds when one of its conditions does; `text` looks into the entity's search fields. */
  search: z
    .array(
      z.union([
        conditionSchema,
        z.strictObject({ any: z.array(conditionSchema).min(1).max(20) }),
        z.strictObject({ text: z.string().max(200) }),
      ]),
    )
    .max(50)
    .optional(),
  order: z
    .array(z.strictObject({ field: z.string().max(100), dir: z.enum(['asc', 'desc']).default('asc') }))
    .max(5)
    .optional(),
  /** Offset and count. */
  limit: z.tuple([z.number().int().min(0).max(1e9), z.number().int().min(0).max(1e9)]).optional(),
  /** Counts and sums by these fields instead of rows. */
  group: z.array(z.string().max(100)).max(5).optional(),
  /** Relations by their reference field: `user` adds `user_obj`. */
  join: z.array(z.string().max(100)).max(20).optional(),
  /** Lists of references to resolve: `cuisine` adds `cuisine_obj`. */
  parse: z.array(z.string().max(100)).max(20).optional(),
  json: z.array(z.string().max(100)).max(50).optional(),
  /**
   * How many rows are found in all: up to a cap if left out (10,000; 100 for a text that stands in very many rows), all of
   * them with `exact`, which may take seconds, or none beyond the page with `none`. `set` counts all of them too and says
   * in `set` which rows they are.
   */
  count: z.enum(['exact', 'none', 'set']).optional(),
  /** Fields to sum over all rows found, not only the page. */
  statistic: z.array(z.string().max(100)).max(20).optional(),
  /** Narrows an operator's merchants to those open to that purpose; `editor` is the screen of merchants (PERM-19). */
  mode: z.enum(['board', 'report', 'editor']).optional(),
  plugin: z.string().max(100).optional(),
  lang: z.record(z.string(), z.string()).optional(),
})
export type TableQuery = z.input<typeof tableQuerySchema>
export type ParsedTableQuery = z.output<typeof tableQuerySchema>

const row = z.record(z.string(), z.unknown())
/** Looked at by the server field by field: a schema would copy each row before. */
const sentRow = z
  .custom<Record<string, unknown>>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
  .meta({ type: 'object' })
export const tableResultSchema = z.object({
  data: z.array(row),
  count: z.number().int(),
  /** Present where there are more rows than `count`, which were not counted. */
  count_is: z.literal('at_least').optional(),
  /** The same text as long as the same rows are found. */
  set: z.string().optional(),
  statistic: z.record(z.string(), z.string()).optional(),
})
export type TableResult = z.output<typeof tableResultSchema>

/** All tables of one call are read in one snapshot, whose feed number comes with the answer. */
export const getData = defineCall('Reference', 'getData', {
  auth: 'session',
  effect: 'read',
  company: 'unless_platform',
  devices: true,
  compressed: true,
  input: z.object({ tables: z.array(tableQuerySchema).min(1).max(20) }),
  output: z.object({ data: z.record(z.string(), tableResultSchema), feed: z.number().int() }),
})

export const rowSaveSchema = z.object({
  table: z.string().max(100),
  /** Key of the row; 0, null or absent makes a new one. Together with a `revision`, 0 is the lookup row of that key. */
  id: z.union([z.number(), z.string().max(100), z.null()]).optional(),
  /** Only the changed fields; with `revision`, refused if one of them has changed since. */
  row: sentRow,
})
export const rowResultSchema = z.object({
  status: z.enum(['OK', 'FAIL']),
  error: z.string().optional(),
  code: z.string().optional(),
  /** Carries at least the key. */
  data: row.optional(),
})
export const tableSaveResultSchema = rowResultSchema.extend({ rows: z.array(rowResultSchema) })

/**
 * A search that must find exactly the rows of the request when they are written, those of new rows apart; else
 * `selection_changed` says how many it finds by then. For changes of many rows, whose number somebody was told before.
 */
const expectSchema = tableQuerySchema.pick({ table: true, search: true, mode: true })
export type ExpectedRows = z.input<typeof expectSchema>
export type ParsedExpectedRows = z.output<typeof expectSchema>

/** One transaction: all rows or none (API-15, API-16). */
export const saveData = defineCall('Reference', 'saveData', {
  auth: 'session',
  effect: 'write',
  company: 'unless_platform',
  compressed: true,
  input: z.object({ tables: z.array(rowSaveSchema).min(1).max(MOST_ROWS), expect: expectSchema.optional() }),
  output: z.object({ data: z.record(z.string(), tableSaveResultSchema), feed: z.number().int() }),
  errors: [
    'conflict',
    'selection_changed',
    'required',
    'invalid_value',
    'bad_reference',
    'duplicate',
    'in_use',
    'last_owner',
    'settings_too_large',
    'limit_reached',
    'option_required',
    'route_not_allowed',
    'not_found',
  ],
})

/** A row with its `revision` is refused with `conflict` where it has been changed since. */
export const deleteData = defineCall('Reference', 'deleteData', {
  auth: 'session',
  effect: 'write',
  company: 'unless_platform',
  compressed: true,
  input: z.object({
    tables: z
      .array(rowSaveSchema.extend({ row: sentRow.optional(), id: z.union([z.number(), z.string().max(100)]) }))
      .min(1)
      .max(MOST_ROWS),
    expect: expectSchema.optional(),
  }),
  output: z.object({
    data: z.object({ status: z.enum(['OK', 'FAIL']) }).catchall(tableSaveResultSchema),
    feed: z.number().int(),
  }),
  errors: [
    'conflict',
    'selection_changed',
    'in_use',
    'last_owner',
    'company_disabled',
    'view_only',
    'option_required',
    'not_found',
  ],
})
