import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  layoutTestPage,
  paperColumns,
  printerFamilies,
  printerProfile,
  type RasterLine,
  renderEscpos,
  type TicketLine,
} from '@tiffin/core/receipt'
import { createRaster } from '@tiffin/tui/printing'
import { clonePages, decodeEscpos, epsonPages, paperText, type Picture, rongtaPages } from '../fakes/escpos-decoder.ts'
import { english } from './sample-order.ts'

let raster: RasterLine | undefined
beforeAll(async () => {
  raster = await createRaster()
})

const line = (text: string): TicketLine => ({
  kind: 'text',
  segments: [{ text, cells: 32, align: 'left' }],
  width: 1,
  height: 1,
})
const pagesOf = { epson: epsonPages, clone: clonePages, rongta: rongtaPages, plain: epsonPages }

/** The languages each page is for, in lines of 32 letters. */
const alphabets = {
  cp866: ['АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ'.slice(0, 32), 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя'.slice(1), 'Єє Її Ўў № ° ·'],
  windows1251: ['Ґґ Іі Єє Її Ўў № € § « » „ “ ” …', 'Ђђ Јј Љљ Њњ Ћћ Ѓѓ Ќќ Џџ Ѕѕ', 'Щука — 5 шт. ± ¤ © ®'],
  cp858: ['ÄÖÜäöüß ÅÆØ åæø ÇÉÈÊË çéèêë', 'ÀÁÂÃ àáâã ÌÍÎÏ ìíîï ÑÒÓÔÕ ñòóôõ', '€ £ ¥ ½ ¼ ¾ « » ¿ ¡ ± × ÷ © ®'],
} as const

describe.each(Object.entries(alphabets))('code page %s', (page, lines) => {
  it.each([
    ['epson', epsonPages],
    ['clone', clonePages],
  ] as const)('PRINT-13: letters are unchanged on %s, and so are the bytes', async (family, pages) => {
    const numbers = printerProfile(family).pages
    const number = numbers.find(([name]) => name === page)?.[1] ?? 0
    const own = { ...printerProfile(family), pages: [[page, number]] as never }
    const bytes = renderEscpos(lines.map(line), own)
    expect(paperText(decodeEscpos(bytes, pages))).toBe(lines.map((each) => `${each.trimEnd()}\n`).join(''))
    await expect(Buffer.from(bytes).toString('hex').replaceAll('0a', '0a\n')).toMatchFileSnapshot(`golden/${page}-${family}.hex`)
  })
})

describe.each(printerFamilies)('test page of %s', (family) => {
  it.each(paperColumns)('PRINT-06 PRINT-01: shows the width and every code page on paper of %i columns', (columns) => {
    const profile = printerProfile(family, { columns, cut: 'partial' })
    const lines = layoutTestPage(profile, { name: 'Kitchen', lang: 'en', t: english })
    const paper = decodeEscpos(renderEscpos(lines, profile, raster), pagesOf[family])
    const rows = paper.items.flatMap((item) => (item.kind === 'row' ? [item.text] : []))
    expect(rows.filter((row) => /^[.\d]+$/.test(row))).toHaveLength(1)
    expect(rows.find((row) => /^[.\d]+$/.test(row))).toHaveLength(columns)
    for (const [page, number] of profile.pages) {
      const row = rows.find((each) => each.startsWith(`${page} (${number})`))
      expect(row, page).toBeDefined()
      // The decoder has these pages from the manual; on a wrong page number, they would decode differently.
      if (page === 'cp866') expect(row).toContain('Щи Ёж №1')
      if (page === 'windows1251') expect(row).toContain('Щи Ёж її № €')
      if (page === 'cp858') expect(row).toContain('€ ÄéñØ½')
    }
    expect(paper.items.filter(({ kind }) => kind === 'picture')).toHaveLength(1)
    expect(paper.items.at(-1)).toEqual({ kind: 'cut' })
    expect(paper.unknown).toEqual([])
  })
})

it('a printer with otherwise unknown pages gets all other letters as pictures', () => {
  const profile = printerProfile('plain')
  const paper = decodeEscpos(renderEscpos([line('Борщ'), line('Borscht')], profile, raster))
  expect(paper.items.map(({ kind }) => kind)).toEqual(['picture', 'row'])
})

describe('rendered line', () => {
  const art = ({ dots }: Picture): string =>
    dots
      .map((row) =>
        row
          .map((dot) => (dot ? '#' : '.'))
          .join('')
          .replace(/\.+$/, ''),
      )
      .join('\n')
  const picture = (text: string): Picture | undefined =>
    decodeEscpos(renderEscpos([line(text)], printerProfile('epson'), raster)).items.find((item) => item.kind === 'picture')

  // Letters are compared with pictures reviewed by hand; other processors may round single dots differently.
  it.each([
    ['georgian', 'ხაჭაპური'],
    ['arabic', 'شاورما دجاج'],
    ['chinese', '宫保鸡丁'],
  ])('looks as reviewed: %s', async (name, text) => {
    const file = join(import.meta.dirname, 'golden', `drawn-${name}.txt`)
    const drawn = picture(text)
    expect(drawn).toBeDefined()
    if (!drawn) return
    if (process.env['DRAW_GOLDEN']) await writeFile(file, `${art(drawn)}\n`)
    const golden = (await readFile(file, 'utf8')).trimEnd().split('\n')
    const width = drawn.width
    const wanted = Array.from({ length: drawn.height }, (_, y) =>
      Array.from({ length: width }, (__, x) => golden[y]?.[x] === '#'),
    )
    const black = wanted.flat().filter(Boolean).length
    const wrong = wanted.flatMap((row, y) => row.filter((dot, x) => dot !== drawn.dots[y]?.[x])).length
    expect(black).toBeGreaterThan(200)
    expect(wrong).toBeLessThan(black * 0.05)
  })
})
