import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseList, testsById } from '../requirements-docs.mjs'
import { applyBreak, draw, parseBreaks, readBreaks } from './breaks.mjs'

const root = path.join(import.meta.dirname, '..', '..')

describe('parseBreaks', () => {
  it('reads ID, file, search and replacement, and skips comments and empty lines', () => {
    const text = '# Sums\n\nPRICE-01 packages/core/src/a.ts a || b --> a && b\nPRICE-02 packages/core/src/a.ts#2 , round -->\n'
    expect(parseBreaks(text, 'PRICE.txt')).toEqual([
      { id: 'PRICE-01', file: 'packages/core/src/a.ts', search: 'a || b', replace: 'a && b', at: 'PRICE.txt:3' },
      { id: 'PRICE-02', file: 'packages/core/src/a.ts', ordinal: 2, search: ', round', replace: '', at: 'PRICE.txt:4' },
    ])
  })

  it.each(['PRICE-01 packages/core/src/a.ts a', 'packages/core/src/a.ts a --> b', 'PRICE-01 tests/a.ts a --> b'])(
    'refuses "%s" and names the line',
    (text) => {
      expect(() => parseBreaks(`\n${text}`, 'PRICE.txt')).toThrow('PRICE.txt:2 is not a break')
    },
  )
})

describe('applyBreak', () => {
  it.each([
    ['one place', 'a + b', { search: '+', replace: '-' }, { source: 'a - b' }],
    ['the named place', 'a + b + c', { search: '+', replace: '-', ordinal: 2 }, { source: 'a + b - c' }],
    ['nothing in its place', 'a + b', { search: ' + b', replace: '' }, { source: 'a' }],
    ['no place', 'a + b', { search: '*', replace: '-' }, { problem: expect.stringContaining('not in the file') }],
    ['several places', 'a + b + c', { search: '+', replace: '-' }, { problem: expect.stringContaining('2 times') }],
    ['a place too far', 'a + b', { search: '+', replace: '-', ordinal: 2 }, { problem: expect.stringContaining('1 times') }],
    ['no change', 'a + b', { search: '+', replace: '+' }, { problem: expect.stringContaining('replacement') }],
  ])('%s', (_name, source, change, expected) => {
    expect(applyBreak(source, change)).toEqual(expected)
  })
})

describe('draw', () => {
  const items = Array.from({ length: 50 }, (_, index) => index)

  it('draws the same items for the same seed, others for another seed, and no item twice', () => {
    expect(draw(items, 10, 7)).toEqual(draw(items, 10, 7))
    expect(draw(items, 10, 7)).not.toEqual(draw(items, 10, 8))
    expect(new Set(draw(items, 60, 7))).toEqual(new Set(items))
  })
})

describe('tests/breaks', () => {
  const known = new Set(
    parseList(readFileSync(path.join(root, 'docs/requirements-list.txt'), 'utf8')).flatMap(({ rows }) =>
      rows.map(({ id }) => id),
    ),
  )
  const named = testsById(root)
  const problemOf = (each) => {
    if (!known.has(each.id)) return 'there is no such requirement'
    if (!named.has(each.id)) return 'no test names the ID'
    if (!existsSync(path.join(root, each.file))) return 'there is no such file'
    return applyBreak(readFileSync(path.join(root, each.file), 'utf8'), each).problem
  }

  it('every break still matches the sources and names a requirement that a test names', () => {
    const problems = readBreaks(root).map((each) => [each.at, problemOf(each)])
    expect(problems.filter(([, problem]) => problem).map((each) => each.join(': '))).toEqual([])
  })
})
