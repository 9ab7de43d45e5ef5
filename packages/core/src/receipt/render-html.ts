import { padText } from './pad-text.ts'
import type { PageSize } from './printer.ts'
import type { Segment, TicketLine } from './ticket-line.ts'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')

/** Printed width in mm. On A4 the letters have a readable size and do not fill the sheet. */
const printedWidth: Record<PageSize, (columns: number) => number> = {
  '58mm': () => 48,
  '80mm': () => 72,
  a4: (columns) => columns * 2.5,
}

/** Styles of the printed page: narrow paper without margins, monospaced characters, each 0.6 em wide. */
const css = (
  columns: number,
  page: PageSize,
): string => `@page{${page === 'a4' ? 'size:A4;margin:15mm' : `size:${page} auto;margin:0`}}
.ticket{width:${printedWidth[page](columns)}mm;font:${printedWidth[page](columns) / columns / 0.6}mm/1.25 monospace;color:#000;background:#fff}
.ticket div{white-space:pre;overflow:hidden;direction:ltr}
.ticket span{unicode-bidi:isolate;display:inline-block;vertical-align:top;overflow:hidden}
.ticket .bold{font-weight:bold}.ticket .inverted{background:#000;color:#fff;print-color-adjust:exact}
.ticket .tall:not(.wide)>span{transform:scaleY(2);margin:.625em 0}.ticket .wide>span{font-size:200%;line-height:1.25}
.ticket hr{border:0;border-top:1px solid;margin:.3em 0}.ticket hr.double{border-top:3px double}
.ticket .cut{break-after:page;height:0}.ticket .qr{white-space:normal;word-break:break-all;text-align:center}`

function renderSegment(segment: Segment): string {
  const classes = [segment.bold ? 'bold' : '', segment.inverted ? 'inverted' : ''].filter(Boolean).join(' ')
  const style = `width:${segment.cells}ch;text-align:${segment.align}`
  return `<span dir="auto"${classes === '' ? '' : ` class="${classes}"`} style="${style}">${escapeHtml(segment.text) || padText(segment)}</span>`
}

export interface HtmlOptions {
  columns: number
  /** Default: 58 mm for 32 columns, else 80 mm. */
  page?: PageSize | undefined
  /** Draws the QR code as a data URL; without it, its text is shown. */
  qrImage?: (data: string) => string
}

function renderLine(line: TicketLine, { qrImage }: HtmlOptions): string {
  switch (line.kind) {
    case 'text': {
      const classes = [line.width === 2 ? 'wide' : '', line.height === 2 ? 'tall' : ''].filter(Boolean).join(' ')
      return `<div${classes === '' ? '' : ` class="${classes}"`}>${line.segments.map(renderSegment).join('')}</div>`
    }
    case 'rule':
      return `<hr${line.double ? ' class="double"' : ''}>`
    case 'blank':
      return '<div>&#8203;</div>'
    case 'qr':
      return qrImage
        ? `<div class="qr"><img alt="${escapeHtml(line.data)}" src="${escapeHtml(qrImage(line.data))}"></div>`
        : `<div class="qr">${escapeHtml(line.data)}</div>`
    case 'cut':
      return '<div class="cut"></div>'
    case 'drawer':
      return ''
  }
}

/** The ticket for a browser's print dialog: a style element and one element of class `ticket`; all text is escaped. */
export const renderHtml = (lines: readonly TicketLine[], options: HtmlOptions): string =>
  `<style>${css(options.columns, options.page ?? (options.columns > 32 ? '80mm' : '58mm'))}</style>\n<div class="ticket" dir="ltr">\n${lines.map((line) => renderLine(line, options)).join('\n')}\n</div>\n`
