import { Box } from '@chakra-ui/react'
import { orderName } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import type { PrintAlarm } from '@tiffin/core/printing'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/controls.ts'
import { usePrinting } from './use-printing.ts'

/** More would leave no room for the orders. */
const MAX_ALARMS = 3

/** Tickets that may not be printed or are no longer retried, until staff decide (KDS-12). */
export function PrintAlarms() {
  const t = useTranslate()
  const { station } = usePrinting()
  const alarms = useSelected(station.store, (state) => state.alarms)
  return (
    <>
      {alarms.slice(0, MAX_ALARMS).map((alarm) => (
        <OneAlarm key={alarm.print_job_id} alarm={alarm} />
      ))}
      {alarms.length > MAX_ALARMS && (
        <Box fontSize="sm" color="fg.muted" px="3" pt="1">
          {t('%1 more tickets need attention', [alarms.length - MAX_ALARMS])}
        </Box>
      )}
    </>
  )
}

function OneAlarm({ alarm }: { alarm: PrintAlarm }) {
  const t = useTranslate()
  const { board, moves, i18n } = useCore()
  const { station } = usePrinting()
  const name = useSelected(board.store, (state) =>
    orderName(state, { order_id: alarm.order, merchant: alarm.merchant }, i18n.lang()),
  )
  return (
    <Banner tone="negative" testId={`print-alarm-${alarm.order}`}>
      <Box display="flex" alignItems="center" flexWrap="wrap" columnGap="3" rowGap="1">
        <span>
          {alarm.state === 'unknown' ? t('Ticket %1 may not have been printed', [name]) : t("Can't print ticket %1", [name])}
          {alarm.error !== '' && `: ${t.message(alarm.error)}`}
        </span>
        {moves.level() === 2 && (
          <Box display="flex" gap="2">
            <Button size="sm" onClick={() => void station.again(alarm)}>
              {t('Print again')}
            </Button>
            <Button size="sm" onClick={() => void station.dismiss(alarm)}>
              {t('Dismiss')}
            </Button>
          </Box>
        )}
      </Box>
    </Banner>
  )
}
