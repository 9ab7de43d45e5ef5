import { useCore, useSelected, useTranslate } from '@tiffin/core/react'

/** Marks an order as new, changed or late until it is seen (KDS-05). */
export function AttentionMark({ orderId }: { orderId: number }) {
  const t = useTranslate()
  const { attention } = useCore()
  const news = useSelected(attention.store, (state) => state.news.get(orderId))
  if (!news) return null
  const texts = { new: t('New'), changed: t('Changed'), late: t('Late') }
  return (
    <span className="news" data-news={news}>
      {texts[news]}
    </span>
  )
}
