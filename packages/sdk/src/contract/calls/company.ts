import * as z from 'zod'
import { defineCall } from '../call.ts'
import { multilangSchema } from '../field.ts'

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
export const tariffUp = defineCall('Company', 'TariffUp', {
  auth: 'session',
  effect: 'write',
  company: 'required',
  compressed: true,
  planned: true,
  input: z.object({ order_id: z.number().int() }),
  output: status,
})
