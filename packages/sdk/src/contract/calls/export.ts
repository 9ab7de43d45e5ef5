import * as z from 'zod'
import { defineCall } from '../call.ts'
import { timezoneSchema } from '../field.ts'
import { tableQuerySchema } from './reference.ts'

const name = z.string().max(100)
/** What only the reader of the sheet sees, in the reader's language. */
const words = z.string().max(200)

/** A field, `reference.field` of a joined row, or of groups `count` and the name of a sum. */
const exportColumnSchema = z.union([
  name,
  z.object({
    field: name,
    /** Heading; the name of the field if left out. */
    title: words.optional(),
    /** By value: what stands for the numbers and words of a choice or a flag. */
    words: z.record(z.string().max(50), words).optional(),
  }),
])
export type ExportColumn = z.input<typeof exportColumnSchema>
export type ParsedExportColumn = z.output<typeof exportColumnSchema>

/**
 * Tables of a read, each of which becomes a sheet, all in one snapshot. `columns` are those of the first table; without them,
 * and on the other sheets, every field that the read gives has one.
 */
export const exportParamsSchema = z.object({
  tables: z.array(tableQuerySchema).min(1).max(20),
  columns: z.array(exportColumnSchema).min(1).max(200).optional(),
  /** Names the first sheet. */
  title: words.optional(),
  /** What was filtered by, for the row above the headings (AMB-126). */
  filters: z.array(words).max(60).optional(),
  /** IANA name of the zone whose clocks moments are shown by: that of the screen; the company's if left out. */
  timezone: timezoneSchema.optional(),
  /**
   * `set` of a read of the first table: where it finds other rows by now, `selection_changed` says how many instead of a ticket.
   * The sheet then says by itself how many rows it holds, since a living list may have others again.
   */
  set: z.string().max(50).optional(),
})
export type ExportParams = z.input<typeof exportParamsSchema>
export type ParsedExportParams = z.output<typeof exportParamsSchema>

/**
 * Prepares an export: checks it, counts its rows, and gives a ticket that fetches it once within 60 s, in the same session
 * (API-24, AMB-005).
 */
export const exportTicket = defineCall('Export', 'ticket', {
  auth: 'session',
  company: 'unless_platform',
  effect: 'write',
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
 * The sheet itself as .xlsx; the one call that is also answered to GET, with the ticket as `token`. `params` may be sent
 * along, and must then be those of the ticket. For the company of the ticket, with the rights that its reader has now.
 */
export const exportExcel = defineCall('Export', 'Excel', {
  auth: 'session',
  effect: 'read',
  cookieAlone: true,
  input: z.object({ ticket: z.string().max(100), params: exportParamsSchema.optional() }),
  output: z.unknown(),
  errors: ['ticket_used', 'export_busy', 'option_required'],
})
