import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useCore } from '@tiffin/core/react'
import { useBoardView } from './board-context.ts'
import { CARD, CARD_LINK, CARD_MENU } from './card-focus.ts'
import { isPlainClick } from '../ui/plain-click.ts'

/** How long a finger must hold a card to open its menu, in ms, and how far it may slip, in px (BOARD-30, LIST-23). */
const LONG_PRESS = { ms: 1000, slip: 8 }

/** Opens a card's menu by long press or the right mouse button, for everyone (AMB-094). */
export function useCardPress(board: RefObject<HTMLElement | null>): void {
  const { moves, ports } = useCore()
  const { openMenu } = useBoardView()
  const showMenu = useEffectEvent(openMenu)
  useEffect(() => {
    const element = board.current
    if (!element) return
    let cancel: (() => void) | undefined
    let start = { x: 0, y: 0 }
    let touching = false

    const cardAt = (target: EventTarget | null): HTMLElement | null =>
      target instanceof Element && !target.closest(CARD_MENU) ? target.closest<HTMLElement>(CARD) : null

    function open(node: HTMLElement, point: { x: number; y: number }): void {
      const card = moves.order(Number(node.dataset['order']))
      const opener = node.querySelector<HTMLElement>(CARD_LINK)
      if (card && opener) showMenu(card, { element: opener, point })
    }

    const stop = (): void => {
      cancel?.()
      cancel = undefined
    }
    const press = (event: TouchEvent): void => {
      stop()
      touching = true
      const [point] = event.touches
      const node = cardAt(event.target)
      if (!point || !node || event.touches.length > 1) return
      start = { x: point.clientX, y: point.clientY }
      cancel = ports.clock.after(LONG_PRESS.ms, () => {
        node.dataset['pressed'] = ''
        // Ends the drag started by the same finger.
        event.target?.dispatchEvent(new Event('touchcancel', { bubbles: true }))
        dropClick()
        open(node, start)
      })
    }
    const slip = (event: TouchEvent): void => {
      const [point] = event.touches
      if (point && Math.hypot(point.clientX - start.x, point.clientY - start.y) > LONG_PRESS.slip) stop()
    }
    const lift = (): void => {
      stop()
      touching = false
    }
    const rightClick = (event: MouseEvent): void => {
      const node = cardAt(event.target)
      if (!node) return
      event.preventDefault()
      // A finger opens the menu by our own timer, which is longer than the browser's.
      if (!touching) open(node, { x: event.clientX, y: event.clientY })
    }
    // Cards are links, but the board handles a plain click. React does not see the click that ends a drag, because
    // dnd-kit stops its propagation without preventing the default.
    const stay = (event: MouseEvent): void => {
      if (isPlainClick(event) && event.target instanceof Element && event.target.closest(CARD_LINK)) event.preventDefault()
    }
    document.addEventListener('click', stay, { capture: true })
    element.addEventListener('touchstart', press, { passive: true })
    element.addEventListener('touchmove', slip, { passive: true })
    element.addEventListener('touchend', lift)
    element.addEventListener('contextmenu', rightClick)
    return () => {
      stop()
      document.removeEventListener('click', stay, { capture: true })
      element.removeEventListener('touchstart', press)
      element.removeEventListener('touchmove', slip)
      element.removeEventListener('touchend', lift)
      element.removeEventListener('contextmenu', rightClick)
    }
  }, [board, moves, ports])
}

/** The click after the finger is lifted must not open the order below the menu. */
function dropClick(): void {
  const drop = (event: Event): void => {
    event.stopPropagation()
    event.preventDefault()
  }
  document.addEventListener('click', drop, { capture: true, once: true })
  document.addEventListener('touchstart', () => document.removeEventListener('click', drop, { capture: true }), {
    capture: true,
    once: true,
  })
}
