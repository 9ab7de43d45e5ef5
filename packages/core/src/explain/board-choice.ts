import type { Client } from '@tiffin/sdk/client'
import type { SessionUser, WhyBoard } from '@tiffin/sdk/contract'
import { boardPeriod, type ChosenPeriod, companyToday, daysOfPeriod, periodBounds } from '#rules/index'
import type { BoardChoice } from '../board/board-state.ts'
import { readSettings } from '../board/stored-settings.ts'

interface Clock {
  timezone: string
  /** Current time in ms. */
  now: number
}

/** A user's view of a board, as input of `Order.why`. */
export function explainBoardOf(
  {
    chosen,
    period,
    search,
    station,
    hidden,
  }: Omit<BoardChoice, 'period'> & { period: ChosenPeriod | undefined; hidden: readonly number[] },
  { timezone, now }: Clock,
): WhyBoard {
  const today = companyToday(now, timezone)
  const [first, last] = periodBounds(period === undefined ? boardPeriod(today) : daysOfPeriod(period, today), timezone)
  return { ...(chosen === 'all' ? {} : { merchants: [...chosen] }), period: [first, last], hidden: [...hidden], search, station }
}

/** The board as the user last left it on any device; the default one for a paired device. */
export async function readSavedBoard(client: Client, user: SessionUser, now: number): Promise<WhyBoard> {
  const company = user.company?.company_id ?? 0
  const { data } = user.device
    ? { data: {} }
    : await client.Reference.getData({
        tables: [{ table: 'kanban_settings', search: [{ key: 'admin', prm: user.admin_id }], limit: [0, 1] }],
      })
  const [row] = ((data as Record<string, { data: unknown[] }>)['kanban_settings']?.data ?? []) as { settings?: object }[]
  const { merchants, period, hidden } = readSettings({ ...row?.settings })
  const chosen = merchants[company] ?? []
  return explainBoardOf(
    { chosen: chosen.length === 0 ? 'all' : chosen, period: period ?? undefined, search: '', station: '', hidden },
    { timezone: user.company?.timezone ?? 'UTC', now },
  )
}
