import { Box } from '@chakra-ui/react'
import type { WhyStep } from '@tiffin/sdk/contract'
import { useTranslate } from '@tiffin/core/react'
import { Dollars } from './dollars.tsx'

/** How a bill is calculated, step by step. */
export function BillSteps({ steps }: { steps: readonly WhyStep[] }) {
  const t = useTranslate()
  return (
    <Box as="ul" listStyleType="none" fontSize="sm" data-testid="bill-steps">
      {steps.map(({ label, label_params, amount, why, params }, index) => (
        <Box
          as="li"
          key={index}
          display="flex"
          justifyContent="space-between"
          gap="4"
          py="1"
          borderTopWidth={index === 0 ? '0' : '1px'}
          fontWeight={index === steps.length - 1 ? 'semibold' : undefined}
        >
          <Box overflowWrap="anywhere">
            {t.message(label, label_params)}
            {why !== undefined && (
              <Box as="span" color="fg.muted" fontWeight="normal">
                {' '}
                ({t.message(why, params)})
              </Box>
            )}
          </Box>
          {amount !== undefined && <Dollars amount={amount} />}
        </Box>
      ))}
    </Box>
  )
}
