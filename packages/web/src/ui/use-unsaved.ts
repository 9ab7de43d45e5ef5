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

/** Blocks navigation away from unsaved changes, to another page or another record, until the person decides. */
export function useUnsaved(dirty: boolean): Unsaved {
  const history = useHistory()
  const { pathname, search } = useLocation()
  const id = new URLSearchParams(search).get('id')
  const [target, setTarget] = useState<(() => void) | null>(null)
  const left = useRef(false)
  useEffect(() => {
    if (!dirty) return
    left.current = false
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    const release = history.hold((to, go) => {
      if (left.current || (to.pathname === pathname && to.searchParams.get('id') === id)) return false
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
