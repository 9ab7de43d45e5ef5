import * as z from 'zod'
import { defineEntity, type Row } from '../entity.ts'
import { flag, id, int, json, moment, reference, text, word } from '../field.ts'

export const printStates = ['queued', 'claimed', 'sending', 'unknown', 'printed', 'failed', 'expired', 'dismissed'] as const
export type PrintState = (typeof printStates)[number]

export const printPurposes = ['kitchen', 'receipt', 'changed', 'cancelled'] as const
export type PrintPurpose = (typeof printPurposes)[number]

/**
 * A ticket to be printed once (KDS-12). A console claims it with a lease, reports before the first byte and confirms after the
 * last. If the lease expires in between, the job becomes `unknown` and no console retries it automatically. A job that
 * repeatedly fails to start becomes `failed`. Both then wait for staff.
 */
export const printJob = defineEntity('print_job', {
  key: 'print_job_id',
  scope: 'company',
  access: { read: 'staff', write: 'nobody', rows: 'ofMerchant' },
  index: [['state', 'lease_until'], ['order']],
  fields: {
    print_job_id: id(),
    company: reference('company', { required: true, initial: { computed: 'company' } }),
    merchant: reference('merchant', { required: true }),
    order: reference('order', { required: true }),
    purpose: word(printPurposes, { required: true }),
    state: word(printStates, { initial: 'queued' }),
    console: text({ max: 100 }),
    /** The board and printer that a user chose; empty for any. */
    target: text({ max: 100 }),
    printer: text({ max: 200 }),
    admin: reference('admin'),
    lease_until: moment(),
    /** 1 if the order had a ticket before: this one is marked COPY. */
    copy: flag(),
    /** Until this time, the console that failed to start the job leaves it to others. */
    retry_at: moment(),
    /** Number of claims; after the fifth unsuccessful one the job is `failed`. */
    attempt: int({ initial: 0 }),
    error: text({ max: 500 }),
    created: moment({ initial: { computed: 'now' } }),
    printed: moment(),
    /** For `changed`: the lines added and removed (KDS-24). */
    content: json(z.record(z.string(), z.unknown()), { initial: {} }),
  },
})
export type PrintJob = Row<typeof printJob>
