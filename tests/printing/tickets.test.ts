import { describe, expect, it } from 'vitest'
import {
  cartChanges,
  layoutJob,
  paperColumns,
  printerProfile,
  renderEscpos,
  renderText,
  type TicketOrder,
} from '@tiffin/core/receipt'
import { decodeEscpos, paperText } from '../fakes/escpos-decoder.ts'
import { options, order } from './sample-order.ts'

const seller = { legalName: 'Uno Gastro GmbH', taxId: 'DE 811 907 980', phone: '+49 30 555 0101' }
const later = [
  { ...order.cart?.[0], qty: 1 },
  order.cart?.[2] ?? {},
  { id: 9, name: 'Tiramisu', qty: 2, addons: [], station: 'Cold' },
]

const tickets = {
  kitchen: options(),
  copy: options({ copy: true }),
  changed: options({ purpose: 'changed', changes: cartChanges(order.cart ?? [], later) }),
  cancelled: options({ purpose: 'cancelled' }),
  receipt: options({ purpose: 'receipt', seller }),
}
const cancelled = { ...order, cancel_reason: 'The customer called' }

describe.each(paperColumns)('ticket of %i columns', (columns) => {
  it.each(Object.entries(tickets))('%s reads as reviewed, on the screen and on paper', async (name, settings) => {
    const lines = layoutJob(cancelled, { ...settings, columns })
    const text = renderText(lines, columns)
    await expect(text).toMatchFileSnapshot(`golden/${name}-${columns}.txt`)

    const paper = decodeEscpos(renderEscpos(lines, printerProfile('epson', { columns })))
    const printed = renderText(
      lines.filter(({ kind }) => kind !== 'cut'),
      columns,
    )
    expect(paperText(paper).trimEnd()).toBe(printed.trimEnd())
    expect(paper.unknown).toEqual([])
    expect(paper.items.at(-1)).toEqual({ kind: 'cut' })
    for (const item of paper.items) {
      if (item.kind === 'row') expect(item.text.length * item.style.width).toBeLessThanOrEqual(columns)
    }
  })
})

const rowsOf = (settings: Partial<Parameters<typeof options>[0]>, of = order) => {
  const paper = decodeEscpos(renderEscpos(layoutJob(of, options(settings)), printerProfile('epson', { drawer: true })))
  return { paper, rows: paper.items.flatMap((item) => (item.kind === 'row' ? [item] : [])) }
}

describe('kitchen ticket', () => {
  it('KDS-22: shows the ticket number and the type in double size, below three blank rows', () => {
    const { rows } = rowsOf({})
    expect(rows.slice(0, 3).map(({ text }) => text)).toEqual(['', '', ''])
    expect(rows[3]).toMatchObject({ text: '#47 Delivery', style: { width: 2, height: 2, bold: true } })
  })

  it('KDS-22: shows the key if there is no ticket number', () => {
    expect(rowsOf({}, { ...order, ticket: 0 }).rows[3]?.text).toBe('900147 Delivery')
  })

  it('puts the quantity first, indents add-ons, and prints notes and allergens white on black', () => {
    const { rows } = rowsOf({})
    const at = rows.findIndex(({ text }) => text.startsWith('2 x Pizza'))
    expect(rows.slice(at, at + 6).map(({ text, inverted }) => [text.trim(), inverted])).toEqual([
      ['2 x Pizza Margherita with', false],
      ['buffalo mozzarella', false],
      ['+ Extra cheese', false],
      ['+ 2 x Olives', false],
      ['! well done', true],
      ['! ALLERGENS: milk, gluten', true],
    ])
  })

  it('KDS-15: says above the items, white on black, that there is a note about the customer, which stays off the paper', () => {
    const noted = { ...order, user_obj: { ...order.user_obj, noted: 1, comment: 'Pays late' } } as TicketOrder
    const { rows } = rowsOf({}, noted)
    const at = rows.findIndex(({ text }) => text.startsWith('! Customer note: see the'))
    expect(rows[at]).toMatchObject({ inverted: true })
    expect(at).toBeLessThan(rows.findIndex(({ text }) => text.startsWith('2 x Pizza')))
    expect(rowsOf({}).rows.some(({ text }) => text.includes('Customer note'))).toBe(false)
  })

  it('SHELL-03: separates allergens by the comma of the language', () => {
    expect(renderText(layoutJob(order, options({ lang: 'ar' })), 42)).toContain('milk، gluten')
  })

  it('shows no prices', () => {
    expect(rowsOf({}).rows.filter(({ text }) => /\d\.\d\d/.test(text))).toEqual([])
  })

  it('groups items under the name of their station', () => {
    const texts = rowsOf({}).rows.map(({ text }) => text.trim())
    const after = texts.slice(texts.indexOf('[ Oven ]'))
    expect(after.indexOf('1 x Calzone')).toBeLessThan(after.indexOf('[ Bar ]'))
    expect(after.filter((text) => text === '[ Oven ]')).toHaveLength(1)
  })

  it('KDS-12: says COPY when a ticket is printed again, but not the first time', () => {
    const says = (copy: boolean) => rowsOf({ copy }).rows.some(({ text, inverted }) => text.trim() === 'COPY' && inverted)
    expect([says(true), says(false)]).toEqual([true, false])
  })

  it('KDS-23: says CANCELLED and why', () => {
    const { rows } = rowsOf({ purpose: 'cancelled' }, cancelled)
    expect(rows.find(({ text }) => text.trim() === 'CANCELLED')).toMatchObject({ inverted: true, style: { width: 2, height: 2 } })
    expect(rows.some(({ text, inverted }) => text === '! The customer called' && inverted)).toBe(true)
  })

  it.each(['kitchen', 'changed'] as const)('KDS-23 KDS-12: of a cancelled order always says so: %s', (purpose) => {
    const status = { status: 0, merchant: 0, value: { en: 'Cancelled' }, done: 0 } as const
    const { rows } = rowsOf({ purpose, copy: true }, { ...cancelled, status })
    const texts = rows.filter(({ inverted }) => inverted).map(({ text }) => text.trim())
    expect(texts).toEqual(expect.arrayContaining(['CANCELLED', 'COPY', '! The customer called']))
  })

  it('KDS-23: says NOT CANCELLED when the cancellation was undone, as long as it holds', () => {
    const says = (options: object, of?: typeof cancelled) =>
      rowsOf({ copy: true, ...options }, of).rows.some(({ text, inverted }) => text.trim() === 'NOT CANCELLED' && inverted)
    expect([says({ restored: true }), says({}), says({ restored: true, purpose: 'cancelled' }, cancelled)]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('KDS-24: says CHANGED with added and removed lines, without unchanged ones', () => {
    const { rows } = rowsOf({ purpose: 'changed', changes: cartChanges(order.cart ?? [], later) })
    const texts = rows.map(({ text }) => text.trim())
    expect(texts).toContain('CHANGED')
    const [added, removed] = [texts.indexOf('ADDED'), texts.indexOf('REMOVED')]
    expect(texts.slice(added, removed)).toContain('+2 x Tiramisu')
    expect(texts.slice(removed)).toEqual(expect.arrayContaining(['-1 x Lemonade', '-1 x Pizza Margherita with']))
    expect(texts.some((text) => text.includes('Calzone'))).toBe(false)
  })

  it.each([
    [2, ['1/2', '2/2']],
    [3, ['1/3', '2/3', '3/3']],
  ])('PRINT-02: repeats the whole ticket with a cut each, numbered, %i times', (copies, numbers) => {
    const { paper, rows } = rowsOf({ copies })
    expect(paper.items.filter(({ kind }) => kind === 'cut')).toHaveLength(copies)
    expect(rows.map(({ text }) => text.trim()).filter((text) => /^\d\/\d$/.test(text))).toEqual(numbers)
    expect(rows.filter(({ text }) => text === '#47 Delivery')).toHaveLength(copies)
  })

  it('shows the company’s local time, and the date if it differs', () => {
    const due = { ...order, asap: 1 as const, time_finish: '2026-03-02T00:30:00.000Z' }
    const texts = (timezone: string) => rowsOf({ timezone }, due).rows.map(({ text }) => text)
    expect(texts('Europe/Berlin').join(' ')).toMatch(/by Mar 2,? 01:30/)
    expect(texts('America/New_York').join(' ')).toMatch(/by 19:30/)
  })
})

const door = { entrance: '2', intercom: '55', floor: '4', flat: '17', comment: 'Ring twice' }

describe('receipt', () => {
  it.each([
    [1, true],
    [2, false],
    [3, false],
  ])('ORDER-07 ORDER-12: shows the address and door for type 1 only: %i', (type, isDelivered) => {
    const text = rowsOf(
      { purpose: 'receipt' },
      { ...order, type, destination_info: 'Behind the church', destination_info_json: door },
    )
      .rows.map((row) => row.text.trim())
      .join(' ')
    for (const part of [
      'Prinzenstrasse 12',
      'Entrance 2',
      'Intercom 55',
      'Floor 4',
      'Flat 17',
      'Behind the church',
      'Ring twice',
    ])
      expect(text.includes(part)).toBe(isDelivered)
  })

  it.each([
    [1, 'PAID'],
    [0, 'NOT PAID'],
  ] as const)('ORDER-08: says of an order with paid %i that it is %s', (paid, text) => {
    const { rows } = rowsOf({ purpose: 'receipt' }, { ...order, paid })
    expect(rows.map((row) => /(NOT )?PAID$/.exec(row.text.trim())?.[0]).filter(Boolean)).toEqual([text])
  })

  it('names the seller that came with the order', () => {
    const { rows } = rowsOf({ purpose: 'receipt' }, { ...order, seller: { legal_name: 'Alpha GmbH', legal_tax: 'DE 42' } })
    expect(rows.map(({ text }) => text.trim())).toEqual(expect.arrayContaining(['Alpha GmbH', 'Tax ID DE 42']))
  })

  it('shows seller, amounts and the total in double height, and each amount once', () => {
    const { rows } = rowsOf({ purpose: 'receipt', seller })
    const texts = rows.map(({ text }) => text)
    expect(texts.join('\n')).toContain('Tax ID DE 811 907 980')
    expect(rows.find(({ text }) => text.startsWith('TOTAL'))).toMatchObject({
      text: 'TOTAL                  41.89 EUR',
      style: { height: 2, width: 1 },
    })
    expect(texts).toEqual(
      expect.arrayContaining([
        'Discount                   -2.00',
        'Bonus                      -1.50',
        'Promo code SPRING          -3.93',
        'Fee                         0.99',
        'Tips                        4.13',
        'Delivery                    2.90',
        'Change due                  8.11',
      ]),
    )
  })

  it('never shows money as a percentage, even with an unknown currency', () => {
    const texts = rowsOf({ purpose: 'receipt' }, { ...order, currency: '' }).rows.map(({ text }) => text)
    expect(texts.join('\n')).not.toContain('%')
    expect(texts).toContain('TOTAL                      41.89')
  })

  it('PRICE-05: hides decimals if the company does', () => {
    const company_obj = { ...(order.company_obj ?? ({} as never)), price_show_decimal: 0 as const }
    expect(rowsOf({ purpose: 'receipt' }, { ...order, company_obj }).rows.map(({ text }) => text)).toContain(
      'TOTAL                     42 EUR',
    )
  })

  it.each([
    ['for cash', {}, 1],
    ['once for two copies', { copies: 2 }, 1],
    ['not for a copy printed later', { copy: true }, 0],
    ['not if the customer pays otherwise', { cash: false }, 0],
  ])('opens the drawer %s', (_, settings, times) => {
    const { paper } = rowsOf({ purpose: 'receipt', ...settings })
    expect(paper.items.filter(({ kind }) => kind === 'drawer')).toHaveLength(times)
    expect(rowsOf({ purpose: 'kitchen' }).paper.items.filter(({ kind }) => kind === 'drawer')).toHaveLength(0)
  })

  it.each([true, false])('PRINT-13: opens the printer’s drawer, or sends nothing if it has no drawer: %s', (drawer) => {
    const { items } = decodeEscpos(renderEscpos([{ kind: 'drawer' }], printerProfile('epson', { drawer })))
    expect(items.some(({ kind }) => kind === 'drawer')).toBe(drawer)
  })

  it('prints the QR code', () => {
    const { paper } = rowsOf({ purpose: 'receipt', qr: 'https://example.org/o/900147?x=1' })
    expect(paper.items).toContainEqual({ kind: 'qr', data: 'https://example.org/o/900147?x=1' })
  })
})
