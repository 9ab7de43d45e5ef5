import { isPrinterError } from '#receipt/printer'
import type { PrintOutcome } from './print-next.ts'

/**
 * Tickets that a printer did not accept. Newer tickets do not overtake them, but tickets that can't be rendered block
 * no others.
 */
export interface UndeliveredTickets {
  /** The oldest held ticket, if any. */
  next(): number | undefined
  /** Whether it may be tried now. The server sets the time; a printer that works again shortens it. */
  isDue(): boolean
  /** Records the result of a ticket, or that the requested one now belongs to another console. */
  note(outcome: PrintOutcome, asked: number | undefined): void
  /** Records the state of the printers. When they work again, all waits end. */
  recordHealth(isHealthy: boolean): void
  release(): void
}

/** `now` is server time in ms. */
export function createUndeliveredTickets(now: () => number): UndeliveredTickets {
  const dueAt = new Map<number, number>()
  let wasHealthy = true
  const next = (): number | undefined => [...dueAt.keys()].toSorted((a, b) => a - b)[0]
  function release(): void {
    for (const id of dueAt.keys()) dueAt.set(id, 0)
  }

  return {
    next,
    isDue: () => (dueAt.get(next() ?? 0) ?? 0) <= now(),
    note(outcome, asked) {
      if (outcome.state === 'idle') return void dueAt.delete(asked ?? 0)
      const { print_job_id } = outcome.job
      dueAt.delete(print_job_id)
      if (outcome.state !== 'failed' || !isPrinterError(outcome.error) || !outcome.retry_at) return
      dueAt.set(print_job_id, Date.parse(outcome.retry_at))
    },
    recordHealth(isHealthy) {
      if (isHealthy && !wasHealthy) release()
      wasHealthy = isHealthy
    },
    release,
  }
}
