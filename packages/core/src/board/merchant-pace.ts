import type { StoreApi } from 'zustand/vanilla'
import { isApiError } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import type { I18n } from '#i18n/create-i18n'
import type { Notices } from '#notices/notices'
import { clockTime, localized, paceTexts } from '#rules/index'
import type { SessionStore } from '#session/session-store'
import type { Ports } from '../ports.ts'
import type { ServerClock } from '../server-clock.ts'
import type { BoardState } from './board-state.ts'

/** A pause or extra minutes until a time; null ends it. */
export type PaceChange = { paused_until: string | null } | { busy_until: string; busy_minutes: number } | { busy_until: null }

export interface MerchantPace {
  /**
   * Pauses a merchant, makes it busy, or ends either on all boards (KDS-07). Shows what the server answered; resolves to
   * whether it was done.
   */
  pace(merchant: number, change: PaceChange): Promise<boolean>
}

export function createMerchantPace(options: {
  store: StoreApi<BoardState>
  client: Client
  session: SessionStore
  notices: Notices
  ports: Ports
  serverClock: ServerClock
  i18n: I18n
}): MerchantPace {
  const { store, client, session, notices, ports, serverClock, i18n } = options

  /** The merchant's new state in one line. */
  function describe(merchant: BoardState['merchants'][number]): string {
    const now = serverClock.now()
    const { timezone = 'UTC', country } = session.store.getState().user?.company ?? {}
    const time = (moment: string) => clockTime(moment, { lang: i18n.lang(), timezone, country: country?.alpha2 ?? '', now })
    const texts = paceTexts(merchant, now, time).map(({ text, params }) => i18n.t.message(text, params))
    return texts.length > 0 ? texts.join(', ') : i18n.t('Takes orders as usual')
  }

  return {
    async pace(merchant, change) {
      try {
        const { data } = await client.Merchant.pace({ merchant, ...change })
        const { paused_until, busy_until, busy_minutes } = data
        const merchants = store
          .getState()
          .merchants.map((one) => (one.merchant_id === merchant ? { ...one, paused_until, busy_until, busy_minutes } : one))
        store.setState({ merchants })
        const changed = merchants.find(({ merchant_id }) => merchant_id === merchant)
        if (changed)
          notices.showSentence('positive', {
            message: '%1: %2',
            params: [localized(changed.name, i18n.lang()), describe(changed)],
          })
        return true
      } catch (error) {
        ports.log('a merchant could not be paused or made busy', error)
        notices.showSentence('negative', isApiError(error) ? error : { text: 'Server error' })
        return false
      }
    },
  }
}
