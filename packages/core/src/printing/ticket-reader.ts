import type { Client } from '@tiffin/sdk/client'
import type { Ports } from '../ports.ts'
import { type OpenTicket, readOpenTickets } from './read-jobs.ts'

/** Loads the unfinished tickets, one load at a time. */
export interface TicketReader {
  /** Loads now, and again if called during a load. Failures are logged and left to `retry`. */
  read(): Promise<void>
  /** Loads again if the last load failed. Otherwise the missing tickets would go unnoticed. */
  retry(): void
  /** Loads a moment later, once for all changes until then. */
  readAfterDelay(): void
  stop(): void
}

/** Printing comes first; the display of its progress may lag by this much. */
const DELAY_MS = 250

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
      ports.log("can't read open tickets", error)
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
    readAfterDelay() {
      cancel ??= ports.clock.after(DELAY_MS, () => {
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
