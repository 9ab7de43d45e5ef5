import { expect, it } from 'vitest'
import { createConsoleHistory } from './console-history.ts'

/** A browser with this address open, which reports each step as it is taken. */
function openBrowser(address: string) {
  const entries = [{ url: new URL(address, 'https://console.example'), state: null as unknown }]
  let at = 0
  const events = new EventTarget()
  const current = () => entries[at] ?? expect.unreachable()
  const history = {
    get state(): unknown {
      return current().state
    },
    pushState(state: unknown, _title: string, url: string | URL) {
      entries.splice(at + 1, entries.length, { url: new URL(url, current().url), state })
      at += 1
    },
    replaceState(state: unknown, _title: string, url: string | URL = current().url) {
      entries[at] = { url: new URL(url, current().url), state }
    },
    go(step: number) {
      at += step
      events.dispatchEvent(new Event('popstate'))
    },
  }
  const location = new Proxy({} as Location, { get: (_, name) => Reflect.get(current().url, name) as unknown })
  return {
    history: history as History,
    location,
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  }
}

function setUp() {
  const history = createConsoleHistory(openBrowser('/a'))
  history.push('/b')
  const seen: string[] = []
  const asked: [to: string, go: () => void][] = []
  history.listen(({ location }) => seen.push(location.pathname))
  /** An editor that asks and waits for the response. */
  const hold = () => {
    const release = history.hold((to, go) => {
      asked.push([
        to.pathname,
        () => {
          release()
          go()
        },
      ])
      return to.pathname !== '/b'
    })
    return release
  }
  return { history, seen, asked, hold }
}

it.each<[string, (history: ReturnType<typeof setUp>['history']) => void, string]>([
  ['a link', (history) => history.push('/c'), '/c'],
  ['another address in the same place', (history) => history.replace('/c'), '/c'],
  ['Back', (history) => history.go(-1), '/a'],
])('EDIT-02: unsaved changes hold back %s until the question is answered', (_way, go, to) => {
  const { history, seen, asked, hold } = setUp()
  // Nested editors each ask for themselves.
  hold()
  hold()
  go(history)
  for (const answered of [1, 2]) {
    expect(asked.map(([path]) => path)).toEqual(Array.from({ length: answered }, () => to))
    expect(seen).toEqual([])
    expect(history.place().location.pathname).toBe('/b')
    asked.at(-1)?.[1]()
  }
  expect(seen).toEqual([to])
  expect(history.place().location.pathname).toBe(to)
})

it('EDIT-02: does not hold back steps within the record, nor steps after the hold has ended', () => {
  const { history, seen, asked, hold } = setUp()
  const release = hold()
  history.push('/b?tab=Info')
  release()
  history.push('/c')
  history.go(-1)
  expect(asked).toHaveLength(1)
  expect(seen).toEqual(['/b', '/c', '/b'])
})

it('restores an address and its state after Back and Forward', () => {
  const { history } = setUp()
  history.push({ pathname: '/c', search: '?id=1' }, { opened: true })
  history.replace({ pathname: '/c', search: '?id=2' }, { opened: true })
  history.go(-1)
  expect(history.place()).toMatchObject({ action: 'POP', location: { pathname: '/b', search: '', state: null } })
  history.go(1)
  expect(history.place()).toMatchObject({ location: { pathname: '/c', search: '?id=2', state: { opened: true } } })
})

it('a reloaded page keeps its place in the history', () => {
  const browser = openBrowser('/a')
  createConsoleHistory(browser).push('/b', { opened: true })
  const history = createConsoleHistory(browser)
  const seen: string[] = []
  history.listen(({ location }) => seen.push(location.pathname))
  history.hold(({ pathname }) => pathname === '/a')
  expect(history.place().location).toMatchObject({ pathname: '/b', state: { opened: true } })
  history.go(-1)
  expect([seen, history.place().location.pathname]).toEqual([[], '/b'])
})
