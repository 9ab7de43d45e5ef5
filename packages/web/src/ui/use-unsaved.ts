import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useHistory } from './use-history.ts'

interface Unsaved {
  /** Continues the blocked navigation; null if there is none. */
  target: (() => void) | null
  /** Cancels the navigation. */
  stay: () => void
  /** Runs a navigation that was already confirmed. */
  leave: (go: () => void) => void
}

/** The record that an address opens; on the board, an order whose editor is open. */
const recordIn = (params: URLSearchParams): string | null => params.get('id') ?? (params.has('tab') ? params.get('order') : null)

/** Blocks navigation away from unsaved changes, to another page or another record, until the user decides. */
export function useUnsaved(dirty: boolean): Unsaved {
  const history = useHistory()
  const { pathname, search } = useLocation()
  const id = recordIn(new URLSearchParams(search))
  const [target, setTarget] = useState<(() => void) | null>(null)
  const left = useRef(false)
  useEffect(() => {
    if (!dirty) return
    left.current = false
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    const release = history.hold((to, go) => {
      if (left.current || (to.pathname === pathname && recordIn(to.searchParams) === id)) return false
      setTarget(() => go)
      return true
    })
    return () => {
      window.removeEventListener('beforeunload', ask)
      release()
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

/** For actions that replace the whole page, such as changing the company: asks about unsaved changes first. */
export function useAskToLeave(): (go: () => void) => void {
  const history = useHistory()
  return (go) => history.ask('/', go)
}
