const field = 'input:is([type=text], [type=search], :not([type])), textarea'
const isField = (target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && target.matches(field)
/** So long a dialog may take to give its field the focus. */
const FOCUS_MS = 1000

export interface EarlyKeys {
  /** The part is loading: keeps what is typed. */
  listen: () => void
  /** The part has come: if none of its fields takes the focus soon, it has none that does. */
  expire: () => void
  /** A field of the part has the focus: it gets what was typed. */
  give: (target: EventTarget) => void
  /** The part does not come. */
  stop: () => void
}

/** Keeps what is typed while a part with a text field is loading, for a field of that part and no other. */
export function createEarlyKeys(): EarlyKeys {
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
