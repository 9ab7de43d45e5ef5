import type { Attention, CancelledOrder } from '@tiffin/core'
import { useCore, useSelected } from '@tiffin/core/react'

type AttentionById = ReturnType<Attention['store']['getState']>['news']

/** Why orders need attention, by order id (KDS-05). */
export const useAttention = (): AttentionById => useSelected(useCore().attention.store, (state) => state.news)

/** Unseen cancelled orders (KDS-23). */
export const useCancelled = (): readonly CancelledOrder[] => useSelected(useCore().attention.store, (state) => state.cancelled)

/** Recently cancelled orders that were seen or cancelled here. */
export const useSeenCancelled = (): readonly CancelledOrder[] =>
  useSelected(useCore().attention.store, (state) => state.seenCancelled)
