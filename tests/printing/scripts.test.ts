import { beforeAll, describe, expect, it } from 'vitest'
import {
  cellWidth,
  layoutJob,
  printerProfile,
  type RasterLine,
  renderEscpos,
  renderHtml,
  renderText,
  type TicketLine,
} from '@tiffin/core/receipt'
import { createRaster } from '@tiffin/tui/printing'
import { decodeEscpos, epsonPages, paperText, type Picture, rongtaPages } from '../fakes/escpos-decoder.ts'
import { options, order } from './sample-order.ts'

let raster: RasterLine | undefined
beforeAll(async () => {
  raster = await createRaster()
})

const named = (name: string, more = {}) => ({ ...order, comment: '', cart: [{ id: 1, name, qty: 1, addons: [], ...more }] })
const line = (text: string, cells = 32): TicketLine => ({
  kind: 'text',
  segments: [{ text, cells, align: 'left' }],
  width: 1,
  height: 1,
})
const picturesOf = (bytes: Uint8Array): Picture[] =>
  decodeEscpos(bytes).items.flatMap((item) => (item.kind === 'picture' ? [item] : []))
const blackOf = ({ dots }: Picture): number => dots.flat().filter(Boolean).length
/** Dot columns from the leftmost to the rightmost black one. */
const extentOf = ({ dots, width }: Picture): [number, number] => {
  const columns = Array.from({ length: width }, (_, x) => dots.some((row) => row[x]))
  return [columns.indexOf(true), columns.lastIndexOf(true)]
}

describe('Cyrillic', () => {
  const text = 'Борщ с чесноком, Ёжик: №1'
  it.each([
    ['epson', 'cp866', epsonPages, 'ESC t 17'],
    ['epson', 'windows1251', epsonPages, 'ESC t 46'],
    ['rongta', 'cp866', rongtaPages, 'ESC t 7'],
    ['rongta', 'windows1251', rongtaPages, 'ESC t 6'],
  ] as const)('prints on %s under %s, and leaves Chinese mode first', (family, cyrillic, pages, command) => {
    const paper = decodeEscpos(renderEscpos(layoutJob(named(text), options()), printerProfile(family, { cyrillic })), pages)
    expect(paperText(paper)).toContain(`1 x ${text}`)
    expect(paper.commands.slice(0, 2)).toEqual(['ESC @', 'FS .'])
    expect(paper.commands).toContain(command)
    expect(paper.unknown).toEqual([])
  })

  it('switches pages within a line for letters that the first one lacks', () => {
    const paper = decodeEscpos(renderEscpos([line('Київ і ½ €5')], printerProfile('epson', { cyrillic: 'cp866' })))
    expect(paperText(paper)).toBe('Київ і ½ €5\n')
    expect(paper.commands.filter((command) => command.startsWith('ESC t')).length).toBeGreaterThanOrEqual(3)
  })
})

describe('scripts without a code page', () => {
  it.each([
    ['Georgian', 'ხაჭაპური'],
    ['Arabic', 'شاورما دجاج'],
    ['Hebrew', 'פלאפל'],
    ['Chinese', '宫保鸡丁'],
    ['Japanese', 'ラーメン'],
    ['Korean', '김치찌개'],
    ['Armenian', 'խորոված'],
    ['Thai', 'ต้มยำ'],
    ['tenge', '500 ₸'],
    ['emoji', '🌶🌶'],
  ])('draws %s', (_, text) => {
    const [picture, ...more] = picturesOf(renderEscpos([line(text)], printerProfile('epson'), raster))
    expect(more).toEqual([])
    expect(picture?.width).toBe(384)
    expect(picture && blackOf(picture)).toBeGreaterThan(60)
    // a character that no font has is drawn as a box
    const draw = (item: string) => picturesOf(renderEscpos([line(item)], printerProfile('epson'), raster))[0]?.dots
    const box = draw('\u{10ffff}')
    const letters = Array.from(text).filter((character) => /[^\s\p{M}\p{ASCII}]/u.test(character))
    expect(letters.filter((letter) => JSON.stringify(draw(letter)) === JSON.stringify(box))).toEqual([])
  })

  it('prints neighbouring lines as characters', () => {
    const paper = decodeEscpos(renderEscpos(layoutJob(named('ხინკალი'), options()), printerProfile('epson'), raster))
    const text = paperText(paper)
    expect(text).toContain('#47 Delivery\n')
    expect(text.match(/\[picture\]/g)).toHaveLength(1)
    expect(paper.unknown).toEqual([])
  })

  it('joins Arabic letters', () => {
    const joined = picturesOf(renderEscpos([line('سلام')], printerProfile('epson'), raster))[0]
    const apart = picturesOf(renderEscpos([line('س ل ا م')], printerProfile('epson'), raster))[0]
    const width = (picture: Picture | undefined) => (picture ? extentOf(picture)[1] - extentOf(picture)[0] : 0)
    expect(width(joined)).toBeGreaterThan(0)
    expect(width(joined)).toBeLessThan(width(apart) * 0.75)
  })

  it('narrows text that is too wide instead of cutting it off', () => {
    const [picture] = picturesOf(renderEscpos([line('ш'.repeat(12) + 'ხ'.repeat(20))], printerProfile('epson'), raster))
    const [left, right] = picture ? extentOf(picture) : [0, 0]
    expect(right - left).toBeGreaterThan(300)
    expect(right).toBeLessThan(384)
  })

  it('draws a note white on black, and double-size text twice as large', () => {
    const segment = { text: 'ხ', cells: 32, align: 'left' } as const
    const lines: TicketLine[] = [
      { kind: 'text', segments: [segment], width: 1, height: 1 },
      { kind: 'text', segments: [{ ...segment, inverted: true }], width: 1, height: 1 },
      { kind: 'text', segments: [{ ...segment, cells: 16 }], width: 2, height: 2 },
    ]
    const [plain, inverted, large] = picturesOf(renderEscpos(lines, printerProfile('epson'), raster))
    const dots = plain ? plain.width * plain.height : 0
    expect(inverted && blackOf(inverted)).toBe(dots - (plain ? blackOf(plain) : 0))
    expect(large && blackOf(large)).toBeGreaterThan(2 * (plain ? blackOf(plain) : 0))
    expect(large?.height).toBeGreaterThan((plain?.height ?? 0) * 1.5)
  })

  it('substitutes "?" if nothing can be drawn, aligned with the rest', () => {
    const lines = layoutJob(named('宫保 rice'), options({ purpose: 'receipt' }))
    const text = paperText(decodeEscpos(renderEscpos(lines, printerProfile('epson'))))
    expect(text).toContain('1 x ? ?  rice               0.00')
  })
})

describe('right to left', () => {
  const name = 'شاورما'
  const arabic = options({ lang: 'ar', purpose: 'receipt', columns: 32 })

  it('puts the name on the right and its amount on the left', () => {
    const text = renderText(layoutJob(named(name, { price: '7.50' }), arabic), 32)
    const row = text.split('\n').find((each) => each.includes(name)) ?? ''
    expect(row.startsWith('7.50')).toBe(true)
    expect(row.endsWith('1 x')).toBe(true)
    expect(cellWidth(row)).toBe(32)
  })

  it('draws the name at the right edge of the paper', () => {
    const bytes = renderEscpos(layoutJob(named(name), options({ lang: 'ar' })), printerProfile('epson'), raster)
    const pictures = picturesOf(bytes)
    expect(pictures.length).toBeGreaterThanOrEqual(2)
    for (const picture of pictures) expect(extentOf(picture)[1]).toBeGreaterThan(340)
  })
})

describe('hostile text', () => {
  const attack =
    '\u001b@\u001bp\u0000\u0019\u00fa\u001dV\u0000\u0010\u0014\u0001\u0000\u0005Pizza\u009b2J\r\n\u202eevil\u2066\u0000\u001c&'
  const everywhere = {
    ...named(attack, { note: attack, allergens: [attack], station: attack, addons: [{ name: attack, qty: 1, price: '0.00' }] }),
    comment: attack,
    cancel_reason: attack,
    promocode: attack,
    promocode_amount: '1.00',
    currency: attack,
    destination_address: attack,
    destination_info_json: { entrance: attack, flat: attack, comment: attack },
    type_obj: { order_type_id: 1, icon: '', value: { en: attack } },
    pay_type_obj: { pay_type_id: 1, name: { en: attack }, admin: 1, odd: 1 },
    user_obj: { user_id: 1, name: attack, phone: attack, img: '', bonus_score: '0.00' },
    merchant_obj: { ...(order.merchant_obj ?? ({} as never)), name: { en: attack }, address: { address: attack } },
  }
  const harmless = new Set(['ESC @', 'FS .', 'ESC M', 'ESC E', 'ESC a', 'GS !', 'GS B', 'GS V', 'GS v', 'GS ('])

  it.each(['kitchen', 'receipt', 'changed', 'cancelled'] as const)(
    'reaches the printer of a %s ticket only as letters',
    (purpose) => {
      const seller = { legalName: attack, taxId: attack, address: attack, phone: attack }
      const lines = layoutJob(everywhere, options({ purpose, seller, qr: attack }))
      const paper = decodeEscpos(renderEscpos(lines, printerProfile('epson', { drawer: true })))
      expect(paper.unknown).toEqual([])
      expect(paper.commands.filter((command) => !harmless.has(command) && !command.startsWith('ESC t'))).toEqual([])
      expect(paper.commands.filter((command) => command === 'ESC @')).toHaveLength(1)
      expect(paper.items.filter(({ kind }) => kind === 'cut')).toHaveLength(1)
      expect(paper.items.filter(({ kind }) => kind === 'drawer')).toHaveLength(0)
      expect(paperText(paper)).toContain('Pizza')
      expect(renderText(lines, 32)).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u)
    },
  )

  it('is neutralised by the renderer too, wherever the lines come from', () => {
    const paper = decodeEscpos(renderEscpos([line(attack)], printerProfile('epson')))
    expect(paper.unknown).toEqual([])
    expect(paper.commands.filter((command) => command === 'ESC p' || command === 'GS V')).toEqual([])
    expect(paperText(paper)).toBe('@púVPizza2J evil&\n')
  })

  it('never sends the printer bytes below 0x20 through a code page that has pictures there', () => {
    for (const picture of '☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼⌂') {
      const paper = decodeEscpos(renderEscpos([line(`a${picture}b`)], printerProfile('epson')))
      expect([picture, paper.unknown]).toEqual([picture, []])
      expect(paperText(paper)).toMatch(/^a[?•§¶]b\n$/)
    }
  })

  it('stays text in a browser', () => {
    const script = `<script>alert(1)</script>"'&<img src=x onerror=alert(1)>`
    const lines = layoutJob(named(script), options({ purpose: 'receipt', columns: 48, qr: `"><script>` }))
    const html = renderHtml(lines, { columns: 48, qrImage: (data) => `data:image/png,${data}` })
    const body = html.slice(html.indexOf('</style>'))
    expect(body.replaceAll(/<\/?(style|div|span|hr|img)(?: [a-z-]+="[^"<>]*")*>/g, '')).not.toMatch(/[<>]/)
    expect(body).toContain('&lt;script&gt;')
  })

  it('with many marks on one letter takes one cell and a bounded space', () => {
    const text = renderText(layoutJob(named(`e${'\u0301\u0316'.repeat(500)}gg`), options()), 32)
    expect(text.length).toBeLessThan(600)
  })
})

describe('long order', () => {
  it('prints all of 200 lines, in order', () => {
    const cart = Array.from({ length: 200 }, (_, index) => ({ id: index, name: `Dish ${index + 1}`, qty: 1, addons: [] }))
    const paper = decodeEscpos(renderEscpos(layoutJob({ ...order, cart }, options()), printerProfile('epson')))
    const dishes = paperText(paper).match(/Dish \d+$/gm)
    expect(dishes).toEqual(cart.map(({ name }) => name))
  })

  it('wraps a word of 500 letters without losing one', () => {
    const word = Array.from({ length: 500 }, (_, index) => String.fromCharCode(97 + (index % 26))).join('')
    const rows = paperText(decodeEscpos(renderEscpos(layoutJob(named(word), options()), printerProfile('epson'))))
    expect(rows.replaceAll(/\s/g, '')).toContain(word)
  })
})
