import * as z from 'zod'
import { defineCall } from '../call.ts'
import { multilangSchema, timezoneSchema } from '../field.ts'
import { tableQuerySchema } from './reference.ts'

/** The reports of orders; core's `reports` declares what each one shows. */
export const reportNames = ['orders', 'couriers', 'merchants', 'promo', 'planned-actual'] as const
export type ReportName = (typeof reportNames)[number]

/** Groupings that a reader may choose instead of the report's own. */
export const reportGrains = ['day', 'hour', 'merchant'] as const
export type ReportGrain = (typeof reportGrains)[number]

const day = z.iso.date().refine((text) => text >= '1000-01-01')
const periodSchema = z.strictObject({ from: day, to: day })

/**
 * Counts are numbers; amounts, minutes and percentages are decimal texts, null if there is nothing to average. Amounts of several
 * currencies are null, too: they can't be added up.
 */
const figuresSchema = z.record(z.string(), z.union([z.number(), z.string(), z.null()]))
export type Figures = z.output<typeof figuresSchema>

const rowSchema = z.object({
  /** A day, an hour of day, or the key of a merchant or courier (0 for none), or a promo code. */
  key: z.union([z.number(), z.string()]),
  /** Name of the merchant or courier. */
  name: z.union([z.string(), z.record(z.string(), z.string())]).nullable(),
  figures: figuresSchema,
  /** In reports of all companies, the code of the only currency of its orders. */
  currency: z.string().optional(),
})
export type ReportRow = z.output<typeof rowSchema>

const resultSchema = z.object({
  rows: z.array(rowSchema),
  totals: figuresSchema,
  /** In reports of all companies, the sums by currency. */
  currencies: z.array(z.object({ currency: z.string(), totals: figuresSchema })).optional(),
})

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

const listOf = <T extends z.ZodRawShape>(shape: T) => z.object({ count: z.number().int(), rows: z.array(z.object(shape)) })
const listed = { company: z.number().int(), name: multilangSchema, logo: z.string() }

/**
 * The subscriptions of all companies, in US dollars, from the ledger. Months are those of UTC, the latest first. A company has left
 * if it was not charged again within 31 days after the end of its last paid period. For platform administrators.
 */
export const readBilling = defineCall('Report', 'billing', {
  auth: 'session',
  effect: 'read',
  compressed: true,
  tokens: ['read'],
  input: z.object({ months: z.number().int().min(1).max(36).default(12) }),
  output: z.object({
    data: z.object({
      status: z.literal('OK'),
      months: z.array(
        z.object({
          month: z.string(),
          /** Charges less credits. */
          revenue: z.string(),
          /** Payments, less refunds and disputes. */
          received: z.string(),
          /** Companies that paid, at its end or now. */
          paying: z.number().int(),
          came: z.number().int(),
          left: z.number().int(),
          /** Percent of those that paid at its beginning; null if there were none. */
          churn: z.number().nullable(),
        }),
      ),
      /** Companies in a trial. The first 200, as in the other lists. */
      trials: listOf({ ...listed, ends: z.string() }),
      /** Companies whose payment is due within 14 days, or late. */
      due: listOf({
        ...listed,
        due: z.string(),
        price: z.string(),
        balance: z.string(),
        missing: z.string(),
        suspended: z.boolean(),
      }),
      /** Companies whose billing stopped with a problem. */
      parked: listOf({ ...listed, problem: z.string() }),
    }),
  }),
  errors: ['forbidden'],
})
export type BillingReport = z.output<typeof readBilling.output>['data']
