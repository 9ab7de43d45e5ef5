import { describe, expect, it } from 'vitest'
import { patterns } from './browser-sound.ts'

describe('the sounds of the board', () => {
  it('KDS-05: new, changed, cancelled and late orders and messages sound different, and each is over within a second', () => {
    const names = ['new', 'changed', 'cancelled', 'late', 'alarm', 'message'].map((name) => `builtin:${name}`)
    const melodies = names.map((name) => JSON.stringify(patterns[name]))
    expect(new Set(melodies).size).toBe(names.length)
    expect(melodies).not.toContain(undefined)
    expect(Math.max(...names.flatMap((name) => (patterns[name] ?? []).map(({ at }) => at)))).toBeLessThan(0.8)
  })
})
