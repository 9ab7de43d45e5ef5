import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newPrinter, type PrinterSettings } from './printer-settings.ts'
import { routeTicket } from './route-ticket.ts'

const printer = (address: string, more: Partial<PrinterSettings> = {}): PrinterSettings => ({
  ...newPrinter(address),
  active: true,
  ...more,
})
const dish = (name: string, station: string) => ({ id: 1, name, qty: 1, station })
const order = { order_id: 1, cart: [dish('Pizza', 'Oven'), dish('Beer', 'Bar'), dish('Salad', 'Cold')] }
const papers = (printers: readonly PrinterSettings[], purpose: 'kitchen' | 'receipt' = 'kitchen') =>
  Object.fromEntries(
    routeTicket(purpose, order, undefined, printers).map((routed) => [
      routed.printer.address,
      routed.order.cart?.map(({ name }) => name).join(),
    ]),
  )

describe('routing a ticket to several printers', () => {
  it.each([
    ['one printer gets everything', [printer('a')], { a: 'Pizza,Beer,Salad' }],
    ['two without stations both get everything', [printer('a'), printer('b')], { a: 'Pizza,Beer,Salad', b: 'Pizza,Beer,Salad' }],
    [
      'each gets its stations, and the first also unassigned items',
      [printer('a', { stations: [' oven '] }), printer('b', { stations: ['BAR'] })],
      { a: 'Pizza,Salad', b: 'Beer' },
    ],
    [
      'one without stations gets everything, next to one with stations',
      [printer('a', { stations: ['Bar'] }), printer('b')],
      { a: 'Beer', b: 'Pizza,Beer,Salad' },
    ],
    [
      'one without items for its stations prints nothing',
      [printer('a'), printer('b', { stations: ['Grill'] })],
      { a: 'Pizza,Beer,Salad' },
    ],
    ['the kitchen’s ticket does not go to the till', [printer('a', { use: 'receipt' }), printer('b')], { b: 'Pizza,Beer,Salad' }],
  ])('PRINT-13: %s', (_, printers, expected) => {
    expect(papers(printers)).toEqual(expected)
  })

  it('PRINT-13: prints receipts whole on the printers for receipts', () => {
    const printers = [printer('a', { use: 'kitchen' }), printer('b', { use: 'receipt', stations: ['Bar'] })]
    expect(papers(printers, 'receipt')).toEqual({ b: 'Pizza,Beer,Salad' })
    expect(papers([printer('a', { use: 'kitchen' })], 'receipt')).toEqual({ a: 'Pizza,Beer,Salad' })
  })

  it('KDS-24: routes changes like items', () => {
    const changes = { added: [dish('Cola', 'Bar')], removed: [dish('Pizza', 'Oven')] }
    const routed = routeTicket('changed', order, changes, [
      printer('a', { stations: ['Oven'] }),
      printer('b', { stations: ['Bar'] }),
      printer('c', { stations: ['Cold'] }),
    ])
    expect(routed.map((item) => [item.printer.address, item.changes?.added.length, item.changes?.removed.length])).toEqual([
      ['a', 0, 1],
      ['b', 1, 0],
    ])
  })

  it('KDS-12: loses no item, whatever the printer settings', () => {
    const station = fc.constantFrom('', 'Oven', 'Bar', 'Cold')
    const any = fc.record({
      use: fc.constantFrom('all' as const, 'kitchen' as const, 'receipt' as const),
      stations: fc.array(station),
    })
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 4 }), fc.array(station), (settings, stations) => {
        const printers = settings.map((setting, index) => printer(String(index), setting))
        const cart = stations.map((name, index) => ({ ...dish(`${index}`, name), id: index }))
        const routed = routeTicket('kitchen', { order_id: 1, cart }, undefined, printers)
        const out = new Set(routed.flatMap((entry) => (entry.order.cart ?? []).map(({ id }) => id)))
        expect(routed.length).toBeGreaterThan(0)
        expect(out).toEqual(new Set(cart.map(({ id }) => id)))
      }),
    )
  })
})
