import type { NewLine } from './new-order.ts'

type Addon = NewLine['addons'][number]

const empty: NewLine = {
  id: '',
  name: '',
  qty: 1,
  price: '',
  discount: '',
  addons: [],
  note: '',
  allergens: [],
  station: '',
}

export const newLine = (line: Partial<NewLine>): NewLine => ({ ...empty, ...line })

/** `2 Soup 4.50`: quantity, name, price; only the name must be there. */
const pattern = /^(?:(\d+(?:[.,]\d+)?)\s*[x×*]?\s+)?(.*?)(?:\s+(\d+(?:[.,]\d{1,2})?))?$/u
const PARTS = /\s*\+\s+/u

function readPart(text: string): { qty: number; name: string; price: string } {
  const [, qty = '1', name = '', price = ''] = pattern.exec(text.trim()) ?? []
  return { qty: Number(qty.replace(',', '.')), name: name.trim(), price: price.replace(',', '.') }
}

const isNamed = ({ name }: { name: string }): boolean => name !== ''

/** Add-ons as typed: `Bread 1.00 + Cheese`. */
export const readAddons = (text: string): Addon[] =>
  text
    .split(PARTS)
    .map(readPart)
    .filter(isNamed)
    .map(({ price, ...addon }) => ({ ...addon, price: price || '0.00' }))

export const addonsText = (addons: readonly Addon[]): string =>
  addons
    .map(({ qty, name, price }) =>
      [qty === 1 ? '' : String(qty), name, Number(price) === 0 ? '' : price].filter(Boolean).join(' '),
    )
    .join(' + ')

/** A line as typed in one go: `2 Soup 4.50 + Bread 1.00`. Undefined without a name. */
export function readLine(text: string): NewLine | undefined {
  const [first = '', ...addons] = text.split(PARTS)
  const line = readPart(first)
  return isNamed(line) ? newLine({ ...line, addons: readAddons(addons.join(' + ')) }) : undefined
}

/** Adds a line, or its quantity to the same one. */
export function addLine(cart: readonly NewLine[], line: NewLine): readonly NewLine[] {
  const same = cart.find(
    (one) =>
      one.name === line.name &&
      one.price === line.price &&
      one.note === line.note &&
      addonsText(one.addons) === addonsText(line.addons),
  )
  return same ? cart.map((one) => (one === same ? { ...one, qty: one.qty + line.qty } : one)) : [...cart, line]
}
