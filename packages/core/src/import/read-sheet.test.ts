import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from '@zip.js/zip.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { read, utils, write, type WorkSheet } from 'xlsx'
import { isSheetError } from './sheet-error.ts'
import { readSheet, type ReadOptions, type Sheet } from './read-sheet.ts'
import { checkRepeats } from './unpack.ts'
import { writeSheet } from './write-sheet.ts'

const fixture = (name: string): Uint8Array => new Uint8Array(readFileSync(path.join(import.meta.dirname, 'fixtures', name)))
const ascii = (text: string): Uint8Array => new TextEncoder().encode(text)
const textsOf = ({ rows }: Sheet): string[][] => rows.map((row) => Array.from(row ?? [], (cell) => cell?.text ?? ''))

/** The code and parameters of the error, or the texts. */
async function outcome(bytes: Uint8Array, options: Partial<ReadOptions> = {}): Promise<unknown> {
  try {
    return textsOf(await readSheet(bytes, { lang: 'ru', ...options }))
  } catch (error) {
    if (isSheetError(error)) return [error.code, ...error.params]
    throw error
  }
}

const xlsxOf = (cells: WorkSheet): Uint8Array => {
  const book = utils.book_new()
  utils.book_append_sheet(book, cells, 'Sheet1')
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
}

/** The file with the content of one entry replaced. */
async function repacked(bytes: Uint8Array, name: string, replace: (content: string) => string): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter())
  for (const entry of await new ZipReader(new Uint8ArrayReader(bytes)).getEntries()) {
    if (entry.directory) continue
    const content = await entry.getData(new Uint8ArrayWriter())
    const changed = entry.filename === name ? ascii(replace(new TextDecoder().decode(content))) : content
    await writer.add(entry.filename, new Uint8ArrayReader(changed))
  }
  return writer.close()
}

const english = ['Save', '%1 of %2', 'Back', 'Yes, delete']
const russian = ['Сохранить', '%1 из %2', '', 'Удалить «навсегда»']

describe('sheets of other programs', () => {
  const texts = [
    'texts.xls',
    'texts.xlsx',
    'texts.ods',
    'gnumeric.xls',
    'gnumeric.xlsx',
    'gnumeric.ods',
    'utf-16.csv',
    'cp1251.csv',
  ]
  it.each(texts)('reads %s', async (name) => {
    const rows = textsOf(await readSheet(fixture(name), { lang: 'ru' }))
    expect(rows[0]?.slice(0, 2)).toEqual(['ID', 'English'])
    const column = rows[0]?.indexOf('Russian') ?? -1
    expect(rows.slice(1).map((row) => [row[0], row[1], row[column] ?? ''])).toEqual(
      english.map((text, at) => [String(at + 1), text, russian[at]]),
    )
  })

  it.each(['cases.xls', 'cases.xlsx', 'cases.ods'])('reports in %s each cell that is not plain text', async (name) => {
    const sheet = await readSheet(fixture(name), { lang: 'de', sheet: 'Texts' })
    expect(sheet.names).toEqual(['Notes', 'Texts'])
    const cells = sheet.rows.map((row) => row?.[1])
    const doubts = [undefined, 'formula', 'merged', 'merged', 'date', undefined, 'long_number', 'formula', undefined, undefined]
    expect(cells.map((cell) => cell?.doubt)).toEqual(doubts)
    expect([cells[8]?.text, cells[9]?.text.replaceAll(/ +/g, ' ')]).toEqual(['50%', 'Zeile 1\nZeile 2'])
    expect(await outcome(fixture(name), { sheet: 'Preise' })).toEqual(['no_such_sheet', 'Preise', 'Notes, Texts'])
    expect(await outcome(fixture(name))).toEqual([['Nothing here']])
  })
})

it.each(['xlsx', 'xls', 'ods'] as const)('keeps the number of a formatted cell in .%s', async (bookType) => {
  const cells = [
    { t: 'n', v: 1234, z: '#,##0' },
    { t: 'n', v: 12.7, z: '0' },
    { t: 'n', v: 0.5, z: '0%' },
    { t: 'n', v: 7 },
    { t: 'n', v: 4_915_123_456_789, z: '0.00E+00' },
  ] as const
  const book = utils.book_new()
  const [A1, B1, C1, D1, E1] = cells
  utils.book_append_sheet(book, { '!ref': 'A1:E1', A1, B1, C1, D1, E1 }, 'Sheet1')
  const sheet = await readSheet(new Uint8Array(write(book, { type: 'array', bookType }) as ArrayBuffer), { lang: 'en' })
  expect(sheet.rows[0]?.slice(0, 2).map((cell) => Number(cell?.number ?? cell?.text))).toEqual([1234, 12.7])
  expect(sheet.rows[0]?.slice(3)).toEqual([{ text: '7' }, { text: '4915123456789' }])
})

describe('encodings of csv (AMB-229)', () => {
  const utf16 = (text: string, order: 'le' | 'be', mark: string): Uint8Array => {
    const bytes = new Uint8Array(Buffer.from(mark + text, 'utf16le'))
    return order === 'le' ? bytes : new Uint8Array(Buffer.from(bytes).swap16())
  }
  const koi8 = Uint8Array.from([0x31, 0x2c, 0xd3, 0xcf, 0xcb])

  it.each<[string, Uint8Array, string, string]>([
    ['UTF-8', ascii('1,сок'), 'ru', 'utf-8'],
    ['UTF-8 with a mark', ascii('\uFEFF1,сок'), 'de', 'utf-8'],
    ['UTF-16 with a mark', utf16('1,сок', 'be', '\uFEFF'), 'ru', 'utf-16be'],
    ['little-endian UTF-16 without one', utf16('1,сок', 'le', ''), 'ru', 'utf-16le'],
    ['big-endian UTF-16 without one', utf16('1,сок', 'be', ''), 'ru', 'utf-16be'],
    ['the code page of the language', Uint8Array.from([0x31, 0x2c, 0xf1, 0xee, 0xea]), 'ru', 'windows-1251'],
  ])('detects %s', async (_name, bytes, lang, encoding) => {
    const sheet = await readSheet(bytes, { lang })
    expect([sheet.encoding, textsOf(sheet)]).toEqual([encoding, [['1', 'сок']]])
  })

  const bytesOf = (text: string, encoding: string): Uint8Array => {
    const decoder = new TextDecoder(encoding)
    const letters = Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)))
    return Uint8Array.from([...text].map((letter) => letters.indexOf(letter)))
  }

  it.each<[string, string, string, string, boolean]>([
    ['Russian', 'id,Имя\n1,Анна', 'windows-1251', 'ru', false],
    ['Russian with a Latin letter by mistake', 'id,Имя\n1,Cоня', 'windows-1251', 'ru', false],
    ['Russian', 'id,Имя\n1,Анна', 'windows-1251', 'en', true],
    ['Greek', 'id,name\n1,Ελένη', 'windows-1253', 'de', true],
    ['German', 'id,Straße\n1,Müller', 'windows-1252', 'ru', true],
    ['German', 'id,Straße\n1,Müller', 'windows-1252', 'en', false],
    ['French', 'id,name\n1,Zoé à côté', 'windows-1252', 'fr', false],
    ['Polish', 'id,name\n1,Łukasz Żółć', 'windows-1250', 'pl', false],
  ])('of %s %j in %s is doubtful or not for a reader of %s', async (_name, text, encoding, lang, isDoubtful) => {
    expect((await readSheet(bytesOf(text, encoding), { lang })).isDoubtful ?? false).toBe(isDoubtful)
  })

  it('takes the chosen encoding', async () => {
    expect(await outcome(koi8, { encoding: 'koi8-r' })).toEqual([['1', 'сок']])
    expect(await outcome(koi8, { encoding: 'utf-8' })).toEqual(['encoding', 'utf-8'])
    expect(await outcome(koi8, { encoding: 'klingon' })).toEqual(['unknown_encoding', 'klingon'])
  })

  it.each<[string, string, string[][]]>([
    [
      'quotes, separators and line breaks',
      'a,"b ""c"", d\ne"\r\n1,\n',
      [
        ['a', 'b "c", d\ne'],
        ['1', ''],
      ],
    ],
    [
      'semicolons',
      'a;b;c,d\n1;2;3',
      [
        ['a', 'b', 'c,d'],
        ['1', '2', '3'],
      ],
    ],
    ['a named separator', 'sep=|\r\na|b;c', [['a', 'b;c']]],
    [
      'tabs and old line ends',
      'a\tb\r1\t2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['empty lines', 'a\n\nb', [['a'], [''], ['b']]],
    ['long numbers and dates as they are', '12345678901234567890,01.02.2026', [['12345678901234567890', '01.02.2026']]],
  ])('reads %s', async (_name, text, rows) => {
    expect(await outcome(ascii(text))).toEqual(rows)
  })

  it('names the row of a quotation mark inside a text, after which nothing is certain', async () => {
    expect(await outcome(ascii('id,name\n1,"Caf\u00e9 "Blue" bar"\n2,Ann'))).toEqual(['single_quote', 2])
  })

  it('names the row of a quotation mark that is never closed', async () => {
    expect(await outcome(ascii('a\n"b\nc'))).toEqual(['unclosed_quote', 2])
  })
})

it.each(['csv', 'xlsx'] as const)('reads the %s files that it writes exactly', async (format) => {
  const letters = fc.constantFrom(...Array.from('ab "\',;\t\n=+-@%1сß漢😀'), '\r\n')
  const text =
    format === 'csv' ? fc.string({ unit: letters }) : fc.string({ unit: letters }).map((item) => item.replaceAll('\r', ''))
  const rows = fc.array(fc.array(text, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      const sheet = await readSheet(await writeSheet(given, format), { lang: 'de' })
      const shown = given.map((_, row) => [0, 1, 2].map((column) => sheet.rows[row]?.[column]?.text ?? ''))
      expect(shown).toEqual(given)
    }),
    { numRuns: format === 'csv' ? 300 : 40 },
  )
})

describe('files that are refused', () => {
  it.each<[string, Uint8Array]>([
    ['a PDF', ascii('%PDF-1.7\n1 0 obj')],
    ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])],
    ['a web page', ascii('<html><table><tr><td>1</td></tr></table></html>')],
    ['random bytes', Uint8Array.from({ length: 4000 }, (_, at) => (at * 2_654_435_761) >>> 13)],
    ['text with control characters', ascii('1,\u0001')],
  ])('refuses %s', async (_name, bytes) => {
    expect(await outcome(bytes)).toEqual(['not_a_sheet'])
  })

  it('says that an empty file is empty', async () => {
    expect(await outcome(ascii(''))).toEqual(['empty_sheet'])
  })

  it('refuses zip files of other programs, and broken ones', async () => {
    const writer = new ZipWriter(new Uint8ArrayWriter())
    await writer.add('word/document.xml', new Uint8ArrayReader(ascii('<document/>')))
    const document = await writer.close()
    expect(await outcome(document)).toEqual(['not_a_sheet'])
    expect(await outcome(document.slice(0, -30))).toEqual(['damaged'])
    expect(await outcome(fixture('texts.xls').slice(0, 700))).toEqual(['damaged'])
    const broken = await repacked(fixture('texts.xlsx'), 'xl/workbook.xml', () => 'nonsense')
    expect(await outcome(broken)).toEqual(['damaged'])
  })

  it.each(['password.xls', 'password.ods'])('refuses %s of LibreOffice', async (name) => {
    expect(await outcome(fixture(name))).toEqual(['password'])
  })

  it('refuses files with a password', async () => {
    const writer = new ZipWriter(new Uint8ArrayWriter(), { password: 'secret' })
    await writer.add('xl/workbook.xml', new Uint8ArrayReader(ascii('<workbook/>')))
    expect(await outcome(await writer.close())).toEqual(['password'])
    const ods = await repacked(fixture('texts.ods'), 'META-INF/manifest.xml', (xml) =>
      xml.replace('</manifest:manifest>', '<manifest:encryption-data/></manifest:manifest>'),
    )
    expect(await outcome(ods)).toEqual(['password'])
    // A workbook with a password has a FilePass record (0x2f); here another long record becomes one.
    const xls = fixture('texts.xls')
    const view = new DataView(xls.buffer)
    let at = xls.findIndex((byte, index) => byte === 0x09 && xls[index + 1] === 0x08 && xls[index + 2] === 0x10)
    while (view.getUint16(at + 2, true) < 60) at += 4 + view.getUint16(at + 2, true)
    xls.set([0x2f, 0], at)
    xls.set([0, 0], at + 4)
    expect(await outcome(xls)).toEqual(['password'])
  })

  it('refuses a zip bomb before it unpacks, whatever size it declares', async () => {
    const writer = new ZipWriter(new Uint8ArrayWriter())
    await writer.add('xl/workbook.xml', new Uint8ArrayReader(new Uint8Array(201e6)), { level: 9 })
    const honest = await writer.close()
    const forged = honest.slice()
    const view = new DataView(forged.buffer)
    for (let at = 0; at + 4 < forged.length; at++) if (view.getUint32(at, true) === 201e6) view.setUint32(at, 1000, true)
    for (const [bomb, code] of [
      [honest, ['unpacks_too_large', 200]],
      [forged, ['damaged']],
    ] as const) {
      const before = process.memoryUsage().rss
      const start = performance.now()
      expect(await outcome(bomb)).toEqual(code)
      expect(performance.now() - start).toBeLessThan(1000)
      expect(process.memoryUsage().rss - before).toBeLessThan(80e6)
    }
  })

  it('refuses a few bytes that become millions of cells', async () => {
    const bomb = await repacked(fixture('texts.ods'), 'content.xml', (xml) =>
      xml
        .replace('<table:table-cell', '<table:table-cell table:number-columns-repeated="16000"')
        .replace('<table:table-row', '<table:table-row table:number-rows-repeated="90000"'),
    )
    expect(await outcome(bomb)).toEqual(['too_many_cells', 2_000_000])
  })

  it.each([
    ['an exponent', '<table:table-row', '<table:table-row table:number-rows-repeated="3e6"'],
    ['another prefix', '<table:table-cell', '<t:table-cell t:number-columns-repeated="3000000"'],
    ['a > in an attribute', '<table:table-cell', '<table:table-cell table:content="a>b" table:number-columns-repeated="3000000"'],
  ])('refuses repeated cells written with %s', (_name, tag, repeated) => {
    const xml = '<table:table-row><table:table-cell><text:p>1</text:p></table:table-cell></table:table-row>'
    expect(() => checkRepeats(xml.replace(tag, repeated))).toThrow('more than %1 cells')
  })

  it('refuses two cells that are merged into millions', async () => {
    const far = '<row r="9999"><c r="ALL9999" t="inlineStr"><is><t>x</t></is></c></row>'
    const bomb = await repacked(fixture('texts.xlsx'), 'xl/worksheets/sheet1.xml', (xml) =>
      xml.replace('</sheetData>', `${far}</sheetData><mergeCells count="1"><mergeCell ref="A1:ALL9999"/></mergeCells>`),
    )
    expect(await outcome(bomb)).toEqual(['too_many_cells', 2_000_000])
  })

  it('ignores a wrong dimension, and refuses cells that are far away', async () => {
    const wrong = await repacked(fixture('texts.xlsx'), 'xl/worksheets/sheet1.xml', (xml) =>
      xml.replace(/<dimension ref="[^"]*"/, '<dimension ref="A1:A2"'),
    )
    expect((await readSheet(wrong, { lang: 'ru' })).rows).toHaveLength(5)
    const huge = await repacked(fixture('texts.xlsx'), 'xl/worksheets/sheet1.xml', (xml) =>
      xml.replace(/<dimension ref="[^"]*"/, '<dimension ref="A1:XFD1048576"'),
    )
    expect((await readSheet(huge, { lang: 'ru' })).rows).toHaveLength(5)
    const cell = { t: 's', v: 'far' }
    expect(await outcome(xlsxOf({ '!ref': 'A1:A1048576', A1048576: cell }))).toEqual(['too_many_rows', 1_048_576, 100_000])
    expect(await outcome(xlsxOf({ '!ref': 'A1:XFD1', XFD1: cell }))).toEqual(['too_many_columns', 'XFD', 1000])
    expect(await outcome(ascii(`${','.repeat(10_000)}\n`))).toEqual(['too_many_columns', 'NTQ', 1000])
    expect(await outcome(new Uint8Array(33e6))).toEqual(['too_large', 33, 32])
  })
})

it('writes sheets that other readers understand', async () => {
  const book = read(
    await writeSheet(
      [
        ['ID', 'de'],
        ['1', 'Größe'],
      ],
      'xlsx',
    ),
  )
  expect(utils.sheet_to_json(book.Sheets['Sheet1'] as WorkSheet)).toEqual([{ ID: '1', de: 'Größe' }])
})
