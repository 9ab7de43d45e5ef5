import { graphemes, isSingle, widthOf } from '../look/text.ts'

const CSI = '\u001B['
// oxlint-disable-next-line no-control-regex -- styles begin with an escape
const style = /\u001B\[([\d;]*)m/
// oxlint-disable-next-line no-control-regex -- modes of the terminal leave screen and cursor as they are
const modes = /^(?:\u001B\[\?\d+[hl])*$/
/** A jump to the next cell that differs takes about as many bytes as this many cells. */
const JUMP = 8

interface Cell {
  text: string
  /** Numbers of the styles in force. */
  style: string
}

const blank: Cell = { text: ' ', style: '' }

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

/** The cells of a line; undefined where it holds more than text and styles. */
function cellsOf(line: string): Cell[] | undefined {
  const cells: Cell[] = []
  let styles: readonly string[] = []
  for (const [index, part] of line.split(style).entries()) {
    if (index % 2 === 1) styles = restyled(styles, part)
    else if (/\p{Cc}/u.test(part)) return undefined
    else for (const text of isSingle(part) ? part : graphemes(part)) cells.push({ text, style: styles.join(';') })
  }
  return cells
}

const isSame = (a: Cell, b: Cell): boolean => a.text === b.text && a.style === b.style

/** The cells with their styles, plain at the end. */
function drawn(cells: readonly Cell[]): string {
  let text = ''
  let now = ''
  for (const cell of cells) {
    if (cell.style !== now) text += cell.style === '' ? `${CSI}m` : `${CSI}${now === '' ? '' : '0;'}${cell.style}m`
    now = cell.style
    text += cell.text
  }
  return now === '' ? text : `${text}${CSI}m`
}

/** From and to of the cells that differ, near ones in one. */
function spansOf(before: readonly Cell[], after: readonly Cell[]): [from: number, to: number][] {
  const spans: [number, number][] = []
  for (const [index, cell] of after.entries()) {
    if (isSame(cell, before[index] ?? blank)) continue
    const last = spans.at(-1)
    if (last && index - last[1] < JUMP) last[1] = index + 1
    else spans.push([index, index + 1])
  }
  return spans
}

/** What makes a line of the screen another, from wherever the cursor is in it. */
export function lineChange(before: string, after: string): string {
  const whole = `${CSI}G${CSI}2K${after}`
  const old = cellsOf(before)
  const cells = cellsOf(after)
  if (!old || !cells) return whole
  const change = isSingle(textOf(old) + textOf(cells)) ? apart(old, cells) : fromFirst(old, cells)
  return change.length < whole.length ? change : whole
}

const textOf = (cells: readonly Cell[]): string => cells.map(({ text }) => text).join('')

function apart(old: readonly Cell[], cells: readonly Cell[]): string {
  const spans = spansOf(old, cells).map(([from, to]) => `${CSI}${from + 1}G${drawn(cells.slice(from, to))}`)
  return spans.join('') + (cells.length < old.length ? `${CSI}${cells.length + 1}G${CSI}K` : '')
}

/** Terminals disagree about the width of some letters: what stands behind them has to be drawn with them. */
function fromFirst(old: readonly Cell[], cells: readonly Cell[]): string {
  const differs = cells.findIndex((cell, index) => !isSame(cell, old[index] ?? { text: '', style: '' }))
  if (differs < 0 && old.length <= cells.length) return ''
  const from = differs < 0 ? cells.length : differs
  return `${CSI}${widthOf(textOf(cells.slice(0, from))) + 1}G${CSI}K${drawn(cells.slice(from))}`
}

/** How the renderer takes back a frame of so many lines, from its last one. */
const takenBack = (lines: number): string => (lines === 0 ? '' : `${`${CSI}2K${CSI}1A`.repeat(lines - 1)}${CSI}2K${CSI}G`)

/**
 * Turns what the renderer writes into what a slow line should carry: of a frame that follows another of as many lines only
 * the cells that differ. The renderer itself draws each line anew from its first difference to its end.
 */
export function createFrameWriter(): (chunk: string, size: string) => string {
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
    const changes = next.map((line, index) => (line === before[index] ? '' : goTo(index) + lineChange(before[index] ?? '', line)))
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
