import type { CartItem } from '@tiffin/sdk/contract'
import { type AnyRow, isSame, lineProblem, type Problem } from '#rules/index'
import type { FieldChange, FollowUp } from './screen.ts'

/** Fields to clear when the merchant of an order changes; cost, promo code discount and total follow from them (ORDER-04). */
const ofMerchant: AnyRow = { cart: [], promocode: '', discount: '0.00', bonus: '0.00' }

/** Fields to reset when the address of an order changes. */
const ofAddress: AnyRow = { destination_coordinates: null, destination_unverified: 1 }

const pick = (row: AnyRow, names: readonly string[]): AnyRow => Object.fromEntries(names.map((name) => [name, row[name]]))

/**
 * Changing the merchant empties the cart, after a confirmation (ORDER-03). Bonus points belong to one customer, coordinates to
 * one address: those of the previous one would send the courier to the wrong door.
 */
export function followOrder({ before, row, name, value }: FieldChange): FollowUp | undefined {
  if (before === null || value === null || value === row[name]) return undefined
  const isUnchanged = (...fields: string[]): boolean =>
    fields.every((field) => ({ ...row, [name]: value })[field] === before[field])
  const bonus = isUnchanged('user', 'merchant') ? before['bonus'] : '0.00'
  if (name === 'user') return { set: { bonus } }
  if (name === 'destination_address') return { set: isUnchanged(name) ? pick(before, Object.keys(ofAddress)) : ofAddress }
  if (name !== 'merchant') return undefined
  if (isUnchanged('merchant')) return { set: { ...pick(before, Object.keys(ofMerchant)), bonus } }
  return {
    set: ofMerchant,
    ask: { title: 'Change the merchant?', text: 'Items, promo code, discount and bonus will be removed.' },
  }
}

/** An order that had items keeps at least one, and each item must be valid. */
export function checkOrder(before: AnyRow | null, after: AnyRow): Record<string, Problem> {
  const [was, cart] = [before?.['cart'], after['cart']].map((lines) => (lines ?? []) as CartItem[])
  if (!was || !cart || isSame(was, cart)) return {}
  const [problem] =
    cart.length === 0 ? [{ text: 'Add at least one item' as const }] : cart.flatMap((line) => lineProblem(line) ?? [])
  return problem ? { cart: problem } : {}
}
