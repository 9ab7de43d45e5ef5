import { errors } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoFaults } from '../test/axe.ts'
import { refusal } from '../test/fake-server.ts'
import { kitchen, order } from '../test/kitchen.ts'
import { openConsole, press } from '../test/open-console.tsx'

const rows = {
  ...kitchen,
  order_type: [{ value: { en: 'Delivery' } }],
  company: [{ name: { en: 'Alpha' }, timezone: 'Europe/Berlin' }],
  order: [order({ cart: [], cost: '9.00', total: '9.00' })],
}
const data = {
  status: 'OK',
  order_id: 1,
  code: '2026',
  price: [
    { label: 'Cost', amount: '9.00', why: 'Items: %1', params: [1] },
    { label: 'Promo code', amount: '-0.90', why: 'Code %1: %2 percent of %3', params: ['2026', 10, '9.00'] },
  ],
  estimate: [{ label: 'Cooking', minutes: 20 }],
  held: [],
  promocode: [{ label: 'Dates', passed: false, why: 'The promo code expired on %1', params: ['2026-11-02'] }],
  warnings: [],
  board: [],
  moves: [{ label: 'Move to %1', label_params: ['12.00'], passed: false, why: 'The column %1 is locked', params: ['12.00'] }],
}
const why = page.getByTestId('why')
const button = page.getByTestId('order-drawer').getByRole('button', { name: 'Why?' })
const lines = () => [...document.querySelectorAll('[data-testid=why] :is(h4, li)')].map((line) => line.textContent)

describe('why', () => {
  it('MOON-03: is asked on request by keyboard, and shown in lines with amounts, days and names', async () => {
    const server = await openConsole('/Company/Order?order=1', { rows, answers: { 'Order.why': { data } } })
    await expect.element(button).toHaveAttribute('aria-expanded', 'false')
    expect(server.seen.filter(({ call }) => call === 'Order.why')).toEqual([])
    await press(button, '{Enter}')
    await expect.element(why).toMatchTextContent('Moves')
    expect(lines()).toEqual([
      'Price',
      'Cost: 9.00 € (Items: 1)',
      'Promo code: -0.90 € (Code 2026: 10 percent of 9.00 €)',
      'Estimate',
      'Cooking: 20 min',
      'Promo code 2026',
      'Dates: The promo code expired on Nov 2, 2026',
      'Moves',
      'Move to 12.00: The column 12.00 is locked',
    ])
    const [asked] = server.seen.filter(({ call }) => call === 'Order.why')
    expect(asked?.data).toMatchObject({ order_id: 1, board: { hidden: [], search: '' } })
    await expectNoFaults()
    await press(button, '{Enter}')
    await expect.element(why).not.toBeInTheDocument()
  })

  it('MOON-03: says why it can’t be read', async () => {
    const server = await openConsole('/Company/Order?order=1', { rows })
    server.on('Order.why', () => refusal('view_only', { error: errors.view_only }))
    await press(button, '{Enter}')
    await expect.element(why).toMatchTextContent("You can view this merchant's orders but not change them")
  })
})
