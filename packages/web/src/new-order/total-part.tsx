import { Box } from '@chakra-ui/react'
import { confirmationSentence } from '@tiffin/core/new-order'
import { useTranslate } from '@tiffin/core/react'
import { PriceSteps } from '../order/price-steps.tsx'
import { useNewOrder, usePreview } from './new-order-context.ts'

/** The total, updated while typing, and details to tell the caller. */
export function TotalSection() {
  const t = useTranslate()
  const { order, choices, format } = useNewOrder()
  const found = usePreview()
  if (!found) return null
  if (choices?.isPartial)
    return (
      <Box role="status" p="3" borderRadius="l2" bg="warning.subtle" color="warning" data-testid="total">
        {t('Payment types, fees and delivery are not available offline. The total is calculated when the order is sent.')}
      </Box>
    )
  const { steps, refusals } = found.price
  return (
    <Box as="section" aria-label={t('Total')} data-testid="total">
      <PriceSteps steps={steps} refusals={refusals} warnings={found.warnings} isCodeOpen={found.isCodeOpen} format={format} />
      {order.cart.length > 0 && (
        <Box mt="2" p="3" borderRadius="l2" bg="accent.subtle" fontWeight="medium" data-testid="read-back">
          {t.sentence(confirmationSentence(order, found, format))}
        </Box>
      )}
    </Box>
  )
}
