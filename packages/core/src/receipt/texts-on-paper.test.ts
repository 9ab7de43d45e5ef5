import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellWidth } from './cell-width.ts'
import { cleanText } from './clean-text.ts'
import { padText } from './pad-text.ts'
import { wrapText } from './wrap-text.ts'

describe('text width', () => {
  it.each([
    ['', 0],
    ['Pizza', 5],
    ['Ёжик', 4],
    ['宫保鸡丁', 8],
    ['ラーメン', 8],
    ['김치', 4],
    ['e\u0301', 1],
    ['שָׁלוֹם', 4],
    ['👨‍👩‍👧', 2],
    ['🇩🇪', 2],
    ['☎', 1],
    ['☎\ufe0f', 2],
    ['ａ', 2],
  ])('of %o is %i cells', (text, cells) => {
    expect(cellWidth(text)).toBe(cells)
  })
})

describe('wrapped text', () => {
  it.each([
    ['Pizza with basil', 10, ['Pizza with', 'basil']],
    ['Donaudampfschiff', 6, ['Donaud', 'ampfsc', 'hiff']],
    ['宫保鸡丁', 5, ['宫保', '鸡丁']],
    ['宫', 1, ['宫']],
    ['', 5, ['']],
  ])('%o in %i cells', (text, cells, lines) => {
    expect(wrapText(text, cells)).toEqual(lines)
  })

  it('keeps every letter and stays within its cells', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 2, max: 48 }), (text, cells) => {
        const clean = cleanText(text)
        const lines = wrapText(clean, cells)
        expect(lines.join('').replaceAll(' ', '')).toBe(clean.replaceAll(' ', ''))
        for (const line of lines) expect(cellWidth(line)).toBeLessThanOrEqual(cells)
      }),
    )
  })

  it.each([
    ['left', 'ab   '],
    ['center', ' ab  '],
    ['right', '   ab'],
  ] as const)('aligns to %s in its cells', (align, text) => {
    expect(padText({ text: 'ab', cells: 5, align })).toBe(text)
  })
})

describe('clean text', () => {
  it('has no control characters, line breaks or direction marks, and does not change when cleaned again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
        const clean = cleanText(text)
        expect(clean).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u)
        expect(clean.isWellFormed()).toBe(true)
        expect(cleanText(clean)).toBe(clean)
      }),
    )
  })

  it.each([
    ['\u001b@Pizza\u0007', '@Pizza'],
    [' two\r\nlines\t ', 'two lines'],
    ['Cafe\u0301', 'Café'],
    [12, '12'],
    [null, ''],
    [{ toString: () => 'x' }, ''],
    ['\ud800x', '\ufffdx'],
  ])('of %o is %o', (text, clean) => {
    expect(cleanText(text)).toBe(clean)
  })
})
