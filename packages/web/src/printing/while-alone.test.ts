import { describe, expect, it } from 'vitest'
import { whileAlone } from './while-alone.ts'

/** What a tab has done so far, and how it is told to end. */
function tab(name: string, locks: LockManager | null) {
  const done: string[] = []
  const end = whileAlone(
    name,
    () => done.push('begins'),
    () => done.push('ends'),
    locks,
  )
  return { done, end }
}

describe('what one tab does alone', () => {
  it('BOARD-49: begins in the next tab when the first has ended', async () => {
    const { locks } = navigator
    const [first, second, third] = [tab('a', locks), tab('a', locks), tab('a', locks)]
    await expect.poll(() => first.done).toEqual(['begins'])
    second.end()
    first.end()
    await expect.poll(() => third.done).toEqual(['begins'])
    expect([first.done, second.done]).toEqual([['begins', 'ends'], []])
    third.end()
  })

  it('begins at once in a browser without locks', () => {
    const { done, end } = tab('a', null)
    expect(done).toEqual(['begins'])
    end()
    expect(done).toEqual(['begins', 'ends'])
  })
})
