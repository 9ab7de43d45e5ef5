import { type KeyboardEvent, useState } from 'react'

/** One tab stop for a line of buttons, in which the arrow keys, Home and End move the focus. */
export function useRoving(count: number, axis: 'row' | 'column') {
  const [at, setAt] = useState(0)
  const stop = Math.min(at, count - 1)
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const isLeftward = getComputedStyle(event.currentTarget).direction === 'rtl'
    const [next, previous] =
      axis === 'column' ? ['ArrowDown', 'ArrowUp'] : isLeftward ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
    const steps: Record<string, number> = { [next]: stop + 1, [previous]: stop - 1, Home: 0, End: count - 1 }
    const to = steps[event.key]
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const buttons = event.currentTarget.querySelectorAll<HTMLElement>('th button')
    buttons[Math.max(0, Math.min(to, count - 1))]?.focus()
  }
  return {
    onKeyDown,
    buttonAt: (index: number) => ({ tabIndex: index === stop ? 0 : -1, onFocus: () => setAt(index) }),
  }
}
