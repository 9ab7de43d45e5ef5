import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router'
import { expect, it } from 'vitest'
import { createHeldHistory } from './held-history.ts'

function setUp() {
  const history = createHeldHistory(createMemoryHistory({ initialEntries: ['/a', '/b'], initialIndex: 1, v5Compat: true }))
  const seen: string[] = []
  const asked: [to: string, go: () => void][] = []
  history.listen(({ location }) => seen.push(location.pathname))
  /** An editor that asks until somebody has answered. */
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
])('EDIT-02: unsaved changes hold %s back until somebody has answered', (_way, go, to) => {
  const { history, seen, asked, hold } = setUp()
  // An editor within another: each asks for itself.
  hold()
  hold()
  go(history)
  for (const answered of [1, 2]) {
    expect(asked.map(([path]) => path)).toEqual(Array.from({ length: answered }, () => to))
    expect(seen).toEqual([])
    expect(history.location.pathname).toBe('/b')
    asked.at(-1)?.[1]()
  }
  expect(seen).toEqual([to])
  expect(history.location.pathname).toBe(to)
})

it('EDIT-02: what stays on the record, and what comes after the hold, is not held back', () => {
  const { history, seen, asked, hold } = setUp()
  const release = hold()
  history.push('/b?tab=Info')
  release()
  history.push('/c')
  history.go(-1)
  expect(asked).toHaveLength(1)
  expect(seen).toEqual(['/b', '/c', '/b'])
})
