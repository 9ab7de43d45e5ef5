import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { useTheme } from '../theme/theme.ts'

/** The text after the title of a page about an order, if its items or address have changed and no one has seen it. */
export function useChangedMark(orderId: number): string {
  const { attention } = useCore()
  const { marks } = useTheme()
  const t = useTranslate()
  const isChanged = useSelected(attention.store, ({ news }) => news.get(orderId) === 'changed')
  return isChanged ? ` ${marks.flash}${t('CHANGED')}` : ''
}
