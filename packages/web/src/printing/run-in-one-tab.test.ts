import { describe, expect, it } from 'vitest'
import { runInOneTab } from './run-in-one-tab.ts'

/** The log of a tab, and a way to end it. */
function tab(name: string, locks: LockManager | null) {
  const done: string[] = []
  const end = runInOneTab(
    name,
    () => done.push('begins'),
    () => done.push('ends'),
    locks,
  )
  return { done, end }
}

describe('work that one tab does at a time', () => {
  it('BOARD-49: starts in the next tab when the first has ended', async () => {
    const { locks } = navigator
    const [first, second, third] = [tab('a', locks), tab('a', locks), tab('a', locks)]
    await expect.poll(() => first.done).toEqual(['begins'])
    second.end()
    first.end()
    await expect.poll(() => third.done).toEqual(['begins'])
    expect([first.done, second.done]).toEqual([['begins', 'ends'], []])
    third.end()
  })

  it('starts at once in a browser without locks', () => {
    const { done, end } = tab('a', null)
    expect(done).toEqual(['begins'])
    end()
    expect(done).toEqual(['begins', 'ends'])
  })
})
