import { Box } from '@chakra-ui/react'
import type { BoardOrder } from '@tiffin/core'
import { useCore, useTranslate } from '@tiffin/core/react'
import { cardStyles } from '../../board/board-styles.ts'
import { OrderComment } from '../../order/order-comment.tsx'
import { OrderFacts } from '../../order/order-facts.tsx'
import type { EditorState } from '../editor/use-editor.ts'
import { useRecords } from '../records-context.ts'
import { usePriceFormat } from './use-price-format.ts'

/** The preview of an order as it is stored (ORDER-01). */
export function OrderMain({ editor: { base, dirty } }: { editor: EditorState }) {
  const t = useTranslate()
  const { serverClock } = useCore()
  const { lang, timezone, country } = useRecords()
  const price = usePriceFormat(base ?? {})
  if (!base) return null
  const order = base as unknown as BoardOrder
  return (
    <Box css={cardStyles} maxW="560px" data-testid="order-preview">
      {dirty && (
        <Box role="status" fontSize="sm" color="fg.muted">
          {t('Unsaved changes are not shown here')}
        </Box>
      )}
      <OrderComment order={order} />
      <OrderFacts order={order} format={{ lang, timezone, country, price }} now={serverClock.now()} />
    </Box>
  )
}
