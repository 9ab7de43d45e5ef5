import { Box } from '@chakra-ui/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { PrinterSettings } from '@tiffin/core/printing'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { layoutJob, type PaperColumns, paperColumns, renderHtml } from '@tiffin/core/receipt'
import { Button } from '../ui/controls.ts'
import { readPaper } from './printer-paper.ts'
import { sampleOrder } from './sample-order.ts'

const purposes = ['kitchen', 'receipt'] as const

/** A sample on the chosen paper, isolated from the console's styles; its text is escaped when rendered. */
export function TicketPreview({ printer }: { printer: PrinterSettings | undefined }) {
  const t = useTranslate()
  const { session, ports } = useCore()
  const user = useSelected(session.store, (state) => state.user)
  const lang = useSelected(session.store, (state) => state.lang)
  const [purpose, setPurpose] = useState<(typeof purposes)[number]>('kitchen')
  const paper = useRef<HTMLDivElement>(null)
  const requested = printer?.columns ?? readPaper(ports.storage).columns
  const columns: PaperColumns = paperColumns.find((paperColumn) => paperColumn === requested) ?? 32
  const company = user?.company
  const html = useMemo(() => {
    const lines = layoutJob(sampleOrder(t, lang, company), {
      columns,
      lang,
      t,
      purpose,
      timezone: company?.timezone ?? 'UTC',
      country: company?.country.alpha2 ?? '',
      ...(company?.country.currency_code ? { currency: company.country.currency_code } : {}),
    })
    return renderHtml(lines, { columns })
  }, [t, lang, company, columns, purpose])
  useEffect(() => {
    const { current } = paper
    if (!current) return
    const root = current.shadowRoot ?? current.attachShadow({ mode: 'open' })
    root.innerHTML = html
  }, [html])
  const names = { kitchen: t('Kitchen ticket'), receipt: t('Receipt') }
  return (
    <>
      <Box display="flex" gap="2">
        {purposes.map((purpos) => (
          <Button
            key={purpos}
            aria-pressed={purpos === purpose}
            bg={purpos === purpose ? 'accent.subtle' : undefined}
            onClick={() => setPurpose(purpos)}
          >
            {names[purpos]}
          </Button>
        ))}
      </Box>
      <Box
        ref={paper}
        tabIndex={0}
        role="group"
        aria-label={t('Preview')}
        data-testid="preview"
        dir="ltr"
        w="fit-content"
        maxW="full"
        p="4"
        overflowX="auto"
        borderWidth="1px"
        borderRadius="l2"
        style={{ background: '#fff' }}
      />
    </>
  )
}
