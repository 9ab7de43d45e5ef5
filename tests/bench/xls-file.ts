import * as xlsx from 'xlsx'

const { CFB } = xlsx as unknown as {
  CFB: {
    utils: { cfb_new: () => object; cfb_add: (file: object, name: string, content: Buffer) => void }
    write: (file: object, options: { type: 'buffer' }) => Buffer
  }
}

const record = (type: number, body: Buffer): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(type, 0)
  head.writeUInt16LE(body.length, 2)
  return Buffer.concat([head, body])
}

/** A cell's row, column and format. */
const place = (row: number, column: number): Buffer => {
  const bytes = Buffer.alloc(6)
  bytes.writeUInt16LE(row, 0)
  bytes.writeUInt16LE(column, 2)
  return bytes
}

const numberCell = (row: number, column: number, value: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return record(0x203, Buffer.concat([place(row, column), bytes]))
}

const textCell = (row: number, column: number, text: string): Buffer => {
  const head = Buffer.alloc(3, 1)
  head.writeUInt16LE(text.length, 0)
  return record(0x204, Buffer.concat([place(row, column), head, Buffer.from(text, 'utf16le')]))
}

/** The beginning of a workbook (5) or of a sheet (16). */
const beginning = (kind: number): Buffer =>
  record(0x809, Buffer.from([0, 6, kind, 0, 0xbb, 0x0d, 0xcc, 7, 0, 0, 0, 0, 6, 0, 0, 0]))
const END = record(0x0a, Buffer.alloc(0))

/** An .xls file (BIFF8) with one sheet. SheetJS needs a minute and gigabytes to write this many rows. */
export function xlsFile(rows: readonly (readonly (string | number)[])[]): Buffer {
  const cells = rows.flatMap((row, at) =>
    row.map((value, column) => (typeof value === 'number' ? numberCell(at, column, value) : textCell(at, column, value))),
  )
  const name = Buffer.from('Texts')
  const sheetOf = (start: number): Buffer => {
    const head = Buffer.alloc(8)
    head.writeUInt32LE(start)
    head[6] = name.length
    return record(0x85, Buffer.concat([head, name]))
  }
  const start = beginning(5).length + sheetOf(0).length + END.length
  const book = Buffer.concat([beginning(5), sheetOf(start), END, beginning(16), ...cells, END])
  const file = CFB.utils.cfb_new()
  CFB.utils.cfb_add(file, '/Workbook', book)
  return CFB.write(file, { type: 'buffer' })
}
