import { expect, it } from 'vitest'
import { chooseLanguage } from './choose-language.ts'

it.each([
  ['--lang', 'ar', { TIFFIN_LANG: 'ru', LC_ALL: 'de' }, 'en', 'ar'],
  ['TIFFIN_LANG', undefined, { TIFFIN_LANG: 'ru', LC_ALL: 'de' }, 'en', 'ru'],
  ['what the board remembers', undefined, { TIFFIN_LANG: '', LC_ALL: 'de' }, 'pt-BR', 'pt-BR'],
  ['LC_ALL', undefined, { LC_ALL: 'de_DE.UTF-8', LC_MESSAGES: 'fr', LANG: 'it' }, undefined, 'de'],
  ['LC_MESSAGES', undefined, { LC_MESSAGES: 'fr_FR', LANG: 'it' }, undefined, 'fr'],
  ['LANG', undefined, { LANG: 'it' }, undefined, 'it'],
  ['English', undefined, { LANG: 'C.UTF-8' }, undefined, 'en'],
])('applies %s as the language in order of precedence', (_which, flag, env, remembered, lang) => {
  expect(chooseLanguage(flag, env, remembered)).toBe(lang)
})
