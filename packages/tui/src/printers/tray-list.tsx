import { Text, useWindowSize } from 'ink'
import { useMemo } from 'react'
import { describeConflict, describeMoveSince, selectTray, type TrayEntry } from '@tiffin/core'
import { useCore, useMovesSince, useOrderName, useSelected, useTranslate } from '@tiffin/core/react'
import type { Decision } from '@tiffin/core/rules'
import { errors } from '@tiffin/sdk/contract'
import { sanitize, wrap } from '../theme/text.ts'
import { ListPicker } from '../pickers/list-picker.tsx'

/** Lines below the list: the reason for the error, and the latest moves made elsewhere. */
const DETAIL_LINES = 5

interface TrayProps {
  height: number
  onOpen: (orderId: number) => void
  onBack: () => void
  onQuit: () => void
}

/** Offline changes that could not be applied: the change, the current state, and the user's decision (MOON-04). */
export function TrayList({ height, onOpen, onBack, onQuit }: TrayProps) {
  const { board, i18n, moves } = useCore()
  const t = useTranslate()
  const nameOf = useOrderName()
  const tray = useSelected(board.store, (state) => state.tray)
  const rows = useSelected(board.store, (state) => state.rows)
  const statuses = useSelected(board.store, (state) => state.statuses)
  const entries = useMemo(() => selectTray({ tray, rows }, moves.mayMove), [tray, rows, moves])
  const choices = entries.map((entry) => {
    const { mine, theirs } = describeConflict(entry, { statuses, t, lang: i18n.lang() })
    return {
      key: entry.key,
      label: `${sanitize(nameOf(entry))}  ${sanitize(mine)}`,
      remark: sanitize(theirs),
      closed: !entry.decision.allowed,
      ...(entry.decision.allowed ? {} : refusalOf(entry, entry.decision)),
      value: entry,
    }
  })
  function refusalOf({ open }: TrayEntry, { code, params }: Extract<Decision, { allowed: false }>) {
    if (!open) return { commands: ['drop'] as const, reason: t('This order is no longer visible') }
    return { commands: ['drop', 'open'] as const, reason: t.message(errors[code], params) }
  }
  return (
    <ListPicker
      place="tray"
      title={t('Conflicting changes')}
      empty={t('No conflicting changes')}
      height={height}
      choices={choices}
      renderDetails={(entry) => <RefusalDetails entry={entry} />}
      detailsHeight={DETAIL_LINES}
      onCommand={(command, choice) => {
        if (command === 'quit') return onQuit()
        if (command === 'back' || !choice) return onBack()
        if (command === 'drop') board.dropConflict(choice.value.key)
        else if (command === 'open') onOpen(choice.value.order_id)
        else board.keepConflict(choice.value.key)
      }}
    />
  )
}

/** Why a change was refused, and who moved the order before (who, from, to, when). */
function RefusalDetails({ entry }: { entry: TrayEntry }) {
  const { board, i18n, session, serverClock } = useCore()
  const t = useTranslate()
  const statuses = useSelected(board.store, (state) => state.statuses)
  const timezone = useSelected(session.store, (state) => state.user?.company?.timezone ?? 'UTC')
  const country = useSelected(session.store, (state) => state.user?.company?.country.alpha2 ?? '')
  const words = { statuses, t, lang: i18n.lang(), timezone, country, now: serverClock.now() }
  const moves = useMovesSince(entry)
  const { columns } = useWindowSize()
  const refusal = wrap(sanitize(t.message(entry.error, entry.params)), columns - 2).slice(0, DETAIL_LINES - 2)
  return (
    <>
      <Text> </Text>
      {refusal.map((line) => (
        <Text key={line}>{line}</Text>
      ))}
      {moves.slice(refusal.length + 1 - DETAIL_LINES).map((move) => (
        <Text key={move.at} wrap="truncate">
          {sanitize(describeMoveSince(move, words))}
        </Text>
      ))}
    </>
  )
}
