import type { HeldTicket, PrintClient } from '#printing/print-next'
import { type Disk, type DiskPorts, keptTexts, readJson } from '../disk.ts'
import { createOutbox, type OutboxPorts } from '../outbox.ts'

/** Tickets that are on paper while the server does not know it yet, also across a restart (MOON-04). */
export interface Confirmations {
  /** Tells the server that a ticket is on paper. Rejects where it cannot be told now; it is told later then. */
  confirm(company: number, ticket: HeldTicket): Promise<void>
  /** Tells the server of what is still kept, as the console that printed it, no matter who is signed in. */
  restore(): void
  close(): void
}

interface Printed {
  /** The key of the ticket. */
  intent_id: string
  company: number
  ticket: HeldTicket
}

/** Nothing is left to tell: a person has decided otherwise meanwhile, or the ticket is gone. */
const settled: readonly string[] = ['lease_lost', 'not_found']

/** Older releases kept the name of the console alone. */
const readHolder = (text = '') => (text.startsWith('{') ? readJson(text) : { console: text }) as Omit<HeldTicket, 'print_job_id'>

/** By company, since any of its people may confirm; the key of the ticket names the text. */
function printedOnDisk(ports: DiskPorts, company: () => number): Disk<Printed> {
  const textsOf = (whose: number) => keptTexts(ports, 'printed', () => String(whose))
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
  /** The company that this console acts for. */
  company: () => number
}): Confirmations {
  const { client, ports, company } = options
  /** Those who are told when the server cannot be told. */
  const failing = new Set<(error: unknown) => void>()
  const outbox = createOutbox<Printed, { intent_id: string }>(
    {
      disk: printedOnDisk(ports, company),
      batch: (tickets) => tickets.filter((one) => one.company === company()).slice(0, 1),
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
      unkept() {},
    },
    ports,
  )
  return {
    async confirm(whose, ticket) {
      const failed = Promise.withResolvers<never>()
      failing.add(failed.reject)
      const ended = outbox.addAwaited([{ intent_id: String(ticket.print_job_id), company: whose, ticket }])
      if (whose !== company()) failed.reject(new Error('This console acts for another company now'))
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
