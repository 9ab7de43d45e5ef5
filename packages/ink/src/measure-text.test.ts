import fc from 'fast-check'
import stringWidth from 'string-width'
import widestLine from 'widest-line'
import { describe, expect, it } from 'vitest'
import measureText, { narrowWidth } from './measure-text.js'

const text = fc.string({
  unit: fc.oneof(fc.constantFrom('a', ' ', 'é', 'Ж', '│', '●', '…', '\n', '字', '👩‍🍳', '\u0301', '\u200B'), fc.string()),
})
const styled = text.map((inner) => `\u001B[1;31m${inner}\u001B[39m`)

describe('measured width', () => {
  it('is that of string-width for every text it measures by length', () => {
    const line = fc.oneof(text, styled).map((all) => all.replaceAll('\n', ''))
    fc.assert(
      fc.property(line, (one) => {
        expect(narrowWidth(one) ?? stringWidth(one)).toBe(stringWidth(one))
      }),
    )
  })

  it('leaves wide, combining and invisible characters to string-width', () => {
    for (const one of ['字', 'e\u0301', '👩‍🍳', '\u200B', '©']) expect(narrowWidth(`a${one}`)).toBeUndefined()
  })

  it('does not count styles', () => {
    expect(narrowWidth('\u001B[1;38;5;12mNew\u001B[0m')).toBe(3)
  })

  it('of a text is its widest line, the height its number of lines', () => {
    expect(measureText('')).toEqual({ width: 0, height: 0 })
    fc.assert(
      fc.property(fc.oneof(text, styled), (all) => {
        fc.pre(all !== '')
        const expected = { width: widestLine(all), height: all.split('\n').length }
        expect(measureText(all)).toEqual(expected)
        // The second time from the cache.
        expect(measureText(all)).toEqual(expected)
      }),
    )
  })
})
