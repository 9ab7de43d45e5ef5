import { Box } from '@chakra-ui/react'
import { errors } from '@tiffin/sdk/contract'
import { readBack } from '@tiffin/core/new-order'
import { useTranslate } from '@tiffin/core/react'
import { useNewOrder, usePreview } from './new-order-context.ts'

/** The total as it is typed, with the reason for each amount, and what to say on the phone. */
export function TotalPart() {
  const t = useTranslate()
  const { order, price, time } = useNewOrder()
  const found = usePreview()
  if (!found) return null
  const { steps, total, refusals } = found.price
  const shown = steps.filter(
    ({ label, amount, why }) => label === 'Total' || Number(amount) !== 0 || (label === 'Delivery' && why),
  )
  const refused = refusals.filter((one) => !one.allowed).filter(({ code }) => code !== 'required')
  return (
    <Box as="section" aria-label={t('Total')} data-testid="total">
      {shown.map(({ label, amount, why, params }) => (
        <Box key={label} display="flex" gap="3" fontWeight={label === 'Total' ? 'semibold' : undefined} py="0.5">
          <Box flex="1" minW="0">
            {t.message(label)}
            {why !== undefined && (
              <Box as="span" fontSize="sm" color="fg.muted" ms="2">
                {t.message(why, params)}
              </Box>
            )}
          </Box>
          <bdi dir="ltr" data-testid={`amount-${label}`}>
            {price(amount)}
          </bdi>
        </Box>
      ))}
      {found.isCodeOpen && (
        <Box fontSize="sm" color="fg.muted">
          {t('The promo code is checked when the order is created')}
        </Box>
      )}
      {refused.map((one) => (
        <Box key={one.code} role="alert" color="warning">
          {t.message(errors[one.code], one.params)}
        </Box>
      ))}
      {found.warnings.length > 0 && (
        <Box role="status" mt="2" p="3" borderRadius="l2" bg="warning.subtle" color="warning" data-testid="warnings">
          {found.warnings.map(({ warning, text }) => (
            <Box key={warning}>{t.sentence(text)}</Box>
          ))}
        </Box>
      )}
      {order.cart.length > 0 && (
        <Box mt="2" p="3" borderRadius="l2" bg="accent.subtle" fontWeight="medium" data-testid="read-back">
          {t.sentence(readBack(order, price(total), time(found.finish)))}
        </Box>
      )}
    </Box>
  )
}
