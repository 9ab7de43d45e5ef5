import * as z from 'zod'
import { defineCall } from '../call.ts'
import { printPurposes } from '../entities/print-job.ts'

const key = z.number().int().positive()
const job = z.record(z.string(), z.unknown())
const consoleName = z.string().min(1).max(100)
/**
 * A secret that the console generates when it claims a ticket. With it, the console may report the result even if another user
 * has signed in there since. Without it, only the user who claimed the ticket may report.
 */
const lease = z.string().min(20).max(100).optional()
const answer = z.object({ data: z.object({ status: z.literal('OK'), job, server_lease_seconds: z.number() }) })
const write = { auth: 'session', effect: 'write', company: 'required', devices: true, compressed: true } as const

/** Legal details required on a customer receipt, even if the console may not read them from the company. */
const seller = z.object({ legal_name: z.string(), legal_tax: z.string() })
export type PrintSeller = z.output<typeof seller>

/** Claims the next queued job of these merchants, or the named one, for 30 s; `job` is null if there is none. */
export const claim = defineCall('Print', 'claim', {
  ...write,
  tokens: ['write'],
  input: z.object({ console: consoleName, lease, merchants: z.array(key).max(1000).optional(), print_job_id: key.optional() }),
  output: z.object({
    data: z.object({
      status: z.literal('OK'),
      job: job.nullable(),
      /** The order as boards read it. */
      order: z.looseObject({ seller: seller.optional() }).nullable(),
      lease_seconds: z.number(),
    }),
  }),
  errors: ['lease_lost', 'not_found', 'forbidden', 'company_disabled'],
})

/**
 * Reports that the first byte is about to be sent. From here on an expired lease makes the job `unknown`, so that the ticket is
 * never printed twice. If someone takes part in sending, such as in a browser's print dialog, the lease may be longer.
 * `revision` is that of the order on the ticket. If the order was cancelled since, the call is refused with `order_cancelled`,
 * so that no one prepares it.
 */
export const begin = defineCall('Print', 'begin', {
  ...write,
  tokens: ['write'],
  input: z.object({
    print_job_id: key,
    console: consoleName,
    lease,
    lease_seconds: z.number().int().min(30).max(600).optional(),
    revision: z.number().int().optional(),
  }),
  output: answer,
  errors: ['lease_lost', 'order_cancelled', 'not_found', 'forbidden'],
})

/** The printer took all bytes. After a kitchen ticket, the order's `print` is set to the admin (ORDER-09). */
export const confirm = defineCall('Print', 'confirm', {
  ...write,
  tokens: ['write'],
  input: z.object({ print_job_id: key, console: consoleName, lease }),
  output: answer,
  errors: ['lease_lost', 'not_found', 'forbidden'],
})

/**
 * With `bytes_sent` 0 the job returns to the queue, or becomes `failed` after the fifth attempt; otherwise it becomes
 * `unknown`. The console that sent it may report this even after its lease expired. `error` is the reason shown to users.
 */
export const fail = defineCall('Print', 'fail', {
  ...write,
  tokens: ['write'],
  input: z.object({
    print_job_id: key,
    console: consoleName,
    lease,
    bytes_sent: z.number().int().min(0),
    error: z.string().max(500),
  }),
  output: answer,
  errors: ['lease_lost', 'not_found', 'forbidden'],
})

const address = z.string().min(1).max(200)

/**
 * Requests a ticket: the first one or a copy, even if a job is `unknown`. `print_job_id` chooses one of several CHANGED tickets
 * and prints the same content again. `at` targets a printer offered by a running board; once that board is gone, any other may
 * take it.
 */
export const request = defineCall('Print', 'request', {
  ...write,
  tokens: ['write'],
  input: z.object({
    order_id: key,
    purpose: z.enum(printPurposes).default('kitchen'),
    print_job_id: key.optional(),
    at: z.object({ console: consoleName, address }).optional(),
  }),
  output: answer,
  errors: ['not_found', 'forbidden', 'company_disabled', 'nothing_to_print'],
})

/** Closes a job: an `unknown` ticket counts as printed and confirmed, any other ticket as not needed. */
export const dismiss = defineCall('Print', 'dismiss', {
  ...write,
  tokens: ['write'],
  input: z.object({ print_job_id: key }),
  output: answer,
  errors: ['not_found', 'forbidden', 'company_disabled'],
})

/**
 * Announces the printers of a board that prints automatically, and their merchants (default: all); repeated at intervals. An
 * empty list withdraws the offer. Console names that are equal up to the `#` are the same console.
 */
export const offer = defineCall('Print', 'offer', {
  ...write,
  tokens: ['write'],
  input: z.object({
    console: consoleName,
    merchants: z.array(key).max(1000).optional(),
    printers: z.array(z.object({ address, name: z.string().max(200) })).max(50),
  }),
  output: z.object({ data: z.object({ status: z.literal('OK') }) }),
})

/** The printers of boards that are running now, for merchants of the reader. */
export const offers = defineCall('Print', 'offers', {
  auth: 'session',
  effect: 'read',
  company: 'required',
  compressed: true,
  tokens: ['read'],
  input: z.object({}),
  output: z.object({
    data: z.object({
      status: z.literal('OK'),
      printers: z.array(z.object({ console: z.string(), address: z.string(), name: z.string() })),
    }),
  }),
})
