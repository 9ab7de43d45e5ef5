import { Box } from '@chakra-ui/react'
import { type ReactNode, useEffect, useReducer } from 'react'
import type { Target } from '@tiffin/core/help'
import { KITCHEN } from '@tiffin/core/printing'
import { useSelected, useTranslate } from '@tiffin/core/react'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { guideTarget } from '../help/guide-target.ts'
import { AddPrinter } from './add-printer.tsx'
import { PrintQuestion } from './print-question.tsx'
import { PrinterChoice } from './printer-choice.tsx'
import { PaperFields, ProfileFields } from './printer-fields.tsx'
import { TicketPreview } from './ticket-preview.tsx'
import { usePrinting } from './use-printing.ts'

/** This browser's printer: choice, settings and a ticket preview (NAV-58, PRINT-01 to 12). */
export function PrinterPage() {
  const t = useTranslate()
  const { station } = usePrinting()
  const printers = useSelected(station.store, (state) => state.printers)
  const chosen = printers.find(({ active }) => active)
  // Settings made while no printer is chosen are not in a store, so they need this re-render.
  const [, kept] = useReducer((times: number) => times + 1, 0)

  // Printers may have been plugged in or permitted since the last visit (PRINT-08).
  useEffect(() => {
    const find = (): void => void (document.visibilityState === 'visible' && station.find())
    find()
    document.addEventListener('visibilitychange', find)
    return () => document.removeEventListener('visibilitychange', find)
  }, [station])

  return (
    <Box overflowY="auto" p={{ base: '4', sm: '6' }} data-testid="printer-page">
      <Box as="h1" fontSize="xl" fontWeight="semibold" mb="4">
        {t('Printer')}
      </Box>
      <Box display="grid" gridTemplateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 560px) minmax(0, 1fr)' }} gap="6">
        <Box display="grid" gap="5" alignContent="start">
          <Section title={t('Printer for this browser')}>
            <PrinterChoice />
          </Section>
          <Section title={t('Add printer')} target="addPrinter">
            <AddPrinter />
          </Section>
          <Section title={t('Paper')}>
            <PaperFields printer={chosen} onSaved={kept} />
            {chosen && <ProfileFields printer={chosen} />}
          </Section>
          {chosen && !chosen.address.startsWith(KITCHEN) && (
            <Box display="flex" gap="2" flexWrap="wrap">
              <Button variant="solid" onClick={() => void station.test(chosen.address)}>
                <Icon name="printer" />
                {t('Test print')}
              </Button>
              <Button onClick={() => station.forget(chosen.address)}>{t('Remove printer')}</Button>
            </Box>
          )}
        </Box>
        <Section title={t('Preview')}>
          <TicketPreview printer={chosen} />
        </Section>
      </Box>
      <PrintQuestion />
    </Box>
  )
}

const Section = ({ title, target, children }: { title: string; target?: Target; children: ReactNode }) => (
  <Box
    as="section"
    display="grid"
    gap="3"
    alignContent="start"
    aria-label={title}
    {...(target === undefined ? {} : guideTarget(target))}
  >
    <Box as="h2" fontSize="md" fontWeight="semibold">
      {title}
    </Box>
    {children}
  </Box>
)
