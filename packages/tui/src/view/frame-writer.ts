import { graphemes, isSingleWidth, widthOf } from '../theme/text.ts'

const CSI = '\u001B['
// oxlint-disable-next-line no-control-regex -- styles begin with an escape
const style = /\u001B\[([\d;]*)m/
// oxlint-disable-next-line no-control-regex -- terminal modes do not change screen or cursor
const modes = /^(?:\u001B\[\?\d+[hl])*$/
// oxlint-disable-next-line no-control-regex -- control characters that text must not contain
const control = /[\u0000-\u001F\u007F-\u009F]/
/** Moving the cursor to the next changed cell takes about as many bytes as this many cells. */
const CURSOR_MOVE_BYTES = 8
/** If more lines have changed they are sent whole: comparing their cells would take too long. */
const MAX_CHANGED_LINES = 12

/** A line on the screen: letters, and the style codes of each. */
interface Line {
  /** A string if every letter takes one cell, which saves memory. */
  letters: string | readonly string[]
  styles: readonly string[]
}

/** The code that ends a style: 22 for bold and dim, 39 for colours, 49 for backgrounds. */
function endOf(code: string): string {
  const number = Number.parseInt(code, 10)
  if (number <= 2) return '22'
  if (number < 10) return String(20 + number)
  return number < 40 || (number >= 90 && number < 100) ? '39' : '49'
}

function applyStyle(styles: readonly string[], code: string): readonly string[] {
  if (code === '' || code === '0') return []
  const left = styles.filter((other) => endOf(other) !== code)
  const ends = /^(?:2[2-9]|[34]9)$/.test(code)
  return ends ? left : [...left.filter((other) => other !== code && (endOf(other) !== endOf(code) || endOf(code) === '22')), code]
}

/** Parses a line from the renderer; undefined if it contains more than text and styles. */
function readLine(raw: string): Line | undefined {
  const parts = raw.split(style)
  const text = parts.filter((_, index) => index % 2 === 0).join('')
  if (control.test(text)) return undefined
  const letters: string[] = []
  const styles: string[] = []
  let open: readonly string[] = []
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 1) open = applyStyle(open, part)
    else {
      const own = isSingleWidth(text) ? part : graphemes(part)
      const codes = open.join(';')
      for (let count = own.length; count > 0; count -= 1) styles.push(codes)
      if (typeof own !== 'string') letters.push(...own)
    }
  }
  return { letters: isSingleWidth(text) ? text : letters, styles }
}

const textOf = ({ letters }: Line, from: number, to: number): string =>
  typeof letters === 'string' ? letters.slice(from, to) : letters.slice(from, to).join('')

/** Whether a cell is unchanged; after the end of a line there are blanks. */
const isUnchanged = (before: Line, after: Line, at: number): boolean =>
  (before.letters[at] ?? ' ') === after.letters[at] && (before.styles[at] ?? '') === after.styles[at]

/** Cells with their styles, reset at the end. */
function drawCells(line: Line, from: number, to: number): string {
  let text = ''
  let now = ''
  for (let at = from; at < to;) {
    const codes = line.styles[at] ?? ''
    let end = at + 1
    while (end < to && line.styles[end] === codes) end += 1
    if (codes !== now) text += codes === '' ? `${CSI}m` : `${CSI}${now === '' ? '' : '0;'}${codes}m`
    text += textOf(line, at, end)
    now = codes
    at = end
  }
  return now === '' ? text : `${text}${CSI}m`
}

const wholeLine = (line: string): string => `${CSI}G${CSI}2K${line}`

/** The output that changes one line into another, wherever the cursor is in it. */
export function lineChange(before: string, after: string): string {
  const whole = wholeLine(after)
  const old = readLine(before)
  const line = readLine(after)
  if (!old || !line) return whole
  const single = typeof old.letters === 'string' && typeof line.letters === 'string'
  const change = single ? changedCells(old, line) : fromFirstChange(old, line)
  return change.length < whole.length ? change : whole
}

/** The cells that differ, joining those that are close together. */
function changedCells(old: Line, line: Line): string {
  const length = line.letters.length
  const spans: [from: number, to: number][] = []
  for (let at = 0; at < length; at += 1) {
    if (isUnchanged(old, line, at)) continue
    const last = spans.at(-1)
    if (last && at - last[1] < CURSOR_MOVE_BYTES) last[1] = at + 1
    else spans.push([at, at + 1])
  }
  const changes = spans.map(([from, to]) => `${CSI}${from + 1}G${drawCells(line, from, to)}`)
  return changes.join('') + (length < old.letters.length ? `${CSI}${length + 1}G${CSI}K` : '')
}

/** Terminals disagree about the width of some letters, so everything after them is redrawn as well. */
function fromFirstChange(old: Line, line: Line): string {
  const length = line.letters.length
  let from = 0
  while (from < length && from < old.letters.length && isUnchanged(old, line, from)) from += 1
  if (from === length && old.letters.length <= length) return ''
  return `${CSI}${widthOf(textOf(line, 0, from)) + 1}G${CSI}K${drawCells(line, from, length)}`
}

/** How the renderer erases a frame of this many lines, from the last one up. */
const eraseFrame = (lines: number): string => (lines === 0 ? '' : `${`${CSI}2K${CSI}1A`.repeat(lines - 1)}${CSI}2K${CSI}G`)

/**
 * Reduces the renderer's output for slow lines: for a frame with as many lines as the previous one, only the changed
 * cells are sent, or whole lines if more than `few` have changed. The renderer itself redraws each line from its first
 * difference to its end.
 */
export function createFrameWriter(few = MAX_CHANGED_LINES): (chunk: string, size: string) => string {
  let lines: readonly string[] = []
  let known = ''
  return (chunk, size) => {
    if (modes.test(chunk)) return chunk
    const back = eraseFrame(lines.length)
    const next = (chunk.startsWith(back) ? chunk.slice(back.length) : chunk).split('\n')
    const before = lines
    const isNextFrame = chunk.startsWith(back) && next.length === before.length && size === known
    lines = next
    known = size
    if (!isNextFrame) return chunk
    let row = next.length - 1
    const goTo = (requested: number): string => {
      const rows = requested - row
      row = requested
      return rows === 0 ? '' : `${CSI}${Math.abs(rows)}${rows < 0 ? 'A' : 'B'}`
    }
    const compares = next.filter((line, index) => line !== before[index]).length <= few
    const changes = next.map((line, index) => {
      const old = before[index] ?? ''
      if (line === old) return ''
      return goTo(index) + (compares ? lineChange(old, line) : wholeLine(line))
    })
    return changes.join('') + goTo(next.length - 1)
  }
}

/** The terminal as passed to the renderer. */
export function createReducedOutput(stdout: NodeJS.WriteStream): NodeJS.WriteStream {
  const change = createFrameWriter()
  const write = (chunk: string | Uint8Array, ...more: []): boolean =>
    stdout.write(typeof chunk === 'string' ? change(chunk, `${stdout.columns}x${stdout.rows}`) : chunk, ...more)
  return new Proxy(stdout, {
    get(target, name) {
      if (name === 'write') return write
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}
