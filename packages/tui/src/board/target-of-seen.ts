import type { Attention } from '@tiffin/core'

type AttentionState = ReturnType<Attention['store']['getState']>

/**
 * The target of the "Mark as seen" key: the selected orders if one of them is new or has changed, else the cancelled
 * order that the banner names, which has no card to select. It never marks several cancellations.
 */
export function targetOfSeen(
  selected: readonly number[],
  { news, cancelled }: Pick<AttentionState, 'news' | 'cancelled'>,
): 'orders' | 'cancelled' | undefined {
  if (selected.some((id) => news.has(id))) return 'orders'
  return cancelled.length === 1 ? 'cancelled' : undefined
}
