import { expect, it } from 'vitest'
import type { Client } from '@tiffin/sdk/client'
import { answerTyped, fillAnswer, findAnswers, loadCannedAnswers } from './canned-answers.ts'

it.each([
  ['Hello, %name!', 'Hello, Ida!', 'Hello!'],
  ['%name, order %order is late', 'Ida, order #7 is late', 'order is late'],
  ['مرحبًا، %name', 'مرحبًا، Ida', 'مرحبًا'],
  ['100%named %other', '100%named %other', '100%named %other'],
])('%s is filled in, and reads well without values', (text, filled, empty) => {
  expect(fillAnswer(text, { name: 'Ida', order: '#7' })).toBe(filled)
  expect(fillAnswer(text, { name: '', order: '' })).toBe(empty)
})

it('a name is inserted as it is', () => {
  expect(fillAnswer('Hi %name', { name: '$& %order', order: '#7' })).toBe('Hi $& %order')
})

it.each([
  ['/', ''],
  ['/lat', 'lat'],
  ['a/b', undefined],
  ['/one\ntwo', undefined],
  ['', undefined],
])('%j looks for an answer by %j', (text, typed) => {
  expect(answerTyped(text)).toBe(typed)
})

it('finds answers by part of the title, those that begin with it first', () => {
  const answers = ['Closed', 'Late order', 'Order is late', 'Refund'].map((title) => ({ title, text: title }))
  const titles = (typed: string) => findAnswers(answers, typed).map(({ title }) => title)
  expect(titles('')).toEqual(['Closed', 'Late order', 'Order is late', 'Refund'])
  expect(titles('ORDER')).toEqual(['Order is late', 'Late order'])
  expect(titles('xyz')).toEqual([])
})

it.each([
  ['ru', 'Ида', 'Здравствуйте, Ида! Заказ #7.'],
  ['de', 'Ida', 'Hello, Ida! Order #7.'],
])("speaks the customer's language, and English to those whose it does not have: %s", async (lang, name, text) => {
  const asked: string[] = []
  const texts = { en: 'Hello, %name! Order %order.', ru: 'Здравствуйте, %name! Заказ %order.' }
  const client = {
    Reference: {
      async getData({ tables }: { tables: { table: string; as?: string }[] }) {
        asked.push(...tables.map(({ table }) => table))
        return {
          data: {
            chat_answer: { data: [{ title: 'Hello', text: texts }] },
            user: { data: [{ user_id: 5, name, lang }] },
            ofCustomer: { data: [{ order_id: 70, ticket: 7 }] },
          },
        }
      },
    },
  } as unknown as Client
  expect(await loadCannedAnswers(client, 5)).toEqual([{ title: 'Hello', text }])
  expect(asked.toSorted()).toEqual(['chat_answer', 'order', 'user'])
})
