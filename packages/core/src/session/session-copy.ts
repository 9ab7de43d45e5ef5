import type { StoreApi } from 'zustand/vanilla'
import type { Client } from '@tiffin/sdk/client'
import type { Ports } from '../ports.ts'
import type { CurrentCompany } from './current-company.ts'
import { deleteLastSession, storeLastSession, type LastSession, readLastSession } from './last-session.ts'
import type { SessionState } from './session-state.ts'

/** A stored copy of the session, for starting offline (MOON-04). */
export interface SessionCopy {
  keep(): void
  /** The session as last received from the server, if it is for the requested company. */
  read(): LastSession | undefined
  forget(): void
}

export function createSessionCopy(options: {
  client: Client
  ports: Ports
  store: StoreApi<SessionState>
  company: CurrentCompany
}): SessionCopy {
  const { client, ports, store, company } = options
  const { lastKnown, log } = ports
  return {
    keep() {
      const { user, languages } = store.getState()
      const token = client.session.token()
      if (!lastKnown || !user || token === undefined) return
      try {
        storeLastSession(lastKnown, token, { user, languages })
      } catch (error) {
        log("can't store the session for an offline start", error)
      }
    },
    read() {
      const token = client.session.token()
      const last = lastKnown && token !== undefined ? readLastSession(lastKnown, token) : undefined
      const requested = company.get()
      return requested === undefined || last?.user.company?.company_id === requested ? last : undefined
    },
    forget() {
      if (lastKnown) deleteLastSession(lastKnown)
    },
  }
}
