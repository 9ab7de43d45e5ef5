import { createRequire } from 'node:module'
import { spawn } from '@lydell/node-pty'

// The package is CommonJS, whose names an import can't detect.
const { Terminal } = createRequire(import.meta.url)('@xterm/headless') as typeof import('@xterm/headless')

const named = {
  up: '\u001B[A',
  down: '\u001B[B',
  right: '\u001B[C',
  left: '\u001B[D',
  enter: '\r',
  esc: '\u001B',
  tab: '\t',
  home: '\u001B[H',
  end: '\u001B[F',
  'page up': '\u001B[5~',
  'page down': '\u001B[6~',
  backspace: '\u007F',
  'ctrl+c': '\u0003',
} as const

export interface PtyOptions {
  columns?: number
  rows?: number
  /** Undefined variables are removed from its environment. */
  env?: Record<string, string | undefined>
}

/** The contents of one position of the screen; a wide letter takes two. Colours are `#rrggbb` or one of the terminal's own. */
export interface Cell {
  text: string
  width: number
  color: string | number | undefined
  background: string | number | undefined
  bold: boolean
  dim: boolean
  inverse: boolean
}

/** A program in a separate terminal, and the screen that a user would see. */
export interface Pty {
  /** The screen's lines without trailing spaces. */
  lines(): string[]
  text(): string
  /** Waits until the screen shows it; the error shows the actual screen. */
  waitFor(wanted: string | RegExp | ((text: string) => boolean), ms?: number): Promise<string>
  /** Types text; names such as `enter` and `up` are keys. */
  press(...keys: string[]): void
  resize(columns: number, rows: number): void
  kill(signal?: string): void
  /** The exit code, or 128 + the signal number. */
  exited: Promise<number>
  /** All bytes that the program has written. */
  raw(): string
  pid: number
  /** The screen's lines, cell by cell. */
  cells(): Cell[][]
  /** The style of the first cell of the first place that shows the text. */
  styleOf(wanted: string): { color: number; background: number; inverse: boolean; bold: boolean } | undefined
  /** The cell after a text, in the first line that starts to show `start` followed by the text. */
  endOf(start: string, text: string): number | undefined
}

/** Runs `node file args` in a pseudo terminal. */
export const openPty = (file: string, args: readonly string[], options?: PtyOptions): Pty =>
  openProgram(process.execPath, [file, ...args], options)

/** Runs any program in a pseudo terminal. */
export function openProgram(program: string, args: readonly string[], options: PtyOptions = {}): Pty {
  const { columns = 80, rows = 24 } = options
  // With CI in the environment, programs assume that no one is watching.
  const { CI: _, NO_COLOR: __, ...env } = process.env
  const screen = new Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 0 })
  let raw = ''
  const wanted = { ...env, TERM: 'xterm-256color', COLORTERM: 'truecolor', FORCE_COLOR: '3', ...options.env }
  const child = spawn(program, [...args], {
    name: wanted.TERM,
    cols: columns,
    rows,
    env: Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as Record<string, string>,
  })
  const waiting = new Set<() => void>()
  child.onData((data) => {
    raw += data
    screen.write(data, () => {
      // A real terminal shows a frame only when it is whole.
      if (!screen.modes.synchronizedOutputMode) for (const theme of waiting) theme()
    })
  })
  const exited = new Promise<number>((resolve) => {
    child.onExit(({ exitCode, signal }) => resolve(signal ? 128 + signal : exitCode))
  })

  const lines = (): string[] =>
    Array.from({ length: screen.rows }, (_, row) => screen.buffer.active.getLine(row)?.translateToString(true) ?? '')
  const text = (): string => lines().join('\n')

  /** The cell in which a text begins: cells, not characters, because a wide character takes two. */
  function cellOf(row: number, wanted: string, from = 0): number | undefined {
    const line = screen.buffer.active.getLine(row)
    for (let column = from; line && column < screen.cols; column += 1)
      if (line.translateToString(true, column).startsWith(wanted)) return column
    return undefined
  }

  return {
    lines,
    text,
    waitFor: (wanted, ms = 10_000) =>
      new Promise((resolve, reject) => {
        const found = (): boolean => {
          const now = text()
          return typeof wanted === 'string' ? now.includes(wanted) : wanted instanceof RegExp ? wanted.test(now) : wanted(now)
        }
        const giveUp = (): void => {
          waiting.delete(theme)
          clearTimeout(end)
          reject(new Error(`The terminal never showed ${String(wanted)}; it showed:\n${text()}`))
        }
        const end = setTimeout(giveUp, ms)
        // Output written just before the program ended is still being processed.
        void exited.then(() => screen.write('', () => waiting.has(theme) && giveUp()))
        const theme = (): void => {
          if (!found()) return
          waiting.delete(theme)
          clearTimeout(end)
          resolve(text())
        }
        waiting.add(theme)
        theme()
      }),
    press(...keys) {
      for (const key of keys) child.write(Object.hasOwn(named, key) ? named[key as keyof typeof named] : key)
    },
    resize(next, height) {
      screen.resize(next, height)
      child.resize(next, height)
    },
    kill: (signal) => child.kill(signal),
    exited,
    raw: () => raw,
    pid: child.pid,
    cells: () =>
      Array.from({ length: screen.rows }, (_, row) => {
        const line = screen.buffer.active.getLine(row)
        return Array.from({ length: screen.cols }, (_, column) => line?.getCell(column))
          .filter((cell) => cell !== undefined)
          .map((cell) => ({
            text: cell.getChars(),
            width: cell.getWidth(),
            color: colorOf(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor()),
            background: colorOf(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor()),
            bold: cell.isBold() !== 0,
            dim: cell.isDim() !== 0,
            inverse: cell.isInverse() !== 0,
          }))
      }),
    styleOf(wanted) {
      for (let row = 0; row < screen.rows; row += 1) {
        const column = cellOf(row, wanted)
        const cell = column === undefined ? undefined : screen.buffer.active.getLine(row)?.getCell(column)
        if (!cell) continue
        const [color, background] = [cell.getFgColor(), cell.getBgColor()]
        return { color, background, inverse: cell.isInverse() !== 0, bold: cell.isBold() !== 0 }
      }
      return undefined
    },
    endOf(start, wanted) {
      for (let row = 0; row < screen.rows; row += 1) {
        const from = cellOf(row, start)
        const column = from === undefined ? undefined : cellOf(row, wanted, from)
        if (column !== undefined) return column + wanted.length
      }
      return undefined
    },
  }
}

const colorOf = (isDefault: boolean, isRgb: boolean, value: number): string | number | undefined => {
  if (isDefault) return undefined
  return isRgb ? `#${value.toString(16).padStart(6, '0')}` : value
}
