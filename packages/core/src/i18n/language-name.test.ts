import { expect, it, vi } from 'vitest'
import { languageName } from './language-name.ts'

it.each([
  ['ru', 'en', 'Russian'],
  ['en', 'ru', 'английский'],
  ['not a code', 'en', undefined],
  ['en', 'not a code', undefined],
])('%s in %s is %s', (code, lang, name) => {
  expect(languageName(code, lang)).toBe(name)
})

it('creates the display names of a language once', () => {
  const made = vi.spyOn(Intl, 'DisplayNames')
  for (const code of ['en', 'ru', 'ar']) languageName(code, 'mt')
  expect(made).toHaveBeenCalledTimes(1)
})
