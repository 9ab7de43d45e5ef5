import { Box, chakra } from '@chakra-ui/react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import type { Day, DayPeriod } from '@tiffin/core/rules'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button, Input } from '../ui/controls.ts'
import { DayCalendar } from '../ui/day-calendar.tsx'
import { useBoardView } from './board-context.ts'

interface Props {
  period: DayPeriod
  today: Day
  onChoose: (period: DayPeriod) => void
  onClose: () => void
}

/** Custom days, typed or chosen from a calendar (LIST-21). */
export function DaysDialog({ period, today, onChoose, onClose }: Props) {
  const t = useTranslate()
  /** First and last day; only the first while the last is still to be chosen. */
  const [days, setDays] = useState<readonly string[]>([period.from, period.to])
  const { lang, country } = useBoardView()
  const id = useId()
  const [from = '', to = from] = days
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
          <Input type="date" required value={from} max={to} onChange={(event) => setDays([event.target.value, to])} />
        </chakra.label>
        <chakra.label display="grid" gap="1">
          {t('To')}
          <Input type="date" required value={to} min={from} onChange={(event) => setDays([from, event.target.value])} />
        </chakra.label>
      </chakra.form>
      {right && (
        <Box mt="3">
          <DayCalendar days={days} today={today} lang={lang} country={country} onChange={setDays} />
        </Box>
      )}
    </AskDialog>
  )
}
