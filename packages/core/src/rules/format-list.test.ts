import { expect, it } from 'vitest'
import { formatList } from './format-list.ts'

it.each([
  ['en', 'milk, nuts, soy'],
  ['ru', 'milk, nuts, soy'],
  ['ar', 'milk، nuts، soy'],
  ['ar-EG', 'milk، nuts، soy'],
  ['arn', 'milk, nuts, soy'],
])('SHELL-03: joins a list in %s as %s, without empty items', (lang, text) => {
  expect(formatList(['milk', 'nuts', '', undefined, 'soy'], lang)).toBe(text)
})
