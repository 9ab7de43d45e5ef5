import { expect, it } from 'vitest'
import { entities } from './index.ts'

const { schema } = entities.merchant.fields.webhook_sale

it.each([
  ['https://shop.example/sales', true],
  ['https://shop.example./sales', true],
  ['', true],
  ['http://shop.example/sales', false],
  ['https://localhost/x', false],
  ['https://localhost./x', false],
  ['https://db.internal./', false],
  ['https://printer.lan../', false],
  ['https://10.0.0.1./', false],
  ['https://192.168.1.5/', false],
])('accepts or refuses the webhook %j: %s', (link, expected) => {
  expect(schema.safeParse(link).success).toBe(expected)
})
