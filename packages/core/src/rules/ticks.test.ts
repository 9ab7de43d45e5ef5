import { describe, expect, it } from 'vitest'
import { ticketLines, tickProgress, setTick } from './ticks.ts'

const line = (id: number, name: string, more: object = {}) => ({ id, name, qty: 1, ...more })
const keysOf = (cart: ReturnType<typeof line>[]) => ticketLines({ cart }).map(({ key }) => key)

describe('ticket lines', () => {
  it('KDS-10: have short, unique and stable keys', () => {
    const keys = keysOf([line(1, 'Soup'), line(2, 'Pizza'), line(2, 'Pizza'), line(2, 'Pizza', { note: 'No olives' })])
    expect(new Set(keys).size).toBe(4)
    expect(keys.every((key) => /^[a-z0-9]{1,14}(\.\d+)?$/.test(key))).toBe(true)
    expect(keysOf([line(1, 'Soup', { note: '', addons: [] })])).toEqual(keys.slice(0, 1))
  })

  it.each([
    ['quantity', { qty: 2 }],
    ['note', { note: 'No salt' }],
    ['addition', { addons: [{ name: 'Bread', qty: 1, price: '0.50' }] }],
    ['name', { name: 'Stew' }],
  ])('KDS-10: a line with another %s must be made again, the others not', (_what, change) => {
    const [soup, tea] = keysOf([line(1, 'Soup'), line(2, 'Tea')])
    const cart = [line(2, 'Tea'), line(1, 'Soup', change)]
    expect(ticketLines({ cart, ticks: [soup, tea] as string[] }).map(({ done }) => done)).toEqual([true, false])
  })

  it('KDS-10: a changed price does not mean cooking again', () => {
    expect(keysOf([line(1, 'Soup', { price: '2.00', total: '2.00' })])).toEqual(keysOf([line(1, 'Soup')]))
  })

  it('KDS-10: are counted as 1/2, ticked and unticked, and lose ticks of removed lines', () => {
    const order = { cart: [line(1, 'Soup'), line(2, 'Tea')], ticks: ['gone'] }
    const [soup, tea] = keysOf(order.cart) as [string, string]
    const item = setTick(order, tea, true)
    expect(item).toEqual([tea])
    expect(tickProgress(order)).toEqual({ done: 0, total: 2 })
    expect(tickProgress({ ...order, ticks: [...order.ticks, ...item] })).toEqual({ done: 1, total: 2 })
    expect(setTick({ ...order, ticks: [soup, tea] }, tea, false)).toEqual([soup])
    expect(tickProgress({ cart: null })).toEqual({ done: 0, total: 0 })
  })
})
