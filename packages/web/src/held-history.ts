import { NavigationType, type To, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router'

type History = ReturnType<typeof createBrowserHistory>

/** Told of a way before it is taken; true keeps it from being taken, until `go` is called and nothing else holds it. */
type Hold = (to: URL, go: () => void) => boolean

export interface HeldHistory extends History {
  /** Answers with the end of the hold. */
  hold(hold: Hold): () => void
  /** Goes where nothing holds that back; for ways that are not steps in the history. */
  ask(to: To, go: () => void): void
}

/** The browser's history, from which unsaved changes can hold back whatever leads away from them. */
export function createHeldHistory(history: History = createBrowserHistory({ v5Compat: true })): HeldHistory {
  const holds = new Set<Hold>()
  const isHeld = (to: To, go: () => void): boolean => [...holds].some((hold) => hold(history.createURL(to), go))
  /** Our own steps in the history of the browser come back as events. */
  let expected: 'return' | 'go' | null = null

  function ask(to: To, run: () => void): void {
    const go = (): void => {
      if (!isHeld(to, go)) run()
    }
    go()
  }
  /** The browser tells of a step when it has taken it: a step that is held back is taken back. */
  function isTakenBack(step: number): boolean {
    if (step === 0) return false
    const own = expected
    expected = null
    if (own) return own === 'return'
    const to = history.location
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
  // Its getters stay getters.
  const held = Object.create(history) as History
  return Object.assign(held, {
    ask,
    push: ((to, state) => ask(to, () => history.push(to, state))) satisfies History['push'],
    replace: ((to, state) => ask(to, () => history.replace(to, state))) satisfies History['replace'],
    listen: ((listener) =>
      history.listen((update) => {
        const step = update.action === NavigationType.Pop ? (update.delta ?? 0) : 0
        if (!isTakenBack(step)) listener(update)
      })) satisfies History['listen'],
    hold(hold: Hold) {
      holds.add(hold)
      return () => void holds.delete(hold)
    },
  })
}
