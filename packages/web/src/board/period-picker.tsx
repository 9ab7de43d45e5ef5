import { Box, chakra, Menu } from '@chakra-ui/react'
import { type FormEvent, useId, useState } from 'react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { boardPeriod, companyToday, type DayPeriod, daysOfPeriod, type QuickPeriod, quickPeriods } from '@tiffin/core/rules'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { DayCalendar } from '../ui/day-calendar.tsx'
import { Button, Input } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { useBoardView } from './board-context.ts'

const AHEAD = 'ahead'
const OWN = 'own'

/** Today and seven days ahead, a quick option, or days of one's own (BOARD-06, BOARD-13, LIST-20, LIST-21). */
export function PeriodPicker() {
  const t = useTranslate()
  const { board, boardSettings, serverClock } = useCore()
  const { lang, timezone } = useBoardView()
  const period = useSelected(board.store, (state) => state.period)
  const [choosing, setChoosing] = useState(false)
  const today = companyToday(serverClock.now(), timezone)
  const chosen = typeof period === 'object' ? OWN : (period ?? AHEAD)
  const label = !period ? t('The next 7 days') : typeof period === 'string' ? t(period) : formatDays(period, lang)

  function choose(value: string): void {
    if (value === OWN) return setChoosing(true)
    const quick = value === AHEAD ? null : (value as QuickPeriod)
    void board.setPeriod(quick ?? undefined)
    boardSettings.set({ period: quick })
  }
  return (
    <>
      <Menu.Root positioning={{ strategy: 'fixed' }}>
        <Menu.Trigger asChild>
          <Button aria-label={t('Period: %1', [label])}>
            <Icon name="calendar" />
            <Box as="span" truncate maxW="48">
              {label}
            </Box>
            <Icon name="down" size={14} />
          </Button>
        </Menu.Trigger>
        <Menu.Positioner>
          <Menu.Content>
            <Menu.RadioItemGroup value={chosen} onValueChange={({ value }) => choose(value)}>
              <Option value={AHEAD} label={t('The next 7 days')} />
              <Menu.Separator />
              {quickPeriods.map((name) => (
                <Option key={name} value={name} label={t(name)} />
              ))}
            </Menu.RadioItemGroup>
            <Menu.Separator />
            <Menu.Item value={OWN} onSelect={() => setChoosing(true)}>
              <Box w="4" />
              <Menu.ItemText>{t('Choose dates…')}</Menu.ItemText>
            </Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </Menu.Root>
      {choosing && (
        <DaysDialog
          period={period ? daysOfPeriod(period, today) : boardPeriod(today)}
          onClose={() => setChoosing(false)}
          onChoose={(days) => {
            void board.setPeriod(days)
            setChoosing(false)
          }}
        />
      )}
    </>
  )
}

const Option = ({ value, label }: { value: string; label: string }) => (
  <Menu.RadioItem value={value}>
    <Box w="4" display="flex" color="accent">
      <Menu.ItemIndicator>
        <Icon name="check" />
      </Menu.ItemIndicator>
    </Box>
    <Menu.ItemText>{label}</Menu.ItemText>
  </Menu.RadioItem>
)

interface DaysProps {
  period: DayPeriod
  onChoose: (period: DayPeriod) => void
  onClose: () => void
}

function DaysDialog({ period, onChoose, onClose }: DaysProps) {
  const t = useTranslate()
  const [from, setFrom] = useState(period.from)
  const [to, setTo] = useState(period.to)
  const { serverClock } = useCore()
  const { lang, timezone, country } = useBoardView()
  const id = useId()
  const right = from !== '' && to !== '' && from <= to
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (right) onChoose({ from, to })
  }
  return (
    <AskDialog
      title={t('Choose dates')}
      testId="days-dialog"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button variant="solid" type="submit" form={id} disabled={!right}>
            {t('Show')}
          </Button>
        </>
      }
    >
      <chakra.form
        id={id}
        onSubmit={submit}
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
        gap="3"
      >
        <chakra.label display="grid" gap="1">
          {t('From')}
          <Input type="date" required value={from} max={to} onChange={(event) => setFrom(event.target.value)} />
        </chakra.label>
        <chakra.label display="grid" gap="1">
          {t('To')}
          <Input type="date" required value={to} min={from} onChange={(event) => setTo(event.target.value)} />
        </chakra.label>
      </chakra.form>
      {right && (
        <Box mt="3">
          <DayCalendar
            country={country}
            period={{ from, to }}
            today={companyToday(serverClock.now(), timezone)}
            lang={lang}
            onChange={(days) => {
              setFrom(days.from)
              setTo(days.to)
            }}
          />
        </Box>
      )}
    </AskDialog>
  )
}

function formatDays({ from, to }: DayPeriod, lang: string): string {
  const format = new Intl.DateTimeFormat(lang, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  return format.formatRange(new Date(from), new Date(to))
}
