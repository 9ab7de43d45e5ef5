import { sheetError } from './sheet-error.ts'

/** Written by Excel as the first line of a csv file to name its separator. */
const separatorLine = /^sep=(.)\r?\n/

/** The fields of each row (RFC 4180). The separator is the most frequent one of the first line. @throws `unclosed_quote`, `single_quote` */
export function readCsv(text: string): string[][] {
  const declared = separatorLine.exec(text)
  const body = declared ? text.slice(declared[0].length) : text
  const separator = declared?.[1] ?? findSeparator(body)
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < body.length) {
    const field = body[at] === '"' ? quoted(body, at, separator, rows.length) : plain(body, at, separator)
    row.push(field.text)
    at = field.end
    if (body[at] === separator) {
      at++
      if (at < body.length) continue
      row.push('')
    }
    if (body[at] === '\r' && body[at + 1] === '\n') at++
    at++
    rows.push(row)
    row = []
  }
  return rows
}

interface FieldText {
  text: string
  end: number
}

function plain(body: string, from: number, separator: string): FieldText {
  let end = from
  while (end < body.length && body[end] !== separator && body[end] !== '\n' && body[end] !== '\r') end++
  return { text: body.slice(from, end), end }
}

function quoted(body: string, from: number, separator: string, row: number): FieldText {
  let end = body.indexOf('"', from + 1)
  while (end >= 0 && body[end + 1] === '"') end = body.indexOf('"', end + 2)
  if (end < 0) throw sheetError('unclosed_quote', [row + 1])
  if (end + 1 < body.length && ![separator, '\n', '\r'].includes(body[end + 1] as string))
    throw sheetError('single_quote', [row + 1])
  return { text: body.slice(from + 1, end).replaceAll('""', '"'), end: end + 1 }
}

function findSeparator(body: string): string {
  const [line = ''] = body.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1)
  const count = (mark: string): number => line.split(mark).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] as string
}
