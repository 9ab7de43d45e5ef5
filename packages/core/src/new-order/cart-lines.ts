import { randomUuid } from '@tiffin/sdk/client'
import type { CartItem } from '@tiffin/sdk/contract'
import { amount, isSame } from '#rules/index'

type TypedLine = Pick<CartItem, 'id' | 'name' | 'qty' | 'price' | 'discount' | 'addons' | 'note' | 'allergens' | 'station'>

/** A line of the cart; amounts are as typed. The id is that of the product, empty if it was typed. */
export interface NewLine extends TypedLine {
  /** Identifies a line of the cart while the cart changes; not sent. */
  key: string
}

type Addon = NewLine['addons'][number]

/** Carts of other systems may lack some fields. */
type GivenLine = { [N in keyof NewLine]?: NewLine[N] | undefined }

export const newLine = (line: GivenLine): NewLine => ({
  key: line.key ?? randomUuid(),
  id: line.id ?? '',
  name: line.name ?? '',
  qty: line.qty ?? 1,
  price: line.price ?? '',
  discount: line.discount ?? '',
  addons: line.addons ?? [],
  note: line.note ?? '',
  allergens: line.allergens ?? [],
  station: line.station ?? '',
})

/** `2 Soup 4.50`: quantity, name, price; only the name is required. */
const pattern = /^(?:(\d+(?:[.,]\d+)?)\s*[x×*]?\s+)?(.*?)(?:\s+(\d+(?:[.,]\d{1,2})?))?$/u
const PARTS = /\s*\+\s+/u

function readPart(text: string): { qty: number; name: string; price: string } {
  const [, qty = '1', name = '', price = ''] = pattern.exec(text.trim()) ?? []
  return { qty: Number(qty.replace(',', '.')), name: name.trim(), price: price.replace(',', '.') }
}

/** A name in quotes is not read any further: `2 "Pizza 4" 9.00`. Quotes within it are doubled. */
const QUOTED = /(?<=^|\s)"((?:[^"]|"")+)"(?=\s|$)/gu
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Private characters take the place of quoted names while the rest is read. */
const PLACE = /\ue000(\d+)\ue001/gu

/** Takes quoted names out of a text, and puts them back into names that were read from it. */
function takeQuoted(text: string): { plain: string; restore: (name: string) => string } {
  const names: string[] = []
  const plain = text.replaceAll(QUOTED, (_, name: string) => `\ue000${names.push(name.replaceAll('""', '"')) - 1}\ue001`)
  return { plain, restore: (name) => name.replaceAll(PLACE, (_, at: string) => names[Number(at)] ?? '') }
}

const isNamed = ({ name }: { name: string }): boolean => name !== ''

const readParts = (plain: string, restore: (name: string) => string): Addon[] =>
  plain
    .split(PARTS)
    .map(readPart)
    .filter(isNamed)
    .map(({ price, name, ...addon }) => ({ ...addon, name: restore(name), price: price || '0.00' }))

/** Add-ons as typed: `Bread 1.00 + Cheese`. */
export function readAddons(text: string): Addon[] {
  const { plain, restore } = takeQuoted(text)
  return readParts(plain, restore)
}

function addonText({ qty, name, price }: Addon): string {
  const textOf = (typed: string): string =>
    [qty === 1 ? '' : String(qty), typed, Number(price) === 0 ? '' : price].filter(Boolean).join(' ')
  return readLine(textOf(name))?.name === name ? textOf(name) : textOf(quoted(name))
}

export const formatAddons = (addons: readonly Addon[]): string => addons.map(addonText).join(' + ')

/** The station comes last: `2 Soup 4.50 @ Grill`. */
const STATION = /^(.*?)\s+@\s*([^@]*)$/u

/** A line as typed in one go: `2 Soup 4.50 + Bread 1.00 @ Grill`. Undefined without a name. */
export function readLine(text: string): NewLine | undefined {
  const { plain, restore } = takeQuoted(text)
  const [, typed = plain, station = ''] = STATION.exec(plain) ?? []
  const [first = '', ...addons] = typed.split(PARTS)
  const line = readPart(first)
  if (!isNamed(line)) return undefined
  const named = { ...line, name: restore(line.name), addons: readParts(addons.join(' + '), restore) }
  return newLine({ ...named, station: restore(station.trim()) })
}

/** The line as it would be typed, without its note and allergens. A name that would be read in another way is in quotes. */
export function lineText({ qty, name, price, addons, station }: NewLine): string {
  const textOf = (typed: string): string =>
    [[qty, typed, price].filter((part) => part !== '').join(' '), formatAddons(addons)].filter(Boolean).join(' + ') +
    (station === '' ? '' : ` @ ${station}`)
  return readLine(textOf(name))?.name === name ? textOf(name) : textOf(quoted(name))
}

/** A line that was typed again. Details that can't be typed, such as allergens, are kept if the item is the same. */
export const editLine = (previous: NewLine, typed: NewLine): NewLine => {
  const { qty, name, price, addons, station } = typed
  return name === previous.name
    ? { ...previous, qty, price, addons, station }
    : { ...typed, key: previous.key, note: previous.note }
}

/** Of decimal quantities: a floating-point error may cost a cent. */
const sumOf = (a: number, b: number): number => Number((a + b).toFixed(6))

/** Adds a line, or adds its quantity to an identical line. */
export function addLine(cart: readonly NewLine[], line: NewLine): readonly NewLine[] {
  const same = cart.find(
    (other) =>
      other.name === line.name &&
      other.price === line.price &&
      other.note === line.note &&
      other.discount === line.discount &&
      other.station === line.station &&
      isSame(other.allergens, line.allergens) &&
      formatAddons(other.addons) === formatAddons(line.addons),
  )
  return same
    ? cart.map((item) => (item === same ? { ...item, qty: sumOf(item.qty, line.qty) } : item))
    : [...cart, { ...line, key: randomUuid() }]
}

type Line = Omit<NewLine, 'key'>

function withAmounts(line: Line, amountOf: (typed: string) => string): Line {
  return {
    ...line,
    // Items are counted across all orders by id and name.
    id: line.id === '' ? line.name.slice(0, 100) : line.id,
    price: amountOf(line.price),
    discount: amountOf(line.discount),
    addons: line.addons.map((addon) => ({ ...addon, price: amountOf(addon.price) })),
  }
}

/** The cart as stored. Invalid amounts stay as typed, so that they are refused. */
export const toStoredLines = (cart: readonly NewLine[]): Line[] =>
  cart.map(({ key: _key, ...line }) => withAmounts(line, (typed) => amount(typed) ?? (typed.trim() === '' ? '0.00' : typed)))

/** The cart as priced; an invalid line counts as 0. */
export const toPricedLines = (cart: readonly (Line & { key?: string })[]): Line[] =>
  cart.map(({ key: _key, ...line }) => ({
    ...withAmounts(line, (typed) => amount(typed) ?? '0.00'),
    qty: Number.isFinite(line.qty) && line.qty >= 0 ? line.qty : 0,
  }))
