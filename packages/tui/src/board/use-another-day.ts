import type { Card } from '@tiffin/core'
import { useCore, useSelected } from '@tiffin/core/react'
import { companyToday } from '@tiffin/core/rules'

/** Month and day, on the company's clock, of an order from outside the period, which is here because nobody has finished it (BOARD-13). */
export function useAnotherDay({ outside, time_create }: Card): string | undefined {
  const { session } = useCore()
  const timezone = useSelected(session.store, (state) => state.user?.company?.timezone ?? 'UTC')
  return outside ? companyToday(Date.parse(time_create), timezone).slice(5) : undefined
}
