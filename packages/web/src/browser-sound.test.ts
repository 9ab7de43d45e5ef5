import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { browserSound, patterns, type SoundPage } from './browser-sound.ts'

/** A browser that plays nothing before the first touch: until then `resume` waits, as in real ones. */
function pageOf({ strict = true } = {}) {
  const touched = Promise.withResolvers<void>()
  if (!strict) touched.resolve()
  const played: string[] = []
  const node = { type: '', frequency: { value: 0 }, gain: new Proxy({}, { get: () => () => {} }), stop: () => {} }
  class Context {
    state = 'suspended'
    currentTime = 0
    resume = () => touched.promise.then(() => void (this.state = 'running'))
    createGain = () => ({ ...node, connect: () => ({}) })
    createOscillator = () => ({ ...node, connect: (to: object) => to, start: () => played.push('tone') })
  }
  const page = Object.assign(new EventTarget(), {
    AudioContext: Context,
    Audio: class {
      source: string
      constructor(source: string) {
        this.source = source
      }
      async play(): Promise<void> {
        const isBlocked = await Promise.race([touched.promise.then(() => false), Promise.resolve(true)])
        if (isBlocked && strict) throw new DOMException('not yet', 'NotAllowedError')
        played.push(this.source)
      }
    },
  })
  const touch = (): void => {
    touched.resolve()
    page.dispatchEvent(new Event('pointerdown'))
  }
  return { page: page as unknown as SoundPage, played, touch }
}

describe('board sounds', () => {
  it('KDS-05: new, changed, cancelled and late orders and messages sound different, each for less than a second', () => {
    const names = ['new', 'changed', 'cancelled', 'late', 'alarm', 'message'].map((name) => `builtin:${name}`)
    const melodies = names.map((name) => JSON.stringify(patterns[name]))
    expect(new Set(melodies).size).toBe(names.length)
    expect(melodies).not.toContain(undefined)
    expect(Math.max(...names.flatMap((name) => (patterns[name] ?? []).map(({ at }) => at)))).toBeLessThan(0.8)
  })
})

describe('a browser that plays nothing before the first touch', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('BOARD-09: reports blocked sound until the first touch, and does not replay earlier alarms', async () => {
    const { page, played, touch } = pageOf()
    const sound = browserSound(() => {}, page)
    const blocked: boolean[] = []
    const stop = sound.watchBlocked((now) => blocked.push(now))
    for (let times = 0; times < 5; times += 1) {
      sound.alarm('builtin:alarm')
      await vi.advanceTimersByTimeAsync(30_000)
    }
    expect([blocked, played]).toEqual([[false, true], []])
    touch()
    await vi.advanceTimersByTimeAsync(1000)
    expect([blocked, played]).toEqual([[false, true, false], []])
    sound.alarm('builtin:late')
    await vi.advanceTimersByTimeAsync(0)
    expect(played).toHaveLength(patterns['builtin:late']?.length ?? 0)
    stop()
  })

  it('also blocks sound files, while a browser that plays reports nothing', async () => {
    const strict = pageOf()
    const heard: boolean[] = []
    const sound = browserSound(() => {}, strict.page)
    sound.alarm('/content/bell.mp3')
    await vi.advanceTimersByTimeAsync(0)
    sound.watchBlocked((now) => heard.push(now))
    expect(heard).toEqual([true])

    const free = pageOf({ strict: false })
    const said: boolean[] = []
    const plays = browserSound(() => {}, free.page)
    plays.watchBlocked((now) => said.push(now))
    plays.alarm('builtin:late')
    await vi.advanceTimersByTimeAsync(30_000)
    expect([said, free.played]).toEqual([[false], ['tone']])
  })
})
