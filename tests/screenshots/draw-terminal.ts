import type { Cell } from '../terminal/pty.ts'

/** Colours of a terminal: text, background, and the first eight of ANSI, as in common terminals. */
export interface TerminalTheme {
  text: string
  background: string
  ansi: readonly string[]
}

export const themes: Readonly<Record<'dark' | 'light', TerminalTheme>> = {
  dark: {
    text: '#d8d8d8',
    background: '#1c1f24',
    ansi: ['#1c1f24', '#ff6b66', '#5fd38d', '#e8c15f', '#6cb2ff', '#e58ce5', '#4fc8de', '#d8d8d8'],
  },
  light: {
    text: '#2b2d30',
    background: '#ffffff',
    ansi: ['#2b2d30', '#c5221f', '#1e7d34', '#8a6100', '#1a56c4', '#9a2fa0', '#0b7285', '#e4e4e4'],
  },
}

/** Whole pixels, so that cells have no gaps. */
const FONT = { size: 15, width: 9, height: 18 }
const MARGIN = 12

const isRightToLeft = ({ text }: Cell): boolean => /\p{Script=Arabic}|\p{Script=Hebrew}/u.test(text)
const isSameStyle = (item: Cell, other: Cell): boolean =>
  item.color === other.color && item.background === other.background && item.bold === other.bold && item.inverse === other.inverse

interface Placed extends Cell {
  column: number
}

/** A line with right-to-left runs joined, like terminals that support such scripts. */
function placed(line: readonly Cell[]): Placed[] {
  const cells: Placed[] = []
  for (const [column, cell] of line.entries()) {
    const last = cells.at(-1)
    const next = cell.text.trim() === '' ? line[column + 1] : cell
    const isJoined = last && next && isRightToLeft(last) && isRightToLeft(next) && isSameStyle(last, next)
    if (isJoined && last.column + last.width === column) {
      last.text += cell.text || ' '
      last.width += cell.width
    } else cells.push({ ...cell, column })
  }
  return cells
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The HTML page of a screen, with each letter in its cell. */
export function drawTerminal(lines: readonly (readonly Cell[])[], theme: TerminalTheme): string {
  const seen = (color: Cell['color'], usual: string): string =>
    typeof color === 'number' ? (theme.ansi[color % 8] ?? usual) : (color ?? usual)
  function draw({ text, width, column, bold, dim, inverse, ...cell }: Placed, row: number): string {
    const colors = [seen(cell.color, theme.text), seen(cell.background, theme.background)]
    const [color, background] = inverse ? colors.toReversed() : colors
    // The second half of a wide letter.
    if (width === 0 || (text.trim() === '' && background === theme.background)) return ''
    const place = `left:${column * FONT.width}px;top:${row * FONT.height}px;width:${width * FONT.width}px`
    const style = `${place};color:${color};background:${background}${bold ? ';font-weight:700' : ''}`
    return `<b dir="auto" style="${style}"><i${dim ? ' style="opacity:.62"' : ''}>${escaped(text)}</i></b>`
  }
  const cells = lines.flatMap((line, row) => placed(line).map((cell) => draw(cell, row)))
  const [width, height] = [(lines[0]?.length ?? 0) * FONT.width, lines.length * FONT.height]
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; background: ${theme.background}; width: max-content }
    main { position: relative; margin: ${MARGIN}px; width: ${width}px; height: ${height}px;
      font: ${FONT.size}px/${FONT.height}px 'DejaVu Sans Mono', Menlo, Consolas, monospace }
    b { position: absolute; height: ${FONT.height}px; font-weight: 400; white-space: pre; overflow: visible }
    i { font-style: normal }
  </style><main>${cells.join('')}</main>`
}
