import { wallTime } from '@tiffin/core/rules'

/** How a column is written: numbers, amounts and moments as such, so that they can be summed and sorted. */
export type CellKind = 'text' | 'number' | 'money' | 'date' | 'moment'

/** Gives the XML of a cell at a place such as `B7`; nothing for an empty value. */
export type WriteCell = (place: string, value: string | number | null) => string

/** Indexes into `cellXfs` of the style sheet. */
export const styles = { title: 1, heading: 2, money: 3, date: 4, moment: 5, text: 6 } as const

/** The longest text that a cell can hold, in UTF-16 units. */
const LONGEST = 32_767

// What a spreadsheet would take for the beginning of a formula, also after the sheet was kept as CSV (AMB-025).
const formulaLike = /^[=+\-@\t\r\n＝＋－＠]/
const special = /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_x[0-9a-fA-F]{4}_/
const everySpecial = new RegExp(special.source, 'g')

const entity: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeOne = (found: string): string =>
  entity[found] ?? (found.length > 1 ? `_x005F${found}` : `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)

/** A text as XML; what XML cannot carry is written in the way of the format, `_x0007_`. */
const escapeText = (text: string): string => {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return special.test(whole) ? whole.replace(everySpecial, escapeOne) : whole
}

export function textCell(place: string, text: string, style: number = styles.text): string {
  const harmless = formulaLike.test(text) ? `'${text}` : text
  const fitting = harmless.length > LONGEST ? `${harmless.slice(0, LONGEST - 1)}…` : harmless
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(fitting)}</t></is></c>`
}

const asNumber = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i

/** A value that is none of what its column is for is written as the text that it is. */
function numberCell(place: string, value: string | number, style: number): string {
  const text = String(value)
  return asNumber.test(text) ? `<c r="${place}" s="${style}"><v>${text}</v></c>` : textCell(place, text)
}

const DAY = 86_400_000
const QUARTER = 900_000
/** Days from the format's day 0 to 1970. Before March 1900 it counts a day that never was. */
const EPOCH = 25_569
const FIRST_DAY = 61

function dayCell(place: string, value: string | number, ms: number, style: number): string {
  const days = ms / DAY + EPOCH
  return days >= FIRST_DAY ? `<c r="${place}" s="${style}"><v>${days}</v></c>` : textCell(place, String(value))
}

/** The time on the wall of a zone; its offset from UTC changes at quarters of an hour at most. */
function createWallClock(timezone: string): (moment: number) => number {
  const offsets = new Map<number, number>()
  return (moment) => {
    const quarter = Math.floor(moment / QUARTER)
    let offset = offsets.get(quarter)
    if (offset === undefined) {
      offset = wallTime(quarter * QUARTER, timezone) - quarter * QUARTER
      if (offsets.size > 100_000) offsets.clear()
      offsets.set(quarter, offset)
    }
    return moment + offset
  }
}

/** Writers of all kinds for one workbook; moments are shown as the clocks of `timezone` do. */
export function createCells(timezone: string): Record<CellKind, WriteCell> {
  const wallClock = createWallClock(timezone)
  const filled =
    (write: (place: string, value: string | number) => string): WriteCell =>
    (place, value) =>
      value === null || value === '' ? '' : write(place, value)
  return {
    text: filled((place, value) => textCell(place, String(value))),
    number: filled((place, value) => numberCell(place, value, 0)),
    money: filled((place, value) => numberCell(place, value, styles.money)),
    date: filled((place, value) => dayCell(place, value, Date.parse(`${value}T00:00:00Z`), styles.date)),
    moment: filled((place, value) => dayCell(place, value, wallClock(Date.parse(String(value))), styles.moment)),
  }
}
