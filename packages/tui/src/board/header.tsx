import { memo, useEffect, useState } from 'react'
import { Text, useWindowSize } from 'ink'
import { actorOf, connectionPhase, selectMerchants } from '@tiffin/core'
import { useCore, useLoadedChat, useSelected, useTranslate } from '@tiffin/core/react'
import { shortErrorText } from '@tiffin/core/receipt'
import { formatList, formatSeconds, localized, mayChat } from '@tiffin/core/rules'
import { type ColorRole, useTheme } from '../theme/theme.ts'
import { truncate, padToWidth, sanitize, widthOf } from '../theme/text.ts'
import { useOptions } from '../view/options.ts'
import { usePeriodText } from '../pickers/period-picker.tsx'
import { useConsole } from '../view/station.ts'
import { useNow } from './now.tsx'

/** In seconds: a larger clock offset is mentioned, older data gets a warning. */
const THRESHOLDS = { offset: 5, age: 60 }

interface Part {
  text: string
  role: ColorRole
}

/** The first line: user, view, connection and age of the data (KDS-17). */
export const Header = memo(function Header() {
  const { session, board, boardSettings, moves, i18n, serverClock } = useCore()
  const theme = useTheme()
  const { calm } = useOptions()
  const t = useTranslate()
  const now = useNow()
  const { columns } = useWindowSize()
  const company = useSelected(session.store, (state) => state.user?.company)
  const chosen = useSelected(board.store, (state) => state.chosen)
  const merchants = useSelected(board.store, (state) => state.merchants)
  const live = useSelected(board.store, (state) => state.live)
  const heardAt = useSelected(board.store, (state) => state.heardAt)
  const printing = usePrinterPart()
  const period = usePeriodText()
  const station = sanitize(useSelected(board.store, (state) => state.station))
  const sound = useSelected(boardSettings.store, (state) => state.sound)
  const level = moves.level()
  const unread = useUnreadMessages()

  const name = (text: Parameters<typeof localized>[0]) => sanitize(localized(text, i18n.lang()))
  const shown = selectMerchants({ merchants, chosen })
  const whose =
    chosen === 'all' && shown.length !== 1
      ? t('All merchants')
      : formatList(
          shown.map((item) => name(item.name)),
          i18n.lang(),
        ) || t('No merchants')
  const seconds = Math.max(0, Math.round((now - heardAt) / 1000))
  // In whole minutes if nothing may be redrawn every second.
  const age = heardAt === 0 ? undefined : calm ? seconds - (seconds % 60) : seconds
  const offset = Math.round(serverClock.offset() / 1000)

  const right: Part[] = [
    ...(level === 1 ? [{ text: t('view only'), role: 'warning' as const }] : []),
    ...(unread > 0 ? [{ text: `${t('Unread messages: %1', [unread])} (H)`, role: 'accent' as const }] : []),
    ...(sound ? [] : [{ text: t('sound off'), role: 'quiet' as const }]),
    ...(printing ? [printing] : []),
    ...(Math.abs(offset) >= THRESHOLDS.offset
      ? [{ text: t('clock off by %1', [formatSeconds(offset)]), role: 'warning' as const }]
      : []),
    connection(connectionPhase({ live, heardAt }, { now, offset: serverClock.offset() })),
    ...(age === undefined
      ? []
      : [
          {
            text: t('data %1 old', [formatSeconds(age)]),
            role: age >= THRESHOLDS.age ? ('late' as const) : ('quiet' as const),
          },
        ]),
  ]
  const rightWidth = right.reduce((sum, part) => sum + widthOf(part.text) + 2, 0)
  const brand = `${theme.marks.brand} Tiffin`
  const rest = Math.max(0, columns - widthOf(brand) - rightWidth)
  const left = [name(company?.name), whose, station && t('Station: %1', [station]), period]
    .filter(Boolean)
    .join(` ${theme.marks.dot} `)
  return (
    <Text wrap="truncate">
      <Text {...theme.style('accent')} bold>
        {brand}
      </Text>
      {padToWidth(rest > 4 ? `  ${truncate(left, rest - 2, theme.marks.cut)}` : '', rest)}
      {right.map((part) => (
        <Text key={part.text}>
          {'  '}
          <Text {...theme.style(part.role)}>{part.text}</Text>
        </Text>
      ))}
    </Text>
  )

  function connection(phase: typeof live.phase): Part {
    if (phase === 'online') return { text: `${theme.marks.ok} ${t('online')}`, role: 'ok' }
    if (phase === 'offline') {
      const seconds = Math.max(0, Math.round((now - serverClock.offset() - live.since) / 1000))
      return { text: `${theme.marks.late} ${t('offline for %1', [formatSeconds(seconds)])}`, role: 'late' }
    }
    return { text: `${theme.marks.moving} ${t('connecting')}`, role: 'warning' }
  }
})

/** The printer's state, if one is chosen. */
function usePrinterPart(): Part | undefined {
  const t = useTranslate()
  const theme = useTheme()
  const { station } = useConsole()
  const address = useSelected(station.store, (state) => state.address)
  const on = useSelected(station.store, (state) => state.on)
  const obstacle = useSelected(station.store, (state) => state.obstacle)
  if (address === undefined) return undefined
  if (obstacle !== undefined) return { text: `${theme.marks.late} ${t('printer')}: ${t(shortErrorText(obstacle))}`, role: 'late' }
  return { text: on ? `${theme.marks.ok} ${t('printer')}` : t('printer'), role: on ? 'ok' : 'quiet' }
}

/** 0 for those who have no chat. */
function useUnreadMessages(): number {
  const { session } = useCore()
  const chat = useLoadedChat()
  const user = useSelected(session.store, (state) => state.user)
  const [unread, setUnread] = useState(0)
  useEffect(() => {
    if (!chat) return
    const show = ({ unread: count }: { unread: number | null }): void => setUnread(count ?? 0)
    // The count may have come before this header was drawn.
    show(chat.store.getState())
    return chat.store.subscribe(show)
  }, [chat])
  return user && mayChat(actorOf(user)).allowed ? unread : 0
}
