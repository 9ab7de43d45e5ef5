import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cartChanges, readCartChanges } from './cart-changes.ts'

const pizza = { id: 1, name: 'Pizza', qty: 2, price: '9.00', addons: [] }

describe('cart changes', () => {
  it.each([
    ['nothing', [pizza], [pizza], [], []],
    ['a price', [pizza], [{ ...pizza, price: '8.00' }], [], []],
    ['more of one', [pizza], [{ ...pizza, qty: 5 }], [[3, 'Pizza']], []],
    ['less of one', [pizza], [{ ...pizza, qty: 0.5 }], [], [[1.5, 'Pizza']]],
    [
      'one line split in two',
      [pizza],
      [
        { ...pizza, qty: 1 },
        { ...pizza, qty: 1 },
      ],
      [],
      [],
    ],
    ['part of a weighed item', [{ ...pizza, qty: 0.3 }], [{ ...pizza, qty: 0.1 }], [], [[0.2, 'Pizza']]],
    ['a note', [pizza], [{ ...pizza, note: 'no salt' }], [[2, 'Pizza']], [[2, 'Pizza']]],
    ['everything', [pizza], [{ id: 2, name: 'Soup', qty: 1 }], [[1, 'Soup']], [[2, 'Pizza']]],
  ])('KDS-24: %s', (_, before, after, added, removed) => {
    const changes = cartChanges(before, after)
    expect([changes.added, changes.removed].map((lines) => lines.map(({ qty, name }) => [qty, name]))).toEqual([added, removed])
  })

  it('KDS-24: applying the changes to the first cart gives the second', () => {
    const cart = fc.array(
      fc.record({ id: fc.integer({ min: 1, max: 4 }), qty: fc.integer({ min: 1, max: 9 }), note: fc.constantFrom('', 'hot') }),
    )
    const count = (lines: readonly { id?: unknown; note?: string; qty?: number }[], sign: number, into: Map<string, number>) => {
      for (const { id, note, qty } of lines) {
        const key = `${String(id)} ${note ?? ''}`
        into.set(key, (into.get(key) ?? 0) + sign * (qty ?? 0))
      }
      return into
    }
    fc.assert(
      fc.property(cart, cart, (before, after) => {
        const { added, removed } = cartChanges(before, after)
        const result = count(after, -1, count(removed, -1, count(added, 1, count(before, 1, new Map()))))
        expect([...result.values()].every((qty) => qty === 0)).toBe(true)
      }),
    )
  })

  it('reads them from a print job, if there are any', () => {
    expect(readCartChanges({ added: [pizza] })).toEqual({ added: [pizza], removed: [] })
    for (const content of [null, undefined, {}, { added: 'x' }, { added: [], removed: [] }])
      expect(readCartChanges(content)).toBeUndefined()
  })
})
