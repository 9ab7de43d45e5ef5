import stringWidth from 'string-width'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { truncate, padToWidth, sanitize, spread, widthOf, wrap } from './text.ts'

const names = ['Anna', 'Владимир', '田中 太郎', 'محمد عبد الله', 'გიორგი', '김철수', 'Zoë', '👩‍👩‍👧 family', '']

describe('terminal text', () => {
  it('measures joined Indic letters as terminals draw them: one cell each', () => {
    expect(widthOf(sanitize('अनन्या शर्मा'))).toBe(10)
  })

  it('measures every character like the renderer', () => {
    const wrong = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).filter(
      (character) => widthOf(character) !== stringWidth(character) || widthOf(`a${character}b`) !== stringWidth(`a${character}b`),
    )
    expect(wrong).toEqual([])
  })

  it.each(names)('fits %j to exactly the given cells', (name) => {
    for (let columns = 0; columns <= 20; columns += 1) expect(widthOf(padToWidth(sanitize(name), columns))).toBe(columns)
  })

  it('never exceeds the given cells, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, columns) => {
        const clean = sanitize(text)
        expect(widthOf(padToWidth(clean, columns))).toBe(columns)
        expect(widthOf(truncate(clean, columns))).toBeLessThanOrEqual(columns)
        for (const line of wrap(clean, 10)) expect(widthOf(line)).toBeLessThanOrEqual(10)
      }),
    )
  })

  it.each([
    ['escapes', 'a\u001B[31mb', 'a[31mb'],
    ['bells and backspaces', 'a\u0007\u0008b', 'ab'],
    ['C1 controls', 'a\u009B31mb', 'a31mb'],
    ['direction marks', 'a\u202Eb\u2066c\u200Fd', 'abcd'],
    ['line breaks', 'a\r\nb\tc\u2028d', 'a b c d'],
    ['lone surrogates', 'a\uD800b', 'a\uFFFDb'],
    ['stacked combining marks', `a${'\u0301'.repeat(50)}`, `á${'\u0301'.repeat(4)}`],
    ['joined emoji', '👩\u200D👧', '👩👧'],
  ])('removes %s', (_, text, requested) => expect(sanitize(text)).toBe(requested))

  it('removes all control characters from any text', () => {
    // oxlint-disable-next-line no-control-regex -- control characters are what is tested
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(sanitize(text)).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u202A-\u202E]/)
      }),
    )
  })

  it('truncates the left text in favour of the right one', () => {
    expect(spread('Vladimir Konstantinovich', '9.50 €', 16)).toBe('Vladimir… 9.50 €')
    expect(spread('Ann', '', 6)).toBe('Ann   ')
  })
})
