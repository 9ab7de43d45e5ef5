import { type CartItem, entities } from '@tiffin/sdk/contract'
import type { Sentence } from '#i18n/text-key'
import { readField } from './field-value.ts'
import { formatMoney, parseMoney } from './money.ts'

/** A line of a cart with amounts as typed; lines of other systems may lack some parts. */
type TypedItem = Pick<CartItem, 'name' | 'qty' | 'price'> & Partial<Pick<CartItem, 'discount' | 'addons'>>

/** A typed amount as stored; decimal commas count as points. Undefined if it is empty or not an amount. */
export const amount = (typed: string): string | undefined => {
  const read = readField(entities.order.fields.discount, '', typed.trim().replace(',', '.'))
  return typed.trim() !== '' && 'kept' in read ? formatMoney(parseMoney(read.kept as string)) : undefined
}
export const isAmount = (typed: string): boolean => typed.trim() === '' || amount(typed) !== undefined

/** The problem of a line, if there is one. */
export function lineProblem({ name, qty, price, discount = '', addons = [] }: TypedItem): Sentence | undefined {
  if (name.trim() === '') return { text: 'Enter the name of each item' }
  if (price.trim() === '') return { text: 'Enter the price of %1, or 0 if it is free', params: [name] }
  const isWhole = qty > 0 && qty <= 100_000 && [price, discount, ...addons.map((addon) => addon.price)].every(isAmount)
  return isWhole ? undefined : { text: 'Check quantity and price: %1', params: [name] }
}
