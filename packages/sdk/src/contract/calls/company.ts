import * as z from 'zod'
import { defineCall } from '../call.ts'
import { amountSchema, moneySchema, multilangSchema } from '../field.ts'

const status = z.object({ data: z.object({ status: z.enum(['OK', 'FAIL']), error: z.string().optional() }) })

/** Creates a company with all records that it needs (API-30, AMB-147) and makes the caller its owner. */
export const createCompany = defineCall('Company', 'Create', {
  auth: 'session',
  effect: 'write',
  compressed: true,
  input: z.object({
    company: z.object({
      country: z.number().int(),
      lang: z.array(z.number().int()).min(1).max(100),
      /** A plain string is the name in the language of the call. */
      name: z.union([z.string().min(1).max(200), multilangSchema]),
      tariff: z.object({ tariff_id: z.number().int(), subscribe_period_id: z.number().int() }).nullable().default(null),
      timezone: z.string().max(100).optional(),
    }),
  }),
  output: z.object({ data: z.object({ status: z.literal('OK'), company_id: z.number().int() }) }),
  errors: ['required', 'invalid_value', 'rate_limited'],
})

/** Marks a company as deleted. Called by the platform, or by the owner, who types the company name (API-32, AMB-149). */
export const deleteCompany = defineCall('Company', 'Delete', {
  auth: 'session',
  effect: 'write',
  company: 'required',
  compressed: true,
  input: z.object({ company_id: z.number().int(), name: z.string().max(200).optional() }),
  output: status,
  errors: ['forbidden', 'foreign_company', 'not_found', 'invalid_value', 'orders_open'],
})

const paymentErrors = ['not_found', 'payment_closed'] as const

/**
 * Applies a change of tariff whose bill is 0 or paid (API-33, AMB-002). For a payment that waits for money, the answer has the
 * address of its payment page; once the provider confirms the payment, its state changes.
 */
export const tariffUp = defineCall('Company', 'TariffUp', {
  auth: 'session',
  effect: 'write',
  company: 'required',
  compressed: true,
  /** The key of the payment. */
  input: z.object({ order_id: z.number().int() }),
  output: z.object({
    data: z.object({ status: z.enum(['OK', 'FAIL']), error: z.string().optional(), page: z.string().optional() }),
  }),
  errors: ['forbidden', ...paymentErrors, 'bill_expired', 'over_tariff_limits', 'service_not_configured'],
})

/** Withdraws an open payment, or a change of tariff that waits for the end of the subscription (AMB-240). */
export const cancelPayment = defineCall('Company', 'cancelPayment', {
  auth: 'session',
  effect: 'write',
  company: 'required',
  compressed: true,
  input: z.object({ payment_id: z.number().int() }),
  output: status,
  errors: ['forbidden', ...paymentErrors],
})

/** An invoice as it was issued: a page of HTML to print. For those who manage the company. */
export const readInvoice = defineCall('Company', 'invoice', {
  auth: 'session',
  effect: 'read',
  company: 'required',
  compressed: true,
  input: z.object({ invoice_id: z.number().int() }),
  output: z.object({ data: z.object({ number: z.number().int(), document: z.string() }) }),
  errors: ['forbidden', 'not_found'],
})

/** Books a correction of a company's balance, with a reason (AMB-237). For platform administrators. */
export const correctBalance = defineCall('Company', 'correct', {
  auth: 'session',
  effect: 'write',
  company: 'required',
  compressed: true,
  input: z.object({
    /** US dollars; negative to take money from the balance. */
    amount: moneySchema.refine((amount) => Number(amount) !== 0, 'Enter an amount other than 0'),
    reason: z.string().trim().min(1).max(500),
  }),
  output: z.object({ data: z.object({ status: z.literal('OK'), balance: z.string() }) }),
  errors: ['forbidden', 'not_found'],
})

/**
 * Refunds a payment, with a reason: at most the received amount that was not refunded yet. For platform administrators.
 */
export const refundPayment = defineCall('Company', 'refund', {
  auth: 'session',
  effect: 'write',
  company: 'required',
  compressed: true,
  input: z.object({
    payment_id: z.number().int(),
    /** US dollars. */
    amount: amountSchema.refine((amount) => Number(amount) !== 0, 'Enter an amount other than 0'),
    reason: z.string().trim().min(1).max(500),
  }),
  output: z.object({
    data: z.object({
      status: z.literal('OK'),
      balance: z.string(),
      /** The provider returns the money; otherwise someone must do so by hand. */
      returned: z.boolean(),
    }),
  }),
  errors: ['forbidden', 'not_found', 'refund_too_large', 'refund_refused'],
})

/** Bills a company again whose billing had stopped with a problem (AMB-243). For platform administrators. */
export const retryBilling = defineCall('Company', 'retryBilling', {
  auth: 'session',
  effect: 'write',
  company: 'required',
  compressed: true,
  input: z.object({}),
  output: z.object({
    data: z.object({
      status: z.enum(['OK', 'FAIL']),
      /** The problem that remains. */
      error: z.string().optional(),
    }),
  }),
  errors: ['forbidden', 'not_found'],
})
