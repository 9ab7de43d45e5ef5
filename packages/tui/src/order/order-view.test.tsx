import { Table } from 'ink-table'
import { render } from 'ink-testing-library'
import { describe, expect, it } from 'vitest'
import { widthOf } from '../theme/text.ts'
import { cartItems } from '../board/cart-items.ts'

describe('order cart', () => {
  it('is drawn in aligned columns, whatever the script of its items', () => {
    const names = ['Margherita', 'Маргарита', '寿司 盛り合わせ', '김치찌개', 'ხაჭაპური', 'Ångström']
    const { lastFrame, unmount } = render(<Table data={names.map((Item, Qty) => ({ Qty, Item }))} />)
    const widths = (lastFrame() ?? '').split('\n').map(widthOf)
    unmount()
    expect(widths).toHaveLength(names.length * 2 + 3)
    expect(new Set(widths).size).toBe(1)
  })

  it.each([
    ['nothing', null, []],
    ['no list', { a: 1 }, []],
    ['an empty item', [{}], [{ name: '', qty: 0, total: '0.00', addons: [], allergens: [], note: '', station: '' }]],
    [
      'strange values',
      [{ name: { en: 'x' }, qty: 'two', total: 'free', addons: 'none', allergens: 7, note: null }],
      [{ name: '', qty: 0, total: '0.00', addons: [], allergens: [], note: '', station: '' }],
    ],
    [
      'a complete item',
      [
        {
          name: 'Pad Thai',
          qty: 2,
          total: '18.00',
          addons: [{ name: 'Egg' }],
          allergens: ['nuts'],
          note: 'mild\u0007',
          station: 'Wok',
        },
      ],
      [{ name: 'Pad Thai', qty: 2, total: '18.00', addons: ['Egg'], allergens: ['nuts'], note: 'mild', station: 'Wok' }],
    ],
  ])('is drawn from %s', (_, cart, requested) => {
    expect(cartItems({ cart } as unknown as Parameters<typeof cartItems>[0], '×')).toEqual(requested)
  })
})
