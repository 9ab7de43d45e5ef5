import { graphemes, isSingle, widthOf } from '../look/text.ts'

const CSI = '\u001B['
// oxlint-disable-next-line no-control-regex -- styles begin with an escape
const style = /\u001B\[([\d;]*)m/
// oxlint-disable-next-line no-control-regex -- modes of the terminal leave screen and cursor as they are
const modes = /^(?:\u001B\[\?\d+[hl])*$/
// oxlint-disable-next-line no-control-regex -- those that text may not hold
const control = /[\u0000-\u001F\u007F-\u009F]/
/** A jump to the next cell that differs takes about as many bytes as this many cells. */
const JUMP = 8
/** Of a frame with more changed lines than this they are sent whole: to compare their cells would cost the frame its time. */
const FEW = 12

/** A line as it stands on the screen: letters, and with each the numbers of the styles in force. */
interface Line {
  /** A text where every letter takes one cell, which needs no memory of its own for each. */
  letters: string | readonly string[]
  styles: readonly string[]
}

/** What ends a style: 22 for bold and dim, 39 for colours, 49 for backgrounds. */
function endOf(code: string): string {
  const number = Number.parseInt(code, 10)
  if (number <= 2) return '22'
  if (number < 10) return String(20 + number)
  return number < 40 || (number >= 90 && number < 100) ? '39' : '49'
}

function restyled(styles: readonly string[], code: string): readonly string[] {
  if (code === '' || code === '0') return []
  const left = styles.filter((other) => endOf(other) !== code)
  const ends = /^(?:2[2-9]|[34]9)$/.test(code)
  return ends ? left : [...left.filter((other) => other !== code && (endOf(other) !== endOf(code) || endOf(code) === '22')), code]
}

/** Reads what the renderer laid out; undefined where it holds more than text and styles. */
function readLine(raw: string): Line | undefined {
  const parts = raw.split(style)
  const text = parts.filter((_, index) => index % 2 === 0).join('')
  if (control.test(text)) return undefined
  const letters: string[] = []
  const styles: string[] = []
  let open: readonly string[] = []
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 1) open = restyled(open, part)
    else {
      const own = isSingle(text) ? part : graphemes(part)
      const worn = open.join(';')
      for (let count = own.length; count > 0; count -= 1) styles.push(worn)
      if (typeof own !== 'string') letters.push(...own)
    }
  }
  return { letters: isSingle(text) ? text : letters, styles }
}

const textOf = ({ letters }: Line, from: number, to: number): string =>
  typeof letters === 'string' ? letters.slice(from, to) : letters.slice(from, to).join('')

/** Whether a cell stays as it is; behind the end of a line there are blanks. */
const stays = (before: Line, after: Line, at: number): boolean =>
  (before.letters[at] ?? ' ') === after.letters[at] && (before.styles[at] ?? '') === after.styles[at]

/** Cells with their styles, plain at the end. */
function drawn(line: Line, from: number, to: number): string {
  let text = ''
  let now = ''
  for (let at = from; at < to;) {
    const worn = line.styles[at] ?? ''
    let end = at + 1
    while (end < to && line.styles[end] === worn) end += 1
    if (worn !== now) text += worn === '' ? `${CSI}m` : `${CSI}${now === '' ? '' : '0;'}${worn}m`
    text += textOf(line, at, end)
    now = worn
    at = end
  }
  return now === '' ? text : `${text}${CSI}m`
}

const wholeLine = (line: string): string => `${CSI}G${CSI}2K${line}`

/** What makes a line of the screen another, from wherever the cursor is in it. */
export function lineChange(before: string, after: string): string {
  const whole = wholeLine(after)
  const old = readLine(before)
  const line = readLine(after)
  if (!old || !line) return whole
  const single = typeof old.letters === 'string' && typeof line.letters === 'string'
  const change = single ? apart(old, line) : fromFirst(old, line)
  return change.length < whole.length ? change : whole
}

/** The cells that differ, near ones in one. */
function apart(old: Line, line: Line): string {
  const length = line.letters.length
  const spans: [from: number, to: number][] = []
  for (let at = 0; at < length; at += 1) {
    if (stays(old, line, at)) continue
    const last = spans.at(-1)
    if (last && at - last[1] < JUMP) last[1] = at + 1
    else spans.push([at, at + 1])
  }
  const changes = spans.map(([from, to]) => `${CSI}${from + 1}G${drawn(line, from, to)}`)
  return changes.join('') + (length < old.letters.length ? `${CSI}${length + 1}G${CSI}K` : '')
}

/** Terminals disagree about the width of some letters: what stands behind them has to be drawn with them. */
function fromFirst(old: Line, line: Line): string {
  const length = line.letters.length
  let from = 0
  while (from < length && from < old.letters.length && stays(old, line, from)) from += 1
  if (from === length && old.letters.length <= length) return ''
  return `${CSI}${widthOf(textOf(line, 0, from)) + 1}G${CSI}K${drawn(line, from, length)}`
}

/** How the renderer takes back a frame of so many lines, from its last one. */
const takenBack = (lines: number): string => (lines === 0 ? '' : `${`${CSI}2K${CSI}1A`.repeat(lines - 1)}${CSI}2K${CSI}G`)

/**
 * Turns what the renderer writes into what a slow line should carry: of a frame that follows another of as many lines only
 * the cells that differ, or its changed lines whole where more than `few` have changed. The renderer itself draws each line anew from its first difference to its end.
 */
export function createFrameWriter(few = FEW): (chunk: string, size: string) => string {
  let lines: readonly string[] = []
  let known = ''
  return (chunk, size) => {
    if (modes.test(chunk)) return chunk
    const back = takenBack(lines.length)
    const next = (chunk.startsWith(back) ? chunk.slice(back.length) : chunk).split('\n')
    const before = lines
    const follows = chunk.startsWith(back) && next.length === before.length && size === known
    lines = next
    known = size
    if (!follows) return chunk
    let row = next.length - 1
    const goTo = (wanted: number): string => {
      const rows = wanted - row
      row = wanted
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

/** The terminal as the renderer shall see it. */
export function thrifty(stdout: NodeJS.WriteStream): NodeJS.WriteStream {
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
