import type { Client } from '@tiffin/sdk/client'
import type { Ports } from '../ports.ts'
import { type OpenTicket, readOpenTickets } from './read-jobs.ts'

/** Reads the open tickets, one reading at a time. */
export interface TicketReader {
  /** Now, and again if it is asked for meanwhile; failures are logged, and left to `retry`. */
  read(): Promise<void>
  /** Reads if the last reading has failed: nothing else may ever tell that the tickets are not known. */
  retry(): void
  /** A moment later, once for all that changes until then. */
  readSoon(): void
  stop(): void
}

/** How tickets go may be shown a moment later: first come the tickets. */
const SOON_MS = 250

export function createTicketReader(options: {
  client: Client
  ports: Pick<Ports, 'clock' | 'log'>
  onRead: (tickets: OpenTicket[]) => void
}): TicketReader {
  const { client, ports, onRead } = options
  let reading = false
  let again = false
  let failed = false
  let cancel: (() => void) | undefined

  async function read(): Promise<void> {
    again = reading
    if (reading) return
    reading = true
    try {
      onRead(await readOpenTickets(client))
      failed = false
    } catch (error) {
      failed = true
      ports.log('open tickets could not be read', error)
    } finally {
      reading = false
    }
    if (again) await read()
  }
  return {
    read,
    retry() {
      if (failed) void read()
    },
    readSoon() {
      cancel ??= ports.clock.after(SOON_MS, () => {
        cancel = undefined
        void read()
      })
    },
    stop() {
      cancel?.()
      cancel = undefined
    },
  }
}
