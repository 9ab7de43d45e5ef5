import type { CallOptions } from '@tiffin/sdk/client'
import { apiError } from '@tiffin/sdk/contract'
import type { Core } from '../create-core.ts'
import { orderFormat } from '../new-order/order-format.ts'
import { readSavedBoard, explainBoardOf } from './board-choice.ts'
import { explain, type Explanation } from './explain.ts'

/**
 * An order explained as a console shows it. Its board is the open one, or the saved one if none is open; `hidden` are
 * the columns hidden there, if not those of the settings.
 */
export async function readWhy(
  { client, session, board, boardSettings, serverClock, i18n }: Core,
  orderId: number,
  { hidden = boardSettings.store.getState().hidden, ...options }: CallOptions & { hidden?: readonly number[] } = {},
): Promise<Explanation[]> {
  const { user } = session.store.getState()
  if (!user?.company) throw apiError('company_required')
  const now = serverClock.now()
  const state = board.store.getState()
  const choice =
    state.phase === 'closed'
      ? await readSavedBoard(client, user, now)
      : explainBoardOf({ ...state, hidden }, { timezone: user.company.timezone, now })
  const { data } = await client.Order.why({ order_id: orderId, board: choice }, options)
  return explain(data, { t: i18n.t, format: orderFormat(user.company, { lang: i18n.lang(), now }) })
}
