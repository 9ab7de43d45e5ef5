import { expect, it } from 'vitest'
import { readTranslation, untranslatedLanguages, sourceText, translationBody } from './translation.ts'

it('API-38: names the model and both languages, then sends only the text', () => {
  const body = translationBody({ text: 'Add %1', from: 'en', to: 'ar' }, 'gpt-4o-mini')
  expect(body.model).toBe('gpt-4o-mini')
  expect(body.messages.map(({ role }) => role)).toEqual(['system', 'user'])
  expect(body.messages[0]?.content).toMatch(/English.*Arabic/)
  expect(body.messages[1]?.content).toBe('Add %1')
})

it.each<[unknown, string | undefined]>([
  [{ choices: [{ message: { content: ' Hallo ' } }, { message: { content: 'no' } }] }, 'Hallo'],
  [{ choices: [{ message: { content: '  ' } }] }, undefined],
  [{ choices: [{ message: { content: null } }] }, undefined],
  [{ choices: [] }, undefined],
  [{ error: { message: 'no' } }, undefined],
  ['nonsense', undefined],
  [null, undefined],
])('API-39 DICT-10: extracts %s from %j', (response, text) => {
  expect(readTranslation(response)).toBe(text)
})

it.each<[Record<string, string>, string | undefined]>([
  [{ ru: 'Да', en: 'Yes' }, 'en'],
  [{ en: ' ', ru: 'Да', ar: 'نعم' }, 'ru'],
  [{ en: '', ru: '' }, undefined],
])('DICT-07: the source of %j is %s', (texts, lang) => {
  expect(sourceText(texts)?.lang).toBe(lang)
})

it('DICT-07 DICT-09: asks for languages without a text, or for none if all have one', () => {
  expect(untranslatedLanguages({ en: 'Yes', ru: ' ' }, ['en', 'ru', 'ar'])).toEqual(['ru', 'ar'])
  expect(untranslatedLanguages({ en: 'Yes', ru: 'Да' }, ['en', 'ru'])).toEqual([])
})
