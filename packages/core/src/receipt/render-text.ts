import { padText } from './pad-text.ts'
import type { TicketLine } from './ticket-line.ts'

const cutMark = (columns: number): string => '- '.repeat(columns).slice(0, columns).trimEnd()

function renderLine(line: TicketLine, columns: number): string | undefined {
  switch (line.kind) {
    case 'text':
      return line.segments.map(padText).join('').trimEnd()
    case 'rule':
      return (line.double ? '=' : '-').repeat(columns)
    case 'blank':
      return ''
    case 'qr':
      return line.data
    case 'cut':
      return cutMark(columns)
    case 'drawer':
      return undefined
  }
}

/** The ticket as plain text lines of at most `columns` cells, without styles (PRINT-12, AMB-127). */
export const renderText = (lines: readonly TicketLine[], columns: number): string =>
  lines
    .map((line) => renderLine(line, columns))
    .filter((line) => line !== undefined)
    .map((line) => `${line}\n`)
    .join('')
