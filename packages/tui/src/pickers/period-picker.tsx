import { useState } from 'react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { addDays, type ChosenPeriod, companyToday, quickPeriods } from '@tiffin/core/rules'
import { ListPicker } from './list-picker.tsx'
import { TextForm } from './text-form.tsx'

type Option = 'ahead' | 'type' | (typeof quickPeriods)[number]

/** Today and seven days ahead, a quick option, or custom days (BOARD-06, BOARD-13). */
export function PeriodPicker({ height, onBack, onQuit }: { height: number; onBack: () => void; onQuit: () => void }) {
  const { board, notices } = useCore()
  const t = useTranslate()
  const today = useToday()
  const period = useSelected(board.store, (state) => state.period)
  const [typing, setTyping] = useState(false)
  const choose = (chosen: ChosenPeriod | undefined): void => {
    void board.setPeriod(chosen)
    onBack()
  }
  if (typing) {
    return (
      <TextForm
        title={t('Period')}
        hint={t('Enter a date or range, such as %1', [`${today} ${addDays(today, 7)}`])}
        height={height}
        initial={typeof period === 'object' ? `${period.from} ${period.to}` : ''}
        onChoose={(text) => {
          const chosen = readPeriod(text)
          if (chosen) choose(chosen)
          else notices.show('negative', 'Enter a valid date or range')
        }}
        onBack={() => setTyping(false)}
        onQuit={onQuit}
      />
    )
  }
  const options: readonly Option[] = ['ahead', ...quickPeriods, 'type']
  const isChosen = (option: Option): boolean => (typeof period === 'object' ? option === 'type' : option === (period ?? 'ahead'))
  const choices = options.map((option) => ({
    key: option,
    label: option === 'ahead' ? t('The next 7 days') : option === 'type' ? t('Choose dates…') : t(option),
    remark: isChosen(option) ? t('selected') : '',
    value: option,
  }))
  return (
    <ListPicker
      place="list"
      title={t('Period')}
      empty=""
      height={height}
      choices={choices}
      initial={Math.max(0, options.findIndex(isChosen))}
      onCommand={(command, choice) => {
        if (command === 'quit') return onQuit()
        if (command === 'back' || !choice) return onBack()
        if (choice.value === 'type') return setTyping(true)
        choose(choice.value === 'ahead' ? undefined : choice.value)
      }}
    />
  )
}

/** The company's date. */
function useToday(): string {
  const { session, serverClock } = useCore()
  const timezone = useSelected(session.store, (state) => state.user?.company?.timezone ?? 'UTC')
  return companyToday(serverClock.now(), timezone)
}

/** Parses `2026-11-21` or `2026-11-21 2026-11-25`, in either order, or the name of a quick option. */
export function readPeriod(text: string): ChosenPeriod | undefined {
  const quick = quickPeriods.find((name) => name.toLowerCase() === text.trim().toLowerCase())
  if (quick) return quick
  const days = text.trim().split(/[\s,]+/)
  if (days.length > 2 || !days.every(isDay)) return undefined
  const [from = '', to = from] = days.toSorted()
  return { from, to }
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00.000Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** The period as shown in the header; empty without a choice. */
export function usePeriodText(): string {
  const { board } = useCore()
  const t = useTranslate()
  const period = useSelected(board.store, (state) => state.period)
  if (!period) return ''
  if (typeof period === 'string') return t(period)
  return period.from === period.to ? period.from : `${period.from} – ${period.to}`
}
