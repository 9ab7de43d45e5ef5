import { describe, expect, it } from 'vitest'
import type { CartItem } from '@tiffin/sdk/contract'
import { atStation, hasStation, isAtStation, stationsOf } from './stations.ts'
import { ticketLines, tickProgress } from './ticks.ts'

const line = (name: string, station = '') => ({ id: name, name, qty: 1, station }) as CartItem
const cart = [line('Steak', 'Grill'), line('Beer', 'Bar'), line('Bread'), line('Ribs', ' grill '), line('Cola', 'Bar')]
const namesOf = (order: { cart?: readonly CartItem[] | null | undefined }) => order.cart?.map(({ name }) => name)

describe('a station', () => {
  it.each([
    ['Grill', 'Grill', true],
    [' GRILL', 'grill ', true],
    ['Bar', 'Grill', false],
    ['', 'Grill', true],
    [undefined, 'Grill', true],
    ['Bar', '', true],
  ])('KDS-09: a line of the station %j is shown at %j: %s', (station, shown, expected) => {
    expect(isAtStation(station === undefined ? {} : { station }, shown)).toBe(expected)
  })

  it('KDS-09: gets its own lines and those without a station, with the number of the others', () => {
    expect(namesOf(atStation({ cart }, 'Grill'))).toEqual(['Steak', 'Bread', 'Ribs'])
    expect(atStation({ cart }, 'Grill').elsewhere).toBe(2)
    const order = { cart }
    expect(atStation(order, '')).toBe(order)
    const own = { cart: [line('Bread'), line('Steak', 'Grill')] }
    expect(atStation(own, 'Grill')).toBe(own)
  })

  it('KDS-09 KDS-10: counts the ticks of its lines, also of identical ones at two stations', () => {
    const twins = [line('Tea', 'Bar'), line('Tea', 'Grill'), line('Steak', 'Grill'), line('Beer', 'Bar')]
    const keys = ticketLines({ cart: twins }).map(({ key }) => key)
    const progress = (station: string, ...done: number[]) =>
      tickProgress(atStation({ cart: twins, ticks: done.map((index) => keys[index] as string) }, station))
    expect(progress('Grill', 1)).toEqual({ done: 1, total: 2 })
    expect(progress('Grill', 0, 3)).toEqual({ done: 0, total: 2 })
    expect(progress('Bar', 0, 3)).toEqual({ done: 2, total: 2 })
    expect(progress('', 0, 3)).toEqual({ done: 2, total: 4 })
  })

  it.each<[string, unknown, boolean]>([
    ['one of its lines', [line('Beer', 'Bar'), line('Steak', 'Grill')], true],
    ['a line without a station', [line('Beer', 'Bar'), line('Bread')], true],
    ['only lines of others', [line('Beer', 'Bar')], false],
    ['no lines', [], true],
    ['no cart', null, true],
    ['a cart that is not a list', { a: 1 }, true],
    ['a line that is none', [null, 'x', line('Beer', 'Bar')], false],
  ])('KDS-09: an order with %s is shown at it: %3$s', (_what, lines, expected) => {
    expect(hasStation({ cart: lines }, 'Grill')).toBe(expected)
    expect(() => atStation({ cart: lines as CartItem[] }, 'Grill')).not.toThrow()
  })

  it('is listed once, however it is spelled', () => {
    expect(stationsOf([cart, null, [{ station: 'Cold' }, { station: 5 }, null]])).toEqual(['Bar', 'Cold', 'Grill'])
  })
})
