import { createPath, type Location, NavigationType, type Navigator, parsePath, type To } from 'react-router'

/** Called before a navigation. Returning true holds it back until `go` is called and no other hold applies. */
type LeaveGuard = (to: URL, go: () => void) => boolean

/** The current location and how it was reached. */
export interface Place {
  location: Location
  action: NavigationType
}

/** The browser's history, extended so that unsaved changes can block navigation. */
export interface ConsoleHistory extends Navigator {
  place(): Place
  listen(listener: (place: Place) => void): () => void
  /** Returns a function that ends the hold. */
  hold(hold: LeaveGuard): () => void
  /** Runs `go` if nothing holds it back; for navigation outside the history. */
  ask(to: To, go: () => void): void
}

/** Stored by the browser with each entry; `index` tells how far a step went. */
interface Entry {
  index: number
  key: string
  state: unknown
}

type BrowserWindow = Pick<Window, 'history' | 'location' | 'addEventListener' | 'removeEventListener'>

const createHref = (to: To): string => (typeof to === 'string' ? to : createPath(to))
const randomUuid = (): string => Math.random().toString(36).slice(2, 10)

export function createConsoleHistory(browser: BrowserWindow = window): ConsoleHistory {
  const { history, location } = browser
  const entry = (): Partial<Entry> | null => history.state as Partial<Entry> | null
  const holds = new Set<LeaveGuard>()
  const listeners = new Set<(place: Place) => void>()
  let index = entry()?.index ?? 0
  let action: NavigationType = NavigationType.Pop
  /** Our own history steps come back as events. */
  let expected: 'return' | 'go' | null = null
  if (entry()?.index === undefined) history.replaceState({ index, key: 'default', state: null } satisfies Entry, '')

  const urlOf = (to: To): URL => new URL(location.origin + createPath(typeof to === 'string' ? parsePath(to) : to))
  const isHeld = (to: URL, go: () => void): boolean => [...holds].some((hold) => hold(to, go))
  const place = (): Place => {
    const { pathname, search, hash } = location
    const { key = 'default', state = null } = entry() ?? {}
    return { location: { pathname, search, hash, key, state }, action }
  }
  function ask(to: To, run: () => void): void {
    const go = (): void => {
      if (!isHeld(urlOf(to), go)) run()
    }
    go()
  }
  function notifyListeners(how: NavigationType): void {
    action = how
    for (const listener of listeners) listener(place())
  }
  /** The browser reports a step after taking it: a blocked step is reverted. */
  function isReverted(step: number): boolean {
    if (step === 0) return false
    const own = expected
    expected = null
    if (own) return own === 'return'
    const to = new URL(location.href)
    const go = (): void => {
      if (isHeld(to, go)) return
      expected = 'go'
      history.go(step)
    }
    if (!isHeld(to, go)) return false
    expected = 'return'
    history.go(-step)
    return true
  }
  function pop(): void {
    // An entry without an index was created by typing another `#…`.
    const next = entry()?.index ?? index
    const step = next - index
    index = next
    if (!isReverted(step)) notifyListeners(NavigationType.Pop)
  }
  return {
    place,
    createHref,
    ask,
    go: (step) => history.go(step),
    push(to, state: unknown = null) {
      ask(to, () => {
        index += 1
        history.pushState({ index, key: randomUuid(), state } satisfies Entry, '', urlOf(to))
        notifyListeners(NavigationType.Push)
      })
    },
    replace(to, state: unknown = null) {
      ask(to, () => {
        history.replaceState({ index, key: randomUuid(), state } satisfies Entry, '', urlOf(to))
        notifyListeners(NavigationType.Replace)
      })
    },
    listen(listener) {
      if (listeners.size === 0) browser.addEventListener('popstate', pop)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) browser.removeEventListener('popstate', pop)
      }
    },
    hold(hold) {
      holds.add(hold)
      return () => void holds.delete(hold)
    },
  }
}
