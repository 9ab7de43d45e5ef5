import * as z from 'zod'
import { defineCall } from '../call.ts'
import { timezoneSchema } from '../field.ts'
import { tableQuerySchema } from './reference.ts'
import { reportInputSchema } from './report.ts'

const name = z.string().max(100)
/** Text shown only in the sheet, in the reader's language. */
const words = z.string().max(200)

/** A field, `reference.field` of a joined row, or, for groups, `count` or the name of a sum. */
const exportColumnSchema = z.union([
  name,
  z.object({
    field: name,
    /** Heading; the field name if left out. */
    title: words.optional(),
    /**
     * Display text by value, for choice, word and flag fields. In a report, for hours, for courier 0 (none), and for `total` and
     * `before`, the rows of sums.
     */
    words: z.record(z.string().max(50), words).optional(),
  }),
])
export type ExportColumn = z.input<typeof exportColumnSchema>
export type ParsedExportColumn = z.output<typeof exportColumnSchema>

/**
 * Tables of a read, one sheet each, all in one snapshot. `columns` applies to the first table. Without it, and on the
 * other sheets, each field that the read returns gets a column. With `report` instead, one sheet with the rows and sums of
 * `Report/read`; its fields are the grouping and the figures.
 */
export const exportParamsSchema = z
  .object({
    tables: z.array(tableQuerySchema).max(20),
    report: reportInputSchema.optional(),
    columns: z.array(exportColumnSchema).min(1).max(200).optional(),
    /**
     * `ndjson` for programs and printing: for each table a line with its texts and columns, then one line per row, as an array of
     * strings. Numbers and amounts are not formatted, timestamps are in UTC. Default: an .xlsx file.
     */
    format: z.enum(['xlsx', 'ndjson']).optional(),
    /** Name of the first sheet. */
    title: words.optional(),
    /** The filters, for the row above the headings (AMB-126). */
    filters: z.array(words).max(60).optional(),
    /** IANA time zone for times in the sheet, taken from the screen. Default: the company's. */
    timezone: timezoneSchema.optional(),
    /**
     * The `set` of an earlier read of the first table. If other rows match now, the call is refused with `selection_changed` and
     * their number. The sheet then states its own row count, because the list may have changed again.
     */
    set: z.string().max(50).optional(),
  })
  .refine(({ tables, report }) => (report ? tables.length === 0 : tables.length > 0), { path: ['tables'] })
export type ExportParams = z.input<typeof exportParamsSchema>
export type ParsedExportParams = z.output<typeof exportParamsSchema>

/**
 * Prepares an export: checks it, counts its rows and issues a ticket. The ticket downloads the export once, within 60 s, in the
 * same session (API-24, AMB-005).
 */
export const exportTicket = defineCall('Export', 'ticket', {
  auth: 'session',
  company: 'unless_platform',
  effect: 'write',
  tokens: ['export'],
  input: z.object({ params: exportParamsSchema }),
  output: z.object({ data: z.object({ status: z.literal('OK'), ticket: z.string(), rows: z.number().int() }) }),
  errors: [
    'unknown_table',
    'unknown_field',
    'unknown_operator',
    'option_required',
    'too_many',
    'selection_changed',
    'rate_limited',
  ],
})

/**
 * Downloads the file of a ticket. This is the only call that also accepts GET, with the ticket as `token`. Any `params` must be
 * those of the ticket. Uses the company of the ticket and the reader's current rights.
 */
export const exportExcel = defineCall('Export', 'Excel', {
  auth: 'session',
  effect: 'read',
  cookieOnly: true,
  tokens: ['export'],
  input: z.object({ ticket: z.string().max(100), params: exportParamsSchema.optional() }),
  output: z.unknown(),
  files: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/x-ndjson'],
  errors: ['ticket_used', 'export_busy', 'exports_full', 'option_required'],
})
