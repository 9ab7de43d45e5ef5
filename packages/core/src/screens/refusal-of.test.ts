import { apiError, entities } from '@tiffin/sdk/contract'
import { beforeAll, expect, it } from 'vitest'
import { createI18n } from '#i18n/create-i18n'
import { refusalOf } from './index.ts'

const i18n = createI18n()
const { t } = i18n
beforeAll(() => i18n.use('ru'))
const used = (...uses: object[]) => apiError('in_use', { because: { uses } })

it('API-21: names what uses a record by screen titles, with counts', () => {
  const uses = [
    { table: 'merchant', field: 'type', count: 2, ids: [1, 2] },
    { table: 'order', field: 'merchant', count: 1, ids: [7] },
    { table: 'chat_message', field: 'order', count: 3, ids: [] },
  ]
  const params = ['Заведения (2), Заказы (1), Чат (3)']
  expect(refusalOf(used(...uses), t, 'ru')).toEqual({ text: 'Record is in use: %1', params })
  expect(refusalOf(apiError('in_use'), t, 'ru')).toEqual({ message: 'Record is in use' })
  const limit = apiError('limit_reached', { params: [3] })
  expect(refusalOf(limit, t, 'ru')).toEqual({ message: limit.message, params: [3] })
})

it('API-21: says if there are more than were counted', () => {
  const uses = [{ table: 'order', field: 'user', count: 10_000, count_is: 'at_least', ids: [1] }]
  expect(refusalOf(used(...uses), t, 'ru').params).toEqual(['Заказы (10\u00a0000+)'])
})

it('API-21: names a table once if it refers to the record by two fields', () => {
  const by = (field: string, count: number) => ({ table: 'company', field, count, ids: [] })
  expect(refusalOf(used(by('creator', 2), by('owner_id', 1)), t, 'ru').params).toEqual(['Компании (2)'])
})

it('API-21: says "elsewhere" for uses that the reader may not see', () => {
  const hidden = (...uses: object[]) => refusalOf(apiError('in_use', { because: { uses, elsewhere: true } }), t, 'ru')
  expect(hidden()).toEqual({ text: 'Record is in use elsewhere' })
  const order = { table: 'order', field: 'courier', count: 1, ids: [7] }
  expect(hidden(order)).toEqual({ text: 'Record is in use: %1, and elsewhere', params: ['Заказы (1)'] })
})

it("SHELL-03: separates uses with the language's comma", () => {
  const uses = ['merchant', 'order'].map((table) => ({ table, field: 'type', count: 1, ids: [] }))
  expect(refusalOf(used(...uses), t, 'ar').params).toEqual(['Заведения (1)، Заказы (1)'])
})

const pointing = Object.values(entities).filter(
  ({ storage, fields }) => storage === 'table' && Object.values(fields).some(({ to }) => to !== undefined),
)
it.each(pointing.map(({ name }) => name))("API-21 SHELL-03: names %s in the reader's language", (table) => {
  const [named] = refusalOf(used({ table, field: 'any', count: 1, ids: [] }), t, 'ru').params ?? []
  expect(named).toMatch(/\p{Script=Cyrillic}/u)
})
