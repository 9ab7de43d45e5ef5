import { useEffect, useState } from 'react'
import { useCore } from '@tiffin/core/react'

/** Milliseconds between the last keystroke and the search (COMP-01). */
const DELAY = 300

/** The text of a filter box, reported `delay` ms after the last keystroke; follows outside changes, such as Back. */
export function useDebouncedText(value: string, onChange: (text: string) => void, delay = DELAY) {
  const { ports } = useCore()
  const [typed, setTyped] = useState(value)
  const text = typed.trim()
  useEffect(() => setTyped((now) => (now.trim() === value ? now : value)), [value])
  useEffect(() => {
    if (text === value) return
    return ports.clock.after(delay, () => onChange(text))
  }, [text, value, onChange, ports, delay])
  return {
    value: typed,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setTyped(event.target.value),
    onKeyDown: (event: React.KeyboardEvent) => {
      if (event.key === 'Enter') onChange(text)
      if (event.key !== 'Escape') return
      setTyped('')
      onChange('')
    },
  }
}
