import { useEffect, useState } from 'react'
import { Text, useWindowSize } from 'ink'
import { type CancelledOrder, connectionPhase, selectMerchants, conflictsText } from '@tiffin/core'
import type { Translate } from '@tiffin/core/i18n'
import { useCore, useOrderName, useSelected, useTranslate } from '@tiffin/core/react'
import { localized } from '@tiffin/core/rules'
import { type ColorRole, useTheme } from '../theme/theme.ts'
import { truncate, padToWidth, sanitize, widthOf, wrap } from '../theme/text.ts'
import { useOptions } from '../view/options.ts'
import { useConsole } from '../view/station.ts'
import { useTime } from './now.tsx'
import { useAvailabilityText } from './use-availability-text.ts'
import { useUnsentText } from './unsent-text.ts'
import type { targetOfSeen } from './target-of-seen.ts'
import { useCancelled } from './use-attention.ts'

interface Banner {
  text: string
  role: ColorRole
}

const UNANSWERED_MS = 1000

/** Maximum lines of a banner; a key shows the rest of a long reason. */
const MAX_BANNER_LINES = 2

interface BannerLine extends Banner {
  isFirst: boolean
}

/** Current targets of the board's keys. */
interface BoardKeys {
  seenTarget: ReturnType<typeof targetOfSeen>
}

/** The visible banner lines; the board gets the remaining height. They name keys only while the board handles them. */
export function useBannerLines(keys: BoardKeys | undefined): readonly BannerLine[] {
  const banners = useBanners(keys)
  const { marks } = useTheme()
  const { screenReader } = useOptions()
  const { columns } = useWindowSize()
  const width = columns - widthOf(marks.late) - 2
  return banners.flatMap(({ text, role }) =>
    bannerLines(text, width, { screenReader, mark: marks.cut }).map((line, index) => ({
      text: line,
      role,
      isFirst: index === 0,
    })),
  )
}

/** States that everyone at the board must know (SHELL-31, BOARD-39, KDS-07, KDS-12, KDS-17, KDS-23). */
function useBanners(keys: BoardKeys | undefined): readonly Banner[] {
  const { session, board, serverClock } = useCore()
  const { station } = useConsole()
  const t = useTranslate()
  const company = useSelected(session.store, (state) => state.user?.company)
  const line = useSelected(board.store, (state) => state.live)
  const heardAt = useSelected(board.store, (state) => state.heardAt)
  const live = useTime((now) => connectionPhase({ live: line, heardAt }, { now, offset: serverClock.offset() }))
  const phase = useSelected(board.store, (state) => state.phase)
  const isStale = useSelected(board.store, (state) => state.isStale)
  const moves = useSelected(board.store, (state) => state.pending.length)
  const editing = useSelected(board.store, (state) => state.editing)
  const count = useSelected(board.store, (state) => state.count)
  const rows = useSelected(board.store, (state) => state.rows.size)
  const unsent = useUnsentText()
  const tray = useSelected(board.store, (state) => state.tray)
  const alarms = useSelected(station.store, (state) => state.alarms)
  const [alarm] = alarms
  const isSlow = useIsUnanswered()

  const availability = useAvailabilityLine()
  const cancelled = useCancelled()
  const nameOf = useOrderName()

  const isUnsent = phase === 'ready' && (live !== 'online' || isSlow)
  // One line, because two would take a card's place.
  const connecting =
    live === 'offline'
      ? ''
      : [isStale && t('Connecting: the board may be out of date'), isUnsent && unsent].filter(Boolean).join(' · ')

  const conflicts = t(conflictsText(tray), [tray.length])
  const banners: (Banner | false | undefined)[] = [
    cancelled.length > 0 && { text: cancelledLine(cancelled, { keys, nameOf, t }), role: 'late' },
    company?.suspended === 1 && { text: t('Service is suspended'), role: 'warning' },
    company?.enable === 0 && { text: t('The company is not enabled'), role: 'warning' },
    phase === 'ready' &&
      live === 'offline' && {
        text:
          moves + editing === 0
            ? t('Offline: the board may be out of date')
            : editing === 0
              ? t('Offline: the board may be out of date, %1 moves waiting', [moves])
              : t('Offline: the board may be out of date, %1 changes waiting', [moves + editing]),
        role: 'late',
      },
    availability !== '' && { text: availability, role: 'warning' },
    connecting !== '' && { text: connecting, role: 'warning' },
    // More orders keep arriving, so only a count far above the rows indicates a limit.
    phase === 'ready' &&
      count > rows &&
      rows >= 5000 && { text: t('Showing only %1 of %2 orders', [rows, count]), role: 'warning' },
    tray.length > 0 && { text: keys ? t('%1. Press T', [conflicts]) : conflicts, role: 'warning' },
    alarm && {
      text:
        t(alarmText(alarm.state === 'failed', keys), [sanitize(nameOf({ order_id: alarm.order, merchant: alarm.merchant }))]) +
        (alarms.length > 1 ? ` (+${alarms.length - 1})` : ''),
      role: 'late',
    },
  ]
  return banners.filter((banner): banner is Banner => typeof banner === 'object')
}

/** Which merchants are paused or busy, and until when; it disappears by itself at that time. */
function useAvailabilityLine(): string {
  const { board, i18n } = useCore()
  const availabilityOf = useAvailabilityText()
  const merchants = useSelected(board.store, (state) => state.merchants)
  const chosen = useSelected(board.store, (state) => state.chosen)
  return useTime((now) =>
    selectMerchants({ merchants, chosen })
      .flatMap((merchant) => {
        const state = availabilityOf(merchant, now)
        return state === '' ? [] : [`${sanitize(localized(merchant.name, i18n.lang()))}: ${state}`]
      })
      .join('; '),
  )
}

/**
 * One order with its reason, or only the number of several orders, so that they do not cover the board; a key shows the
 * reasons.
 */
export function cancelledLine(
  cancelled: readonly CancelledOrder[],
  { keys, nameOf, t }: { keys: BoardKeys | undefined; nameOf: (order: CancelledOrder) => string; t: Translate },
): string {
  const [first, ...others] = cancelled
  if (!first || others.length > 0)
    return t(keys ? 'Orders cancelled: %1. Reasons: y. Mark all as seen: Y' : 'Orders cancelled: %1', [cancelled.length])
  return t(cancelledText(keys), [sanitize(nameOf(first)), sanitize(first.reason) || t('no reason given')])
}

function cancelledText(keys: BoardKeys | undefined) {
  if (!keys) return 'Order %1 was cancelled: %2'
  return keys.seenTarget === 'cancelled'
    ? 'n: mark as seen, y: reasons. Order %1 was cancelled: %2'
    : 'Y: mark as seen, y: reasons. Order %1 was cancelled: %2'
}

function alarmText(isFailed: boolean, keys: BoardKeys | undefined) {
  if (!keys) return isFailed ? "Can't print ticket %1" : 'Ticket %1 may not have been printed'
  return isFailed ? "Can't print ticket %1. Press !" : 'Ticket %1 may not have been printed. Press !'
}

/** Whether the oldest pending change has waited longer than a reachable server takes to respond. */
function useIsUnanswered(): boolean {
  const { board, ports } = useCore()
  const oldest = useSelected(board.store, ({ pending, editing }) => pending[0]?.intent_id ?? (editing > 0 ? 'edit' : ''))
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (oldest === '') return undefined
    const cancel = ports.clock.after(UNANSWERED_MS, () => setSlow(true))
    return () => {
      cancel()
      setSlow(false)
    }
  }, [oldest, ports])
  return isSlow
}

/** A banner wrapped to this width. There is no line limit for screen readers. */
export function bannerLines(text: string, width: number, options: { screenReader: boolean; mark: string }): string[] {
  const lines = wrap(text, width)
  if (options.screenReader || lines.length <= MAX_BANNER_LINES) return lines
  return [...lines.slice(0, MAX_BANNER_LINES - 1), truncate(lines.slice(MAX_BANNER_LINES - 1).join(' '), width, options.mark)]
}

/** Renders banner lines with a mark before the first line of each banner. */
export function Banners({ lines }: { lines: readonly BannerLine[] }) {
  const theme = useTheme()
  const { columns } = useWindowSize()
  return lines.map(({ text, role, isFirst }, index) => (
    <Text key={index} {...theme.style(role)} inverse={theme.style(role).backgroundColor === undefined}>
      {padToWidth(`${isFirst ? ` ${theme.marks.late} ` : ' '.repeat(widthOf(theme.marks.late) + 2)}${text}`, columns)}
    </Text>
  ))
}
