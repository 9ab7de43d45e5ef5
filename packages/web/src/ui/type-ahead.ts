const field = 'input:is([type=text], [type=search], :not([type])), textarea'
const isField = (target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && target.matches(field)
/** How long a dialog may take to focus its field. */
const FOCUS_MS = 1000

export interface TypeAhead {
  /** The part is loading: record keystrokes. */
  listen: () => void
  /** The part is loaded: if none of its fields is focused soon, drop the text. */
  expire: () => void
  /** A field of the part is focused: it gets the text. */
  give: (target: EventTarget) => void
  /** The part failed to load. */
  stop: () => void
}

/** Records keystrokes while a part with a text field is loading, and passes them to a field of that part. */
export function createTypeAhead(): TypeAhead {
  let typed = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const hear = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.target && isField(event.target))) return
    if (event.key === 'Backspace') typed = typed.slice(0, -1)
    else if (event.key.length === 1) typed += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  function stop(): void {
    clearTimeout(timer)
    document.removeEventListener('keydown', hear, true)
    typed = ''
  }
  return {
    stop,
    listen() {
      clearTimeout(timer)
      document.addEventListener('keydown', hear, true)
    },
    expire() {
      timer = setTimeout(stop, FOCUS_MS)
    },
    give(target) {
      if (!isField(target)) return
      const text = typed
      stop()
      if (text === '') return
      target.setRangeText(text, target.selectionStart ?? 0, target.selectionEnd ?? 0, 'end')
      target.dispatchEvent(new Event('input', { bubbles: true }))
    },
  }
}
