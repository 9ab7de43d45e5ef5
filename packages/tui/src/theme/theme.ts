import { createContext, useContext } from 'react'
import type { NoticeType } from '@tiffin/core'

/** The purposes of colours. The colours themselves are the 16 ANSI ones, so that they follow the terminal's theme. */
export type ColorRole =
  | 'plain'
  | 'quiet'
  | 'strong'
  | 'accent'
  | 'ok'
  | 'warning'
  | 'late'
  | 'allergens'
  | 'note'
  | 'customerNote'
  | 'comment'
  | 'pickup'
  | 'due'
  | 'flash'

export interface Style {
  color?: string
  backgroundColor?: string
  bold?: boolean
  dimColor?: boolean
  inverse?: boolean
  underline?: boolean
}

/** Yellow letters can't be read on a white background. */
const onYellow: Style = { color: 'black', backgroundColor: 'yellow' }

const styles: Record<ColorRole, Style> = {
  plain: {},
  quiet: { dimColor: true },
  strong: { bold: true },
  accent: { color: 'cyan' },
  ok: { color: 'green' },
  warning: onYellow,
  late: { color: 'red', bold: true },
  allergens: { color: 'red', inverse: true, bold: true },
  note: onYellow,
  customerNote: { color: 'magenta', inverse: true, bold: true },
  comment: { inverse: true },
  pickup: { color: 'cyan', bold: true },
  /** The due date, if it is not today. */
  due: { underline: true, bold: true },
  flash: { color: 'magenta', bold: true },
}

const unicode = {
  brand: '[≡]',
  bar: '▌',
  chosenBar: '█',
  chosen: '►',
  late: '▲',
  ok: '●',
  old: '↑↑',
  aging: '↑',
  allergens: '!',
  note: '»',
  comment: '≡',
  marked: '√',
  done: '√',
  todo: '·',
  flash: '*',
  above: '▲',
  below: '▼',
  left: '◄',
  right: '►',
  line: '─',
  dot: '·',
  locked: '■',
  moving: '…',
  times: '×',
  cut: '…',
  secret: '•',
  arrow: '→',
}
export type Marks = Readonly<typeof unicode>

const ascii: Marks = {
  brand: '[=]',
  bar: '|',
  chosenBar: '#',
  chosen: '>',
  late: '!',
  ok: '+',
  old: '^^',
  aging: '^',
  allergens: '!!',
  note: '>>',
  comment: '=',
  marked: '@',
  done: 'x',
  todo: '.',
  flash: '*',
  above: '^',
  below: 'v',
  left: '<',
  right: '>',
  line: '-',
  dot: '-',
  locked: 'x',
  moving: '~',
  times: 'x',
  cut: '.',
  secret: '*',
  arrow: '->',
}

const noticeRoles: Record<NoticeType, ColorRole> = { info: 'accent', positive: 'ok', warning: 'warning', negative: 'late' }

/** The appearance of this terminal: the characters it supports, and its colours by role, if any. */
export interface Theme {
  marks: Marks
  ascii: boolean
  style(role: ColorRole): Style
  notice(type: NoticeType): Style
  /** A custom colour, such as a status's. */
  chosen(hex: string | undefined): Style
}

export function createTheme({ ascii: old = false, color = true }: { ascii?: boolean; color?: boolean } = {}): Theme {
  const style = (role: ColorRole): Style => {
    if (color) return styles[role]
    const { color: _, backgroundColor, ...rest } = styles[role]
    return backgroundColor === undefined ? rest : { ...rest, bold: true }
  }
  return {
    marks: old ? ascii : unicode,
    ascii: old,
    style,
    notice: (type) => style(noticeRoles[type]),
    chosen: (hex) => (color && hex !== undefined && /^#[0-9a-f]{6}$/i.test(hex) ? { color: hex } : {}),
  }
}

const LookContext = createContext<Theme>(createTheme())
export const ThemeProvider = LookContext.Provider
export const useTheme = (): Theme => useContext(LookContext)
