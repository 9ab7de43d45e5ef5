import type { Coords } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'
import { addLine, formatAddons, editLine, lineText, type NewLine, newLine, readAddons, readLine } from './cart-lines.ts'
import { matchingLines, suggestLines, fillFromSuggestions } from './cart-suggestions.ts'
import { addressesOf, bestMatches, customerQuery, suggestAddresses, type PastOrder, splitNameAndPhone } from './customers.ts'
import {
  isTouched,
  type NewOrder,
  type NewOrderChoices,
  nextStep,
  preview,
  problemsOf,
  confirmationSentence,
  readNewOrder,
  rowOf,
  startNewOrder,
  stepsOf,
  withMerchant,
} from './new-order.ts'

const NOW = Date.parse('2026-11-21T18:00:00.000Z')
const address = (coords: Coords | null) => ({ coords, city: null, address: '', info: {} })
const bands = [{ from_km: 0, to_km: 5, price: 2, per_km: 1 }]
const forno = {
  merchant_id: 10,
  name: { en: 'Forno' },
  logo: '',
  address: address([52.5, 13.4]),
  delivery: bands,
  cooking_time: 30,
}
const sushi = { merchant_id: 11, name: { en: 'Sushi' }, logo: '', address: address([52.6, 13.5]), delivery: [] }
const choices: NewOrderChoices = {
  merchants: [forno, sushi],
  types: [1, 2, 3],
  payTypes: [
    { pay_type_id: 5, name: { en: 'Cash' }, odd: 2 },
    { pay_type_id: 6, name: { en: 'Card' }, odd: 1, commission_percent: 2, commission_fixed: '0.10' },
  ],
  company: {
    fee: '1.50',
    tips: [5, 10],
    price_show_decimal: 1,
    distance_model: 'degrees',
    approxumate_courier_speed: null,
    basic_delivery_time: null,
    preliminary_indent_minutes: null,
    google_maps_key: '',
    timezone: 'Europe/Berlin',
  },
}
const start = (more: Partial<NewOrder> = {}): NewOrder => ({ ...startNewOrder('k', choices), ...more })
const ida = { user_id: 7, name: 'Ida', phone: '49170', status: 1, bonus_score: '0.00' }
const soup = newLine({ id: 3, name: 'Soup', qty: 2, price: '4.00' })
const full = (more: Partial<NewOrder> = {}): NewOrder =>
  start({ merchant: 10, customer: ida, address: 'Lindenweg 5', cart: [soup], ...more })
const row = (order: NewOrder) => rowOf(order, choices)
const format = { price: (amount: string) => `${amount} €`, time: (time: string) => time.slice(11, 16), day: String }
const shown = (order: NewOrder, more: Partial<NewOrderChoices> = {}) =>
  preview(order, { ...choices, ...more }, { now: NOW, format })

describe('a new order', () => {
  it('WIZ-12: starts with the first payment type and the first order type', () => {
    expect(start()).toMatchObject({ pay_type: 5, type: 1 })
    expect(startNewOrder('k', { ...choices, types: [2, 1], payTypes: [] })).toMatchObject({ pay_type: null, type: 2 })
  })

  it('WIZ-11: starts with the default centre of the map, which the merchant’s coordinates replace', () => {
    expect(start().coords).toEqual([59.938951, 30.315635])
    const withKey = { ...choices, company: { ...choices.company, google_maps_key: 'key' } }
    expect(startNewOrder('k', withKey).coords).toEqual([48.85341, 2.3488])
    expect(withMerchant(start(), forno).coords).toEqual([52.5, 13.4])
    expect(withMerchant(withMerchant(start(), forno), sushi).coords).toEqual([52.6, 13.5])
    expect(withMerchant(start({ coords: [1, 2], picked: true }), forno).coords).toEqual([1, 2])
    expect(startNewOrder('k', { ...choices, merchants: [forno] })).toMatchObject({ merchant: 10, coords: [52.5, 13.4] })
  })

  it('coordinates that were not picked affect neither price nor estimate', () => {
    const order = withMerchant(full(), forno)
    expect(row(order)['destination_coordinates']).toBeNull()
    expect(shown(order)).toMatchObject({ price: { delivery: '0.00' }, estimate: { minutes: 80, fallback: true, distance: null } })
    const picked = { ...order, coords: [52.51, 13.4] as Coords, picked: true }
    expect(shown(picked)).toMatchObject({ price: { delivery: '3.00' }, estimate: { fallback: false, distance: 1 } })
  })

  it('WIZ-09: starts with cost 0.00, total 0.00 and an empty cart, as soon as possible', () => {
    expect(start()).toMatchObject({ asap: true, cart: [] })
    expect(shown(start({ tips_percent: 10, pay_type: 6 })).price).toMatchObject({ cost: '0.00', total: '0.00' })
    expect(row(start())).toMatchObject({ asap: 1, cart: [] })
  })

  it('WIZ-10: takes the fee of the company', () => {
    expect(shown(full()).price).toMatchObject({ fee: '1.50', total: '9.50' })
    expect(row(full())).not.toHaveProperty('fee')
  })

  it('WIZ-06: keeps all other fields when its merchant changes', () => {
    expect(withMerchant(full(), sushi)).toEqual({ ...full(), merchant: 11, coords: [52.6, 13.5] })
  })

  it('WIZ-01 WIZ-02: runs from seller to user to address, which pickup leaves out', () => {
    expect(stepsOf({ type: 1 })).toEqual(['seller', 'user', 'address'])
    expect(stepsOf({ type: 2 })).toEqual(['seller', 'user'])
    expect(nextStep(start())).toBe('seller')
    expect(nextStep(start({ merchant: 10 }))).toBe('user')
    expect(nextStep(start({ merchant: 10, customer: ida }))).toBe('address')
    expect(nextStep(start({ merchant: 10, customer: ida, type: 2 }))).toBeNull()
    expect(nextStep(full())).toBeNull()
  })

  it('a typed cost of delivery replaces the computed one, also where coordinates are missing', () => {
    expect(shown(full({ delivery: '4,50' })).price).toMatchObject({ delivery: '4.50', total: '14.00' })
    expect(row(full({ delivery: '4,50' }))).toMatchObject({ delivery: '4.50' })
    expect(row(full())).not.toHaveProperty('delivery')
    expect(row(full({ type: 2, delivery: '4.50' }))).not.toHaveProperty('delivery')
  })

  it('sends address and details only for delivery, and a time only if one is set', () => {
    const time_finish = '2026-11-21T20:00:00.000Z'
    expect(row(full({ info: { floor: '3' } }))).toMatchObject({
      destination_address: 'Lindenweg 5',
      destination_info_json: { floor: '3' },
      user: 7,
      cart: [{ id: 3, name: 'Soup', qty: 2, price: '4.00', discount: '0.00' }],
    })
    expect(row(full({ type: 2 }))).not.toHaveProperty('destination_address')
    expect(row(full({ time_finish }))).not.toHaveProperty('time_finish')
    expect(row(full({ asap: false, time_finish }))).toMatchObject({ asap: 0, time_finish })
    expect(shown(full({ asap: false, time_finish })).finish).toBe(time_finish)
  })

  it('is saved as not verified unless the map or an earlier order knows its address', () => {
    expect(row(full({ verified: false }))).toMatchObject({ destination_unverified: 1 })
    expect(row(full({ verified: true }))).toMatchObject({ destination_unverified: 0 })
    expect(row(full({ type: 2 }))).not.toHaveProperty('destination_unverified')
  })

  it('promises now plus the estimate once the place is known', () => {
    expect(shown(full({ delivery: '0' })).finish).toBe('2026-11-21T19:20:00.000Z')
    expect(shown(full()).finish).toBeNull()
    expect(shown(full({ type: 2 })).finish).toBe('2026-11-21T18:45:00.000Z')
  })

  it('names missing and invalid fields', () => {
    const problems = (more: Partial<NewOrder>) => problemsOf(full(more), choices).map(({ at, problem }) => [at, problem.text])
    expect(problems({})).toEqual([])
    expect(problems({ customer: null })).toEqual([['user', 'Choose a customer']])
    expect(problems({ address: ' ' })).toEqual([['address', 'Enter the address']])
    expect(problems({ cart: [newLine({ name: '' })] })).toEqual([['cart', 'Enter the name of each item']])
    const free = { ...soup, price: '0' }
    expect(problems({ cart: [free, { ...soup, price: ' ' }] })).toEqual([['cart', 'Enter the price of %1, or 0 if it is free']])
    for (const line of [{ qty: -1 }, { qty: 0 }, { qty: Number.NaN }, { price: '-1' }, { price: 'x' }, { price: '1e20' }])
      expect(problems({ cart: [{ ...soup, ...line }] })).toEqual([['cart', 'Check quantity and price: %1']])
    expect(problems({ bonus: '-1' })).toEqual([['payment', 'Enter an amount, such as 12.50']])
    expect(problems({ asap: false })).toEqual([['time', 'Enter a complete, valid date']])
  })

  it('ignores what its form hides: the note for a card, the cost of delivery for a pickup', () => {
    const noted = full({ odd: '50.00' })
    expect(row(noted)).toMatchObject({ odd: '50.00' })
    expect(row({ ...noted, pay_type: 6 })).not.toHaveProperty('odd')
    // Kept until the payment types are loaded.
    expect(rowOf(noted, { payTypes: [] })).toMatchObject({ odd: '50.00' })
    for (const hidden of [
      { odd: 'x', pay_type: 6 },
      { delivery: 'x', type: 2 },
    ])
      expect(problemsOf(full(hidden), choices)).toEqual([])
    expect(problemsOf(full({ odd: 'x' }), choices)).toHaveLength(1)
    expect(shown(full({ delivery: '4.50', type: 2 })).price.steps).toEqual(shown(full({ type: 2 })).price.steps)
  })

  it('a price that makes no sense counts as nothing in the preview', () => {
    expect(shown(full({ cart: [soup, { ...soup, price: 'x' }], bonus: '-' })).price).toMatchObject({ cost: '8.00' })
  })

  it('a code that can’t be looked up is left out, an unknown one is refused', () => {
    const order = full({ promocode: 'TEN' })
    const ten = { code: 'TEN', discount_type: 2, discount: 10 }
    expect(preview(order, choices, { now: NOW, format, promocode: ten })).toMatchObject({
      isCodeOpen: false,
      price: { total: '8.70' },
    })
    expect(preview(order, choices, { now: NOW, format })).toMatchObject({
      isCodeOpen: true,
      price: { total: '9.50', refusals: [{}] },
    })
    const [refusal] = preview(full({ promocode: 'TEN', type: 2 }), choices, { now: NOW, format, promocode: null }).price.refusals
    expect(refusal).toMatchObject({ code: 'promocode_unknown' })
  })

  it('is read back with total and time', () => {
    const said = (order: NewOrder) => confirmationSentence(order, shown(order), format)
    const known = full({ delivery: '0' })
    expect(said(known)).toEqual({ text: 'That will be %1, with you by %2.', params: ['9.50 €', '19:20'] })
    expect(said(full({ type: 2 })).text).toBe('That will be %1, ready at %2.')
    // No one has chosen a time yet.
    expect(said({ ...known, asap: false })).toEqual({ text: 'That will be %1.', params: ['9.50 €'] })
    const closed = { ...shown(known), warnings: [{ warning: 'closed' as const, text: { text: 'Closed' as const } }] }
    expect(confirmationSentence(known, closed, format)).toEqual({ text: 'That will be %1.', params: ['9.50 €'] })
    expect(said(full())).toEqual({
      text: 'That will be %1 plus delivery. The delivery cost is still unknown.',
      params: ['9.50 €'],
    })
  })

  it('is restored completely, with defaults for fields that an older version lacked', () => {
    expect(readNewOrder(JSON.parse(JSON.stringify(full())) as Record<string, unknown>, start())).toEqual(full())
    expect(readNewOrder({ key: 'old', comment: 'Hi', former: 1 }, start())).toEqual(start({ key: 'old', comment: 'Hi' }))
  })

  it('is worth keeping once something was entered', () => {
    expect([null, start(), start({ merchant: 10 }), start({ comment: 'x' }), full()].map(isTouched)).toEqual([
      false,
      false,
      false,
      true,
      true,
    ])
  })
})

describe('lines of a cart', () => {
  it.each([
    ['Soup', { qty: 1, name: 'Soup', price: '' }],
    ['2 Soup 4,50', { qty: 2, name: 'Soup', price: '4.50' }],
    ['2x Pizza 4 Formaggi', { qty: 2, name: 'Pizza 4 Formaggi', price: '' }],
    ['2 Soup 4.50 @ Grill', { qty: 2, name: 'Soup', price: '4.50', station: 'Grill' }],
    ['Soup + Egg @Hot kitchen ', { name: 'Soup', addons: [{ name: 'Egg' }], station: 'Hot kitchen' }],
    ['a@b.c', { name: 'a@b.c', station: '' }],
    ['0.5 Ham 12', { qty: 0.5, name: 'Ham', price: '12' }],
    [
      'Soup 4 + Bread 1 + 2 Egg',
      {
        name: 'Soup',
        price: '4',
        addons: [
          { name: 'Bread', price: '1' },
          { qty: 2, name: 'Egg', price: '0.00' },
        ],
      },
    ],
  ])('%s is read', (text, line) => {
    expect(readLine(text)).toMatchObject(line)
  })

  it('need a name', () => {
    expect([readLine(''), readLine('  ')]).toEqual([undefined, undefined])
  })

  it('add-ons as text are read back the same', () => {
    const addons = readLine('Soup + Bread 1.00 + 2 Egg')?.addons ?? []
    expect(formatAddons(addons)).toBe('Bread 1.00 + 2 Egg')
    // Numbers that belong to a name are neither prices nor quantities.
    const numbered = [
      { name: 'Sauce 2', qty: 1, price: '0.00' },
      { name: '7 herbs', qty: 1, price: '1.50' },
    ]
    expect(readAddons(formatAddons(numbered))).toEqual(numbered)
  })

  it.each(['Pizza 4', '4 2x', 'Pizza 4 2x', '7 herbs', 'Rice + beans', 'Soup @ noon', 'Pizza 12"', '"Best" 4', '3', '@ 5'])(
    'a name with numbers or signs is read back the same: %s',
    (name) => {
      for (const price of ['', '9.00'])
        for (const qty of [1, 2.5]) {
          const line = newLine({ name, price, qty, station: 'Grill', addons: [{ name, qty: 2, price: '1.00' }] })
          expect(readLine(lineText(line))).toEqual({ ...line, key: expect.any(String) as string })
        }
    },
  )

  it('a name is in quotes only if it would be read in another way', () => {
    expect(lineText(newLine({ name: 'Pizza 4' }))).toBe('1 "Pizza 4"')
    expect(lineText(newLine({ name: 'Pizza 4', price: '9.00' }))).toBe('1 Pizza 4 9.00')
    expect(readLine('2 "Pizza 4" 9.50')).toMatchObject({ qty: 2, name: 'Pizza 4', price: '9.50' })
  })

  it('get defaults for fields that another system left out', () => {
    const [first] = suggestLines([[{ name: 'Tea', price: '1.00' } as Parameters<typeof suggestLines>[0][0][0]]])
    expect(first?.line).toEqual({ ...newLine({ name: 'Tea', price: '1.00' }), key: first?.line.key })
  })

  it('the same line counts up, another one is added', () => {
    expect(addLine([soup], { ...soup, qty: 3 })).toEqual([{ ...soup, qty: 5 }])
    expect(addLine([{ ...soup, qty: 1.15 }], { ...soup, qty: 2.3 })).toEqual([{ ...soup, qty: 3.45 }])
    expect(addLine([soup], { ...soup, note: 'hot' })).toHaveLength(2)
    // A discount counts once for its line.
    expect(addLine([soup], { ...soup, discount: '1.00' })).toHaveLength(2)
  })

  it('keep a unique key while others are added and removed', () => {
    const cart = ['hot', 'cold', 'mild'].reduce<readonly NewLine[]>((lines, note) => addLine(lines, { ...soup, note }), [])
    expect(new Set(cart.map(({ key }) => key)).size).toBe(3)
    const [, second, third] = cart
    expect(
      addLine(cart.slice(1), newLine({ name: 'Tea' }))
        .map(({ key }) => key)
        .slice(0, 2),
    ).toEqual([second?.key, third?.key])
    expect(row(full({ cart }))['cart']).not.toContainEqual(expect.objectContaining({ key: expect.anything() as unknown }))
  })

  const item = (name: string, price: string) => ({
    ...newLine({ id: 1, name, price }),
    description: '',
    img: '',
    amount: '0.00',
    total: '0.00',
    payment_commission: '0.00',
  })
  it('are suggested from earlier carts: latest price, most frequent first, beginning before middle', () => {
    const suggested = suggestLines([
      [item('Soup', '5.00'), item('Rice', '2.00')],
      [item('soup', '4.00')],
      [item('Lentil soup', '6.00')],
    ])
    expect(suggested.map(({ line, times }) => [line.name, line.price, times])).toEqual([
      ['Soup', '5.00', 2],
      ['Rice', '2.00', 1],
      ['Lentil soup', '6.00', 1],
    ])
    expect(matchingLines(suggested, 'sou', 5).map(({ line }) => line.name)).toEqual(['Soup', 'Lentil soup'])
    expect(matchingLines(suggested, 'soup len', 5).map(({ line }) => line.name)).toEqual(['Lentil soup'])
  })

  it('KDS-09: get the station of the dish in the latest order, unless one is typed', () => {
    const suggested = suggestLines([
      [{ ...item('Soup', '5.00'), station: 'Pots' }],
      [{ ...item('Soup', '5.00'), station: 'Old' }],
    ])
    expect(suggested[0]?.line.station).toBe('Pots')
    const typed = (text: string) => fillFromSuggestions(readLine(text) as NewLine, suggested).station
    expect([typed('2 soup 6.00'), typed('Soup 6.00 @ Bar'), typed('Stew 6.00')]).toEqual(['Pots', 'Bar', ''])
  })

  it('typed like known dishes get their allergens, and are separate from lines with other allergens', () => {
    const suggested = suggestLines([[{ ...item('Soup', '5.00'), allergens: ['milk'] }]])
    const known = fillFromSuggestions(readLine('2 soup 5.00 + Cream 1.00') as NewLine, suggested)
    expect(known.allergens).toEqual(['milk'])
    const plain = readLine('Stew 6.00') as NewLine
    const cart = addLine(addLine([], { ...plain, allergens: ['nuts'] }), plain)
    expect(cart.map(({ qty, allergens }) => [qty, allergens])).toEqual([
      [1, ['nuts']],
      [1, []],
    ])
  })

  it('are suggested plain first, then with each combination of add-ons, named and priced whole', () => {
    const avocado = { name: 'Extra avocado', qty: 2, price: '1.50' }
    const roll = (name: string, price: string) => ({ ...item(name, price), addons: [avocado] })
    const suggested = suggestLines([
      [item('California roll', '9.80'), roll('california roll', '9.50')],
      [roll('California roll', '9.00')],
      [roll('Dragon roll', '12.00')],
    ])
    const found = (text: string) =>
      matchingLines(suggested, text, 6).map(({ text, price, line, times }) => [text, price, line.addons.length, times])
    expect(found('cal')).toEqual([
      ['California roll', '9.80', 0, 3],
      ['california roll + 2× Extra avocado', '12.50', 1, 2],
    ])
    // Never ordered plain, but its name implies it.
    expect(found('dragon')).toEqual([
      ['Dragon roll', '12.00', 0, 1],
      ['Dragon roll + 2× Extra avocado', '15.00', 1, 1],
    ])
    expect(found('avocado').map(([text]) => text)).toEqual([
      'california roll + 2× Extra avocado',
      'Dragon roll + 2× Extra avocado',
    ])
  })
})

describe('editLine', () => {
  const previous = newLine({ id: 7, name: 'Soup', qty: 1, price: '4.00', note: 'hot', allergens: ['milk'], station: 'pots' })

  it('keeps unmentioned fields, above all allergens, while the item is the same', () => {
    const typed = newLine({ name: 'Soup', qty: 3, price: '4.50', station: 'pots' })
    expect(editLine(previous, typed)).toEqual({ ...previous, qty: 3, price: '4.50' })
  })

  it('KDS-09: shows the station in the text, so that it can be changed and removed there', () => {
    expect(lineText(previous)).toBe('1 Soup 4.00 @ pots')
    expect(readLine(lineText(previous))?.station).toBe('pots')
    expect(editLine(previous, readLine('1 Soup 4.00') as NewLine)).toEqual({ ...previous, station: '' })
  })

  it('takes another item whole, with the note', () => {
    const other = newLine({ id: 8, name: 'Salad', qty: 2, price: '5.00', allergens: ['nuts'] })
    expect(editLine(previous, other)).toEqual({ ...other, key: previous.key, note: 'hot' })
  })
})

describe('customers', () => {
  it('are offered with the name that begins with the text first, otherwise the newest first, eight of them', () => {
    const people = ['Hannah Voss', 'Joanna', 'Rosa Anna', 'Anna', ...Array.from({ length: 9 }, () => 'Hannah')]
    const found = people.map((name, user_id) => ({ user_id, name, phone: '49301', status: 1, bonus_score: '0.00' }))
    expect(bestMatches(found, ' anna').map(({ user_id }) => user_id)).toEqual([2, 3, 0, 1, 4, 5, 6, 7])
  })

  const requested = (text: string, phone_code = '49') => customerQuery(text, { phone_code })?.search?.[1]
  it.each([
    ['ida', '49', { key: 'name', op: 'like', prm: 'ida' }],
    ['0171 555', '49', { key: 'phone', op: 'like', prm: '171555' }],
    ['+49 (0)171 555', '49', { key: 'phone', op: 'like', prm: '171555' }],
    ['0049 171 555', '49', { key: 'phone', op: 'like', prm: '171555' }],
    ['+49 0171 555', '49', { key: 'phone', op: 'like', prm: '171555' }],
    ['+43 171 555', '49', { key: 'phone', op: 'like', prm: '43171555' }],
    ['+7 999', '7', { key: 'phone', op: 'like', prm: '999' }],
    ['8 999 12', '7', { key: 'phone', op: 'like', prm: '99912' }],
    ['٩٩٩', '20', { key: 'phone', op: 'like', prm: '999' }],
    ['i', '49', undefined],
    ['12', '49', undefined],
    ['Ida Brandt 0171 5550001', '49', { key: 'phone', op: 'like', prm: '1715550001' }],
  ])('WIZ-04: are searched by name or phone: %s', (text, code, condition) => {
    expect(requested(text, code)).toEqual(condition)
  })

  it.each([
    ['Ida Brandt 0171 5550001', 'Ida Brandt', '0171 5550001'],
    ['Ida Brandt, +49 (171) 555-0001', 'Ida Brandt', '+49 (171) 555-0001'],
    ['0171/5550001 Ida', 'Ida', '0171/5550001'],
    ['ида ٠١٧١٥٥٥٠٠٠١', 'ида', '01715550001'],
    ['Ida Brandt', 'Ida Brandt', ''],
    ['0171 5550001', '', '0171 5550001'],
    ['Room 305', 'Room 305', ''],
    ['Ida 2 Brandt', 'Ida 2 Brandt', ''],
    ['R2D2123456', 'R2D2123456', ''],
    ['', '', ''],
  ])('are typed with name and phone in one go: %s', (text, name, phone) => {
    expect(splitNameAndPhone(text)).toEqual({ name, phone })
  })

  it('are offered their own addresses before others, each once', () => {
    const place = (address: string) => ({ address, coords: null, info: {}, verified: true })
    const own = [place('Torstraße 7'), place('Markt 1')]
    const found = [place('torstraße 7'), place('Torstraße 100')]
    const offered = (typed: string) => suggestAddresses(typed, own, found).map(({ address }) => address)
    expect(offered(' torstr')).toEqual(['Torstraße 7', 'Torstraße 100'])
    expect(offered('Torstraße 7')).toEqual(['Torstraße 100'])
    expect(suggestAddresses('', own, [])).toEqual(own)
  })

  it('have each address once, the latest first', () => {
    const past = (destination_address: string, floor = '', destination_unverified = 0) => {
      const destination = { destination_address, destination_coordinates: null, destination_info_json: { floor } }
      return { ...destination, destination_unverified } as PastOrder
    }
    expect(addressesOf([past('Lindenweg 5', '3'), past(''), past('Markt 1', '', 1), past('lindenweg 5 ', '2')])).toEqual([
      { address: 'Lindenweg 5', coords: null, info: { floor: '3' }, verified: true },
      { address: 'Markt 1', coords: null, info: { floor: '' }, verified: false },
    ])
  })
})

it('a new order shows the warnings of its merchant once one is chosen', () => {
  const closed = { ...forno, status: 1, min_order_cost: '50.00' }
  const found = (order: NewOrder) => shown(order, { merchants: [closed] }).warnings.map(({ warning }) => warning)
  expect(found(full())).toEqual(['min_cost', 'no_delivery_cost'])
  expect(found(full({ delivery: '0.00' }))).toEqual(['min_cost'])
  expect(found(full({ cart: [] }))).toEqual([])
  expect(found(full({ merchant: null }))).toEqual([])
})
