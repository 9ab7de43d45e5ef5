import type { CodePage } from './printer-profile.ts'

/** Characters on one line of 58-mm paper, of some 80-mm printers, and of 80-mm paper. */
export const paperColumns = [32, 42, 48] as const
export type PaperColumns = (typeof paperColumns)[number]

/** A piece of a line: its text stands within `cells` characters of the line's own size. */
export interface Segment {
  text: string
  cells: number
  align: 'left' | 'center' | 'right'
  bold?: boolean
  inverted?: boolean
}

/**
 * A line of a ticket. Segments stand in the order in which they are seen, from left to right, also on right-to-left
 * tickets; their cells times the line's `width` are at most the columns of the paper.
 */
export type TicketLine =
  | {
      kind: 'text'
      segments: readonly Segment[]
      width: 1 | 2
      height: 1 | 2
      /** On which code page it begins, where that matters: on test pages. */
      page?: CodePage
    }
  | { kind: 'rule'; double: boolean }
  | { kind: 'blank' }
  | { kind: 'qr'; data: string }
  | { kind: 'cut' }
  | { kind: 'drawer' }
