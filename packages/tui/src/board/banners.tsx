import { useEffect, useState } from 'react'
import { Text, useWindowSize } from 'ink'
import { orderName, trayText } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { type Role, useLook } from '../look/look.ts'
import { fit, plain } from '../look/text.ts'
import { useConsole } from '../view/station.ts'
import { useCancelled } from './use-attention.ts'

export interface Banner {
  text: string
  role: Role
}

const ANSWER_MS = 1000

/** What everybody at the board must know as long as it is so (SHELL-31, BOARD-39, KDS-12, KDS-17, KDS-23). */
export function useBanners(): readonly Banner[] {
  const { session, board, i18n } = useCore()
  const { station } = useConsole()
  const t = useTranslate()
  const company = useSelected(session.store, (state) => state.user?.company)
  const live = useSelected(board.store, (state) => state.live.phase)
  const phase = useSelected(board.store, (state) => state.phase)
  const moves = useSelected(board.store, (state) => state.pending.length)
  const editing = useSelected(board.store, (state) => state.editing)
  const count = useSelected(board.store, (state) => state.count)
  const rows = useSelected(board.store, (state) => state.rows.size)
  const tray = useSelected(board.store, (state) => state.tray)
  const alarms = useSelected(station.store, (state) => state.alarms)
  const [alarm] = alarms
  const alarmed = useSelected(board.store, (state) =>
    alarm ? plain(orderName(state, { order_id: alarm.order, merchant: alarm.merchant }, i18n.lang())) : '',
  )
  const isSlow = useUnanswered()

  const cancelled = useCancelled()
  const [gone] = cancelled
  const goneName = useSelected(board.store, (state) => (gone ? plain(orderName(state, gone, i18n.lang())) : ''))

  const banners: (Banner | false | undefined)[] = [
    gone && {
      text:
        t('Order %1 is cancelled: %2. Seen: n', [goneName, plain(gone.reason) || t('no reason given')]) +
        (cancelled.length > 1 ? ` (+${cancelled.length - 1})` : ''),
      role: 'late',
    },
    company?.suspended === 1 && { text: t('Service is suspended'), role: 'warning' },
    company?.enable === 0 && { text: t('The company is disabled'), role: 'late' },
    phase === 'ready' &&
      live === 'offline' && {
        text:
          moves + editing === 0
            ? t('No connection: the board shows what it knew')
            : editing === 0
              ? t('No connection: the board shows what it knew, %1 moves wait', [moves])
              : t('No connection: the board shows what it knew, %1 changes wait', [moves + editing]),
        role: 'late',
      },
    phase === 'ready' &&
      live !== 'offline' &&
      moves + editing > 0 &&
      (live !== 'online' || isSlow) && {
        text:
          editing === 0
            ? t('%1 moves have not reached the server yet', [moves])
            : t('%1 changes have not reached the server yet', [moves + editing]),
        role: 'warning',
      },
    // More arrive with every order, so only a number that is far beyond the rows tells of a limit.
    phase === 'ready' &&
      count > rows &&
      rows >= 5000 && { text: t('Only %1 of %2 orders are shown', [rows, count]), role: 'warning' },
    tray.length > 0 && { text: t('%1: press T', [t(trayText(tray), [tray.length])]), role: 'warning' },
    alarm && {
      text:
        t(alarm.state === 'failed' ? 'Ticket %1 could not be printed: press !' : 'Ticket %1 may not have been printed: press !', [
          alarmed,
        ]) + (alarms.length > 1 ? ` (+${alarms.length - 1})` : ''),
      role: 'late',
    },
  ]
  return banners.filter((banner): banner is Banner => typeof banner === 'object')
}

/** Whether the oldest of what was done here waits for its answer longer than a server that is there takes. */
function useUnanswered(): boolean {
  const { board, ports } = useCore()
  const oldest = useSelected(board.store, ({ pending, editing }) => pending[0]?.intent_id ?? (editing > 0 ? 'edit' : ''))
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (oldest === '') return undefined
    const cancel = ports.clock.after(ANSWER_MS, () => setSlow(true))
    return () => {
      cancel()
      setSlow(false)
    }
  }, [oldest, ports])
  return isSlow
}

export function Banners({ banners }: { banners: readonly Banner[] }) {
  const look = useLook()
  const { columns } = useWindowSize()
  return banners.map((banner) => (
    <Text key={banner.text} {...look.style(banner.role)} inverse>
      {fit(` ${look.marks.late} ${banner.text}`, columns, { mark: look.marks.cut })}
    </Text>
  ))
}
