import * as z from 'zod'
import { defineCall } from '../call.ts'
import { MAX_ROWS_PER_CALL } from '../limits.ts'

const scalar = z.union([z.string().max(2000), z.number(), z.boolean(), z.null()])

/** `like` means contains, ignoring case; `between` includes both ends. */
export const operators = ['=', '!=', 'like', '>', '>=', '<', '<=', 'between', 'in', 'notin', 'null', 'notnull'] as const
export type Operator = (typeof operators)[number]
/**
 * Any short string. Whether it is an operator that suits the field is checked later, together with the field, and refused as
 * `unknown_operator`.
 */
const operator = z
  .custom<Operator>((value) => typeof value === 'string' && value.length <= 20)
  .meta({ type: 'string', enum: [...operators] })

/**
 * A condition is a pair of key and prm, or an in-list (API-12). Without `op`, a list means `in` and a single value `=`. The
 * whole query is strict: ignoring a misspelt condition would return, and export, everything.
 */
export const conditionSchema = z.strictObject({
  key: z.string().max(100),
  op: operator.optional(),
  prm: z.union([scalar, z.array(scalar).max(1000)]).optional(),
})
export type Condition = z.output<typeof conditionSchema>

/** `any` holds if one of its conditions does; `text` searches the entity's search fields. */
export const searchPartSchema = z.union([
  conditionSchema,
  z.strictObject({ any: z.array(conditionSchema).min(1).max(20) }),
  z.strictObject({ text: z.string().max(200) }),
])

/** One table of a getData call (API-10). */
export const tableQuerySchema = z.strictObject({
  table: z.string().max(100),
  /** Name of this part of the response; the table's own name if left out. */
  as: z.string().max(100).optional(),
  /** Fields to return; all readable ones if left out. */
  include: z.array(z.string().max(100)).max(200).optional(),
  /** All parts must hold. */
  search: z.array(searchPartSchema).max(50).optional(),
  order: z
    .array(z.strictObject({ field: z.string().max(100), dir: z.enum(['asc', 'desc']).default('asc') }))
    .max(5)
    .optional(),
  /** Offset and count. */
  limit: z.tuple([z.number().int().min(0).max(1e9), z.number().int().min(0).max(1e9)]).optional(),
  /** Returns counts and sums by these fields instead of rows. */
  group: z.array(z.string().max(100)).max(5).optional(),
  /** Relations by their reference field: `user` adds `user_obj`. */
  join: z.array(z.string().max(100)).max(20).optional(),
  /** Reference lists to resolve: `cuisine` adds `cuisine_obj`. */
  parse: z.array(z.string().max(100)).max(20).optional(),
  json: z.array(z.string().max(100)).max(50).optional(),
  /**
   * How far to count matching rows. Default: up to a cap (10,000; 100 for a text found in very many rows). `exact`: all
   * of them, which may take seconds. `none`: none beyond the page. `set`: all, and the response's `set` identifies the matching
   * rows.
   */
  count: z.enum(['exact', 'none', 'set']).optional(),
  /** Fields to sum over all rows found, not just the page. */
  statistic: z.array(z.string().max(100)).max(20).optional(),
  /** Limits an operator to merchants open for that purpose; `editor` is the screen of merchants (PERM-19). */
  mode: z.enum(['board', 'report', 'editor']).optional(),
  plugin: z.string().max(100).optional(),
  lang: z.record(z.string(), z.string()).optional(),
})
export type TableQuery = z.input<typeof tableQuerySchema>
export type ParsedTableQuery = z.output<typeof tableQuerySchema>

const row = z.record(z.string(), z.unknown())
/** The server checks it field by field: a schema would first copy each row. */
const sentRow = z
  .custom<Record<string, unknown>>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
  .meta({ type: 'object' })
export const tableResultSchema = z.object({
  data: z.array(row),
  count: z.number().int(),
  /** Present if there are more rows than `count`; counting stopped there. */
  count_is: z.literal('at_least').optional(),
  /** Stays the same as long as the same rows match. */
  set: z.string().optional(),
  statistic: z.record(z.string(), z.string()).optional(),
})
export type TableResult = z.output<typeof tableResultSchema>

/** All tables of one call are read in one snapshot; the response contains its feed number. */
export const getData = defineCall('Reference', 'getData', {
  auth: 'session',
  effect: 'read',
  company: 'for_its_tables',
  devices: true,
  compressed: true,
  tokens: ['read'],
  input: z.object({ tables: z.array(tableQuerySchema).min(1).max(20) }),
  output: z.object({ data: z.record(z.string(), tableResultSchema), feed: z.number().int() }),
})

export const rowSaveSchema = z.object({
  table: z.string().max(100),
  /** Key of the row; 0, null or absent creates one. With a `revision`, 0 means the lookup row with key 0. */
  id: z.union([z.number(), z.string().max(100), z.null()]).optional(),
  /** The changed fields. With `revision`, the save is refused if one of them has changed since. */
  row: sentRow,
})
export const rowResultSchema = z.object({
  status: z.enum(['OK', 'FAIL']),
  error: z.string().optional(),
  code: z.string().optional(),
  /** Contains at least the key. */
  data: row.optional(),
})
const savedRowSchema = rowResultSchema.extend({
  /** Fields of this row that were not saved, because it was read before they changed; `data` has their current values. */
  skipped: z.array(z.string()).optional(),
})
export const tableSaveResultSchema = rowResultSchema.extend({ rows: z.array(savedRowSchema) })

/**
 * A search that must still match exactly the rows of the request when they are written; new rows are ignored. Otherwise the
 * call fails with `selection_changed` and the new number of rows. For bulk changes that a user has confirmed for a number of
 * rows.
 */
const expectSchema = tableQuerySchema.pick({ table: true, search: true, mode: true })
export type ExpectedRows = z.input<typeof expectSchema>
export type ParsedExpectedRows = z.output<typeof expectSchema>

/** Saves in one transaction: all rows or none (API-15, API-16). */
export const saveData = defineCall('Reference', 'saveData', {
  auth: 'session',
  effect: 'write',
  bulk: true,
  company: 'unless_platform',
  compressed: true,
  tokens: ['write', 'config'],
  input: z.object({ tables: z.array(rowSaveSchema).min(1).max(MAX_ROWS_PER_CALL), expect: expectSchema.optional() }),
  output: z.object({
    data: z.record(z.string(), tableSaveResultSchema),
    feed: z.number().int(),
    /** Number of the change in the history, for undoing it; 0 if nothing was written. */
    change: z.number().int(),
  }),
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
    'own_account',
    'not_found',
  ],
})

/** If `revision` is sent and the row has changed since, the row is refused with `conflict`. */
export const deleteData = defineCall('Reference', 'deleteData', {
  auth: 'session',
  effect: 'write',
  bulk: true,
  company: 'unless_platform',
  compressed: true,
  tokens: ['write', 'config'],
  input: z.object({
    tables: z
      .array(rowSaveSchema.extend({ row: sentRow.optional(), id: z.union([z.number(), z.string().max(100)]) }))
      .min(1)
      .max(MAX_ROWS_PER_CALL),
    expect: expectSchema.optional(),
  }),
  output: z.object({
    data: z.object({ status: z.enum(['OK', 'FAIL']) }).catchall(tableSaveResultSchema),
    feed: z.number().int(),
    /** As in `saveData`. */
    change: z.number().int(),
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
