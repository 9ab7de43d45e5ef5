import * as z from 'zod'
import { defineCall } from '../call.ts'
import { printPurposes } from '../entities/print-job.ts'

const key = z.number().int().positive()
const job = z.record(z.string(), z.unknown())
const consoleName = z.string().min(1).max(100)
/**
 * A secret that the console makes up when it claims: whoever is signed in there later, it may still say what became of the ticket.
 * Without one only the person who claimed may.
 */
const lease = z.string().min(20).max(100).optional()
const answer = z.object({ data: z.object({ status: z.literal('OK'), job, server_lease_seconds: z.number() }) })
const write = { auth: 'session', effect: 'write', company: 'required', devices: true, compressed: true } as const

/** What the law wants on a customer's receipt, whatever the console may read of the company. */
const seller = z.object({ legal_name: z.string(), legal_tax: z.string() })
export type PrintSeller = z.output<typeof seller>

/** Takes the next queued job of these merchants, or the named one, for 30 s; `job` is null when there is none. */
export const claim = defineCall('Print', 'claim', {
  ...write,
  input: z.object({ console: consoleName, lease, merchants: z.array(key).max(1000).optional(), print_job_id: key.optional() }),
  output: z.object({
    data: z.object({
      status: z.literal('OK'),
      job: job.nullable(),
      /** In board form. */
      order: z.looseObject({ seller: seller.optional() }).nullable(),
      lease_seconds: z.number(),
    }),
  }),
  errors: ['lease_lost', 'not_found', 'forbidden', 'company_disabled'],
})

/**
 * Says that the first byte is about to be sent: from here an ended lease makes the job `unknown`, never a second ticket. Where a
 * person has a hand in the sending, such as in the print dialogue of a browser, the lease may be longer. `revision` is that of the
 * order as the paper shows it: where it was cancelled since, the paper would be taken for a live order, and `order_cancelled` says so.
 */
export const begin = defineCall('Print', 'begin', {
  ...write,
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

/** The printer took all bytes: after a kitchen ticket the order's `print` becomes the admin (ORDER-09). */
export const confirm = defineCall('Print', 'confirm', {
  ...write,
  input: z.object({ print_job_id: key, console: consoleName, lease }),
  output: answer,
  errors: ['lease_lost', 'not_found', 'forbidden'],
})

/**
 * With `bytes_sent` 0 the job goes back to the queue, after the fifth time it is `failed`; with more it becomes `unknown`. The
 * console that sent it may say so after its lease too. `error` is the reason that people are shown.
 */
export const fail = defineCall('Print', 'fail', {
  ...write,
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
 * A person asks for a ticket: the first one, or a copy, also where a job is `unknown`; of several CHANGED the one with
 * `print_job_id`, which says again what it said. With `at` it is for a printer that a
 * running board offers; once that board is gone, any other takes it.
 */
export const request = defineCall('Print', 'request', {
  ...write,
  input: z.object({
    order_id: key,
    purpose: z.enum(printPurposes).default('kitchen'),
    print_job_id: key.optional(),
    at: z.object({ console: consoleName, address }).optional(),
  }),
  output: answer,
  errors: ['not_found', 'forbidden', 'company_disabled', 'nothing_to_print'],
})

/** A person has seen that an `unknown` ticket is there, which counts like a confirmation, or that another needs none. */
export const dismiss = defineCall('Print', 'dismiss', {
  ...write,
  input: z.object({ print_job_id: key }),
  output: answer,
  errors: ['not_found', 'forbidden', 'company_disabled'],
})

/**
 * A board that prints by itself tells again and again which printers it has, and for which merchants (left out: all); without
 * printers it offers none any more. Consoles are one by what stands before a `#` in their names.
 */
export const offer = defineCall('Print', 'offer', {
  ...write,
  input: z.object({
    console: consoleName,
    merchants: z.array(key).max(1000).optional(),
    printers: z.array(z.object({ address, name: z.string().max(200) })).max(50),
  }),
  output: z.object({ data: z.object({ status: z.literal('OK') }) }),
})

/** The printers of boards that run now, for merchants of the reader. */
export const offers = defineCall('Print', 'offers', {
  auth: 'session',
  effect: 'read',
  company: 'required',
  compressed: true,
  input: z.object({}),
  output: z.object({
    data: z.object({
      status: z.literal('OK'),
      printers: z.array(z.object({ console: z.string(), address: z.string(), name: z.string() })),
    }),
  }),
})
