import { plainCellText, wallTime } from '@tiffin/core/rules'

/** How a column is written: numbers, amounts and moments as such, so that they can be summed and sorted. */
export type CellKind = 'text' | 'number' | 'money' | 'date' | 'moment'

/** Gives the XML of a cell from behind its place on; nothing for an empty value. Moments are seconds since 1970. */
export type WriteCell = (value: string | number | null) => string

/** Indexes into `cellXfs` of the style sheet. */
export const styles = { title: 1, heading: 2, money: 3, date: 4, moment: 5, text: 6 } as const

/** The longest text that a cell can hold, in UTF-16 units. */
const LONGEST = 32_767

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

// Without the mark, readers may leave out spaces at the ends.
const spaced = /^\s|\s$|\s\s/

/** The element of a text, as cells and the list of shared texts have it. */
export function textElement(text: string): string {
  const harmless = plainCellText(text)
  const fitting = harmless.length > LONGEST ? `${harmless.slice(0, LONGEST - 1)}…` : harmless
  const space = spaced.test(fitting) ? ' xml:space="preserve"' : ''
  return `<t${space}>${escapeText(fitting)}</t>`
}

export const textCell = (text: string, style: number = styles.text): string =>
  ` s="${style}" t="inlineStr"><is>${textElement(text)}</is></c>`

/** A text that stands in the workbook's list of shared ones. */
export const sharedCell = (place: number): string => ` s="${styles.text}" t="s"><v>${place}</v></c>`

const asNumber = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i

/** A value that is none of what its column is for is written as the text that it is. */
function numberCell(value: string | number, style: number): string {
  const text = String(value)
  return asNumber.test(text) ? ` s="${style}"><v>${text}</v></c>` : textCell(text)
}

const DAY = 86_400_000
const QUARTER = 900_000
/** Days from the format's day 0 to 1970. Before March 1900 it counts a day that never was. */
const EPOCH = 25_569
const FIRST_DAY = 61

function dayCell(otherwise: () => string, ms: number, style: number): string {
  const days = ms / DAY + EPOCH
  return days >= FIRST_DAY ? ` s="${style}"><v>${days}</v></c>` : textCell(otherwise())
}

const isoOf = (ms: number): string => (Number.isFinite(ms) ? new Date(ms).toISOString() : String(ms))

/** The time on the wall of a zone. Its offset from UTC is asked for once a day, on days of a change once a quarter of an hour. */
function createWallClock(timezone: string): (moment: number) => number {
  const offsetAt = (moment: number): number => wallTime(moment, timezone) - moment
  const ofDays = createMemory((day) => {
    const [first, last] = [offsetAt(day * DAY), offsetAt((day + 1) * DAY)]
    return first === last ? first : null
  })
  const ofQuarters = createMemory((quarter) => offsetAt(quarter * QUARTER))
  return (moment) => moment + (ofDays(Math.floor(moment / DAY)) ?? ofQuarters(Math.floor(moment / QUARTER)))
}

/** Remembers what was made of up to so many numbers. */
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

/** Writers of all kinds for one workbook; moments are shown as the clocks of `timezone` do. */
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
