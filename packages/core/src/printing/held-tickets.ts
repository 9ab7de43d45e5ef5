import { isPrinterError } from '#receipt/printer'
import type { PrintOutcome } from './print-next.ts'

/** Tickets that a printer did not take: no younger one overtakes them. Those that cannot be drawn hold nobody up. */
export interface HeldTickets {
  /** The oldest of them, if there is any. */
  next(): number | undefined
  /** Whether it may be tried now; the server says when, and a printer that is back says so sooner. */
  isDue(): boolean
  /** How it went with a ticket, or with the one that was asked for and is another console's by now. */
  note(outcome: PrintOutcome, asked: number | undefined): void
  /** Hears how the printers are; when they are well again, nothing has to wait any longer. */
  hear(isWell: boolean): void
  release(): void
}

/** `now` is the server's time in ms. */
export function createHeldTickets(now: () => number): HeldTickets {
  const dueAt = new Map<number, number>()
  let wasWell = true
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
    hear(isWell) {
      if (isWell && !wasWell) release()
      wasWell = isWell
    },
    release,
  }
}
