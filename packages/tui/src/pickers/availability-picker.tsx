import { useState } from 'react'
import { type AvailabilityChange, selectMerchants, setAvailability } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { busyMinutes, busyUntil, localized, availabilityDurations, pausedUntil, readUntil } from '@tiffin/core/rules'
import { useAvailabilityText } from '../board/use-availability-text.ts'
import { sanitize } from '../theme/text.ts'
import type { Command } from '../keys.ts'
import { type Choice, ListPicker } from './list-picker.tsx'
import { TextForm } from './text-form.tsx'

interface Props {
  kind: 'pause' | 'busy'
  /** Set if the change was given on the command line; then only the merchant is asked for. */
  change?: AvailabilityChange | undefined
  /** The merchant that the list begins with, such as that of the selected order. */
  first?: number | undefined
  height: number
  onBack: () => void
  onQuit: () => void
}

/** The merchants of the board that the user may pause or make busy. */
export function usePausableMerchants() {
  const { board, moves } = useCore()
  const merchants = useSelected(board.store, (state) => state.merchants)
  const chosen = useSelected(board.store, (state) => state.chosen)
  return selectMerchants({ merchants, chosen }).filter(({ merchant_id }) => moves.level(merchant_id) === 2)
}

/** Pauses a merchant or makes it busy (KDS-07). Asks which merchant if the board has several, how much, and until when. */
export function AvailabilityPicker({ kind, change, first, height, onBack, onQuit }: Props) {
  const core = useCore()
  const { notices, serverClock, session, i18n } = core
  const t = useTranslate()
  const merchants = usePausableMerchants()
  const availabilityOf = useAvailabilityText()
  const [merchant, setMerchant] = useState(merchants.length === 1 ? merchants[0]?.merchant_id : undefined)
  const [minutes, setMinutes] = useState<number>()
  const [typing, setTyping] = useState(false)
  const title = t(kind === 'pause' ? 'Pause or resume a merchant' : 'Mark a merchant as busy')
  const paced = merchants.find(({ merchant_id }) => merchant_id === merchant)
  const about = sanitize(localized(paced?.name, i18n.lang()))
  const page = { title, about, height }

  function apply(id: number, requested: AvailabilityChange): void {
    void setAvailability(core, id, requested)
    onBack()
  }
  function finish(until: string | null): void {
    if (merchant === undefined) return
    if (kind === 'pause') apply(merchant, { paused_until: until })
    else if (until === null) apply(merchant, { busy_until: null })
    else apply(merchant, { busy_until: until, busy_minutes: minutes ?? busyMinutes[0] })
  }
  const finishTyped = (typed: string): void => {
    const until = readUntil(typed, {
      now: serverClock.now(),
      timezone: session.store.getState().user?.company?.timezone ?? 'UTC',
    })
    if (until) finish(until)
    else notices.show('negative', 'Choose a time within the next 24 hours')
  }
  function onList<V>(choose: (value: V) => void) {
    return (command: Command<'list'>, choice: Choice<V, 'list'> | undefined): void => {
      if (command === 'quit') return onQuit()
      if (command === 'back' || !choice) return onBack()
      choose(choice.value)
    }
  }

  if (paced === undefined)
    return (
      <ListPicker
        key="merchant"
        place="list"
        {...page}
        empty={t('No merchants')}
        initial={Math.max(
          0,
          merchants.findIndex(({ merchant_id }) => merchant_id === first),
        )}
        choices={merchants.map((item) => ({
          key: item.merchant_id,
          label: sanitize(localized(item.name, i18n.lang())),
          remark: availabilityOf(item, serverClock.now()),
          value: item.merchant_id,
        }))}
        onCommand={onList((id: number) => (change ? apply(id, change) : setMerchant(id)))}
      />
    )
  if (typing)
    return (
      <TextForm
        {...page}
        hint={t('Enter a time, such as %1', ['18:30'])}
        onChoose={finishTyped}
        onBack={() => setTyping(false)}
        onQuit={onQuit}
      />
    )
  const now = serverClock.now()
  const isActive = kind === 'pause' ? pausedUntil(paced, now) !== undefined : busyUntil(paced, now) !== undefined
  const end: Choice<'end', 'list'>[] = isActive
    ? [{ key: 'end', label: t(kind === 'pause' ? 'End pause' : 'End busy time'), value: 'end' }]
    : []
  if (kind === 'busy' && minutes === undefined)
    return (
      <ListPicker<number | 'end', 'list'>
        key="minutes"
        place="list"
        {...page}
        empty=""
        choices={[...end, ...busyMinutes.map((more) => ({ key: more, label: t('%1 min more per order', [more]), value: more }))]}
        onCommand={onList((value) => (value === 'end' ? finish(null) : setMinutes(value)))}
      />
    )
  return (
    <ListPicker<number | 'end' | 'type', 'list'>
      key="until"
      place="list"
      {...page}
      empty=""
      choices={[
        ...(kind === 'pause' ? end : []),
        ...availabilityDurations.map((time) => ({ key: time, label: t('For %1 min', [time]), value: time })),
        { key: 'type', label: `${t('Until a set time')}…`, value: 'type' },
      ]}
      onCommand={onList((value) => {
        if (value === 'end') finish(null)
        else if (value === 'type') setTyping(true)
        else finishTyped(String(value))
      })}
    />
  )
}
