import type { Card } from '@tiffin/core'
import type { CartItem, OrderStatus } from '@tiffin/sdk/contract'
import { CoreProvider } from '@tiffin/core/react'
import { ticketLines } from '@tiffin/core/rules'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { stubCore } from '../stub-core.ts'
import { type BoardView, BoardViewProvider } from './board-context.ts'
import { statusColours } from '../order/status-colours.ts'
import { OrderCard } from './order-card.tsx'
import { BoardClockProvider } from './board-clock.tsx'

const now = Date.parse('2026-11-21T12:00:00.000Z')
const core = stubCore({ now })
const dish = (name: string, more: Partial<CartItem> = {}) => ({ name, qty: 1, addons: [], allergens: [], note: '', ...more })
const view = {
  lang: 'en',
  timezone: 'UTC',
  country: '',
  price: { decimals: 2, symbol: '€', lang: 'en' },
  age: { warning: 5, late: 8, ready: 5 },
} as unknown as BoardView

function draw(
  order: Record<string, unknown>,
  { compact = false, lang = 'en', manyMerchants = false, price = view.price } = {},
): string {
  const card = { order_id: 7, time_create: '2026-11-21T11:58:00.000Z', time_finish: '', total: '5.00', cart: [], ...order }
  return renderToStaticMarkup(
    <CoreProvider core={core}>
      <BoardClockProvider>
        <BoardViewProvider value={{ ...view, compact, lang, manyMerchants, price }}>
          <OrderCard card={card as unknown as Card} status={{ status: 2, done: 0 } as OrderStatus} />
        </BoardViewProvider>
      </BoardClockProvider>
    </CoreProvider>,
  )
}
/** The visible text. */
const textOf = (html: string): string => html.replaceAll('\u00A0', ' ').replaceAll(/<[^>]+>/g, '')

describe('customer', () => {
  it.each<[object, string[]]>([
    [{ orders: 1, status: 1, noted: 0 }, ['First order']],
    [{ orders: 3, status: 2, noted: 0 }, ['3 orders']],
    [{ orders: 100, status: 2, noted: 0 }, ['100+ orders']],
    [{ orders: 3, status: 0, noted: 0 }, ['3 orders', 'Blocked customer']],
    [{ orders: 3, status: 1, noted: 1 }, ['3 orders', 'Customer note']],
    [{ orders: 3, status: 0, noted: 1 }, ['3 orders', 'Blocked customer', 'Customer note']],
    [{}, []],
  ])(
    'KDS-15: a card shows how many orders the customer has placed and flags blocked or noted customers: %j',
    (customer, texts) => {
      const all = ['First order', '3 orders', '100+ orders', 'Blocked customer', 'Customer note']
      for (const compact of [false, true]) {
        const html = draw({ user_obj: { name: 'Anna', ...customer } }, { compact })
        expect(all.filter((text) => html.includes(text))).toEqual(all.filter((text) => texts.includes(text)))
      }
    },
  )
})

describe('notes, comments and allergens', () => {
  const many = ['A', 'B', 'C', 'D'].map((name) => dish(name))

  it('BOARD-08: a dish with a note is on a detailed card, however many come before it', () => {
    const cart = [...many, dish('E'), dish('F', { note: 'nut allergy' }), dish('G')]
    const text = textOf(draw({ cart }))
    expect(text).toMatch(/D.*F.*nut allergy.*2 more/)
    expect(text).not.toMatch(/1× [EG]/)
  })

  it('BOARD-08: the count of omitted dishes is followed by their allergens, each once', () => {
    const left = [dish('E', { allergens: ['milk', 'nuts'] }), dish('F', { allergens: ['nuts'] }), dish('G')]
    expect(textOf(draw({ cart: [...many, ...left] }))).toContain('3 more ▲ milk, nuts')
    expect(draw({ cart: [...many, dish('E')] })).not.toContain('▲')
  })

  it('BOARD-08: a compact card has the full notes and add-ons of dishes, one line each, and the comment separate', () => {
    const long = 'the bell in front is broken, call from the yard and wait for the porter'
    const addons = [{ name: 'olives', qty: 2 }] as CartItem['addons']
    const cart = [dish('A', { note: `no salt, ${long}` }), dish('B'), dish('C', { addons }), dish('D', { note: 'no egg' })]
    const html = draw({ cart, comment: `ring twice, ${long}` }, { compact: true })
    expect([...html.matchAll(/<li>.*?<\/li>/g)].map(([line]) => textOf(line))).toEqual([
      `1× A» no salt, ${long}`,
      '1× C + 2× olives',
      '1× D» no egg',
      '1 more',
    ])
    expect(html).toMatch(/class="item-note">» <bdi>no egg/)
    expect(html).toMatch(new RegExp(`class="comment" role="note" aria-label="Comment">.*ring twice, ${long}`))
    expect(draw({ cart: [dish('A')], comment: '' }, { compact: true })).not.toMatch(/<li>|class="comment"/)
  })

  it('BOARD-08: a compact card names the allergens of all dishes', () => {
    const cart = [dish('A', { allergens: ['milk', 'nuts'] }), dish('B', { allergens: ['nuts'] })]
    expect(textOf(draw({ cart }, { compact: true }))).toContain('▲ milk, nuts')
    const noted = dish('C', { note: 'no egg', allergens: ['egg'] })
    expect(textOf(draw({ cart: [...cart, noted] }, { compact: true }))).toMatch(/C ▲ egg» no egg2 more ▲ milk, nuts$/)
  })

  it("distinguishes notes on dishes, the order's comment and allergens", () => {
    const html = draw({ cart: [dish('A', { note: 'no salt', allergens: ['milk'] })], comment: 'ring twice' })
    expect(html).toMatch(/class="item-note">» <bdi>no salt/)
    expect(html).toMatch(/class="comment" role="note" aria-label="Comment">.*ring twice/)
    expect(html).toMatch(/class="allergens">▲.*milk/)
  })

  it('shows the quantity of a dish, and of an add-on', () => {
    const addons = [{ name: 'chicken' }, { name: 'olives', qty: 2 }] as CartItem['addons']
    expect(textOf(draw({ cart: [dish('Salad', { qty: 3, addons })] }))).toContain('3× Salad + chicken + 2× olives')
  })
})

describe('pickup and due time', () => {
  it.each([false, true])('ORDER-07: a card shows Pickup as a separate word (compact: %s)', (compact) => {
    for (const type of [2, 3]) expect(draw({ type }, { compact }), `type ${type}`).toMatch(/class="pickup">.*Pickup/)
    expect(draw({ type: 1 }, { compact })).not.toContain('Pickup')
  })

  it.each([false, true])('a card shows the due date if it is not today, and its merchant (compact: %s)', (compact) => {
    const order = { time_finish: '2026-11-22T18:30:00.000Z', merchant_obj: { name: { en: 'Forno Vecchio' } } }
    const html = draw(order, { compact, manyMerchants: true })
    expect(html).toMatch(/class="due later" title="Due">Nov 22, 18:30/)
    expect(textOf(html)).toContain('Forno Vecchio')
    expect(textOf(draw(order, { compact }))).not.toContain('Forno Vecchio')
    expect(draw({ time_finish: '2026-11-21T18:30:00.000Z' }, { compact })).toMatch(/class="due" title="Due">18:30/)
  })
})

describe('every card, compact or detailed', () => {
  it.each([false, true])('BOARD-35: shows a countdown (compact: %s)', (compact) => {
    const html = draw({ time_finish: '2026-11-21T12:12:30.000Z' }, { compact })
    expect(html).toMatch(/data-testid="countdown".*12:30/)
  })

  it.each([
    [2, '12.50 €'],
    [0, '13 €'],
  ] as const)('PRICE-05: shows its total with %i decimals: %s', (decimals, total) => {
    for (const compact of [false, true])
      expect(textOf(draw({ total: '12.50' }, { compact, price: { decimals, symbol: '€', lang: 'en' } }))).toContain(total)
  })

  it('BOARD-34: has the colour of its status', () => {
    expect(statusColours({ background: '#3366CC', text: '#FFFFFF' })).toEqual({ '--status': '#3366CC', '--on-status': '#FFFFFF' })
  })

  it.each([false, true])('KDS-10: shows how many of its items are ready (compact: %s)', (compact) => {
    const cart = ['A', 'B', 'C'].map((name, id) => ({ ...dish(name), id }))
    const [first] = ticketLines({ cart })
    const html = draw({ cart, ticks: [first?.key] }, { compact })
    expect(textOf(html)).toContain('1/3')
    expect(html).toContain('title="1 of 3 ready"')
    expect(draw({ cart, ticks: [] }, { compact })).not.toContain('ready"')
  })
})

describe('an order of another day', () => {
  const yesterday = { outside: true, time_create: '2026-11-20T11:00:00.000Z' }

  it('KDS-03 BOARD-13: shows its date and age on a detailed card', () => {
    expect(textOf(draw(yesterday))).toMatch(/Ordered Nov 20.*↑↑ 25 h old/)
    expect(textOf(draw({ ...yesterday, outside: false }))).not.toContain('Nov 20')
  })

  it('BOARD-13: is not called earlier, since it may be from today while yesterday is shown', () => {
    expect(draw({ outside: true })).toContain('title="From another day"')
  })

  it('BOARD-13: is also marked on a compact card', () => {
    expect(textOf(draw(yesterday, { compact: true }))).toContain('Nov 20')
    expect(textOf(draw({ ...yesterday, outside: false }, { compact: true }))).not.toContain('Nov 20')
  })
})

it("SHELL-03: separates allergens with the language's comma", () => {
  const addons = ['cheese', 'basil'].map((name) => ({ name, qty: 1, price: '0.00' }))
  const html = draw({ cart: [dish('A', { allergens: ['milk', 'nuts'], addons })] }, { lang: 'ar' })
  expect(textOf(html)).toContain('A + cheese + basil ▲ milk، nuts')
})
