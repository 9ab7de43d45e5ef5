import { Box } from '@chakra-ui/react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { Button } from '../ui/controls.ts'
import { Banner } from '../ui/banner.tsx'

/** Orders that were cancelled elsewhere stay in sight, with the reason, until somebody here has seen them (KDS-23). */
export function CancelledStrip() {
  const t = useTranslate()
  const { attention } = useCore()
  const cancelled = useSelected(attention.store, (state) => state.cancelled)
  return cancelled.map(({ order_id, ticket, reason }) => (
    <Banner key={order_id} tone="negative" testId={`cancelled-${order_id}`}>
      <Box display="flex" alignItems="center" flexWrap="wrap" gap="3">
        <span>{reason === '' ? t('Order %1 was cancelled', [ticket]) : t('Order %1 was cancelled: %2', [ticket, reason])}</span>
        <Button size="sm" onClick={() => attention.seen(order_id)}>
          {t('Seen')}
        </Button>
      </Box>
    </Banner>
  ))
}
