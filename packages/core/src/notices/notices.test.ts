import { describe, expect, it } from 'vitest'
import { stubClock } from '#session/stub-clock'
import { createNotices, type Notices } from './notices.ts'

function setUp() {
  const clock = stubClock()
  const notices = createNotices(clock)
  return { clock, notices, shown: () => notices.store.getState().notices.map(({ text }) => text) }
}

describe('on-screen messages', () => {
  it.each<[string, (notices: Notices, text: 'Saved' | 'Deleted' | 'No results', options?: { ms: number }) => unknown]>([
    ['a text', (notices, text, options) => notices.show('info', text, options)],
    ['a sentence', (notices, text, options) => notices.showSentence('info', { text }, options)],
  ])('SHELL-34: %s disappears after 5000 ms or the given time', async (_what, show) => {
    const { clock, notices, shown } = setUp()
    show(notices, 'Saved')
    show(notices, 'Deleted', { ms: 1000 })
    show(notices, 'No results', { ms: Infinity })
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
