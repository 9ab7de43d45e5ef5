import { expect, it } from 'vitest'
import { findColumns } from './find-columns.ts'

const column = (order_status_id: number, status: number, en: string, ru: string) => ({
  order_status_id,
  status,
  value: { en, ru },
})
const columns = [
  column(40, 2, 'New', 'Новый'),
  column(2, 4, 'Cooking', 'Готовится'),
  column(42, 6, 'On the way', 'В пути'),
  column(43, 8, 'On hold', 'Отложен'),
]

it.each([
  ['New, cooking', [40, 2], []],
  ['В пути', [42], []],
  ['2, 4', [40, 2], []],
  ['40', [], ['40']],
  ['On the', [42], []],
  ['On', [], ['On']],
  ['new, 2, ,New', [40], []],
  ['Cooking، 6', [2, 42], []],
])('KDS-18: finds columns by name, prefix or number: %s', (text, known, unknown) => {
  expect(findColumns(text, columns)).toEqual({ columns: known, unknown })
})
