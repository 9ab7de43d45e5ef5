import { type CallOptions, type Client, newKey } from '@tiffin/sdk/client'
import { isApiError, type PrintJob } from '@tiffin/sdk/contract'
import { isPrinterError, obstacleOf, printerError, type PrinterTransport, refuseStopped } from '#receipt/printer'
import type { TicketOrder } from '#receipt/ticket-order'

/** The part of the API that printing needs. */
export interface PrintClient extends Pick<Client['Print'], 'claim' | 'begin' | 'fail'> {
  confirm(ticket: HeldTicket, options?: CallOptions): Promise<unknown>
}

/** A claimed ticket as its console names it; the lease proves that it is the one that claimed it. */
export interface HeldTicket {
  print_job_id: number
  console: string
  lease?: string
}

/** What of a ticket goes to one printer. */
export interface Sheet {
  transport: PrinterTransport
  bytes: Uint8Array
  /** As in SendOptions. */
  answers?: boolean
}

export interface PrintNextOptions {
  client: PrintClient
  /** A job as bytes for one printer or several; the lease runs meanwhile. */
  render: (job: PrintJob, order: TicketOrder) => Promise<readonly Sheet[]> | readonly Sheet[]
  /** Names this console before the server; the lease is its alone. */
  console: string
  /** Merchants whose tickets come out here; left out: all that the person may see. */
  merchants?: number[]
  /** One job and no other. */
  print_job_id?: number
  signal?: AbortSignal
  /** This device's time in ms: what the lease, from when it was asked for, no longer covers is not written. */
  now: () => number
  log?: (message: string, error?: unknown) => void
}

/**
 * How it went: `idle` — nothing to print; `printed` — on paper and confirmed; `failed` — no byte was sent and the job is
 * back in the queue, so the caller waits before it asks again; `cancelled` — the same, as its order was cancelled while the
 * ticket waited for the printer, and the next one may be tried; `unknown` — it broke off and a person must look;
 * `unconfirmed` — on paper, but the server does not know yet; `lost` — another console has the job.
 */
export type PrintOutcome =
  | { state: 'idle' }
  | { state: 'printed'; job: PrintJob }
  | {
      state: 'failed' | 'cancelled' | 'unknown' | 'unconfirmed' | 'lost'
      job: PrintJob
      bytes_sent: number
      error: unknown
      /** Of a failed one: when this console may try it again; left out where the server could not say, null where a person must. */
      retry_at?: string | null
    }

const MOST_OF_AN_ERROR = 500
const isCancelled = (error: unknown): boolean => isApiError(error) && error.code === 'order_cancelled'
const isLost = (error: unknown): boolean => isApiError(error) && error.code === 'lease_lost'
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, MOST_OF_AN_ERROR)

/** Tells whether so long has passed since now. */
function endOf(clock: () => number, ms: number): () => boolean {
  const end = clock() + ms
  return () => clock() >= end
}

/** Of several printers all must be ready before the first one starts; none is asked where there is but one. */
async function demandReady(sheets: readonly Sheet[]): Promise<void> {
  if (sheets.length < 2) return
  const states = await Promise.all(sheets.map(({ transport }) => transport.status()))
  const obstacle = states.map(obstacleOf).find((code) => code !== undefined)
  if (obstacle) throw printerError(obstacle)
}

/**
 * Prints the next job under the server's lease: claim, render, begin before the first byte, send, confirm (KDS-12). What
 * fails is reported with the bytes that may have reached the printer; a job of which any did is never sent again here.
 * Throws what `claim` throws and nothing else.
 */
export async function printNext(options: PrintNextOptions): Promise<PrintOutcome> {
  const { client, console, merchants, print_job_id, signal, now, log } = options
  const lease = newKey()
  const claimed = await client.claim({
    console,
    lease,
    ...(merchants === undefined ? {} : { merchants }),
    ...(print_job_id === undefined ? {} : { print_job_id }),
  })
  if (claimed.data.job === null) return { state: 'idle' }
  const job = claimed.data.job as PrintJob
  const held: HeldTicket = { print_job_id: job.print_job_id, console, lease }

  async function giveBack(error: unknown, bytes_sent: number): Promise<PrintOutcome> {
    const outcome = { job, bytes_sent, error }
    log?.('A ticket was not printed', error)
    if (isLost(error)) return { state: 'lost', ...outcome }
    const state = bytes_sent > 0 ? 'unknown' : isCancelled(error) ? 'cancelled' : 'failed'
    try {
      const { data } = await client.fail({ ...held, bytes_sent, error: messageOf(error) }, { retryWrites: true })
      return { state, ...outcome, retry_at: (data.job as PrintJob).retry_at }
    } catch (failure) {
      // The end of the lease says the same to the server, only later.
      log?.('The server could not be told that a ticket was not printed', failure)
      return { state, ...outcome }
    }
  }

  let sheets: readonly Sheet[]
  try {
    if (claimed.data.order === null) throw new Error('The order of this ticket cannot be read')
    sheets = await options.render(job, claimed.data.order)
    await demandReady(sheets)
  } catch (error) {
    return giveBack(error, 0)
  }

  let sent = 0
  let sending = 0
  let begun = false
  let ends: readonly (() => boolean)[] = []
  // A printer that stalls, or a machine that sleeps, outlives a lease; CANCELLED may be on paper by then.
  const isOver = (): boolean => ends.some((isUp) => isUp())
  try {
    const patience = Math.max(0, ...sheets.map(({ transport }) => transport.patience ?? 0))
    const drawn = claimed.data.order?.['revision']
    const begins = {
      ...held,
      ...(patience > 0 ? { lease_seconds: patience } : {}),
      ...(typeof drawn === 'number' ? { revision: drawn } : {}),
    }
    const onFirstByte = async () => {
      // It cannot begin before it is asked for; `lease_until` is by the database's clock, which no console knows. The
      // device's clock runs on while the machine sleeps, the other one where somebody sets that back.
      const ms = (patience || claimed.data.lease_seconds) * 1000
      ends = [now, () => performance.now()].map((clock) => endOf(clock, ms))
      await client.begin(begins, { retryWrites: true })
      begun = true
      refuseStopped({ isOver })
    }
    for (const { transport, bytes, answers } of sheets) {
      sending = bytes.length
      // oxlint-disable-next-line no-await-in-loop -- a failure must leave the printers behind it alone
      sent += (await transport.send(bytes, { ...(begun ? {} : { onFirstByte }), signal, isOver, answers })).sent
    }
  } catch (error) {
    // A failure that does not count its bytes may have sent them all, once it was allowed to begin.
    const last = isPrinterError(error) ? error.bytes_sent : begun ? sending : 0
    return giveBack(error, sent + last)
  }

  try {
    await client.confirm(held, { retryWrites: true })
  } catch (error) {
    log?.('A ticket was printed, but the server could not be told', error)
    return { state: 'unconfirmed', job, bytes_sent: sent, error }
  }
  return { state: 'printed', job }
}
