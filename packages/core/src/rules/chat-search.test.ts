import { expect, it } from 'vitest'
import { findExcerpt, markMatches } from './chat-search.ts'

it('an excerpt is a part around the first match, cut between words where it can be', () => {
  const text = `${'word '.repeat(100)}Pizza${' word'.repeat(100)}`
  expect(findExcerpt(text, 'pizza')).toBe(`…${'word '.repeat(8)}Pizza${' word'.repeat(23)}…`)
  expect(findExcerpt('x'.repeat(200), 'y')).toBeUndefined()
  const long = findExcerpt(`${'x'.repeat(200)}Pizza`, 'pizza')
  expect(long).toBe(`…${'x'.repeat(40)}Pizza`)
})

it('an excerpt has no half characters', () => {
  for (const shift of ['', 'x'])
    expect(findExcerpt(`${shift}${'😀'.repeat(200)}Pizza${shift}${'😀'.repeat(200)}`, 'pizza')?.isWellFormed()).toBe(true)
})

it.each([
  ['A pizza, a PIZZA', 'pizza', ['A ', ['pizza'], ', a ', ['PIZZA']]],
  ['pizzapizza', 'pizza', [['pizza'], ['pizza']]],
  // Its small letter is longer.
  ['İstanbul or istanbul', 'or', ['İstanbul ', ['or'], ' istanbul']],
  ['nothing', 'pizza', ['nothing']],
  ['nothing', '', ['nothing']],
  ['', 'pizza', []],
])('the matches in %j of %j are marked', (text, search, parts) => {
  expect(markMatches(text, search).map((part) => (part.isMatch ? [part.text] : part.text))).toEqual(parts)
})
