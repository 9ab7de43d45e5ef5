import { describe, expect, it } from 'vitest'
import { stubClock } from '#session/stub-clock'
import { createNotices } from './notices.ts'

function setUp() {
  const clock = stubClock()
  const notices = createNotices(clock)
  return { clock, notices, shown: () => notices.store.getState().notices.map(({ text }) => text) }
}

describe('on-screen messages', () => {
  it('SHELL-34: vanish after 5000 ms, or after the time that is set', async () => {
    const { clock, notices, shown } = setUp()
    notices.show('info', 'usual')
    notices.show('info', 'short', { ms: 1000 })
    notices.show('info', 'for good', { ms: Infinity })
    await clock.advance(999)
    expect(shown()).toEqual(['usual', 'short', 'for good'])
    await clock.advance(1)
    expect(shown()).toEqual(['usual', 'for good'])
    await clock.advance(3999)
    expect(shown()).toEqual(['usual', 'for good'])
    await clock.advance(1)
    expect(shown()).toEqual(['for good'])
  })

  it('are closed one by one', () => {
    const { notices, shown } = setUp()
    const first = notices.show('warning', 'first')
    notices.show('positive', 'second')
    notices.close(first)
    expect(shown()).toEqual(['second'])
  })
})
