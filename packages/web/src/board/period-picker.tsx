import { Box, Menu } from '@chakra-ui/react'
import { useState } from 'react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { boardPeriod, companyToday, type DayPeriod, daysOfPeriod, type QuickPeriod, quickPeriods } from '@tiffin/core/rules'
import { lazyComponent } from '../lazy-component.ts'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { LazyBoundary } from '../ui/lazy-boundary.tsx'
import { guideTarget } from '../help/guide-target.ts'
import { useBoardView } from './board-context.ts'

const DaysDialog = lazyComponent(async () => (await import('./days-dialog.tsx')).DaysDialog)

const AHEAD = 'ahead'
const CUSTOM = 'own'

/** Chooses today and seven days ahead, a quick option, or custom days (BOARD-06, BOARD-13, LIST-20, LIST-21). */
export function PeriodPicker() {
  const t = useTranslate()
  const { board, boardSettings, serverClock } = useCore()
  const { lang, timezone } = useBoardView()
  const period = useSelected(board.store, (state) => state.period)
  const [choosing, setChoosing] = useState(false)
  const today = companyToday(serverClock.now(), timezone)
  const chosen = typeof period === 'object' ? CUSTOM : (period ?? AHEAD)
  const label = !period ? t('The next 7 days') : typeof period === 'string' ? t(period) : formatDays(period, lang)

  function choose(value: string): void {
    if (value === CUSTOM) return setChoosing(true)
    const quick = value === AHEAD ? null : (value as QuickPeriod)
    void board.setPeriod(quick ?? undefined)
    boardSettings.set({ period: quick })
  }
  return (
    <>
      <Menu.Root positioning={{ strategy: 'fixed' }}>
        <Menu.Trigger asChild>
          <Button aria-label={t('Period: %1', [label])} {...guideTarget('period')}>
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
            <Menu.Item value={CUSTOM} onSelect={() => setChoosing(true)}>
              <Box w="4" />
              <Menu.ItemText>{t('Choose dates…')}</Menu.ItemText>
            </Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </Menu.Root>
      {choosing && (
        <LazyBoundary onFail={() => setChoosing(false)}>
          <DaysDialog
            period={period ? daysOfPeriod(period, today) : boardPeriod(today)}
            today={today}
            onClose={() => setChoosing(false)}
            onChoose={(days) => {
              void board.setPeriod(days)
              setChoosing(false)
            }}
          />
        </LazyBoundary>
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

function formatDays({ from, to }: DayPeriod, lang: string): string {
  const format = new Intl.DateTimeFormat(lang, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  return format.formatRange(new Date(from), new Date(to))
}
