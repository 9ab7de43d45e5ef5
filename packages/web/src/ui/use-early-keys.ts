import { useEffect } from 'react'

const field = 'input:is([type=text], [type=search], :not([type])), textarea'
/** So long a dialog may take to give its field the focus. */
const FOCUS_MS = 1000

/** While a part with a text field is loading: keeps what is typed, and gives it to the field when that has the focus. */
export function useEarlyKeys(on: boolean): void {
  useEffect(() => {
    if (!on) return
    let typed = ''
    const hear = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || (event.target instanceof Element && event.target.matches(field)))
        return
      if (event.key === 'Backspace') typed = typed.slice(0, -1)
      else if (event.key.length === 1) typed += event.key
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('keydown', hear, true)
    return () => {
      const until = performance.now() + FOCUS_MS
      const give = (): void => {
        const active = document.activeElement
        const isField = (active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement) && active.matches(field)
        if (!isField && performance.now() < until) return void requestAnimationFrame(give)
        document.removeEventListener('keydown', hear, true)
        if (!isField || typed === '') return
        active.setRangeText(typed, active.selectionStart ?? 0, active.selectionEnd ?? 0, 'end')
        active.dispatchEvent(new Event('input', { bubbles: true }))
      }
      give()
    }
  }, [on])
}
