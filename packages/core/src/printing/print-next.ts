import { type CallOptions, type Client, randomUuid } from '@tiffin/sdk/client'
import { isApiError, type PrintJob } from '@tiffin/sdk/contract'
import { isPrinterError, printerObstacle, printerError, type PrinterTransport, throwIfStopped } from '#receipt/printer'
import type { TicketOrder } from '#receipt/ticket-order'

/** The part of the API that printing needs. */
export interface PrintClient extends Pick<Client['Print'], 'claim' | 'begin' | 'fail'> {
  confirm(ticket: ClaimedTicket, options?: CallOptions): Promise<unknown>
}

/** A claimed ticket. The lease proves which console claimed it. */
export interface ClaimedTicket {
  print_job_id: number
  console: string
  lease?: string
}

/** The part of a ticket for one printer. */
export interface PrinterSheet {
  transport: PrinterTransport
  bytes: Uint8Array
  /** See SendOptions. */
  answers?: boolean
}

/** The secret and the idempotency key of a claim. */
export interface ClaimKeys {
  lease: string
  idempotencyKey: string
}

export const newClaimKeys = (): ClaimKeys => ({ lease: randomUuid(), idempotencyKey: randomUuid() })

export interface PrintNextOptions {
  client: PrintClient
  /** Renders a job for one or several printers, while the lease is running. */
  render: (job: PrintJob, order: TicketOrder) => Promise<readonly PrinterSheet[]> | readonly PrinterSheet[]
  /** Identifies this console to the server; the lease is bound to it. */
  console: string
  /** Merchants whose tickets are printed here; omitted means all that the user may see. */
  merchants?: number[]
  /** Prints only this job. */
  print_job_id?: number
  /** Those of an identical claim whose answer was lost; otherwise new ones. */
  keys?: ClaimKeys
  signal?: AbortSignal
  /** This device's time in ms. Nothing is written once the lease, measured from its request, is over. */
  now: () => number
  log?: (message: string, error?: unknown) => void
}

/**
 * The result: `idle` — nothing to print; `printed` — printed and confirmed; `failed` — no byte was sent and the job is
 * back in the queue, so the caller waits before asking again; `cancelled` — the same, because its order was cancelled
 * while it waited, and the next one may be tried; `unknown` — interrupted, staff must check; `unconfirmed` —
 * printed, but the server does not know yet; `lost` — another console has the job.
 */
export type PrintOutcome =
  | { state: 'idle' }
  | { state: 'printed'; job: PrintJob }
  | {
      state: 'failed' | 'cancelled' | 'unknown' | 'unconfirmed' | 'lost'
      job: PrintJob
      bytes_sent: number
      error: unknown
      /**
       * For `failed`: when this console may retry. Omitted if the server could not say, null if staff must decide.
       */
      retry_at?: string | null
    }

const MAX_ERROR_LENGTH = 500
const isCancelled = (error: unknown): boolean => isApiError(error) && error.code === 'order_cancelled'
const isLeaseLost = (error: unknown): boolean => isApiError(error) && error.code === 'lease_lost'
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR_LENGTH)

/** Returns a function that checks whether this much time has passed. */
function hasPassed(clock: () => number, ms: number): () => boolean {
  const end = clock() + ms
  return () => clock() >= end
}

/** With several printers, all must be ready before the first one starts. A single printer is not checked. */
async function assertReady(sheets: readonly PrinterSheet[]): Promise<void> {
  if (sheets.length < 2) return
  const states = await Promise.all(sheets.map(({ transport }) => transport.status()))
  const obstacle = states.map(printerObstacle).find((code) => code !== undefined)
  if (obstacle) throw printerError(obstacle)
}

/**
 * Prints the next job under the server's lease: claim, render, begin before the first byte, send, confirm (KDS-12). A
 * failure is reported with the bytes that may have reached the printer; a job with any such bytes is never sent again
 * from here. Throws only errors of `claim`.
 */
export async function printNext(options: PrintNextOptions): Promise<PrintOutcome> {
  const { client, console, merchants, print_job_id, signal, now, log } = options
  const { lease, idempotencyKey } = options.keys ?? newClaimKeys()
  const claimed = await client.claim(
    {
      console,
      lease,
      ...(merchants === undefined ? {} : { merchants }),
      ...(print_job_id === undefined ? {} : { print_job_id }),
    },
    { idempotencyKey },
  )
  if (claimed.data.job === null) return { state: 'idle' }
  const job = claimed.data.job as PrintJob
  const held: ClaimedTicket = { print_job_id: job.print_job_id, console, lease }

  async function returnJob(error: unknown, bytes_sent: number): Promise<PrintOutcome> {
    const outcome = { job, bytes_sent, error }
    log?.('A ticket was not printed', error)
    if (isLeaseLost(error)) return { state: 'lost', ...outcome }
    const state = bytes_sent > 0 ? 'unknown' : isCancelled(error) ? 'cancelled' : 'failed'
    try {
      const { data } = await client.fail({ ...held, bytes_sent, error: messageOf(error) }, { retryWrites: true })
      return { state, ...outcome, retry_at: (data.job as PrintJob).retry_at }
    } catch (failure) {
      // If this report fails, the server learns the same from the expired lease later.
      log?.("can't report to the server that a ticket was not printed", failure)
      return { state, ...outcome }
    }
  }

  let sheets: readonly PrinterSheet[]
  try {
    if (claimed.data.order === null) throw new Error("Can't read the order of this ticket")
    sheets = await options.render(job, claimed.data.order)
    await assertReady(sheets)
  } catch (error) {
    return returnJob(error, 0)
  }

  let sent = 0
  let sending = 0
  let begun = false
  let ends: readonly (() => boolean)[] = []
  // A stalled printer or a sleeping machine can outlast the lease; another console may have printed CANCELLED by then.
  const isOver = (): boolean => ends.some((hasEnded) => hasEnded())
  try {
    const patience = Math.max(0, ...sheets.map(({ transport }) => transport.patience ?? 0))
    const drawn = claimed.data.order?.['revision']
    const begins = {
      ...held,
      ...(patience > 0 ? { lease_seconds: patience } : {}),
      ...(typeof drawn === 'number' ? { revision: drawn } : {}),
    }
    const onFirstByte = async () => {
      // The lease can't start before its request, so it is measured from there. `lease_until` uses the database's
      // clock, which consoles don't know. Two clocks are checked, because one stops during sleep and the other can be
      // set back.
      const ms = (patience || claimed.data.lease_seconds) * 1000
      ends = [now, () => performance.now()].map((clock) => hasPassed(clock, ms))
      await client.begin(begins, { retryWrites: true })
      begun = true
      throwIfStopped({ isOver })
    }
    for (const { transport, bytes, answers } of sheets) {
      sending = bytes.length
      // oxlint-disable-next-line no-await-in-loop -- after a failure the remaining printers must get nothing
      sent += (await transport.send(bytes, { ...(begun ? {} : { onFirstByte }), signal, isOver, answers })).sent
    }
  } catch (error) {
    // An error without a byte count may have sent everything, once printing was allowed to begin.
    const last = isPrinterError(error) ? error.bytes_sent : begun ? sending : 0
    return returnJob(error, sent + last)
  }

  try {
    await client.confirm(held, { retryWrites: true })
  } catch (error) {
    log?.("a ticket was printed, but the server can't be told", error)
    return { state: 'unconfirmed', job, bytes_sent: sent, error }
  }
  return { state: 'printed', job }
}
