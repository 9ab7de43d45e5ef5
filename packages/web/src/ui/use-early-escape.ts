import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useStableCallback } from './use-stable-callback.ts'

/**
 * Gives a dialog its Escape before it has registered with the library, a frame after it is shown: until then the dialog below would
 * take the key and close with all that was typed. Returns a ref for the content.
 */
export function useEarlyEscape(onEscape: (() => void) | undefined): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null)
  const escape = useStableCallback(() => onEscape?.())
  useLayoutEffect(() => {
    const take = (event: KeyboardEvent): void => {
      const registered = content.current?.style.getPropertyValue('--layer-index')
      if (event.key !== 'Escape' || event.isComposing || registered) return
      event.preventDefault()
      event.stopImmediatePropagation()
      escape()
    }
    window.addEventListener('keydown', take, { capture: true })
    return () => window.removeEventListener('keydown', take, { capture: true })
  }, [escape])
  return content
}
