import { describe, expect, it } from 'vitest'
import { stubClock } from '#session/stub-clock'
import { createNotices } from './notices.ts'

function setUp() {
  const clock = stubClock()
  const notices = createNotices(clock)
  return { clock, notices, shown: () => notices.store.getState().notices.map(({ text }) => text) }
}

describe('on-screen messages', () => {
  it('SHELL-34: disappear after 5000 ms or the given time', async () => {
    const { clock, notices, shown } = setUp()
    notices.show('info', 'Saved')
    notices.show('info', 'Deleted', { ms: 1000 })
    notices.show('info', 'No results', { ms: Infinity })
    await clock.advance(999)
    expect(shown()).toEqual(['Saved', 'Deleted', 'No results'])
    await clock.advance(1)
    expect(shown()).toEqual(['Saved', 'No results'])
    await clock.advance(3999)
    expect(shown()).toEqual(['Saved', 'No results'])
    await clock.advance(1)
    expect(shown()).toEqual(['No results'])
  })

  it('can be closed one by one', () => {
    const { notices, shown } = setUp()
    const first = notices.show('warning', 'Server error')
    notices.show('positive', 'Saved')
    notices.close(first)
    expect(shown()).toEqual(['Saved'])
  })
})
