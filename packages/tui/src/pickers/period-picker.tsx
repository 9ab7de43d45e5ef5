import { useState } from 'react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { addDays, type ChosenPeriod, companyToday, quickPeriods } from '@tiffin/core/rules'
import { ListPicker } from './list-picker.tsx'
import { TextForm } from './text-form.tsx'

type Wish = 'ahead' | 'type' | (typeof quickPeriods)[number]

/** Today and seven days ahead, a quick option, or days of one's own (BOARD-06, BOARD-13). */
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
        hint={t('Two days, such as %1, or one', [`${today} ${addDays(today, 7)}`])}
        height={height}
        initial={typeof period === 'object' ? `${period.from} ${period.to}` : ''}
        onChoose={(text) => {
          const chosen = readPeriod(text)
          if (chosen) choose(chosen)
          else notices.show('negative', 'These are no days')
        }}
        onBack={() => setTyping(false)}
        onQuit={onQuit}
      />
    )
  }
  const wishes: readonly Wish[] = ['ahead', ...quickPeriods, 'type']
  const isChosen = (wish: Wish): boolean => (typeof period === 'object' ? wish === 'type' : wish === (period ?? 'ahead'))
  const choices = wishes.map((wish) => ({
    key: wish,
    label: wish === 'ahead' ? t('The next 7 days') : wish === 'type' ? t('Choose the days…') : t(wish),
    remark: isChosen(wish) ? t('chosen') : '',
    value: wish,
  }))
  return (
    <ListPicker
      place="list"
      title={t('Period')}
      empty=""
      height={height}
      choices={choices}
      initial={Math.max(0, wishes.findIndex(isChosen))}
      onCommand={(command, choice) => {
        if (command === 'quit') return onQuit()
        if (command === 'back' || !choice) return onBack()
        if (choice.value === 'type') return setTyping(true)
        choose(choice.value === 'ahead' ? undefined : choice.value)
      }}
    />
  )
}

/** The company's day. */
function useToday(): string {
  const { session, serverClock } = useCore()
  const timezone = useSelected(session.store, (state) => state.user?.company?.timezone ?? 'UTC')
  return companyToday(serverClock.now(), timezone)
}

/** `2026-11-21` or `2026-11-21 2026-11-25`, in either order; or the name of a quick option. */
export function readPeriod(text: string): ChosenPeriod | undefined {
  const quick = quickPeriods.find((name) => name.toLowerCase() === text.trim().toLowerCase())
  if (quick) return quick
  const days = text.trim().split(/[\s,]+/)
  if (days.length > 2 || !days.every(isDay)) return undefined
  const [from = '', to = from] = days.toSorted()
  return { from, to }
}

function isDay(text: string): boolean {
  const moment = Date.parse(`${text}T00:00:00.000Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text)
}

/** The period as the header says it; nothing without a choice. */
export function usePeriodText(): string {
  const { board } = useCore()
  const t = useTranslate()
  const period = useSelected(board.store, (state) => state.period)
  if (!period) return ''
  if (typeof period === 'string') return t(period)
  return period.from === period.to ? period.from : `${period.from} – ${period.to}`
}
