import type { Card } from '@tiffin/core'
import { useSelected } from '@tiffin/core/react'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** Gives cards the focus, also those that are out of sight and not drawn yet. */
export interface CardFocus {
  /** `wanted`: the card that its column has to draw, also once it has the focus: it scrolls into sight only then. */
  store: StoreApi<{ wanted: number | undefined }>
  /** Gives the wanted card the focus, once; called by its column when it is drawn. */
  give(link: HTMLElement): void
  go(orderId: number | undefined): void
  /** Called before an order is moved: the focus goes with its card, or to the one that takes its place where it leaves the board. */
  follow(orderId: number): void
}

/** The link of an order's card, where it is drawn. */
export const linkOf = (orderId: number): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-testid=board] [data-order="${orderId}"] .open`)

/** The card that takes the place of this one, once it has gone. */
function nextFocusTarget(orderId: number): () => HTMLElement | null {
  const card = linkOf(orderId)
  const [place, column] = [card?.closest<HTMLElement>('.row')?.dataset['index'], card?.closest('.column')]
  return () => {
    const links = [...(column?.querySelectorAll<HTMLElement>('.row .open') ?? [])]
    return links.find((link) => link.closest<HTMLElement>('.row')?.dataset['index'] === place) ?? links.at(-1) ?? null
  }
}

/** A column draws a wanted card within a few frames. */
const GIVEN_UP_MS = 500

export function createCardFocus(): CardFocus {
  const store = createStore<{ wanted: number | undefined }>(() => ({ wanted: undefined }))
  const isWanted = (orderId: number): boolean => store.getState().wanted === orderId
  let isGiven = true
  function want(orderId: number | undefined): void {
    isGiven = orderId === undefined
    store.setState({ wanted: orderId })
  }
  return {
    store,
    give(link) {
      if (!isGiven) link.focus()
      isGiven = true
    },
    go(orderId) {
      const drawn = orderId === undefined ? null : linkOf(orderId)
      if (drawn) return drawn.focus()
      want(orderId)
      // What a search hides takes no focus when it comes back later.
      if (orderId !== undefined) setTimeout(() => !isGiven && isWanted(orderId) && want(undefined), GIVEN_UP_MS)
    },
    follow(orderId) {
      // What is open above the board keeps the focus.
      if (document.querySelector('[role=dialog]')) return
      const next = nextFocusTarget(orderId)
      // The menu or question that moves it gives the focus back first, and the card may leave its column only then.
      requestAnimationFrame(() => {
        const stays = linkOf(orderId)
        if (stays) return stays.focus()
        want(orderId)
        requestAnimationFrame(() => {
          if (isGiven || !isWanted(orderId)) return
          want(undefined)
          next()?.focus()
        })
      })
    },
  }
}

/** The wanted card, if it stands in this column. */
export const useWanted = (focus: CardFocus, cards: readonly Card[]): number | undefined =>
  useSelected(focus.store, ({ wanted }) => (cards.some(({ order_id }) => order_id === wanted) ? wanted : undefined))
