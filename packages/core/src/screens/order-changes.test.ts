import { describe, expect, it } from 'vitest'
import { checkOrder, followOrder } from './order-changes.ts'

const soup = { id: 'soup', name: 'Soup', qty: 1, price: '4.50', discount: '0.00', addons: [] }
const before = { merchant: 1, user: 5, cart: [soup], promocode: 'SPRING', discount: '1.00', bonus: '2.00', comment: 'Ring' }
const follow = (name: string, value: unknown, row: object = before, stored: object | null = before) =>
  followOrder({ before: stored as typeof before | null, row: row as typeof before, name, value })

describe('another merchant', () => {
  it('ORDER-03: is asked for an existing order, and not for a new one', () => {
    expect(follow('merchant', 2)?.ask).toEqual({
      title: 'Change the merchant?',
      text: 'Items, promo code, discount and bonus will be removed.',
    })
    expect(follow('merchant', 2, {}, null)).toBeUndefined()
    expect(follow('merchant', 1)).toBeUndefined()
    // Items typed for the second merchant are not those of a third.
    expect(follow('merchant', 3, { ...before, merchant: 2 })?.ask).toBeDefined()
  })

  it('ORDER-04: empties cart, promo code, discount and bonus', () => {
    expect(follow('merchant', 2)?.set).toEqual({ cart: [], promocode: '', discount: '0.00', bonus: '0.00' })
  })

  it('restores everything when the former merchant is chosen again', () => {
    const changed = { ...before, merchant: 2, cart: [], promocode: '', discount: '0.00', bonus: '0.00' }
    const { cart, promocode, discount, bonus } = before
    expect(follow('merchant', 1, changed)).toEqual({ set: { cart, promocode, discount, bonus } })
  })
})

it('another customer has their own bonus points', () => {
  expect(follow('user', 6)).toEqual({ set: { bonus: '0.00' } })
  expect(follow('user', 5, { ...before, user: 6 })).toEqual({ set: { bonus: '2.00' } })
  expect(follow('comment', 'Knock')).toBeUndefined()
  // Another customer does not get the former one's bonus back with the former merchant, nor another merchant with the customer.
  const both = { ...before, user: 6, merchant: 2, bonus: '0.00' }
  expect(follow('merchant', 1, both)?.set).toMatchObject({ cart: before.cart, bonus: '0.00' })
  expect(follow('user', 5, both)).toEqual({ set: { bonus: '0.00' } })
})

it('another address drops the coordinates of the previous one, and the previous address brings them back', () => {
  const placed = { destination_address: 'Lindenweg 5', destination_coordinates: [52.51, 13.4], destination_unverified: 0 }
  const to = (address: string, row: object = placed) => follow('destination_address', address, row, placed)
  const dropped = { destination_coordinates: null, destination_unverified: 1 }
  expect(to('Nowhere 7')).toEqual({ set: dropped })
  const back = { destination_coordinates: [52.51, 13.4], destination_unverified: 0 }
  expect(to('Lindenweg 5', { destination_address: 'Nowhere 7', ...dropped })).toEqual({ set: back })
  expect(follow('destination_address', 'Nowhere 7', {}, null)).toBeUndefined()
})

it.each([
  ['no items', [], { text: 'Add at least one item' }],
  ['a line without a name', [{ ...soup, name: ' ' }], { text: 'Enter the name of each item' }],
  ['a quantity of 0', [{ ...soup, qty: 0 }], { text: 'Check quantity and price: %1', params: ['Soup'] }],
  ['a price in words', [{ ...soup, price: 'cheap' }], { text: 'Check quantity and price: %1', params: ['Soup'] }],
])('a cart with %s is refused', (_what, cart, problem) => {
  expect(checkOrder(before, { ...before, cart })).toEqual({ cart: problem })
})

it('a line of another system may lack fields of a typed one', () => {
  expect(checkOrder(before, { ...before, cart: [{ id: 1, name: 'Tea', qty: 2, price: '1.00' }] })).toEqual({})
})

it('an unchanged cart is not checked', () => {
  const odd = { ...before, cart: [{ ...soup, name: '' }] }
  expect(checkOrder(odd, { ...odd, comment: 'Knock' })).toEqual({})
  expect(checkOrder({ ...before, cart: [] }, { ...before, cart: [] })).toEqual({})
})
