import { Box, chakra } from '@chakra-ui/react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { type BoardMerchant, type AvailabilityChange, selectMerchants, setAvailability } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import {
  busyMinutes,
  busyUntil,
  clockTime,
  localized,
  availabilityDurations,
  pausedUntil,
  availabilityTexts,
  readUntil,
} from '@tiffin/core/rules'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button, Input, NativeSelect } from '../ui/controls.ts'
import { useBoardTime } from './board-clock.tsx'
import { useBoardView } from './board-context.ts'

/** The state of a merchant in words. It follows the board's clock, so that it ends without an update from the server. */
function useAvailabilityOf(): (merchant: BoardMerchant) => string {
  const t = useTranslate()
  const now = useBoardTime()
  const { lang, timezone, country } = useBoardView()
  return (merchant) =>
    availabilityTexts(merchant, now, (time) => clockTime(time, { lang, timezone, country, now }))
      .map(({ text, params }) => t.message(text, params))
      .join(', ')
}

function useShownMerchants(): readonly BoardMerchant[] {
  const { board } = useCore()
  const merchants = useSelected(board.store, (state) => state.merchants)
  const chosen = useSelected(board.store, (state) => state.chosen)
  return selectMerchants({ merchants, chosen })
}

/** Which merchants are paused or busy, and until when (KDS-07). */
export function AvailabilityBanners({ onChange }: { onChange: (merchant: number) => void }) {
  const t = useTranslate()
  const availabilityOf = useAvailabilityOf()
  const { lang, mayMove } = useBoardView()
  return useShownMerchants().map((merchant) => {
    const availability = availabilityOf(merchant)
    if (availability === '') return null
    return (
      <Banner key={merchant.merchant_id} tone="warning" testId="pace">
        <Box display="flex" alignItems="center" flexWrap="wrap" columnGap="3" rowGap="1">
          <span>{`${localized(merchant.name, lang)}: ${availability}`}</span>
          {mayMove(merchant.merchant_id) && (
            <Button size="sm" onClick={() => onChange(merchant.merchant_id)}>
              {t('Change')}
            </Button>
          )}
        </Box>
      </Banner>
    )
  })
}

/** Pauses a merchant or makes it busy until a time, or ends either (KDS-07). */
export function AvailabilityDialog({ merchant: initial, onClose }: { merchant: number | undefined; onClose: () => void }) {
  const t = useTranslate()
  const core = useCore()
  const { notices, serverClock } = core
  const { lang, mayMove, timezone } = useBoardView()
  const merchants = useShownMerchants().filter(({ merchant_id }) => mayMove(merchant_id))
  const [chosen, setChosen] = useState(initial)
  const [kind, setKind] = useState<'pause' | 'busy'>('pause')
  const [extra, setExtra] = useState<string>(String(busyMinutes[1]))
  const [time, setTime] = useState<string>(String(availabilityDurations[1]))
  const [clock, setClock] = useState('')
  const [busy, setBusy] = useState(false)
  const availabilityOf = useAvailabilityOf()
  const id = useId()
  const merchant = merchants.find(({ merchant_id }) => merchant_id === chosen) ?? merchants[0]
  const now = serverClock.now()

  async function apply(change: AvailabilityChange): Promise<void> {
    if (!merchant) return
    setBusy(true)
    const isDone = await setAvailability(core, merchant.merchant_id, change)
    setBusy(false)
    if (isDone) onClose()
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    const until = readUntil(time === 'clock' ? clock : time, { now, timezone })
    if (!until) return void notices.show('negative', 'Choose a time within the next 24 hours')
    void apply(kind === 'pause' ? { paused_until: until } : { busy_until: until, busy_minutes: Number(extra) })
  }

  return (
    <AskDialog
      title={t('Pause or mark as busy')}
      testId="pace-dialog"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button variant="solid" type="submit" form={id} disabled={busy || !merchant}>
            {t(kind === 'pause' ? 'Pause' : 'Mark as busy')}
          </Button>
        </>
      }
    >
      <chakra.form id={id} onSubmit={submit} display="grid" gap="3">
        {merchants.length > 1 && (
          <chakra.label display="grid" gap="1">
            {t('Merchant')}
            <NativeSelect value={merchant?.merchant_id} onChange={(event) => setChosen(Number(event.target.value))}>
              {merchants.map(({ merchant_id, name }) => (
                <option key={merchant_id} value={merchant_id}>
                  {localized(name, lang)}
                </option>
              ))}
            </NativeSelect>
          </chakra.label>
        )}
        {merchant && <Box color="fg.muted">{availabilityOf(merchant) || t('Takes orders as usual')}</Box>}
        <Choices>
          {merchant && pausedUntil(merchant, now) !== undefined && (
            <Button disabled={busy} onClick={() => void apply({ paused_until: null })}>
              {t('End pause')}
            </Button>
          )}
          {merchant && busyUntil(merchant, now) !== undefined && (
            <Button disabled={busy} onClick={() => void apply({ busy_until: null })}>
              {t('End busy time')}
            </Button>
          )}
        </Choices>
        <Choices>
          <Choice
            name={`${id}-kind`}
            checked={kind === 'pause'}
            label={t('Stop taking orders')}
            onCheck={() => setKind('pause')}
          />
          <Choice
            name={`${id}-kind`}
            checked={kind === 'busy'}
            label={t('Busy: orders take longer')}
            onCheck={() => setKind('busy')}
          />
        </Choices>
        {kind === 'busy' && (
          <chakra.label display="grid" gap="1">
            {t('Extra minutes per order')}
            <Input type="number" required min={1} max={600} value={extra} onChange={(event) => setExtra(event.target.value)} />
          </chakra.label>
        )}
        <Choices>
          {availabilityDurations.map((minutes) => (
            <Choice
              key={minutes}
              name={`${id}-time`}
              checked={time === String(minutes)}
              label={t('For %1 min', [minutes])}
              onCheck={() => setTime(String(minutes))}
            />
          ))}
          <Choice name={`${id}-time`} checked={time === 'clock'} label={t('Until a set time')} onCheck={() => setTime('clock')} />
          {time === 'clock' && (
            <Input
              type="time"
              w="auto"
              required
              aria-label={t('Time')}
              value={clock}
              onChange={(event) => setClock(event.target.value)}
            />
          )}
        </Choices>
      </chakra.form>
    </AskDialog>
  )
}

const Choices = ({ children }: { children: ReactNode }) => (
  <Box display="flex" flexWrap="wrap" alignItems="center" columnGap="4" rowGap="1" _empty={{ display: 'none' }}>
    {children}
  </Box>
)

const Choice = ({ name, checked, label, onCheck }: { name: string; checked: boolean; label: string; onCheck: () => void }) => (
  <chakra.label display="inline-flex" alignItems="center" gap="1.5" cursor="pointer" minH="6">
    <input type="radio" name={name} checked={checked} onChange={onCheck} />
    {label}
  </chakra.label>
)
