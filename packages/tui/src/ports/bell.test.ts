import { describe, expect, it } from 'vitest'
import { bellPatterns, terminalBell } from './bell.ts'

function listen() {
  const heard: number[] = []
  const clock = { now: () => 0, after: (ms: number, run: () => void) => (run(), heard.push(ms), () => {}) }
  const bell = terminalBell(clock, () => {})
  return { bell, heard }
}

describe('bell', () => {
  it('KDS-05: has a distinct pattern for new, changed, cancelled and late orders', () => {
    const patterns = (['new', 'changed', 'cancelled', 'late'] as const).map((news) => {
      const { bell, heard } = listen()
      bell.alarm(`builtin:${news}`)
      expect(heard).toEqual([...bellPatterns[news]])
      return heard.join()
    })
    expect(new Set(patterns).size).toBe(4)
  })

  it.each(['builtin:alarm', 'https://example.org/bell.mp3', 'builtin:toString'])(
    'rings for the sound %s of a status',
    (source) => {
      const { bell, heard } = listen()
      bell.alarm(source)
      expect(heard).toEqual([...bellPatterns.status])
    },
  )

  it('plays patterns one after another, twice if urgent, and never endlessly', () => {
    const { bell, heard } = listen()
    bell.alarm('builtin:new', true)
    expect(heard).toEqual([0, 200, 400, 900, 1100, 1300])
    for (let turn = 0; turn < 20; turn += 1) bell.alarm('builtin:new')
    expect(Math.max(...heard)).toBeLessThan(3000)
  })
})
