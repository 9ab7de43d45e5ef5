import type { Client } from '@tiffin/sdk/client'
import { ownerOf } from '#board/board-owner'
import { readJson } from '#outbox/disk'
import type { SessionStore } from '#session/session-store'
import type { Ports } from '../ports.ts'
import type { OpenTicket } from './read-jobs.ts'

/** The unfinished tickets as last received, so that a start without a network shows them (MOON-04, KDS-12). */
export interface LastTickets {
  store(tickets: readonly OpenTicket[]): void
  read(): readonly OpenTicket[]
}

const PREFIX = 'tickets.'

export function createLastTickets(options: { client: Client; session: SessionStore; ports: Ports }): LastTickets {
  const { client, session, ports } = options
  const { lastKnown, log } = ports
  if (!lastKnown) return { store() {}, read: () => [] }
  client.session.subscribe(({ type }) => {
    if (type === 'signed_out') for (const key of lastKnown.keys(PREFIX)) lastKnown.set(key, undefined)
  })
  let latest: string | undefined
  const place = (): string => PREFIX + ownerOf(session)
  return {
    store(tickets) {
      const text = JSON.stringify(tickets)
      if (text === latest) return
      latest = text
      try {
        lastKnown.set(place(), text)
      } catch (error) {
        log("can't save the tickets on disk", error)
      }
    },
    read() {
      latest = lastKnown.get(place())
      const stored = readJson(latest)
      return Array.isArray(stored) ? stored.filter(isTicket) : []
    },
  }
}

const isTicket = (value: unknown): value is OpenTicket =>
  typeof value === 'object' &&
  value !== null &&
  'print_job_id' in value &&
  typeof value.print_job_id === 'number' &&
  'order' in value &&
  typeof value.order === 'number'
