import { Box } from 'ink'
import { render } from 'ink-testing-library'
import { describe, expect, it, vi } from 'vitest'
import { type Card, createCore, memoryStorage } from '@tiffin/core'
import { ticketLines } from '@tiffin/core/rules'
import { createI18n } from '@tiffin/core/i18n'
import { CoreProvider } from '@tiffin/core/react'
import type { SessionUser } from '@tiffin/sdk/contract'
import { createTheme } from '../theme/theme.ts'
import { widthOf } from '../theme/text.ts'
import { createKeyboard, KeyboardProvider, useKeys } from '../view/keyboard.ts'
import { OptionsProvider } from '../view/options.ts'
import { cardLines, type CardView as View } from './card-lines.ts'
import { ColumnView } from './column-view.tsx'
import { Footer } from './footer.tsx'
import { Help } from './help.tsx'
import { NowProvider } from './now.tsx'
import { LinearBoard } from './linear-board.tsx'

const column = { status: { order_status_id: 2, status: 2, value: { en: 'New' }, color: { background: '#3366CC' }, done: 0 } }
const card = (id: number, more: Record<string, unknown> = {}): Card =>
  ({
    order_id: id,
    ticket: id,
    time_create: '2026-11-20T10:00:00.000Z',
    time_finish: '2026-11-20T11:00:00.000Z',
    total: '12.50',
    comment: '',
    cart: [],
    user_obj: { name: 'Anna' },
    ...more,
  }) as unknown as Card
const item = (name: string, allergens: string[] = [], note = '', addons: string[] = []) => ({
  name,
  qty: 1,
  total: '1.00',
  allergens,
  note,
  addons: addons.map((addon) => ({ name: addon, qty: 1 })),
})

const view: View = {
  density: 'detailed',
  width: 24,
  most: 8,
  limit: 40,
  lang: 'en',
  timezone: 'UTC',
  country: '',
  now: Date.parse('2026-11-20T10:30:00.000Z'),
  severalMerchants: false,
  currency: undefined,
  marks: createTheme().marks,
  t: createI18n().t,
}
const linesOf = (order: Card, more: Partial<View> = {}) =>
  cardLines(order, { ...view, ...more }).map(({ spans, end }) =>
    [spans.map(({ text }) => text).join(''), end].filter(Boolean).join(' '),
  )
const texts = (cart: unknown, more: Partial<View> = {}, comment = '') => linesOf(card(1, { cart, comment }), more)

describe('card lines', () => {
  it('tells how many messages of its customer are unread', () => {
    const unread = new Map([[7, 2]])
    expect(linesOf(card(1, { user: 7 }), { unread, width: 40 }).join(' ')).toContain('[Unread messages: 2]')
    expect(linesOf(card(1, { user: 8 }), { unread, width: 40 }).join(' ')).not.toContain('Unread')
  })

  it.each([
    [{ orders: 1, status: 1, noted: 0 }, 'First order'],
    [{ orders: 3, status: 1, noted: 0 }, '3 orders'],
    [{ orders: 3, status: 0, noted: 0 }, '[Blocked customer]'],
    [{ orders: 3, status: 1, noted: 1 }, '[Customer note]'],
  ])(
    'KDS-15: a card shows how many orders the customer has placed and flags blocked or noted customers: %j',
    (customer, text) => {
      for (const density of ['detailed', 'compact'] as const) {
        expect(linesOf(card(1, { user_obj: { name: 'Anna', ...customer } }), { density }).join('\n')).toContain(text)
        expect(linesOf(card(1), { density }).join('\n')).not.toMatch(/order|customer/i)
      }
    },
  )

  it.each(['detailed', 'compact'] as const)(
    'KDS-15: show the note about the customer before the dishes, in a part of the screen: %s',
    (density) => {
      const cart = [item('Soup', [], 'hot')]
      const noted = (comment: string) =>
        linesOf(card(1, { cart, user_obj: { name: 'Anna', status: 1, noted: 1, comment } }), { density, limit: 16 })
      expect(noted('Allergic to nuts').slice(1, 4)).toEqual(['Customer note: Allergic', 'to nuts', 'Anna 12.50 %'])
      expect(noted('Allergic to nuts, eggs and every kind of fish').slice(1, 4)).toEqual([
        'Customer note: Allergic',
        'to nuts, eggs and every…',
        'Anna 12.50 %',
      ])
      expect(noted('').join('\n')).toContain('[Customer note]')
    },
  )

  it('KDS-22: show the due date only if it is not today, and the merchant only if several are shown', () => {
    const order = { type: 2, merchant_obj: { name: { en: 'Forno Vecchio' } } }
    const several = { severalMerchants: true }
    expect(linesOf(card(1, order), several)).toEqual(['[Pickup] · 11:00', 'Forno Vecchio', 'Anna 12.50 %'])
    expect(linesOf(card(1, { ...order, time_finish: '2026-11-22T18:30:00.000Z' }), several)).toEqual([
      '[Pickup] · Nov 22, 18:30',
      'Forno Vecchio',
      'Anna 12.50 %',
    ])
    expect(linesOf(card(1, order), { ...several, density: 'compact' })).toEqual([
      '[Pickup] · 11:00',
      'Forno Vecchio · 0 items',
      'Anna 12.50 %',
    ])
    expect(linesOf(card(1, { ...order, type: 1 }))).toEqual(['11:00', 'Anna 12.50 %'])
  })

  it.each([
    [1, false],
    [2, true],
    [3, true],
  ])('ORDER-07: show Pickup for every type but 1: %i', (type, isPickup) => {
    expect(linesOf(card(1, { type })).join(' ').includes('[Pickup]')).toBe(isPickup)
  })

  it.each([
    [1, '€', '12.50 €'],
    [0, '€', '13 €'],
    [1, undefined, '12.50 %'],
  ])(
    'PRICE-05: show the total with 2 decimals, or none if price_show_decimal is 0: %i',
    (price_show_decimal, currency, total) => {
      expect(linesOf(card(1, { company_obj: { price_show_decimal } }), { currency })).toContain(`Anna ${total}`)
    },
  )

  it('show the add-ons with their dish, wrapped as needed', () => {
    expect(texts([item('Caesar salad', [], '', ['chicken', 'double parmesan'])]).slice(2)).toEqual([
      '1× Caesar salad +',
      'chicken + double',
      'parmesan',
    ])
  })

  it("distinguish allergens, a note on a dish and the order's comment by their signs", () => {
    const cart = [item('Soup', ['milk', 'nuts'], 'hot'), item('Quattro formaggi', ['gluten', 'milk'], 'no onions, and cut')]
    expect(texts(cart, {}, 'ring at the back door twice').slice(2)).toEqual([
      '1× Soup ! milk, nuts',
      '» hot',
      '1× Quattro formaggi',
      '! gluten, milk',
      '» no onions, and cut',
      '≡ ring at the back door',
      'twice',
    ])
    expect(texts(cart, { marks: createTheme({ ascii: true }).marks }).slice(2, 4)).toEqual(['1x Soup !! milk, nuts', '>> hot'])
    expect(texts(cart, { density: 'compact' }, 'ring').slice(2)).toEqual([
      '! milk, nuts, gluten',
      '» hot',
      '» no onions, and cut',
      '≡ ring',
    ])
  })

  it("SHELL-03: separate allergens with the language's comma", () => {
    expect(texts([item('Soup', ['milk', 'nuts'])], { lang: 'ar' }).at(-1)).toBe('1× Soup ! milk، nuts')
  })

  const many = (loud: string) =>
    ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((name) => item(name, name === loud ? ['nuts'] : [], name === loud ? 'hot' : ''))

  it('count the dishes that do not fit, and show their allergens', () => {
    const allergic = many('').map((dish, index) => ({ ...dish, allergens: index > 5 ? ['nuts', `a${index}`] : [] }))
    const lines = texts(allergic, { most: 6 })
    expect(lines).toHaveLength(6)
    expect(lines.at(-1)).toBe('+5 more ! nuts, a6, a7')
    expect(texts(allergic, { most: 6, width: 14 }).slice(-3)).toEqual(['1× B', '+6 more', '! nuts, a6, a7'])
    expect(texts(allergic, { most: 6, width: 12 }).slice(-3)).toEqual(['+7 more', '! nuts, a6,', 'a7'])
  })

  it('show a dish with a note however many come before it, if it fits the screen', () => {
    expect(texts(many('H'), { most: 6 }).slice(-3)).toEqual(['1× H ! nuts', '» hot', '+6 more'])
    expect(
      texts(
        many('H').map((dish) => ({ ...dish, note: 'hot' })),
        { most: 6, limit: 9 },
      ).slice(-3),
    ).toEqual(['1× C', '» hot', '+5 more » ! nuts'])
  })

  const LONG = 'Please ring at the back door, the bell in front is broken, and call when you are on the way'

  it('drop no dish for a long comment, which gets the lines that they leave', () => {
    const cart = ['A', 'B', 'C', 'D'].map((name) => item(name, name === 'D' ? ['nuts'] : [], `no ${name}`))
    const dishes = ['1× A', '» no A', '1× B', '» no B', '1× C', '» no C', '1× D ! nuts', '» no D']
    expect(texts(cart, { most: 6, limit: 12 }, LONG).slice(2)).toEqual([
      ...dishes,
      '≡ Please ring at the',
      'back door, the bell in…',
    ])
    expect(texts(cart, { most: 12, limit: 16 }, LONG).slice(2)).toEqual([
      ...dishes,
      '≡ Please ring at the',
      'back door, the bell in…',
    ])
    expect(texts(cart, { most: 20, limit: 20 }, LONG).at(-1)).toBe('way')
    const unnoted = ['A', 'B', 'C', 'D'].map((name) => item(name))
    expect(texts(unnoted, { most: 6, limit: 16 }, LONG).slice(2)).toEqual([
      '1× A',
      '1× B',
      '1× C',
      '1× D',
      '≡ Please ring at the',
      'back door, the bell in…',
    ])
    expect(texts(unnoted, { most: 4, limit: 16 }, LONG).slice(2)).toEqual(['1× A', '+3 more', '≡ Please ring at the ba…'])
  })

  it('BOARD-08: cut long notes and the comment before they drop a dish with its allergens, and say how many are left', () => {
    const long = 'no onions, cut in two, and a spoon of sour cream next to it, not on top of it, in a separate cup'
    const cart = [item('Soup', ['milk'], long), item('Borscht', ['celery'], long), item('Tea', [], 'no sugar')]
    for (const most of [6, 14]) {
      const lines = texts(cart, { most, limit: 14 }, LONG)
      for (const text of ['1× Soup ! milk', '1× Borscht ! celery', '1× Tea', '» no sugar']) expect(lines).toContain(text)
      expect(lines.filter((line) => line.endsWith('…')).length).toBeGreaterThan(0)
      expect(lines.join(' ')).not.toMatch(/more|on the way/)
    }
    expect(texts(cart, { most: 6, limit: 6 }, LONG)).toEqual([
      '11:00 · ≡',
      '1× Soup ! milk',
      '» no onions, cut in two…',
      '1× Borscht ! celery',
      '» no onions, cut in two…',
      '+1 more »',
    ])
    const five = [...cart, item('Rice', ['sesame'], long), item('Bread', ['gluten'], long)]
    expect(texts(five, { most: 12, limit: 12 }, LONG).slice(2)).toEqual([
      '1× Soup ! milk',
      '» no onions, cut in two…',
      '1× Borscht ! celery',
      '» no onions, cut in two…',
      '1× Tea',
      '» no sugar',
      '1× Rice ! sesame',
      '» no onions, cut in two…',
      '1× Bread ! gluten',
      '» no onions, cut in two…',
    ])
  })

  it("show only the comment's sign if the dishes take the whole screen, and count what does not fit", () => {
    const cart = ['A', 'B', 'C', 'D'].map((name) => item(name, [], `no ${name}`))
    expect(texts(cart, { most: 5, limit: 10 }, LONG).slice(1, 4)).toEqual(['Anna≡ 12.50 %', '1× A', '» no A'])
    expect(texts(cart, { most: 5, limit: 10 }, LONG).at(-1)).toBe('» no D')
    expect(texts(cart, { most: 5, limit: 9 }, LONG).slice(-2)).toEqual(['» no C', '+1 more »'])
    const six = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => item(name, [], `no ${name}`))
    const compact = (limit: number) => texts(six, { limit, density: 'compact' }, LONG)
    expect(compact(8).slice(1, 3)).toEqual(['Anna≡ 12.50 %', '» no A'])
    expect(compact(8).at(-1)).toBe('» no F')
    expect(compact(5).slice(-2)).toEqual(['» no C', '+3 more lines'])
  })

  it('show dishes before the name of the customer on a small screen', () => {
    const user_obj = { name: 'Anna', noted: 1, comment: 'Allergic to nuts, also in traces' }
    const order = card(1, { user_obj, cart: [item('Soup', ['milk'], 'hot'), item('Rice'), item('Tea')], comment: LONG })
    expect(linesOf(order, { most: 5, limit: 6 })).toEqual([
      '11:00 · ≡',
      'Customer note: Allergic…',
      '1× Soup ! milk',
      '» hot',
      '+2 more',
      '≡ Please ring at the ba…',
    ])
    expect(linesOf(card(1, { cart: [item('Soup')] }), { most: 5, limit: 6 })).toEqual(['11:00', '1× Soup', 'Anna 12.50 %'])
  })

  it.each(['detailed', 'compact'] as const)('keep the allergens on the smallest screen: %s', (density) => {
    const allergens = ['gluten', 'crustaceans', 'eggs', 'fish', 'peanuts', 'soybeans']
    const cart = allergens.map((name) => item(`Dish with ${name}`, [name], 'well done'))
    const order = {
      cart,
      comment: LONG,
      type: 2,
      time_finish: '2026-11-22T18:30:00.000Z',
      merchant_obj: { name: { en: 'Forno' } },
    }
    const lines = linesOf(card(1, order), { density, most: 5, limit: 5, severalMerchants: true })
    expect(lines).toHaveLength(5)
    for (const name of allergens) expect(lines.join(' ')).toContain(name)
  })

  it('show the first dish before the address, whatever its length, and no address while dishes are hidden', () => {
    const address = { destination_address: 'Lindenallee 3, 2nd floor' }
    const facts = { merchant_obj: { name: { en: 'Forno Vecchio' } }, type: 2, time_finish: '2026-11-22T18:30:00.000Z' }
    const small = { most: 6, severalMerchants: true }
    const tall = [item('Quattro formaggi with extra basil'), item('Soup')]
    expect(linesOf(card(1, { ...facts, ...address, cart: tall, comment: 'ring twice' }), small).slice(3)).toEqual([
      '1× Quattro formaggi with',
      'extra basil',
      '1× Soup',
      '≡ ring twice',
    ])
    const second = [item('Soup'), item('Quattro formaggi with extra basil and more')]
    expect(linesOf(card(1, { ...address, cart: second }), { most: 4 }).slice(2)).toEqual(['1× Soup', '+1 more'])
    expect(linesOf(card(1, { ...address, cart: second }), { most: 7 }).slice(2)).toEqual([
      '1× Soup',
      '1× Quattro formaggi with',
      'extra basil and more',
      'Lindenallee 3, 2nd floor',
    ])
  })

  it('are never wider than the card, and never more than fit the screen', () => {
    for (const width of [8, 14, 24, 60])
      for (const most of [5, 8, 20]) {
        const cart = Array.from({ length: 12 }, (_, index) =>
          item(`寿司 ${'x'.repeat(index * 3)}`, ['gluten', 'ორცხობილა'].slice(0, index % 3), 'bitte'.repeat(index % 4)),
        )
        const order = card(1, { cart, comment: 'Please ring twice at the second door on the left' })
        const lines = cardLines(order, { ...view, width, most, limit: most })
        const wide = lines
          .filter(({ end }) => end === undefined)
          .map(({ spans }) => widthOf(spans.map(({ text }) => text).join('')))
        expect(Math.max(...wide)).toBeLessThanOrEqual(width)
        expect(lines.length).toBeLessThanOrEqual(most)
      }
  })
})

interface DrawOptions {
  log?: () => void
  timezone?: string
  news?: readonly [number, 'new' | 'changed'][]
  /** Unread chat messages by customer. */
  unread?: ReadonlyMap<number, number>
}

function draw(children: React.ReactNode, { log = vi.fn(), timezone, news, unread = new Map() }: DrawOptions = {}) {
  const clock = { now: () => Date.parse('2026-11-20T10:30:00.000Z'), after: () => () => {} }
  const core = createCore({
    url: 'http://127.0.0.1:9',
    app: { name: 'tui', version: '0' },
    ports: { clock, storage: memoryStorage(), log },
    keep: 'bearer',
  })
  if (timezone !== undefined) core.session.store.setState({ user: { company: { timezone } } as SessionUser })
  if (news) core.attention.store.setState({ news: new Map(news) })
  core.unread.store.setState({ customers: unread })
  const screen = render(
    <CoreProvider core={core}>
      <KeyboardProvider value={createKeyboard()}>{children}</KeyboardProvider>
    </CoreProvider>,
  )
  const text = screen.lastFrame() ?? ''
  screen.unmount()
  return text
}

describe('column view', () => {
  const drawColumn = (cards: readonly unknown[], options: Parameters<typeof draw>[1] = {}, done = 0, height = 40) =>
    draw(
      <NowProvider>
        <ColumnView
          column={{ status: { ...column.status, done }, cards } as never}
          index={0}
          chosen={0}
          left={0}
          top={0}
          marked={new Map()}
          width={30}
          height={height}
          density="detailed"
          severalMerchants
          ageRule={{ warning: 5, late: 8, ready: 5 }}
          currency="€"
        />
      </NowProvider>,
      options,
    )

  const drawList = (cards: readonly unknown[], options: Parameters<typeof draw>[1] = {}) =>
    draw(
      <LinearBoard
        columns={[{ ...column, cards }] as never}
        chosen={{ columnIndex: 0, card: undefined } as never}
        marked={new Map()}
        width={90}
        height={9}
      />,
      options,
    )

  it('BOARD-35: draws a bar, the number, and the rest of a card', () => {
    const text = drawColumn([card(41, { cart: [item('Soup', ['milk'])] })])
    expect(text).toContain('█► #41')
    expect(text).toContain('█ 1× Soup ! milk')
  })

  const dishes = (count: number) => Array.from({ length: count }, (_, index) => item(`Dish ${index + 1}`))

  it('counts the cards out of view, and which of them are new or changed', () => {
    const cards = Array.from({ length: 9 }, (_, index) => card(41 + index))
    const text = drawColumn(
      cards,
      {
        news: [
          [41, 'new'],
          [47, 'changed'],
          [48, 'new'],
        ],
      },
      1,
      14,
    )
    expect(text).toMatch(/▼ \d more \*2/)
  })

  it('draws the status above a card that is higher than the screen', () => {
    const [heading, line] = drawColumn(
      [card(41, { cart: dishes(9), comment: 'Please ring twice at the second door' })],
      {},
      0,
      5,
    ).split('\n')
    expect(heading).toMatch(/^ New +1$/)
    expect(line).toMatch(/^─+$/)
  })

  it('gives the lines that stay empty to a cut comment, and never takes more', () => {
    const comment = 'Please ring at the back door, the bell in front is broken, and call when you are on the way'
    for (let height = 14; height <= 26; height += 1) {
      const text = drawColumn([card(41, { cart: dishes(2), comment }), card(42, { cart: [item('Last')] })], {}, 0, height)
      expect(text.includes('Last')).toBe(text.includes('#42'))
    }
    expect(drawColumn([card(41, { cart: dishes(2), comment })], {}, 0, 26)).toContain('on the way')
  })

  it('shows the sign of a comment that does not fit next to the customer', () => {
    const order = card(41, { cart: dishes(9), comment: 'Ring twice', time_create: '2026-11-20T09:00:00.000Z' })
    expect(drawColumn([order], {}, 0, 16)).toMatch(/Anna +≡ .*↑↑ 90 min/)
  })

  it('leaves no line empty while dishes are hidden', () => {
    const text = drawColumn(
      [card(41, { cart: dishes(2) }), card(42, { cart: dishes(8) }), card(43, { cart: dishes(2) })],
      {},
      0,
      26,
    )
    expect(text).toContain('Dish 8')
    expect(text).toContain('#43')
  })

  it.each([
    ['TIME-07: an order that is not done shows the time to its deadline', 0, null, '● 30 min'],
    ['TIME-07: even if it has a delivery time', 0, '2026-11-20T10:50:00.000Z', '● 30 min'],
    ['TIME-08: a done order keeps the time left at delivery', 1, '2026-11-20T10:50:00.000Z', '● 10 min'],
    ['TIME-08: or how late it was delivered', 1, '2026-11-20T11:20:00.000Z', '▲ -20 min'],
  ])('%s', (_title, done, time_delivery, text) => {
    expect(drawColumn([card(41, { time_delivery })], {}, done)).toContain(text)
  })

  it.each([
    ['Pacific/Kiritimati', 'Nov 19, 01:30'],
    ['Pacific/Honolulu', 'Nov 18, 01:30'],
  ])('BOARD-13 KDS-21: shows in %s format when an order of another day was created', (timezone, time) => {
    const late = card(41, { outside: true, time_create: '2026-11-18T11:30:00.000Z' })
    expect(drawColumn([late], { timezone })).toContain(`Ordered ${time}`)
  })

  const strange: [string, Record<string, unknown>][] = [
    ['a cart that is no list', { cart: 'none' }],
    ['items that are nothing', { cart: [null, 7, 'x', {}] }],
    ['a name that is an object', { user_obj: { name: { first: 'A' } } }],
    ['a total that is no number', { total: 'free' }],
    ['no moment of its making', { outside: true, time_create: null }],
    ['a deadline that is none', { time_finish: 'soon' }],
    ['neither ticket nor joined rows', { ticket: null, user_obj: 7, company_obj: 'x', merchant_obj: { name: 5 } }],
    ['a symbol for a comment', { comment: Symbol('x') }],
    ['a symbol for a number', { ticket: Symbol('x') }],
    ['an item whose number is a symbol', { cart: [{ qty: Symbol('x') }] }],
    [
      'items that answer with errors',
      {
        cart: new Proxy([], {
          get: () => {
            throw new Error('no')
          },
        }),
      },
    ],
  ]
  it.each(strange)('continues with the other cards and list entries after one with %s', (_, hostile) => {
    for (const drawn of [drawColumn, drawList]) {
      const text = drawn([card(41), card(42, hostile), card(43)])
      expect(text).toContain('#41')
      expect(text).toContain('42')
      expect(text).toContain('#43')
    }
  })

  it('reports which card failed to render', () => {
    const log = vi.fn()
    expect(drawColumn([card(42, { ticket: Symbol('x') })], { log })).toContain("#42 can't be shown")
    expect(log).toHaveBeenCalledWith("can't draw the card of order 42", expect.any(Error))
  })
})

it('BOARD-13 KDS-21: the list shows when an order of another day was created, and continues after one that fails', () => {
  const late = card(41, { outside: true, time_create: '2026-11-18T11:30:00.000Z' })
  const columns = [{ ...column, cards: [late, card(42), card(43, { ticket: Symbol('x') }), card(44)] }] as never
  const chosen = { columnIndex: 0, card: undefined } as never
  const list = <LinearBoard columns={columns} chosen={chosen} marked={new Map()} width={90} height={9} />
  const [, first, second, third, fourth] = draw(list, { timezone: 'Pacific/Kiritimati' }).split('\n')
  expect(first).toMatch(/#41, .* min left, Due: .*, Ordered Nov 19, 01:30, Anna/)
  expect(second).not.toContain('Ordered')
  expect([third, fourth]).toEqual([expect.stringContaining("#43 can't be shown"), expect.stringContaining('#44, ')])
})

it('ORDER-07 KDS-15: the list for screen readers says of customer, payment, time and type what a card shows', () => {
  const told = (order: Card, done = 0) => {
    const columns = [{ status: { ...column.status, done }, cards: [order] }] as never
    const chosen = { columnIndex: 0, card: undefined } as never
    return draw(<LinearBoard columns={columns} chosen={chosen} marked={new Map()} width={90} height={9} />).replaceAll(
      /\s+/g,
      ' ',
    )
  }
  const user_obj = { name: 'Anna', orders: 3, status: 0, noted: 1 }
  const later = new Date(Date.parse('2026-11-20T11:00:00.000Z') + 12 * 3_600_000).toISOString()
  const order = card(41, { user_obj, pay_type_obj: { name: { en: 'Cash' } }, time_finish: later })
  expect(told(order)).toMatch(/\d+ h \d+ min left, .*Anna, Blocked customer, Customer note, 3 orders, Cash/)
  for (const type of [1, 2, 3]) expect(told(card(41, { type })).includes('Pickup')).toBe(type !== 1)
  const noted = { ...order, user_obj: { ...user_obj, comment: 'Allergic to nuts' } } as unknown as Card
  expect(told(noted)).toContain('Customer note: Allergic to nuts, 3 orders')
  expect(told({ ...order, time_delivery: '2026-11-20T10:50:00.000Z' }, 1)).not.toMatch(/left|late/)
})

it('KDS-03 KDS-10: the list for screen readers says how old an order is and how many dishes are done', () => {
  const cart = [item('Soup'), item('Bread')].map((dish, index) => ({ ...dish, id: String(index) }))
  const told = (more: Record<string, unknown>) => {
    // The list is drawn at time 0.
    const times = { time_create: '1969-12-31T23:30:00.000Z', time_finish: '1970-01-01T00:30:00.000Z' }
    const columns = [{ ...column, cards: [card(41, { cart, ...times, ...more })] }] as never
    const chosen = { columnIndex: 0, card: undefined } as never
    return draw(<LinearBoard columns={columns} chosen={chosen} marked={new Map()} width={200} height={9} />)
  }
  expect(told({ ticks: [ticketLines({ cart } as never)[0]?.key] })).toMatch(
    /30 min left, 30 min old, .*Done: 1 of 2, 1 Soup, 1 Bread/,
  )
  expect(told({ time_create: '1969-12-31T23:58:00.000Z' })).not.toMatch(/old|Done/)
})

it('column and list tell whose customers have written', () => {
  const columns = [{ ...column, cards: [card(41, { user: 7 }), card(42, { user: 8 })] }] as never
  const list = <LinearBoard columns={columns} chosen={{ columnIndex: 0 } as never} marked={new Map()} width={90} height={9} />
  const [, first, second] = draw(list, { unread: new Map([[7, 2]]) }).split('\n')
  expect(first).toContain('#41, Unread messages: 2, ')
  expect(second).not.toContain('Unread')
})

describe('footer', () => {
  const Place = () => {
    useKeys('confirm', () => {})
    return <Footer />
  }
  it('shows the keys of the active place', () => {
    expect(draw(<Place />)).toMatch(/y Yes\s+n No/)
  })
})

describe('help', () => {
  it('fills the available lines, each key with its action', () => {
    const text = draw(
      <Box>
        <Help height={12} onBack={() => {}} onQuit={() => {}} />
      </Box>,
    )
    expect(text.split('\n').length).toBeLessThanOrEqual(12)
    expect(text).toMatch(/left h\s+Column to the left/)
  })

  it.each([false, true])('lists the key for card sizes only where it changes something: screen reader %s', (screenReader) => {
    const text = draw(
      <OptionsProvider value={{ calm: false, screenReader, mouse: false, columns: undefined, board: undefined, pair: false }}>
        <Help height={80} onBack={() => {}} onQuit={() => {}} />
      </OptionsProvider>,
    )
    expect(text.includes('Compact or detailed cards')).toBe(!screenReader)
    expect(text).toContain('Pause or resume a merchant')
  })
})
