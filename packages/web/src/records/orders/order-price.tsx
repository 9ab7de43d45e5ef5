import { Box } from '@chakra-ui/react'
import { type BoardOrder, formatDay } from '@tiffin/core'
import { previewOrder } from '@tiffin/core/order-editor'
import { useSecond, useTranslate } from '@tiffin/core/react'
import { clockTime } from '@tiffin/core/rules'
import { changedFields } from '@tiffin/core/screens'
import { PriceSteps } from '../../order/price-steps.tsx'
import { WhyButton } from '../../order/why-button.tsx'
import { Button } from '../../ui/controls.ts'
import type { EditorState } from '../editor/use-editor.ts'
import { useRecords } from '../records-context.ts'
import { useOrderTerms, usePromocode } from './use-order-terms.ts'
import { usePriceFormat } from './use-price-format.ts'

const MINUTE = 60_000

/** Price and time of the order as edited, by the rules of the server. */
export function OrderPrice({ editor }: { editor: EditorState }) {
  const t = useTranslate()
  const { row, base } = editor
  const changed = base ? changedFields(base, row) : {}
  const code = typeof changed['promocode'] === 'string' ? changed['promocode'].trim() : ''
  const promocode = usePromocode(row, code)
  const terms = useOrderTerms(row)
  const { format: formatPrice } = usePriceFormat(row)
  const view = useRecords()
  // Minutes are exact enough, and typing stays fast.
  const now = Math.floor(useSecond() / MINUTE) * MINUTE
  if (!base || !terms) return null
  const timezone = terms.company?.timezone ?? view.timezone
  const { lang, country } = view
  const format = {
    price: formatPrice,
    time: (time: string) => clockTime(time, { lang, timezone, country, now }),
    day: (day: string) => formatDay(day, lang),
  }
  const found = previewOrder({ before: base, set: changed }, terms, { promocode, now, timezone, format })
  return (
    <Box as="section" aria-label={t('Total')} data-testid="total">
      <PriceSteps {...found} format={format} />
      {Object.keys(changed).length === 0 && <WhyButton order={base as unknown as BoardOrder} />}
      <PromisedTime editor={editor} minutes={found.estimate.minutes} now={now} />
    </Box>
  )
}

/** How long the order takes from now, and a button to promise that time. */
function PromisedTime({ editor, minutes, now }: { editor: EditorState; minutes: number; now: number }) {
  const t = useTranslate()
  const { lang, timezone, country } = useRecords()
  const finish = new Date(now + minutes * MINUTE).toISOString()
  return (
    <Box mt="3" pt="3" borderTopWidth="1px" display="grid" gap="2" justifyItems="start" data-testid="estimate">
      {t('Takes %1 min from now', [minutes])}
      {editor.open.writable.includes('time_finish') && editor.base?.['time_delivery'] === null && (
        <Button size="sm" onClick={() => editor.set('time_finish', finish)}>
          {t('Set due time to %1', [clockTime(finish, { lang, timezone, country, now })])}
        </Button>
      )}
    </Box>
  )
}
