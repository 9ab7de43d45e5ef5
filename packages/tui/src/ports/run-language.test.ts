import { memoryStorage } from '@tiffin/core'
import { expect, it } from 'vitest'
import { withLanguage } from './run-language.ts'

it('SHELL-08: the language of one run does not replace the remembered one, until the user chooses another', () => {
  const remembered = memoryStorage()
  remembered.set('lang', 'en')
  const storage = withLanguage(remembered, 'ru')
  expect(storage.get('lang')).toBe('ru')
  // The board stores the language that it has loaded.
  storage.set('lang', 'ru')
  storage.set('merchants', '3')
  expect([remembered.get('lang'), remembered.get('merchants')]).toEqual(['en', '3'])
  storage.set('lang', 'ar')
  expect([storage.get('lang'), remembered.get('lang')]).toEqual(['ar', 'ar'])
  storage.set('lang', 'ru')
  expect([storage.get('lang'), remembered.get('lang')]).toEqual(['ru', 'ru'])
})
