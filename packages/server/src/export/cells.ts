import { escapeFormula, wallTime } from '@tiffin/core/rules'

/** How a column is written: numbers, amounts and times in their own types, so that they can be summed and sorted. */
export type CellKind = 'text' | 'number' | 'money' | 'date' | 'moment'

const widths: Record<CellKind, number> = { text: 28, number: 12, money: 14, date: 12, moment: 20 }

/** In characters. */
export const columnWidth = ({ kind, title }: { kind: CellKind; title: string }): number =>
  Math.max(widths[kind], title.length + 4)

/** Writes the XML of a cell after its position; empty for an empty value. Timestamps are seconds since 1970. */
export type WriteCell = (value: string | number | null) => string

/** Indexes into `cellXfs` of the style sheet. */
export const styles = { title: 1, heading: 2, money: 3, date: 4, moment: 5, text: 6 } as const

/** Maximum length of a text in a cell, in UTF-16 units. */
const MAX_CELL_LENGTH = 32_767

const special = /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_x[0-9a-fA-F]{4}_/
const everySpecial = new RegExp(special.source, 'g')

const entity: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeOne = (found: string): string =>
  entity[found] ?? (found.length > 1 ? `_x005F${found}` : `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)

/** Escapes a text as XML; characters that XML does not allow are written as in the format, `_x0007_`. */
const escapeText = (text: string): string => {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return special.test(whole) ? whole.replace(everySpecial, escapeOne) : whole
}

// Without the attribute, readers may drop leading and trailing spaces.
const spaced = /^\s|\s$|\s\s/

/** The element of a text, as in cells and in the list of shared strings. */
export function textElement(text: string): string {
  const harmless = escapeFormula(text)
  const fitting = harmless.length > MAX_CELL_LENGTH ? `${harmless.slice(0, MAX_CELL_LENGTH - 1)}…` : harmless
  const space = spaced.test(fitting) ? ' xml:space="preserve"' : ''
  return `<t${space}>${escapeText(fitting)}</t>`
}

export const textCell = (text: string, style: number = styles.text): string =>
  ` s="${style}" t="inlineStr"><is>${textElement(text)}</is></c>`

/** A cell that refers to the workbook's list of shared strings. */
export const sharedCell = (place: number): string => ` s="${styles.text}" t="s"><v>${place}</v></c>`

const asNumber = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i

/** A value that does not fit the column's type is written as text. */
function numberCell(value: string | number, style: number): string {
  const text = String(value)
  return asNumber.test(text) ? ` s="${style}"><v>${text}</v></c>` : textCell(text)
}

const DAY = 86_400_000
const QUARTER_HOUR_MS = 900_000
/** Days from the format's day 0 to 1970. Before March 1900, the format counts a day that did not exist. */
const EPOCH = 25_569
const FIRST_RELIABLE_DAY = 61

function dayCell(otherwise: () => string, ms: number, style: number): string {
  const days = ms / DAY + EPOCH
  return days >= FIRST_RELIABLE_DAY ? ` s="${style}"><v>${days}</v></c>` : textCell(otherwise())
}

const isoOf = (ms: number): string => (Number.isFinite(ms) ? new Date(ms).toISOString() : String(ms))

/** Local time of a zone. The offset from UTC is looked up once a day, and every quarter of an hour on days when it changes. */
function createWallClock(timezone: string): (time: number) => number {
  const offsetAt = (timestamp: number): number => wallTime(timestamp, timezone) - timestamp
  const ofDays = createMemory((day) => {
    const [first, last] = [offsetAt(day * DAY), offsetAt((day + 1) * DAY)]
    return first === last ? first : null
  })
  const ofQuarters = createMemory((quarter) => offsetAt(quarter * QUARTER_HOUR_MS))
  return (timeMs) => timeMs + (ofDays(Math.floor(timeMs / DAY)) ?? ofQuarters(Math.floor(timeMs / QUARTER_HOUR_MS)))
}

/** Caches the results for a limited number of values. */
function createMemory<T>(make: (of: number) => T): (of: number) => T {
  const made = new Map<number, T>()
  return (of) => {
    let found = made.get(of)
    if (found === undefined) {
      if (made.size >= 100_000) made.clear()
      found = make(of)
      made.set(of, found)
    }
    return found
  }
}

/** Cell writers of all kinds for one workbook; timestamps are written in local time of `timezone`. */
export function createCells(timezone: string): Record<CellKind, WriteCell> {
  const wallClock = createWallClock(timezone)
  const filled =
    (write: (value: string | number) => string): WriteCell =>
    (value) =>
      value === null || value === '' ? '' : write(value)
  return {
    text: filled((value) => textCell(String(value))),
    number: filled((value) => numberCell(value, 0)),
    money: filled((value) => numberCell(value, styles.money)),
    date: filled((value) => dayCell(() => String(value), Date.parse(`${value}T00:00:00Z`), styles.date)),
    moment: filled((value) => {
      const ms = Math.round(Number(value) * 1000)
      return dayCell(() => isoOf(ms), wallClock(ms), styles.moment)
    }),
  }
}
