import { expect, it, vi } from 'vitest'
import { findEntries } from './find-entries.ts'

const sections = [
  { title: 'Маркетинг', entries: ['Промокоды', 'Рассылки'] },
  { title: 'Platform', entries: ['All orders', 'Café types'] },
].map(({ title, entries }) => ({ title, entries: entries.map((name) => ({ id: name, name, run: () => {} })) }))

it('finds an entry by its additional search terms', () => {
  const exit = { id: 'exit', name: 'Sign out', keywords: 'exit, log out', run: () => {} }
  expect(findEntries([{ title: 'Console', entries: [exit] }], 'sign out')).toHaveLength(1)
})

it('computes search terms only after typing', () => {
  const keywords = vi.fn(() => 'Russian')
  const russian = [{ title: 'Console', entries: [{ id: 'ru', name: 'Русский', keywords, run: () => {} }] }]
  expect(findEntries(russian, ' ')).toHaveLength(1)
  expect(keywords).not.toHaveBeenCalled()
  expect(findEntries(russian, 'russian')).toHaveLength(1)
})

it.each([
  ['', ['Промокоды', 'Рассылки', 'All orders', 'Café types']],
  ['ПРОМО', ['Промокоды']],
  ['марк расс', ['Рассылки']],
  ['orders all', ['All orders']],
  ['cafe', ['Café types']],
  ['nothing', []],
])('"%s" finds %j', (text, names) => {
  expect(findEntries(sections, text).flatMap(({ entries }) => entries.map(({ name }) => name))).toEqual(names)
})
