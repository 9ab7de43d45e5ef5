/** The encoder's names of the code pages used by tickets; all other scripts are printed as images. */
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

/** The properties of a printer model. */
export interface PrinterProfile {
  columns: 32 | 42 | 48
  /** Code pages in order of preference, with this printer's numbers for them (`ESC t n`). */
  pages: readonly (readonly [page: CodePage, number: number])[]
  cut: 'full' | 'partial' | 'none'
  /** Whether a cash drawer is connected. */
  drawer: boolean
  /** Lines fed before a cut, so that the last one is past the cutter. */
  feed: number
}

/** Code page numbers by printer family; cp866 and cp1251 have a different number in almost every family. */
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
  /** Most unbranded printers for 58-mm paper. */
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
  /**
   * Printers whose other code pages are unknown or broken: everything outside the first page is printed as an image.
   */
  plain: [['cp437', 0]],
} as const satisfies Record<string, PrinterProfile['pages']>
export type PrinterFamily = keyof typeof printerPages
export const printerFamilies = Object.keys(printerPages) as PrinterFamily[]

/** The profile of a printer family. `cyrillic` is the code page to use for Cyrillic if the family's default page is broken. */
export function printerProfile(
  family: PrinterFamily,
  { cyrillic, ...rest }: Partial<Omit<PrinterProfile, 'pages'>> & { cyrillic?: 'cp866' | 'windows1251' } = {},
): PrinterProfile {
  const pages: PrinterProfile['pages'] = printerPages[family]
  const ordered = cyrillic ? [...pages].sort(([a], [b]) => Number(b === cyrillic) - Number(a === cyrillic)) : pages
  return { columns: 32, cut: family === 'epson' ? 'partial' : 'none', drawer: false, feed: 4, ...rest, pages: ordered }
}
