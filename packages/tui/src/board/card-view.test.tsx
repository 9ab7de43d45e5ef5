import { Box } from 'ink'
import { render } from 'ink-testing-library'
import { describe, expect, it, vi } from 'vitest'
import { type Card, createCore, memoryStorage } from '@tiffin/core'
import { CoreProvider } from '@tiffin/core/react'
import type { SessionUser } from '@tiffin/sdk/contract'
import { createLook } from '../look/look.ts'
import { widthOf } from '../look/text.ts'
import { createKeyboard, KeyboardProvider, useKeys } from '../view/keyboard.ts'
import { cardLines, type CardView as View } from './card-lines.ts'
import { ColumnView } from './column-view.tsx'
import { Footer } from './footer.tsx'
import { Help } from './help.tsx'
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
const item = (name: string, allergens: string[] = [], note = '') => ({ name, qty: 1, total: '1.00', allergens, note })

const view: View = {
  density: 'detailed',
  width: 24,
  most: 8,
  lang: 'en',
  severalMerchants: false,
  currency: undefined,
  marks: createLook().marks,
  t: (key, params = []) => key.replaceAll(/%(\d)/g, (_, place: string) => String(params[Number(place) - 1])),
}
const texts = (cart: unknown, more: Partial<View> = {}, comment = '') =>
  cardLines(card(1, { cart, comment }), { ...view, ...more }).map(({ text, loud }) => [text, loud].filter(Boolean).join(' '))

describe('the lines of a card', () => {
  it('have allergens and note of an item beside it, or below it where they do not fit', () => {
    expect(texts([item('Soup', ['milk', 'nuts']), item('Quattro formaggi', ['gluten', 'milk'], 'hot')]).slice(2)).toEqual([
      '1× Soup ! milk, nuts',
      '1× Quattro formaggi',
      '! gluten, milk, hot',
    ])
  })

  it('SHELL-03: have a comma of the language between allergens', () => {
    expect(texts([item('Soup', ['milk', 'nuts'])], { lang: 'ar' }).at(-1)).toBe('1× Soup ! milk، nuts')
  })

  it('count the items that do not fit, and keep what must not be overlooked of them', () => {
    const lines = texts(
      ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((name) => item(name, name === 'H' ? ['nuts'] : [])),
      { most: 6 },
    )
    expect(lines).toHaveLength(6)
    expect(lines.at(-1)).toBe('+5 more ! nuts')
  })

  it('are never wider than the card nor more than may be', () => {
    for (const width of [8, 14, 24, 60])
      for (const most of [5, 8, 20]) {
        const cart = Array.from({ length: 12 }, (_, index) =>
          item(`寿司 ${'x'.repeat(index * 3)}`, ['gluten', 'ორცხობილა'].slice(0, index % 3), 'bitte'.repeat(index % 4)),
        )
        const lines = texts(cart, { width, most }, 'Please ring twice at the second door on the left')
        expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width)
        expect(lines.length).toBeLessThanOrEqual(most)
      }
  })
})

function draw(children: React.ReactNode, { log = vi.fn(), timezone }: { log?: () => void; timezone?: string } = {}) {
  const clock = { now: () => Date.parse('2026-11-20T10:30:00.000Z'), after: () => () => {} }
  const core = createCore({
    url: 'http://127.0.0.1:9',
    app: { name: 'tui', version: '0' },
    ports: { clock, storage: memoryStorage(), log },
    keep: 'bearer',
  })
  if (timezone !== undefined) core.session.store.setState({ user: { company: { timezone } } as SessionUser })
  const screen = render(
    <CoreProvider core={core}>
      <KeyboardProvider value={createKeyboard()}>{children}</KeyboardProvider>
    </CoreProvider>,
  )
  const text = screen.lastFrame() ?? ''
  screen.unmount()
  return text
}

describe('a column', () => {
  const drawColumn = (cards: readonly unknown[], options: Parameters<typeof draw>[1] = {}) =>
    draw(
      <ColumnView
        column={{ ...column, cards } as never}
        index={0}
        chosen={0}
        left={0}
        top={0}
        marked={new Set()}
        width={30}
        height={40}
        density="detailed"
        severalMerchants
        currency="€"
      />,
      options,
    )

  it('BOARD-35: draws a bar, the number, and the rest of a card', () => {
    const text = drawColumn([card(41, { cart: [item('Soup', ['milk'])] })])
    expect(text).toContain('█► #41')
    expect(text).toContain('█ 1× Soup ! milk')
  })

  it.each([
    ['Pacific/Kiritimati', '11-21'],
    ['Pacific/Honolulu', '11-20'],
  ])('BOARD-13 KDS-21: says as a clock in %s has it which day an order of another day is of', (timezone, day) => {
    const late = card(41, { outside: true, time_create: '2026-11-20T23:30:00.000Z' })
    expect(drawColumn([late], { timezone })).toContain(`#41 ◄${day}`)
  })

  it.each([
    ['a cart that is no list', { cart: 'none' }],
    ['items that are nothing', { cart: [null, 7, 'x', {}] }],
    ['a name that is an object', { user_obj: { name: { first: 'A' } } }],
    ['a total that is no number', { total: 'free' }],
    ['no moment of its making', { outside: true, time_create: null }],
    ['a deadline that is none', { time_finish: 'soon' }],
    ['neither ticket nor joined rows', { ticket: null, user_obj: 7, company_obj: 'x', merchant_obj: { name: 5 } }],
    ['a symbol for a comment', { comment: Symbol('x') }],
  ])('goes on with the other cards behind one with %s', (_, hostile) => {
    const text = drawColumn([card(41), card(42, hostile), card(43)])
    expect(text).toContain('#41')
    expect(text).toContain('42')
    expect(text).toContain('#43')
  })

  it('tells which card it could not draw', () => {
    const log = vi.fn()
    expect(drawColumn([card(42, { outside: true, time_create: null })], { log })).toContain('#42 cannot be shown')
    expect(log).toHaveBeenCalledWith('the card of order 42 cannot be drawn', expect.any(Error))
  })
})

it('BOARD-13 KDS-21: the list in words says which day an order of another day is of, and goes on behind one that it cannot tell', () => {
  const late = card(41, { outside: true, time_create: '2026-11-20T23:30:00.000Z' })
  const columns = [{ ...column, cards: [late, card(42), card(43, { outside: true, time_create: null }), card(44)] }] as never
  const chosen = { columnIndex: 0, card: undefined } as never
  const list = <LinearBoard columns={columns} chosen={chosen} marked={new Set()} width={90} height={9} />
  const [, first, second, third, fourth] = draw(list, { timezone: 'Pacific/Kiritimati' }).split('\n')
  expect(first).toMatch(/#41, .* min left, From another day: 11-21, Anna/)
  expect(second).not.toContain('another day')
  expect([third, fourth]).toEqual([expect.stringContaining('#43 cannot be shown'), expect.stringContaining('#44, ')])
})

describe('the footer', () => {
  const Place = () => {
    useKeys('confirm', () => {})
    return <Footer />
  }
  it('shows the keys of the place that is on top', () => {
    expect(draw(<Place />)).toMatch(/y Yes\s+n No/)
  })
})

describe('the help', () => {
  it('has as many lines as there is room, each key with what it does', () => {
    const text = draw(
      <Box>
        <Help height={12} onBack={() => {}} onQuit={() => {}} />
      </Box>,
    )
    expect(text.split('\n').length).toBeLessThanOrEqual(12)
    expect(text).toMatch(/left h\s+Column to the left/)
  })
})
