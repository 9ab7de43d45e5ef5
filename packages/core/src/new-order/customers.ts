import type { CallOptions, Client } from '@tiffin/sdk/client'
import { apiError, type Coords, isApiError, type TableQuery } from '@tiffin/sdk/contract'
import type { Translate } from '#i18n/create-i18n'
import { cleanPhone, digitsOf, type PhoneCountry, phonePart, phoneSpellings, normalizeDigits } from '#rules/index'
import type { NewLine } from './cart-lines.ts'
import type { AddressInfo, Customer } from './new-order.ts'

const include = ['user_id', 'name', 'phone', 'status', 'bonus_score']
const MAX_OFFERED = 8
/** More customers are read than shown, because the best matches need not be the newest ones. */
const MAX_READ = 50
/** Fewer digits may be part of a name, or match too many phones. */
const FEWEST_DIGITS = 3
const FEWEST_LETTERS = 2

/** A phone number at the beginning or end of a text, with the characters that users type between its digits. */
const PHONE = String.raw`\+?\(?\d[\d\s()./-]*`
const phoneBeside = new RegExp(String.raw`^(?<first>${PHONE})(?=[\s,;:])|(?<=[\s,;:])(?<last>${PHONE})$`)
/** Fewer digits may be part of a name, such as a room. */
const FEWEST_BESIDE_NAME = 6

/** A name and a phone, typed together in any order: `Ida Brandt 0171 5550001`. */
export function splitNameAndPhone(text: string): { name: string; phone: string } {
  const typed = normalizeDigits(text).trim()
  if (!/\p{L}/u.test(typed)) return { name: '', phone: typed }
  const [phone = ''] = phoneBeside.exec(typed) ?? []
  if (digitsOf(phone).length < FEWEST_BESIDE_NAME) return { name: typed, phone: '' }
  return { name: typed.replace(phone, '').replaceAll(/^[\s,;:]+|[\s,;:]+$/g, ''), phone: phone.trim() }
}

/** Customers of the company who have a phone, by name or phone (WIZ-03, WIZ-04); null if the text is too short. */
export function customerQuery(text: string, country: PhoneCountry): TableQuery | null {
  const { name, phone } = splitNameAndPhone(text)
  const digits = phonePart(phone, country)
  // A phone says more than a name, which may be spelled in another way.
  const isPhone = phone !== '' || name === ''
  if (isPhone ? digits.length < FEWEST_DIGITS : name.length < FEWEST_LETTERS) return null
  return {
    table: 'user',
    include,
    search: [
      { key: 'phone', op: '!=', prm: '' },
      isPhone ? { key: 'phone', op: 'like', prm: digits } : { key: 'name', op: 'like', prm: name },
    ],
    order: [{ field: 'user_id', dir: 'desc' }],
    limit: [0, MAX_READ],
    count: 'none',
  }
}

const rowsOf = async <R>(client: Client, query: TableQuery, options: CallOptions = {}): Promise<R[]> => {
  const { data } = await client.Reference.getData({ tables: [query] }, options)
  return (data[query.table]?.data ?? []) as unknown as R[]
}

/** Names with a word that begins with the text come first: "anna" means Anna before Hannah. */
export function bestMatches(found: readonly Customer[], text: string): Customer[] {
  const isWord = ({ name }: Customer): boolean => ` ${name}`.toLowerCase().includes(` ${text.trim().toLowerCase()}`)
  return found.toSorted((a, b) => Number(isWord(b)) - Number(isWord(a))).slice(0, MAX_OFFERED)
}

export const findCustomers = async (client: Client, query: TableQuery, text: string, signal: AbortSignal): Promise<Customer[]> =>
  bestMatches(await rowsOf<Customer>(client, query, { signal }), text)

/** The customer with this phone, in any spelling. */
export async function findByPhone(client: Client, phone: string, country: PhoneCountry): Promise<Customer | undefined> {
  const search: TableQuery['search'] = [{ key: 'phone', op: 'in', prm: phoneSpellings(phone, country) }]
  return (await rowsOf<Customer>(client, { table: 'user', include, search, limit: [0, 1] }))[0]
}

/**
 * Creates a customer; for a known phone returns the existing one (AMB-222). Rejects with an ApiError, such as
 * `limit_reached`.
 */
export async function addCustomer(
  client: Client,
  given: { name: string; phone: string; key: string },
  country: PhoneCountry,
): Promise<{ customer: Customer; isKnown: boolean }> {
  const phone = cleanPhone(given.phone, country)
  if (phone === '') throw apiError('required', { params: ['phone'], field: 'phone' })
  const known = await findByPhone(client, phone, country)
  if (known) return { customer: known, isKnown: true }
  const row = { name: given.name.trim(), phone }
  try {
    await client.Reference.saveData({ tables: [{ table: 'user', row }] }, { idempotencyKey: given.key, retryWrites: true })
  } catch (error) {
    // Someone else has created the customer in the meantime.
    const other = isApiError(error) && error.code === 'duplicate' ? await findByPhone(client, phone, country) : undefined
    if (!other) throw error
    return { customer: other, isKnown: true }
  }
  const customer = await findByPhone(client, phone, country)
  if (!customer) throw apiError('not_found')
  return { customer, isKnown: false }
}

/** An earlier order of the customer at a merchant that the user may see (AMB-220). */
export interface PastOrder {
  order_id: number
  merchant: number
  type: number
  time_create: string
  total: string
  cart: readonly Omit<NewLine, 'key'>[]
  destination_address: string
  destination_coordinates: Coords | null
  destination_info_json: AddressInfo
  destination_unverified: number
}

export interface PastAddress {
  address: string
  coords: Coords | null
  info: AddressInfo
  verified: boolean
}

export interface CustomerHistory {
  user: number
  /** Number of orders that the customer has placed with the company. */
  count: number
  /** Latest first. */
  orders: readonly PastOrder[]
  addresses: readonly PastAddress[]
}

/** How many orders the customer has placed before this one. */
export const earlierOrdersText = ({ count }: Pick<CustomerHistory, 'count'>, t: Translate): string =>
  count === 0 ? t('First order') : t('%1 orders', [count])

const PAST_ORDERS = 20

/** The addresses of earlier orders, each once, the latest first. */
export function addressesOf(orders: readonly PastOrder[]): PastAddress[] {
  const found = new Map<string, PastAddress>()
  for (const order of orders) {
    const address = order.destination_address.trim()
    const key = address.toLocaleLowerCase()
    if (key === '' || found.has(key)) continue
    const { destination_coordinates: coords, destination_info_json: info, destination_unverified } = order
    found.set(key, { address, coords, info, verified: destination_unverified !== 1 })
  }
  return [...found.values()]
}

/** Addresses to offer for a typed one: those of the customer that contain it, then others that were found for it. */
export function suggestAddresses(
  typed: string,
  own: readonly PastAddress[],
  found: readonly PastAddress[],
): readonly PastAddress[] {
  const keyOf = ({ address }: Pick<PastAddress, 'address'>): string => address.trim().toLocaleLowerCase()
  const requested = keyOf({ address: typed })
  const all = [...own.filter((item) => keyOf(item).includes(requested)), ...found].filter((entry) => keyOf(entry) !== requested)
  return all.filter((candidate, index) => all.findIndex((item) => keyOf(item) === keyOf(candidate)) === index)
}

const orderFields = [
  'order_id',
  'merchant',
  'type',
  'time_create',
  'total',
  'cart',
  'destination_address',
  'destination_coordinates',
  'destination_info_json',
  'destination_unverified',
] as const

/** The latest orders of a customer, of merchants that the user sees (AMB-220). */
export const readPastOrders = (client: Client, user: number, options: CallOptions = {}): Promise<PastOrder[]> =>
  rowsOf<PastOrder>(
    client,
    {
      table: 'order',
      mode: 'board',
      include: [...orderFields],
      search: [{ key: 'user', prm: user }],
      order: [{ field: 'time_create', dir: 'desc' }],
      limit: [0, PAST_ORDERS],
      count: 'none',
    },
    options,
  )

export async function readHistory(client: Client, user: number): Promise<CustomerHistory> {
  const [orders, placed] = await Promise.all([readPastOrders(client, user), client.Order.placed({ user })])
  return { user, count: placed.data.orders, orders, addresses: addressesOf(orders) }
}
