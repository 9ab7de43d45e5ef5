import { Box } from '@chakra-ui/react'
import { type CancelledOrder, orderName } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { Button } from '../ui/controls.ts'
import { Banner } from '../ui/banner.tsx'

/** Orders that were cancelled elsewhere stay in sight, with the reason, until somebody here has seen them (KDS-23). */
export function CancelledStrip() {
  const { attention } = useCore()
  const cancelled = useSelected(attention.store, (state) => state.cancelled)
  return cancelled.map((order) => <OneCancelled key={order.order_id} order={order} />)
}

function OneCancelled({ order }: { order: CancelledOrder }) {
  const t = useTranslate()
  const { attention, board, i18n } = useCore()
  const name = useSelected(board.store, (state) => orderName(state, order, i18n.lang()))
  const { order_id, reason } = order
  return (
    <Banner tone="negative" testId={`cancelled-${order_id}`}>
      <Box display="flex" alignItems="center" flexWrap="wrap" gap="3">
        <span>{reason === '' ? t('Order %1 was cancelled', [name]) : t('Order %1 was cancelled: %2', [name, reason])}</span>
        <Button size="sm" onClick={() => attention.seen(order_id)}>
          {t('Seen')}
        </Button>
      </Box>
    </Banner>
  )
}
