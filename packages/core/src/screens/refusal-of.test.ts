import { apiError } from '@tiffin/sdk/contract'
import { expect, it } from 'vitest'
import { refusalOf } from './index.ts'

const t = (key: string): string => ({ Merchants: 'Заведения', Orders: 'Заказы' })[key] ?? key

it.each([
  ['ru', 'Заведения (2), Заказы (1), chat_message (3)'],
  ['ar', 'Заведения (2)، Заказы (1)، chat_message (3)'],
])(
  'API-21 SHELL-03: in %s, a refusal names what uses a record by the titles of its screens, and how much of it',
  (lang, named) => {
    const uses = [
      { table: 'merchant', field: 'type', count: 2, ids: [1, 2] },
      { table: 'order', field: 'merchant', count: 1, ids: [7] },
      { table: 'chat_message', field: 'order', count: 3, ids: [] },
    ]
    expect(refusalOf(apiError('in_use', { because: { uses } }), t, lang)).toEqual({
      text: 'Record is in use: %1',
      params: [named],
    })
    expect(refusalOf(apiError('in_use'), t, lang)).toEqual({ text: 'Record is in use' })
    const limit = apiError('limit_reached', { params: [3] })
    expect(refusalOf(limit, t, lang)).toEqual({ text: limit.message, params: [3] })
  },
)
