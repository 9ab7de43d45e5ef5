import type { Attention, CancelledOrder } from '@tiffin/core'
import { useCore, useSelected } from '@tiffin/core/react'

type News = ReturnType<Attention['store']['getState']>['news']

/** Why orders want to be looked at, by their keys (KDS-05). */
export const useNews = (): News => useSelected(useCore().attention.store, (state) => state.news)

/** Cancelled orders that nobody has seen yet (KDS-23). */
export const useCancelled = (): readonly CancelledOrder[] => useSelected(useCore().attention.store, (state) => state.cancelled)

/** Cancelled orders of the last hours that somebody here has seen or cancelled. */
export const useSeenCancelled = (): readonly CancelledOrder[] =>
  useSelected(useCore().attention.store, (state) => state.seenCancelled)
