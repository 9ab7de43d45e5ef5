import { Box } from '@chakra-ui/react'
import { useEffect } from 'react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { companyRoutes } from '@tiffin/core/rules'
import { Link } from 'react-router'
import { Banner } from '../ui/banner.tsx'
import { PrintAlarms } from './print-alarms.tsx'
import { PrintQuestion } from './print-question.tsx'
import { usePrinting } from './use-printing.ts'
import { runInOneTab } from './run-in-one-tab.ts'

/**
 * Prints the tickets of an open board while its toggle is on, and shows those that need attention (BOARD-49, KDS-12).
 */
export function BoardPrinting({ company }: { company: number }) {
  const { boardSettings, moves } = useCore()
  const { station } = usePrinting()
  const requested = useSelected(boardSettings.store, (state) => state.printer) && moves.level() === 2

  useEffect(() => {
    station.start()
    return () => station.stop()
  }, [station])
  useEffect(() => {
    if (!requested) return
    const end = (): void => station.setOn(false)
    return runInOneTab(`tiffin.printing.${company}`, () => station.setOn(true), end)
  }, [station, requested, company])

  return (
    <>
      {requested && <PrinterState />}
      <PrintAlarms />
      <PrintQuestion />
    </>
  )
}

/** Why new tickets are not printed automatically. */
function PrinterState() {
  const t = useTranslate()
  const { session } = useCore()
  const { station } = usePrinting()
  const mayChoose = useSelected(session.store, (state) => state.user?.navigation.includes('Company-Printer') === true)
  const { address, obstacle, on } = useSelected(station.store, (state) => state)
  if (address === undefined)
    return (
      <Banner tone="warning" testId="no-printer">
        {t('No printer selected in this browser')}{' '}
        {mayChoose && <Link to={companyRoutes['Company-Printer']}>{t('Choose a printer')}</Link>}
      </Banner>
    )
  if (obstacle !== undefined)
    return (
      <Banner tone="negative" testId="printer-obstacle">
        {t.message(obstacle)}
      </Banner>
    )
  if (on) return null
  return (
    <Box fontSize="sm" color="fg.muted" px="3" pt="2" data-testid="other-tab-prints">
      {t('Another tab in this browser is printing tickets')}
    </Box>
  )
}
