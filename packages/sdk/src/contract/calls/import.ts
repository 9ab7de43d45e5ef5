import * as z from 'zod'
import { defineCall } from '../call.ts'
import { importKinds, MAX_IMPORT_ROWS } from '../limits.ts'

/** Maximum size of one part as JSON, in kB. */
export const MAX_PART_KB = 2048
/** Maximum rows of one part, and of one page of the plan. */
export const MAX_PART_ROWS = 5000
export const MAX_PLAN_PAGE = 1000

export type ImportKind = (typeof importKinds)[number]

/** `open`: rows are missing. `applying`: the change is being made. */
export const importStates = ['open', 'planned', 'applying', 'applied'] as const
export type ImportState = (typeof importStates)[number]

const importId = z.uuid()
/** Row number in the sheet, from 1. */
const rowNumber = z.number().int().min(1).max(10_000_000)
const name = z.string().max(100)

const importRefusalSchema = z.strictObject({
  code: z.string().max(50),
  /** English message, also the dictionary key; `%1` to `%4` are filled from `params`. */
  message: z.string().max(500),
  params: z
    .array(z.union([z.string().max(2000), z.number()]))
    .max(4)
    .optional(),
  /** The refused field, as on the wire. */
  field: name.optional(),
  /** The refused column of the sheet. */
  column: name.optional(),
})
export type ImportRefusal = z.output<typeof importRefusalSchema>

/** A row of the sheet in wire form. */
const importRowSchema = z.strictObject({
  row: rowNumber,
  /** Key of the record to change, which is 0 for some of the platform's lookups; without it, the row creates one. */
  id: z.union([z.number().int().min(0), z.string().min(1).max(100)]).optional(),
  /** Values by field; a text in several languages may give some of them, the others are kept. */
  values: z.record(name, z.unknown()),
  /** Why the reader of the sheet refuses the row, such as for a formula in a cell. */
  refusal: importRefusalSchema.optional(),
})
export type ImportRow = z.input<typeof importRowSchema>
export type ParsedImportRow = z.output<typeof importRowSchema>

const errors = ['unknown_table', 'unknown_field', 'undo_forbidden_kind', 'option_required', 'rate_limited'] as const
const access = { auth: 'session', company: 'unless_platform', compressed: true, tokens: ['import'] } as const

/**
 * Opens the plan of an import. It belongs to the user, the company and the file, and is kept for 24 hours. A user has at most
 * ten open plans; a further one replaces the oldest.
 */
export const importBegin = defineCall('Import', 'begin', {
  ...access,
  effect: 'write',
  rateLimit: { perHour: 300, per: 'user' },
  input: z.object({
    table: name,
    /**
     * The field by which rows were matched with records, if it is not the ID. The plan is outdated if a record gets the value
     * of a row that creates one.
     */
    key: name.optional(),
    /** SHA-256 of the file in hexadecimal. */
    file: z.string().regex(/^[0-9a-f]{64}$/),
    /** Number of rows that follow. */
    total: z.number().int().min(1).max(MAX_IMPORT_ROWS),
  }),
  output: z.object({ data: z.object({ status: z.literal('OK'), import_id: z.string() }) }),
  errors,
})

/**
 * Sends a part of the rows. A repeated part is the same part, so an interrupted import continues with the parts that are missing.
 * The call with the last missing row answers when the plan is made.
 */
export const importRows = defineCall('Import', 'rows', {
  ...access,
  effect: 'write',
  upload: true,
  input: z.object({
    import_id: importId,
    /** Number of the part, from 0. */
    part: z.number().int().min(0).max(9999),
    rows: z.array(importRowSchema).min(1).max(MAX_PART_ROWS),
  }),
  output: z.object({ data: z.object({ status: z.literal('OK'), received: z.number().int(), planned: z.boolean() }) }),
  errors: ['not_found', 'too_large', 'import_part_differs', 'import_closed', 'too_many'],
})

const planRowSchema = z.object({
  row: rowNumber,
  kind: z.enum(importKinds),
  /** Key of the record; null for a new one. */
  id: z.union([z.number(), z.string()]).nullable(),
  /** Values before and after, by field; `name.ru` for a text in several languages. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  refusal: importRefusalSchema.nullable(),
})
export type ImportPlanRow = z.output<typeof planRowSchema>

const earlierImportSchema = z.object({
  at: z.string(),
  /** The name of the person. */
  admin: z.string(),
  /** Number of the change, for undo; 0 if the history no longer has it. */
  change: z.number().int(),
  /** Number of records that it created and that still exist. */
  records: z.number().int(),
})
export type EarlierImport = z.output<typeof earlierImportSchema>

/** The totals of a plan, and a page of its rows. A plan can still be read after it was applied. */
export const importStatus = defineCall('Import', 'status', {
  ...access,
  effect: 'read',
  input: z.object({
    import_id: importId,
    page: z
      .object({
        kinds: z.array(z.enum(importKinds)).min(1).max(importKinds.length).optional(),
        /** The last row number of the page before. */
        after: z.number().int().min(0).max(10_000_000),
        limit: z.number().int().min(1).max(MAX_PLAN_PAGE),
      })
      .optional(),
  }),
  output: z.object({
    data: z.object({
      status: z.literal('OK'),
      table: z.string(),
      file: z.string(),
      state: z.enum(importStates),
      total: z.number().int(),
      /** Number of rows received, and the parts while the plan is open. */
      received: z.number().int(),
      parts: z.array(z.number().int()),
      totals: z.record(z.enum(importKinds), z.number().int()).nullable(),
      /** Number of the change that applied the plan; 0 if it is not applied. */
      change: z.number().int(),
      /** The latest import of the same file into the table whose records the plan would create again; null if there is none. */
      earlier: earlierImportSchema.nullable(),
      expires: z.string(),
      rows: z.array(planRowSchema),
    }),
  }),
  errors: ['not_found'],
})

/**
 * Applies exactly the plan, as one change, or refuses. A repeated call answers the same change. Refused rows prevent it unless
 * `skip_refused` is set, an earlier import of the same file that created records unless `again` is. Closing the connection stops it: then nothing is changed, unless it was just done, which the status tells.
 */
export const importCommit = defineCall('Import', 'commit', {
  ...access,
  effect: 'write',
  input: z.object({ import_id: importId, skip_refused: z.boolean().optional(), again: z.boolean().optional() }),
  output: z.object({
    data: z.object({ status: z.literal('OK'), change: z.number().int(), records: z.number().int() }),
    feed: z.number().int(),
  }),
  errors: ['not_found', 'import_open', 'import_refused', 'already_imported', 'plan_outdated', 'option_required'],
})
