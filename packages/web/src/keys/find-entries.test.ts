import { expect, it } from 'vitest'
import { findEntries } from './find-entries.ts'

const sections = [
  { title: 'Маркетинг', entries: ['Промокоды', 'Рассылки'] },
  { title: 'Platform', entries: ['All orders', 'Café types'] },
].map(({ title, entries }) => ({ title, entries: entries.map((name) => ({ id: name, name, run: () => {} })) }))

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
