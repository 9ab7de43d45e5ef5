import { expect, it } from 'vitest'
import { answerLanguage } from './answer-language.ts'

it.each([
  ['ru', 'Hello', 'en', 'ru'],
  ['ar-EG', '', 'en', 'ar'],
  ['', 'Где мой заказ?', 'en', 'ru'],
  ['', 'أين طلبي؟', 'en', 'ar'],
  ['', 'Where is my order?', 'ru', 'ru'],
  // Georgian has no texts yet.
  ['ka', 'Где мой заказ?', 'en', 'en'],
])('a customer with the language "%s" who wrote "%s" is answered from a console in %s in %s', (lang, written, own, answered) => {
  expect(answerLanguage({ lang, written, own })).toBe(answered)
})
