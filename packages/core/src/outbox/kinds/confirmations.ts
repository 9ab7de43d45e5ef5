import type { ClaimedTicket, PrintClient } from '#printing/print-next'
import { type Disk, type DiskPorts, storedTexts, readJson } from '../disk.ts'
import { createOutbox, type OutboxPorts } from '../outbox.ts'

/** Printed tickets that the server does not know of yet, kept across restarts (MOON-04). */
export interface Confirmations {
  /** Reports a ticket as printed. Rejects if that is not possible now; it is then retried later. */
  confirm(company: number, ticket: ClaimedTicket): Promise<void>
  /** Reports stored tickets as the console that printed them, regardless of who is signed in. */
  restore(): void
  close(): void
}

interface PrintedTicket {
  /** Key of the ticket. */
  intent_id: string
  company: number
  ticket: ClaimedTicket
}

/** Nothing left to report: staff have decided otherwise or the ticket is gone. */
const settled: readonly string[] = ['lease_lost', 'not_found']

/** Older releases stored only the console's name. */
const readHolder = (text = '') =>
  (text.startsWith('{') ? readJson(text) : { console: text }) as Omit<ClaimedTicket, 'print_job_id'>

/** Stored by company, since anyone in it may confirm. The stored text is named after the ticket's key. */
function printedOnDisk(ports: DiskPorts, company: () => number): Disk<PrintedTicket> {
  const textsOf = (whose: number) => storedTexts(ports, 'printed', () => String(whose))
  return {
    all: () =>
      textsOf(company())
        .all()
        .flatMap(({ key, text, remove }) => {
          const ticket = { print_job_id: Number(key), ...readHolder(text()) }
          return ticket.print_job_id > 0 && ticket.console
            ? [{ entry: { intent_id: key, company: company(), ticket }, remove }]
            : []
        }),
    add: ({ intent_id, company: whose, ticket: { console, lease } }) =>
      textsOf(whose).put(intent_id, JSON.stringify({ console, lease }))?.remove,
  }
}

export function createConfirmations(options: {
  client: Pick<PrintClient, 'confirm'>
  ports: OutboxPorts
  /** The current company of this console. */
  company: () => number
}): Confirmations {
  const { client, ports, company } = options
  /** Callers to notify if the report fails. */
  const failing = new Set<(error: unknown) => void>()
  const outbox = createOutbox<PrintedTicket, { intent_id: string }>(
    {
      disk: printedOnDisk(ports, company),
      batch: (tickets) => tickets.filter((item) => item.company === company()).slice(0, 1),
      async send(tickets) {
        try {
          for (const { ticket } of tickets) await client.confirm(ticket, { retryWrites: true })
        } catch (error) {
          for (const fail of failing) fail(error)
          throw error
        }
        return tickets
      },
      refused: (ticket, { code }) => (settled.includes(code) ? ticket : undefined),
      answered() {},
      notSaved() {},
    },
    ports,
  )
  return {
    async confirm(whose, ticket) {
      const failed = Promise.withResolvers<never>()
      failing.add(failed.reject)
      const ended = outbox.addWithResults([{ intent_id: String(ticket.print_job_id), company: whose, ticket }])
      if (whose !== company()) failed.reject(new Error('This console has changed to another company'))
      try {
        const endings = await Promise.race([ended, failed.promise])
        if (endings.includes('cancelled')) throw new Error('The server was not told that a ticket is printed')
      } finally {
        failing.delete(failed.reject)
      }
    },
    restore: outbox.restore,
    close: outbox.close,
  }
}
