import * as z from 'zod'
import { defineCall } from '../call.ts'
import { timezoneSchema } from '../field.ts'
import { tableQuerySchema } from './reference.ts'

/** The reports of orders; core's `reports` declares what each one shows. */
export const reportNames = ['orders', 'couriers', 'merchants', 'promo', 'planned-actual'] as const
export type ReportName = (typeof reportNames)[number]

/** Groupings that a reader may choose instead of the report's own. */
export const reportGrains = ['day', 'hour', 'merchant'] as const
export type ReportGrain = (typeof reportGrains)[number]

const day = z.iso.date().refine((text) => text >= '1000-01-01')
const periodSchema = z.strictObject({ from: day, to: day })

/** Counts are numbers; amounts, minutes and percentages are decimal texts, null if there is nothing to average. */
const figuresSchema = z.record(z.string(), z.union([z.number(), z.string(), z.null()]))
export type Figures = z.output<typeof figuresSchema>

const rowSchema = z.object({
  /** A day, an hour of day, or the key of a merchant or courier (0 for none), or a promo code. */
  key: z.union([z.number(), z.string()]),
  /** Name of the merchant or courier. */
  name: z.union([z.string(), z.record(z.string(), z.string())]).nullable(),
  figures: figuresSchema,
})
export type ReportRow = z.output<typeof rowSchema>

const resultSchema = z.object({ rows: z.array(rowSchema), totals: figuresSchema })

/** The orders that a report covers, and how its rows are grouped. */
export const reportInputSchema = z.strictObject({
  report: z.enum(reportNames),
  period: periodSchema.optional(),
  search: tableQuerySchema.shape.search,
  by: z.enum(reportGrains).optional(),
  compare: z.boolean().optional(),
  /** Time zone in which days begin if no company is acted for. Default: UTC. */
  timezone: timezoneSchema.optional(),
})
export type ReportInput = z.input<typeof reportInputSchema>
export type ParsedReportInput = z.output<typeof reportInputSchema>

/**
 * The figures of a report over the matching orders, limited like every read of a report (PERM-13). `period` is a range of due
 * dates in the company's time zone; `compare` adds the same number of days before.
 */
export const read = defineCall('Report', 'read', {
  auth: 'session',
  effect: 'read',
  company: 'unless_platform',
  compressed: true,
  tokens: ['read'],
  input: reportInputSchema,
  output: z.object({
    data: resultSchema.extend({
      status: z.literal('OK'),
      /** The preceding period, if requested. */
      before: resultSchema.extend({ period: periodSchema }).optional(),
    }),
  }),
  errors: ['option_required'],
})
export type ReportAnswer = z.output<typeof read.output>['data']
