import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import { layoutTable } from './table.ts'

const columns = ['order_id', 'merchant', 'customer', 'address', 'total']
const rows = [
  ['1', 'Forno Vecchio', '刘婷', 'Torstraße 159, Charlottenburg, second court, third floor on the left', '26.15'],
  ['20000', 'Zeytouna', 'Małgorzata Wójcik', 'Oranienstraße 58', '1041.28'],
]

describe('a printed table', () => {
  it.each([60, 80, 200])('fits %i columns, counting wide characters, and is cut only where necessary', (width) => {
    const { text, hidden } = layoutTable(columns, rows, width)
    for (const line of text.trimEnd().split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(width)
    expect(hidden).toEqual([])
    expect(text.includes('…')).toBe(width < 200)
    expect(text).toContain('1041.28')
  })

  it('names the columns that do not fit at all', () => {
    const { text, hidden } = layoutTable(columns, rows, 24)
    expect(hidden).toEqual(['address', 'total'])
    for (const line of text.trimEnd().split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(24)
  })

  it('escapes data for the terminal', () => {
    const { text } = layoutTable(['name'], [['\u001b[2J\u202Eevil\n']], 80)
    expect(text).toBe('name\n\\u001b[2J\\u202eevil\\n\n')
  })
})
