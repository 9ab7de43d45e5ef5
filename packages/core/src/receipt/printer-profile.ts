/** Names of the encoder's code pages that tickets use; the scripts of the others are drawn. */
export type CodePage =
  | 'cp437'
  | 'cp737'
  | 'cp850'
  | 'cp852'
  | 'cp857'
  | 'cp858'
  | 'cp866'
  | 'windows1250'
  | 'windows1251'
  | 'windows1252'
  | 'windows1253'
  | 'windows1254'

/** What is to be known of a printer. */
export interface PrinterProfile {
  columns: 32 | 42 | 48
  /** Pages in order of preference, with the numbers by which this printer calls them (`ESC t n`). */
  pages: readonly (readonly [page: CodePage, number: number])[]
  cut: 'full' | 'partial' | 'none'
  /** Whether a cash drawer hangs on it. */
  drawer: boolean
  /** Lines fed before a cut, so that the last one is past the knife. */
  feed: number
}

/** Page numbers by family of printers; cp866 and cp1251 bear a different number on nearly each. */
export const printerPages = {
  epson: [
    ['cp437', 0],
    ['cp866', 17],
    ['windows1252', 16],
    ['cp858', 19],
    ['windows1251', 46],
    ['windows1250', 45],
    ['windows1253', 47],
    ['windows1254', 48],
  ],
  /** Most printers for 58-mm paper without a name of their own. */
  clone: [
    ['cp437', 0],
    ['cp866', 17],
    ['windows1252', 16],
    ['cp858', 19],
    ['windows1251', 23],
    ['cp852', 18],
  ],
  rongta: [
    ['cp437', 0],
    ['cp866', 7],
    ['windows1251', 6],
    ['cp850', 2],
  ],
  /** Printers whose other pages are unknown or broken: all but the letters of the first page is drawn. */
  plain: [['cp437', 0]],
} as const satisfies Record<string, PrinterProfile['pages']>
export type PrinterFamily = keyof typeof printerPages
export const printerFamilies = Object.keys(printerPages) as PrinterFamily[]

/** The profile of a family; `cyrillic` prefers that page, for printers whose other one is broken. */
export function printerProfile(
  family: PrinterFamily,
  { cyrillic, ...rest }: Partial<Omit<PrinterProfile, 'pages'>> & { cyrillic?: 'cp866' | 'windows1251' } = {},
): PrinterProfile {
  const pages: PrinterProfile['pages'] = printerPages[family]
  const ordered = cyrillic ? [...pages].sort(([a], [b]) => Number(b === cyrillic) - Number(a === cyrillic)) : pages
  return { columns: 32, cut: family === 'epson' ? 'partial' : 'none', drawer: false, feed: 4, ...rest, pages: ordered }
}
