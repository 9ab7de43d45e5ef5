import type { CodePage } from './printer-profile.ts'

/** Characters per line on 58-mm paper, on some 80-mm printers, and on 80-mm paper. */
export const paperColumns = [32, 42, 48] as const
export type PaperColumns = (typeof paperColumns)[number]

/** A piece of a line: its text is placed within `cells` characters of the line's size. */
export interface Segment {
  text: string
  cells: number
  align: 'left' | 'center' | 'right'
  bold?: boolean
  inverted?: boolean
}

/**
 * A line of a ticket. Segments are in visual order from left to right, even on right-to-left tickets. Their cells times
 * the line's `width` are at most the columns of the paper.
 */
export type TicketLine =
  | {
      kind: 'text'
      segments: readonly Segment[]
      width: 1 | 2
      height: 1 | 2
      /** The code page it starts on, if that matters: on test pages. */
      page?: CodePage
    }
  | { kind: 'rule'; double: boolean }
  | { kind: 'blank' }
  | { kind: 'qr'; data: string }
  | { kind: 'cut' }
  | { kind: 'drawer' }
