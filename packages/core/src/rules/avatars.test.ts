import { describe, expect, it } from 'vitest'
import { avatarColor, avatarColors, initialsOf } from './avatars.ts'
import { contrast } from './contrast.ts'

describe('avatars', () => {
  it('IMG-15: has 48 distinct colours with enough contrast for white letters', () => {
    expect(new Set(avatarColors).size).toBe(48)
    expect(avatarColors.filter((color) => contrast(color, '#ffffff') < 4.5)).toEqual([])
  })

  it('IMG-15: gives a name the same colour each time and spreads names over many colours', () => {
    expect(avatarColor('Anna Berg')).toBe(avatarColor(' anna berg '))
    const names = Array.from({ length: 2000 }, (_, at) => `Person ${at}`)
    expect(new Set(names.map(avatarColor)).size).toBe(48)
    expect(avatarColors).toContain(avatarColor(''))
  })

  it.each([
    ['Anna Berg', 'AB'],
    ['anna maria berg', 'AM'],
    ['Anna', 'AN'],
    ['x', 'X'],
    ['  Анна   Берг ', 'АБ'],
    ['محمد علي', 'مع'],
    ['👩‍🍳 Cook', '👩‍🍳C'],
    ['Bakery & coffee', 'BC'],
    ['Fish + chips – to go', 'FC'],
    ['& Sons', 'SO'],
    ['?', '?'],
    ['', ''],
  ])('IMG-16: the initials of %j are %j', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })
})
