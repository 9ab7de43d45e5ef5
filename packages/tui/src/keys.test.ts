import { describe, expect, it } from 'vitest'
import { commandOf, footerKeys, keyTables, type Place } from './keys.ts'

const places = Object.keys(keyTables) as Place[]

describe('key tables', () => {
  it.each(places)('give each key of %s one meaning', (place) => {
    const keys = keyTables[place].flatMap((binding) => binding.keys)
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })

  it.each(places)('have a key to leave %s, and Ctrl+C everywhere', (place) => {
    expect(commandOf(place, 'ctrl+c')).toBeDefined()
    expect(commandOf(place, 'esc')).toBeDefined()
    expect(footerKeys(place).length).toBeGreaterThan(0)
  })

  it.each([
    ['left', 'h'],
    ['down', 'j'],
    ['up', 'k'],
    ['right', 'l'],
  ])('move by %s and %s in the same way', (arrow, letter) => {
    expect(commandOf('board', arrow)).toBeDefined()
    expect(commandOf('board', letter)).toBe(commandOf('board', arrow))
  })

  it.each([
    ['g', 'first'],
    ['G', 'last'],
    ['7', 'tile'],
    ['enter', 'open'],
    ['space', 'bump'],
    ['b', 'bump'],
    ['u', 'undo'],
    ['z', 'undo'],
    ['/', 'search'],
    ['?', 'help'],
    ['q', 'quit'],
  ] as const)('know %s as %s', (key, command) => expect(commandOf('board', key)).toBe(command))
})
