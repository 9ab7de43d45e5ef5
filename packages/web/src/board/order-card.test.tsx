import type { Card } from '@tiffin/core'
import type { CartItem, OrderStatus } from '@tiffin/sdk/contract'
import { CoreProvider } from '@tiffin/core/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { stubCore } from '../stub-core.ts'
import { type BoardView, BoardViewProvider } from './board-context.ts'
import { OrderCard } from './order-card.tsx'
import { SecondProvider } from './second.tsx'

const now = Date.parse('2026-11-21T12:00:00.000Z')
const core = stubCore({ now })
const dish = (name: string, more: Partial<CartItem> = {}) => ({ name, qty: 1, addons: [], allergens: [], note: '', ...more })
const view = {
  lang: 'en',
  timezone: 'UTC',
  price: { decimals: 2, symbol: '€' },
  age: { order_age_warning: 5, order_age_late: 8 },
} as unknown as BoardView

function draw(order: Record<string, unknown>, { compact = false, lang = 'en' } = {}): string {
  const card = { order_id: 7, time_create: '2026-11-21T11:58:00.000Z', time_finish: '', total: '5.00', cart: [], ...order }
  return renderToStaticMarkup(
    <CoreProvider core={core}>
      <SecondProvider>
        <BoardViewProvider value={{ ...view, compact, lang }}>
          <OrderCard card={card as unknown as Card} status={{ done: 0 } as OrderStatus} />
        </BoardViewProvider>
      </SecondProvider>
    </CoreProvider>,
  )
}
/** What a person reads. */
const textOf = (html: string): string => html.replaceAll('\u00A0', ' ').replaceAll(/<[^>]+>/g, '')

describe('what must not be overlooked', () => {
  const many = ['A', 'B', 'C', 'D'].map((name) => dish(name))

  it('BOARD-08: a dish with a note is on a detailed card, however many stand before it', () => {
    const cart = [...many, dish('E'), dish('F', { note: 'nut allergy' }), dish('G')]
    const text = textOf(draw({ cart }))
    expect(text).toMatch(/D.*F.*nut allergy.*2 more/)
    expect(text).not.toMatch(/1× [EG]/)
  })

  it('BOARD-08: behind the number of dishes left out are their allergens, each once', () => {
    const left = [dish('E', { allergens: ['milk', 'nuts'] }), dish('F', { allergens: ['nuts'] }), dish('G')]
    expect(textOf(draw({ cart: [...many, ...left] }))).toContain('3 more ▲ milk, nuts')
    expect(draw({ cart: [...many, dish('E')] })).not.toContain('▲')
  })

  it.each([
    ['a note on the order', { comment: 'ring twice' }],
    ['a note on a dish', { cart: [dish('A', { note: 'no salt' })] }],
  ])('BOARD-08: a compact card has a sign for %s', (_what, order) => {
    const sign = 'aria-label="With a note"'
    expect(draw(order, { compact: true })).toContain(sign)
    const plain = { cart: [dish('A', { allergens: ['milk'] })], comment: '' }
    expect(draw(plain, { compact: true })).not.toContain(sign)
  })
})

describe('an order of another day', () => {
  const yesterday = { outside: true, time_create: '2026-11-20T11:00:00.000Z' }

  it('KDS-03 BOARD-13: says on a detailed card which day it is of, and how old it is', () => {
    expect(textOf(draw(yesterday))).toMatch(/Nov 20.*▲ 25 h old/)
    expect(textOf(draw({ ...yesterday, outside: false }))).not.toContain('Nov 20')
  })

  it('BOARD-13: is not called earlier, since it may be of today while yesterday is shown', () => {
    expect(draw({ outside: true })).toContain('aria-label="From another day"')
  })

  it('BOARD-13: is marked on a compact card too', () => {
    expect(textOf(draw(yesterday, { compact: true }))).toContain('Nov 20')
    expect(textOf(draw({ ...yesterday, outside: false }, { compact: true }))).not.toContain('Nov 20')
  })
})

it('SHELL-03: lists allergens and additions with the comma of the language', () => {
  const addons = ['cheese', 'basil'].map((name) => ({ name, qty: 1, price: '0.00' }))
  const html = draw({ cart: [dish('A', { allergens: ['milk', 'nuts'], addons })] }, { lang: 'ar' })
  expect(textOf(html)).toContain('cheese، basil ▲ milk، nuts')
})
