import { Box } from '@chakra-ui/react'
import { errors } from '@tiffin/sdk/contract'
import { reasonText } from '@tiffin/core/explain'
import { errorParams } from '@tiffin/core/new-order'
import { useTranslate } from '@tiffin/core/react'
import { type Decision, isNotable, type OpenWarning, type OrderFormat, type PriceStep } from '@tiffin/core/rules'

interface Props {
  steps: readonly PriceStep[]
  refusals: readonly Decision[]
  warnings: readonly OpenWarning[]
  /** The promo code has not been looked up. */
  isCodeOpen: boolean
  format: OrderFormat
}

/** The amounts of an order with the reason for each, and its errors and warnings. */
export function PriceSteps({ steps, refusals, warnings, isCodeOpen, format }: Props) {
  const t = useTranslate()
  const refused = refusals.filter((refusal) => !refusal.allowed).filter(({ code }) => code !== 'required')
  return (
    <>
      {steps.filter(isNotable).map(({ label, amount, why, params }) => (
        <Box key={label} display="flex" gap="3" fontWeight={label === 'Total' ? 'semibold' : undefined} py="0.5">
          <Box flex="1" minW="0">
            {t.message(label)}
            {why !== undefined && (
              <Box as="span" fontSize="sm" color="fg.muted" ms="2">
                {reasonText({ why, params }, { t, format })}
              </Box>
            )}
          </Box>
          <bdi dir="ltr" data-testid={`amount-${label}`}>
            {format.price(amount)}
          </bdi>
        </Box>
      ))}
      {isCodeOpen && (
        <Box fontSize="sm" color="fg.muted">
          {t('The promo code is checked when the order is saved')}
        </Box>
      )}
      {refused.map((item) => (
        <Box key={item.code} role="alert" color="warning">
          {t.message(errors[item.code], errorParams(item, format))}
        </Box>
      ))}
      {warnings.length > 0 && (
        <Box role="status" mt="2" p="3" borderRadius="l2" bg="warning.subtle" color="warning" data-testid="warnings">
          {warnings.map(({ text }) => (
            <Box key={text.text}>{t.sentence(text)}</Box>
          ))}
        </Box>
      )}
    </>
  )
}
