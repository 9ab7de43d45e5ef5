import { Box } from '@chakra-ui/react'
import { formatNumber } from '@tiffin/core'
import type { SessionCompany } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { orderUsage } from '@tiffin/core/rules'

/**
 * The share of its order limit that the company has used; shown by choice, or if little is left (BOARD-42, BOARD-43).
 */
export function UsageBar({ company }: { company: SessionCompany }) {
  const t = useTranslate()
  const { boardSettings, session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const chosen = useSelected(boardSettings.store, (state) => state.bar)
  const usage = orderUsage(company)
  if (!usage || !(chosen || usage.forced)) return null
  const tone = usage.tone === 'red' ? 'negative' : 'positive'
  const label = t('Orders used: %1 of %2', [
    formatNumber(company.order_count, lang),
    formatNumber(company.limit_order ?? 0, lang),
  ])
  return (
    <Box display="flex" alignItems="center" gap="3" px="2" pt="2" fontSize="sm" data-testid="usage" data-tone={usage.tone}>
      <Box
        flex="1"
        h="1.5"
        bg="bg.muted"
        borderRadius="full"
        overflow="hidden"
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(usage.percent, 100)}
        aria-valuetext={label}
      >
        <Box h="full" bg={tone} borderRadius="full" style={{ width: `${Math.min(usage.percent, 100)}%` }} />
      </Box>
      <Box as="span" color={tone} fontWeight="medium">
        {usage.tone === 'red' ? '▲ ' : ''}
        {label}
      </Box>
    </Box>
  )
}
