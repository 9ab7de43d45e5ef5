import { clockTime, localized, availabilityTexts } from '#rules/index'
import type { Core } from '../create-core.ts'
import type { BoardMerchant } from './board-order.ts'
import { failureSentence } from './failure-sentence.ts'

/** A pause or extra minutes until a time; null ends it. */
export type AvailabilityChange =
  { paused_until: string | null } | { busy_until: string; busy_minutes: number } | { busy_until: null }

type AvailabilityCore = Pick<Core, 'board' | 'client' | 'i18n' | 'notices' | 'ports' | 'serverClock' | 'session'>

/**
 * Pauses a merchant, makes it busy, or ends either on all boards (KDS-07). Shows what the server responded; resolves to
 * whether it was done.
 */
export async function setAvailability(core: AvailabilityCore, merchant: number, change: AvailabilityChange): Promise<boolean> {
  const { board, client, i18n, notices, ports } = core
  try {
    const { data } = await client.Merchant.pace({ merchant, ...change })
    const { status: _status, ...availability } = data
    const before = board.store.getState().merchants
    const merchants = before.map((item) => (item.merchant_id === merchant ? { ...item, ...availability } : item))
    board.store.setState({ merchants })
    const changed = merchants.find(({ merchant_id }) => merchant_id === merchant)
    if (changed)
      notices.showSentence('positive', {
        message: '%1: %2',
        params: [localized(changed.name, i18n.lang()), describe(core, changed)],
      })
    return true
  } catch (error) {
    ports.log("can't pause a merchant or make it busy", error)
    notices.showSentence('negative', failureSentence(error, board.store.getState()))
    return false
  }
}

/** The merchant's new state in one line. */
function describe({ i18n, serverClock, session }: AvailabilityCore, merchant: BoardMerchant): string {
  const now = serverClock.now()
  const { timezone = 'UTC', country } = session.store.getState().user?.company ?? {}
  const time = (timestamp: string) => clockTime(timestamp, { lang: i18n.lang(), timezone, country: country?.alpha2 ?? '', now })
  const texts = availabilityTexts(merchant, now, time).map(({ text, params }) => i18n.t.message(text, params))
  return texts.length > 0 ? texts.join(', ') : i18n.t('Takes orders as usual')
}
