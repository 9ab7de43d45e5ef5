import { expect, it } from 'vitest'
import { formatMoney, parseMoney, sum } from './money.ts'
import { orderSums } from './order-sums.ts'
import { price } from './pricing.ts'

const cart = [{ id: 1, name: 'Pizza', qty: 2, price: '10.00' }]
const labels = (order: Parameters<typeof orderSums>[0]) => orderSums(order).map(({ label }) => label)

it('PRICE-01: shows the cost of the items, and other parts of the total only if they are not zero', () => {
  expect(labels({ cost: '0.00', discount: '0.00', tips: '0.00' })).toEqual(['Cost'])
  for (const [field, label] of [
    ['discount', 'Discount'],
    ['bonus', 'Bonus'],
    ['promocode_amount', 'Promo code'],
    ['fee', 'Fee'],
    ['tips', 'Tips'],
    ['delivery', 'Delivery'],
    ['payment_commission', 'Payment commission'],
  ] as const)
    expect(labels({ cost: '20.00', [field]: '0.01' })).toEqual(['Cost', label])
})

it('PRICE-01: adds up to the total of the pricing rules', () => {
  const priced = price(
    { cart, discount: '1.00', bonus: '2.00', promocode: 'TEN', tips: '3.00', fee: '1.50', delivery: '4.00' },
    { promocode: { code: 'TEN', discount_type: 2, discount: 10 }, payType: { commission_percent: 3 } },
  )
  const sums = orderSums({ ...priced, promocode: 'TEN' })
  expect(sums).toHaveLength(8)
  expect(sums.find(({ label }) => label === 'Promo code')).toEqual({ label: 'Promo code', amount: '-1.90', code: 'TEN' })
  expect(formatMoney(sum(sums.map(({ amount }) => parseMoney(amount))))).toBe(priced.total)
})
