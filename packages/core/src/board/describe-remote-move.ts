import type { StoreApi } from 'zustand/vanilla'
import type { Client } from '@tiffin/sdk/client'
import type { I18n } from '#i18n/create-i18n'
import type { SessionStore } from '#session/session-store'
import type { Ports } from '../ports.ts'
import type { ServerClock } from '../server-clock.ts'
import type { BoardState } from './board-state.ts'
import { describeMoveSince, movesSince } from './moves-since.ts'

/**
 * Who moved an order out of this status, to where and when, as a sentence. Undefined if no one did, or if it can't be
 * read.
 */
export type DescribeRemoteMove = (orderId: number, from: number) => Promise<string | undefined>

export function createDescribeRemoteMove(options: {
  client: Client
  i18n: I18n
  ports: Ports
  serverClock: ServerClock
  session: SessionStore
  store: StoreApi<BoardState>
}): DescribeRemoteMove {
  const { client, i18n, ports, serverClock, session, store } = options
  return async (order_id, from) => {
    try {
      const { data } = await client.Order.timeline({ order_id })
      const move = movesSince(data.events, from).at(-1)
      const company = session.store.getState().user?.company
      if (!move || !company) return undefined
      const place = { timezone: company.timezone, country: company.country.alpha2 }
      const { statuses } = store.getState()
      return describeMoveSince(move, { ...place, statuses, t: i18n.t, lang: i18n.lang(), now: serverClock.now() })
    } catch (error) {
      ports.log("can't read who moved the order", error)
      return undefined
    }
  }
}
