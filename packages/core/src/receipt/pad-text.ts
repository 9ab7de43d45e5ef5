import { cellWidth } from './cell-width.ts'
import type { Segment } from './ticket-line.ts'

/** Pads the segment's text with spaces to its cells and alignment. */
export function padText({ text, cells, align }: Segment): string {
  const free = Math.max(0, cells - cellWidth(text))
  const before = align === 'right' ? free : align === 'center' ? Math.floor(free / 2) : 0
  return ' '.repeat(before) + text + ' '.repeat(free - before)
}
