import type { Client } from '@tiffin/sdk/client'
import type { Board } from '#board/board'
import type { Confirmations } from '#outbox/kinds/confirmations'
import type { SessionStore } from '#session/session-store'
import type { Ports } from '../ports.ts'
import { isTransient } from '../transient-error.ts'
import type { UndeliveredTickets } from './undelivered-tickets.ts'
import { type ClaimKeys, newClaimKeys, printNext, type PrintOutcome } from './print-next.ts'
import type { PrinterList } from './printer-list.ts'
import type { TicketRenderer } from './ticket-renderer.ts'
import type { SerialQueue } from './serial-queue.ts'

export interface TicketPrinter {
  /** Prints one ticket, or the next of the shown merchants, after those in progress. */
  print(print_job_id?: number): Promise<PrintOutcome>
  /** The ticket printed last. */
  latest(): number
}

/** After this time, the server has requeued a ticket whose claim got no response. */
const CLAIM_MS = 30_000

/** Prints tickets on this console's printers. */
export function createTicketPrinter(options: {
  client: Client
  board: Board
  session: SessionStore
  ports: Ports
  /** Identifies this console to the server. */
  console: string
  printers: PrinterList
  sheets: TicketRenderer
  turns: SerialQueue
  held: UndeliveredTickets
  confirmations: Confirmations
}): TicketPrinter {
  const { client, board, session, ports, sheets, held, confirmations } = options
  let latest = 0
  /** Claims without an answer, by request. Repeated unchanged, they return the ticket that they may have claimed. */
  const unanswered = new Map<string, ClaimKeys & { since: number }>()

  async function withKeys<T>(request: string, work: (keys: ClaimKeys) => Promise<T>): Promise<T> {
    const now = ports.clock.now()
    const earlier = unanswered.get(request)
    const keys = earlier && now - earlier.since < CLAIM_MS ? earlier : { ...newClaimKeys(), since: now }
    unanswered.delete(request)
    try {
      return await work(keys)
    } catch (error) {
      if (isTransient(error)) unanswered.set(request, keys)
      throw error
    }
  }

  return {
    latest: () => latest,
    print(print_job_id) {
      const printers = options.printers.own()
      if (printers.length === 0) return Promise.resolve({ state: 'idle' })
      return options.turns.run(async () => {
        const { chosen } = board.store.getState()
        const company = session.company() ?? 0
        // An explicitly named ticket is printed regardless of the merchants shown on this board.
        const requested = print_job_id === undefined ? (chosen === 'all' ? {} : { merchants: [...chosen] }) : { print_job_id }
        const outcome = await withKeys(JSON.stringify([company, requested]), (keys) =>
          printNext({
            client: { ...client.Print, confirm: (ticket) => confirmations.confirm(company, ticket) },
            now: () => ports.clock.now(),
            render(job, order) {
              latest = job.print_job_id
              const named = printers.filter(({ address }) => address === job.printer)
              return sheets.ofJob(job, order, named.length > 0 ? named : printers)
            },
            console: options.console,
            ...requested,
            keys,
            log: ports.log,
          }),
        )
        held.note(outcome, print_job_id)
        return outcome
      })
    },
  }
}
