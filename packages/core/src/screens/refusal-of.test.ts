import { apiError } from '@tiffin/sdk/contract'
import { expect, it } from 'vitest'
import { refusalOf } from './index.ts'

const t = (key: string): string => ({ Merchants: 'Заведения', Orders: 'Заказы' })[key] ?? key

it('API-21: a refusal names what uses a record by the titles of its screens, and how much of it', () => {
  const uses = [
    { table: 'merchant', field: 'type', count: 2, ids: [1, 2] },
    { table: 'order', field: 'merchant', count: 1, ids: [7] },
    { table: 'chat_message', field: 'order', count: 3, ids: [] },
  ]
  expect(refusalOf(apiError('in_use', { because: { uses } }), t)).toEqual({
    text: 'Record is in use: %1',
    params: ['Заведения (2), Заказы (1), chat_message (3)'],
  })
  expect(refusalOf(apiError('in_use'), t)).toEqual({ text: 'Record is in use' })
  const limit = apiError('limit_reached', { params: [3] })
  expect(refusalOf(limit, t)).toEqual({ text: limit.message, params: [3] })
})
