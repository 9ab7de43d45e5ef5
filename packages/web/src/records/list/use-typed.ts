import { useEffect, useState } from 'react'
import { useCore } from '@tiffin/core/react'

/** Milliseconds between the last key and the search (COMP-01). */
const DELAY = 300

/** What is typed into a box that narrows a list, told a while after the last key; follows what comes from elsewhere, such as Back. */
export function useTyped(value: string, onChange: (text: string) => void) {
  const { ports } = useCore()
  const [typed, setTyped] = useState(value)
  const text = typed.trim()
  useEffect(() => setTyped((now) => (now.trim() === value ? now : value)), [value])
  useEffect(() => {
    if (text === value) return
    return ports.clock.after(DELAY, () => onChange(text))
  }, [text, value, onChange, ports])
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
