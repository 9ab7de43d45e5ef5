import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { HeldHistory } from '../held-history.ts'

const Context = createContext<HeldHistory | null>(null)
export const HeldHistoryProvider = Context.Provider

interface Unsaved {
  /** Goes where somebody was about to go; null while nobody is. */
  target: (() => void) | null
  /** Stays here after all. */
  stay: () => void
  /** Does something that leads away and has been asked about. */
  leave: (go: () => void) => void
}

/** Holds back whatever leads away from unsaved changes, to another page or another record, until somebody has been asked. */
export function useUnsaved(dirty: boolean): Unsaved {
  const history = useContext(Context)
  const { pathname, search } = useLocation()
  const id = new URLSearchParams(search).get('id')
  const [target, setTarget] = useState<(() => void) | null>(null)
  const left = useRef(false)
  useEffect(() => {
    if (!dirty) return
    left.current = false
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    const release = history?.hold((to, go) => {
      if (left.current || (to.pathname === pathname && to.searchParams.get('id') === id)) return false
      setTarget(() => go)
      return true
    })
    return () => {
      window.removeEventListener('beforeunload', ask)
      release?.()
    }
  }, [dirty, history, pathname, id])
  return {
    target,
    stay: () => setTarget(null),
    leave(go) {
      left.current = true
      setTarget(null)
      go()
    },
  }
}

/** For what takes everything on the page away, such as another company: unsaved changes are asked about first. */
export function useAskToLeave(): (go: () => void) => void {
  const history = useContext(Context)
  return (go) => (history ? history.ask('/', go) : go())
}
