import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { type CellKind, sharedCell, styles, textCell, textElement, type WriteCell } from './cells.ts'

export interface SheetColumn {
  title: string
  /** In characters. */
  width: number
  kind: CellKind
  write: WriteCell
}

export interface SheetHead {
  name: string
  /** Cells above the headings. */
  top: readonly string[]
  columns: readonly SheetColumn[]
  /** How many of the last rows are sums. */
  sums?: number
}

export type Values = readonly (string | number | null)[]

/** A workbook written as a stream: only data that its reader has not taken yet is in memory. */
export interface Workbook {
  readonly output: Readable
  /** Writes a sheet; rows that don't fit continue in further sheets with the same header. */
  sheet(head: SheetHead): Promise<Sheet>
  /**
   * A cell for a text expected to be repeated: it is stored once in the workbook, unless there are too many or it is too long.
   */
  recurring(text: string): string
  end(): void
}

export interface Sheet {
  /** @param places index of the row value for each column */
  add(rows: readonly Values[], places: readonly number[]): Promise<void>
  end(): Promise<void>
}

/** Maximum of the format. */
const SHEET_ROWS = 1_048_576
const HEAD_ROWS = 2
/** Sheets of 4 GB and more need Zip64, which some readers don't support. */
const SHEET_CHARACTERS = 1.3e9
export const BLOCK = 65_536
/** Shared strings stay in memory until the end: maximum number, and maximum length of each. */
const SHARED = 50_000
const SHARED_LENGTH = 200

const HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** @param signal ends the writing, also while waiting for a slow reader */
export function createWorkbook(signal: AbortSignal, sheetRows = SHEET_ROWS): Workbook {
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  zip.on('error', (error: Error) => output.destroy(error))
  const names: string[] = []
  const shared = new Map<string, number>()

  async function openSheet(head: SheetHead) {
    names.push(sheetName(head.name, names))
    // The archive reads it once the previous sheet has ended.
    const stream = new PassThrough({ highWaterMark: BLOCK })
    zip.addReadStream(stream, `xl/worksheets/sheet${names.length}.xml`, { compressionLevel: 1 })
    const letters = Array.from({ length: Math.max(head.top.length, head.columns.length) }, (_, index) => letterOf(index))
    const cellPrefixes = letters.map((letter) => `<c r="${letter}`)
    let block = ''
    let row = 0
    let written = 0

    async function flush(): Promise<void> {
      const text = block
      block = ''
      written += text.length
      // An abort is reported by the signal itself.
      if (!stream.write(text)) await once(stream, 'drain', { signal }).catch(() => {})
      signal.throwIfAborted()
    }
    function line(cells: readonly string[]): void {
      row += 1
      // Uses few, long pieces: concatenated strings have to be flattened again when the block becomes bytes.
      const number = `${row}"`
      let text = `<row r="${number}>`
      for (let at = 0; at < cells.length; at += 1) if (cells[at]) text += (cellPrefixes[at] as string) + number + cells[at]
      block += `${text}</row>`
    }

    const width = ({ width: chars }: SheetColumn, at: number): string =>
      `<col min="${at + 1}" max="${at + 1}" width="${chars}" customWidth="1"/>`
    block = `${HEADER}<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0"><pane ySplit="${HEAD_ROWS}" topLeftCell="A${HEAD_ROWS + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${head.columns.map(width).join('')}</cols><sheetData>`
    line(head.top.map((text) => textCell(text, styles.title)))
    line(head.columns.map(({ title }) => textCell(title, styles.heading)))

    return {
      isFull: () => row >= sheetRows || written >= SHEET_CHARACTERS,
      /** @returns a promise if it has to wait, at most once in many rows */
      add(values: Values, places: readonly number[]): Promise<void> | undefined {
        line(head.columns.map(({ write }, at) => write(values[places[at] as number] ?? null)))
        return block.length >= BLOCK ? flush() : undefined
      },
      async end() {
        block += `</sheetData><autoFilter ref="A${HEAD_ROWS}:${letters[head.columns.length - 1]}${row}"/></worksheet>`
        await flush()
        stream.end()
      },
    }
  }

  return {
    output,
    async sheet(head) {
      let open = await openSheet(head)
      return {
        async add(rows, places) {
          for (const values of rows) {
            if (open.isFull()) {
              await open.end()
              open = await openSheet(head)
            }
            const flushed = open.add(values, places)
            if (flushed) await flushed
          }
        },
        end: () => open.end(),
      }
    },
    recurring(text) {
      if (text === '') return ''
      const place = shared.get(text) ?? shared.size
      if (place === shared.size) {
        if (place >= SHARED || text.length > SHARED_LENGTH) return textCell(text)
        shared.set(text, place)
      }
      return sharedCell(place)
    },
    end() {
      for (const [name, text] of workbookParts(names, [...shared.keys()])) zip.addBuffer(Buffer.from(text), name)
      zip.end()
    },
  }
}

/** `A` for 0, `AA` for 26. */
export const letterOf = (index: number): string =>
  (index < 26 ? '' : letterOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

/** A name that the format allows and no other sheet has: 31 characters, without `[]:*?/\` and outer apostrophes. */
function sheetName(requested: string, taken: readonly string[]): string {
  const clean = requested
    .replaceAll(/[[\]:*?/\\\p{Cc}\ufffe\uffff]/gu, ' ')
    .toWellFormed()
    .replaceAll(/^['\s]+|['\s]+$/g, '')
  const used = new Set(taken.map((name) => name.toLowerCase()))
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : ` (${number})`
    const name = `${(clean || 'Sheet').slice(0, 31 - end.length).toWellFormed()}${end}`
    if (!used.has(name.toLowerCase())) return name
  }
}

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Everything in the archive except the sheets. */
function workbookParts(names: readonly string[], shared: readonly string[]): [path: string, text: string][] {
  const sheets = names.map((name, index) => ({ name: escapeAttribute(name), id: index + 1 }))
  const styleId = sheets.length + 1
  const sharedId = sheets.length + 2
  return [
    [
      '[Content_Types].xml',
      `${HEADER}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${TYPES}.sharedStrings+xml"/>${sheets.map(({ id }) => `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="${TYPES}.worksheet+xml"/>`).join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      `${HEADER}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${HEADER}<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets>${sheets.map(({ name, id }) => `<sheet name="${name}" sheetId="${id}" r:id="rId${id}"/>`).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${HEADER}<Relationships xmlns="${PACKAGE}/relationships">${sheets.map(({ id }) => `<Relationship Id="rId${id}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${id}.xml"/>`).join('')}<Relationship Id="rId${styleId}" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rId${sharedId}" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', styleSheet],
    ['xl/sharedStrings.xml', `${HEADER}<sst ${MAIN}>${shared.map((text) => `<si>${textElement(text)}</si>`).join('')}</sst>`],
  ]
}

/** The cell formats are in the order of `styles`; 4 and 49 are the built-in `#,##0.00` and text. */
const styleSheet = `${HEADER}<styleSheet ${MAIN}><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF1F2937"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="7"><xf/><xf numFmtId="49" fontId="1" applyFont="1" applyNumberFormat="1"/><xf numFmtId="49" fontId="2" fillId="2" applyFont="1" applyFill="1" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`
