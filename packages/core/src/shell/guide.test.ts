import { describe, expect, it } from 'vitest'
import { news } from '../help/news.ts'
import { memoryStorage } from '../ports.ts'
import { stubClock } from '../session/stub-clock.ts'
import { createGuide, type GuideStart, LATEST_NEWS } from './guide.ts'

function setUp({
  storage = memoryStorage(),
  ...options
}: { storage?: ReturnType<typeof memoryStorage> } & Partial<GuideStart> = {}) {
  const clock = stubClock()
  const guide = createGuide({ clock, storage })
  const stop = guide.start({
    user: 1,
    tourDone: true,
    latestNews: LATEST_NEWS,
    hasContacts: async () => true,
    isBusy: () => false,
    ...options,
  })
  return { clock, guide, stop, storage, shown: () => guide.store.getState().shown }
}

describe('guide', () => {
  it('the number of the latest news is right', () => expect(LATEST_NEWS).toBe(news[0]?.id))

  it.each([true, false])('TOUR-02: the tour starts 2 s after the console, unless it was done: %s', async (tourDone) => {
    const { clock, shown } = setUp({ tourDone })
    await clock.advance(1999)
    expect(shown()).toBeNull()
    await clock.advance(1)
    expect(shown()).toBe(tourDone ? null : 'tour')
  })

  it('SHELL-36: the contacts are shown once, 10 s after the first start, 20 s after the second', async () => {
    const first = setUp()
    await first.clock.advance(9999)
    expect(first.shown()).toBeNull()
    first.stop()
    const second = setUp({ storage: first.storage })
    await second.clock.advance(19_999)
    expect(second.shown()).toBeNull()
    await second.clock.advance(1)
    expect(second.shown()).toBe('contacts')
    second.guide.close()
    const third = setUp({ storage: first.storage })
    await third.clock.advance(100_000)
    expect(third.shown()).toBeNull()
  })

  it.each([
    ['there are none', async () => false],
    ['they can’t be read', async () => Promise.reject(new Error('offline'))],
  ])('SHELL-36: shows no contacts if %s', async (_, hasContacts) => {
    const { clock, shown } = setUp({ hasContacts })
    await clock.advance(100_000)
    expect(shown()).toBeNull()
  })

  it('news are shown once after an upgrade, and never at the first start', async () => {
    const { clock, shown, stop, storage } = setUp({ latestNews: 1 })
    await clock.advance(5000)
    expect(shown()).toBeNull()
    stop()
    const upgraded = setUp({ storage, latestNews: 2 })
    await upgraded.clock.advance(2000)
    expect(upgraded.shown()).toBe('news')
    upgraded.guide.close()
    const again = setUp({ storage, latestNews: 2 })
    await again.clock.advance(5000)
    expect(again.shown()).toBeNull()
  })

  it('shows one at a time, the tour first, and none while the user is at work', async () => {
    const { storage, stop } = setUp({ latestNews: 1 })
    stop()
    const work = { busy: true }
    const { clock, guide, shown } = setUp({ storage, tourDone: false, latestNews: 2, isBusy: () => work.busy })
    await clock.advance(60_000)
    expect(shown()).toBeNull()
    work.busy = false
    await clock.advance(5000)
    expect(shown()).toBe('tour')
    await clock.advance(60_000)
    expect(shown()).toBe('tour')
    guide.close()
    expect(shown()).toBe('news')
    guide.close()
    expect(shown()).toBe('contacts')
    guide.close()
    expect(shown()).toBeNull()
  })
})
