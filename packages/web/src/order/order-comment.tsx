import type { Order } from '@tiffin/sdk/contract'
import { useTranslate } from '@tiffin/core/react'
import { Icon } from '../ui/icon.tsx'

/** The customer's comment on the whole order, unlike notes on dishes. */
export function OrderComment({ order }: { order: Pick<Order, 'comment'> }) {
  const t = useTranslate()
  if (!order.comment) return null
  return (
    <p className="comment" role="note" aria-label={t('Comment')}>
      <Icon name="chat" size={14} />
      <bdi>{order.comment}</bdi>
    </p>
  )
}
