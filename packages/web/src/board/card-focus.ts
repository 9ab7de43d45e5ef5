import type { Card } from '@tiffin/core'
import { useSelected } from '@tiffin/core/react'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** Moves the focus to cards, including off-screen ones that are not rendered yet. */
export interface CardFocus {
  /**
   * `wanted`: the card that its column must render, even after it has the focus, because only then does it scroll into
   * view.
   */
  store: StoreApi<{ wanted: number | undefined }>
  /** Focuses the wanted card once; called by its column after rendering it. */
  give(link: HTMLElement): void
  go(orderId: number | undefined): void
  /**
   * Called before an order is moved: the focus follows its card, or goes to the next one if the card leaves the board.
   */
  follow(orderId: number): void
}

/** Selectors for a card, its link that opens the order and takes the card's focus, and its menu button. */
export const CARD = '[data-order]'
export const CARD_LINK = '[data-card-link]'
export const CARD_MENU = '[data-card-menu]'

/** The link of an order's card, if rendered. */
export const linkOf = (orderId: number): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-testid=board] [data-order="${orderId}"] ${CARD_LINK}`)

/** The card that takes this one's place after it has gone. */
export function nextFocusTarget(orderId: number): () => HTMLElement | null {
  const row = linkOf(orderId)?.closest<HTMLElement>('[data-index]')
  const [place, column] = [row?.dataset['index'], row?.parentElement]
  return () => {
    const rows = [...(column?.querySelectorAll<HTMLElement>('[data-index]') ?? [])]
    const next = rows.find(({ dataset }) => dataset['index'] === place) ?? rows.at(-1)
    return next?.querySelector<HTMLElement>(CARD_LINK) ?? null
  }
}

/** A column renders a wanted card within a few frames. */
const RENDER_TIMEOUT_MS = 500

export function createCardFocus(): CardFocus {
  const store = createStore<{ wanted: number | undefined }>(() => ({ wanted: undefined }))
  const isWanted = (orderId: number): boolean => store.getState().wanted === orderId
  let isGiven = true
  function setWanted(orderId: number | undefined): void {
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
      setWanted(orderId)
      // A card hidden by a search must not take the focus when it reappears later.
      if (orderId !== undefined) setTimeout(() => !isGiven && isWanted(orderId) && setWanted(undefined), RENDER_TIMEOUT_MS)
    },
    follow(orderId) {
      // A dialog above the board keeps the focus.
      if (document.querySelector('[role=dialog]')) return
      const next = nextFocusTarget(orderId)
      // The menu or dialog that moves it returns the focus first; only then may the card leave its column.
      requestAnimationFrame(() => {
        const stays = linkOf(orderId)
        if (stays) return stays.focus()
        setWanted(orderId)
        requestAnimationFrame(() => {
          if (isGiven || !isWanted(orderId)) return
          setWanted(undefined)
          next()?.focus()
        })
      })
    },
  }
}

/** The wanted card if it is in this column. */
export const useRequestedCard = (focus: CardFocus, cards: readonly Card[]): number | undefined =>
  useSelected(focus.store, ({ wanted: requested }) =>
    cards.some(({ order_id }) => order_id === requested) ? requested : undefined,
  )
