import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'
import { type Bitmap, createBitmap, isBlack, type RasterLine, setPixel } from './bitmap.ts'
import { cellWidth, charactersOf } from './cell-width.ts'
import { cleanText } from './clean-text.ts'
import { pageRuns, replaceUnprintable } from './code-pages.ts'
import { padText } from './pad-text.ts'
import type { CodePage, PrinterProfile } from './printer-profile.ts'
import type { Segment, TicketLine } from './ticket-line.ts'

type TextLine = Extract<TicketLine, { kind: 'text' }>

/** Pixels of a character cell in font A, and of the blank rows between drawn lines. */
const CELL = { width: 12, height: 24 }
const LEADING = 8

/** Joins the images of a line's segments; inverted ones become white on black. */
function drawLine(line: TextLine, columns: number, raster: RasterLine): Bitmap {
  const cell = { width: CELL.width * line.width, height: CELL.height * line.height }
  const height = cell.height + LEADING
  const whole = createBitmap(columns * CELL.width, height)
  let left = 0
  for (const { text, cells, align, bold = false, inverted = false } of line.segments) {
    const dots = { width: cells * cell.width, height }
    const drawn = text === '' ? createBitmap(dots.width, height) : raster(text, { bold, align, cell }, dots)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < dots.width && left + x < whole.width; x++) {
        if (isBlack(drawn, x, y) !== inverted) setPixel(whole, left + x, y)
      }
    left += dots.width
  }
  return whole
}

/** The encoder expects images as RGBA. */
function toPixels(bitmap: Bitmap): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(bitmap.width * bitmap.height * 4).fill(255)
  for (let y = 0; y < bitmap.height; y++)
    for (let x = 0; x < bitmap.width; x++) {
      if (isBlack(bitmap, x, y)) pixels.fill(0, (y * bitmap.width + x) * 4, (y * bitmap.width + x) * 4 + 3)
    }
  return pixels
}

/** Whether a ticket has a line that this printer can only print as an image. */
export const needsRaster = (lines: readonly TicketLine[], profile: PrinterProfile): boolean =>
  lines.some(
    (line) =>
      line.kind === 'text' &&
      line.segments.some(({ text }) => {
        const clean = cleanText(text)
        return replaceUnprintable(clean, profile) !== clean
      }),
  )

/** A segment with only printable characters: a wide one becomes "?" and a space, so that columns stay aligned. */
function toPrintable(segment: Segment, profile: PrinterProfile): Segment {
  const text = charactersOf(segment.text)
    .map((character) => replaceUnprintable(character, profile).slice(0, 1).padEnd(cellWidth(character)))
    .join('')
  return { ...segment, text }
}

/** Trailing spaces are not sent, unless they are part of a black bar. */
function withoutTrail(texts: { text: string; segment: Segment }[]): { text: string; segment: Segment }[] {
  const last = texts.findLastIndex(({ text, segment }) => segment.inverted === true || text.trim() !== '')
  return texts
    .slice(0, last + 1)
    .map((each, index) => (index === last && each.segment.inverted !== true ? { ...each, text: each.text.trimEnd() } : each))
}

/**
 * The ticket as bytes for an ESC/POS printer: resets it, leaves Chinese mode (`FS .`), selects code pages by the
 * profile, even within a line, and prints lines with unsupported characters as images (`GS v 0`). Without `raster`
 * those characters become "?". No text can reach the printer as a command, regardless of its source.
 */
export function renderEscpos(lines: readonly TicketLine[], profile: PrinterProfile, raster?: RasterLine): Uint8Array {
  const { columns, pages } = profile
  const encoder = new ReceiptPrinterEncoder({
    columns,
    newline: '\n',
    feedAfterBlock: false,
    imageMode: 'raster',
    codepageMapping: Object.fromEntries(pages),
  }).initialize()
  let page: CodePage = pages[0]?.[0] ?? 'cp437'

  function writeText(line: TextLine): void {
    if (line.page !== undefined && pages.some(([name]) => name === line.page)) page = line.page
    const clean = line.segments.map((segment) => ({ ...segment, text: cleanText(segment.text) }))
    let drawn = false
    let texts = clean.map((segment) => ({ text: padText(segment), segment }))
    if (texts.some(({ text }) => !pageRuns(text, profile, page))) {
      drawn = raster !== undefined
      texts = clean.map((segment) => ({ text: padText(toPrintable(segment, profile)), segment }))
    }
    if (drawn && raster) {
      const bitmap = drawLine({ ...line, segments: clean }, columns, raster)
      encoder.image({ width: bitmap.width, height: bitmap.height, data: toPixels(bitmap) })
      return
    }
    encoder.size(line.width, line.height)
    for (const { text, segment } of withoutTrail(texts)) {
      encoder.bold(segment.bold === true).invert(segment.inverted === true)
      for (const run of pageRuns(text, profile, page) ?? []) {
        page = run.page
        encoder.codepage(page).text(run.text)
      }
    }
    encoder.bold(false).invert(false).size(1, 1).newline()
  }

  for (const line of lines) {
    switch (line.kind) {
      case 'text':
        writeText(line)
        break
      case 'rule':
        encoder.text((line.double ? '=' : '-').repeat(columns)).newline()
        break
      case 'blank':
        encoder.newline()
        break
      case 'qr':
        encoder.align('center').qrcode(cleanText(line.data), { model: 2, size: 6, errorlevel: 'm' }).align('left')
        break
      case 'cut':
        if (profile.feed > 0) encoder.newline(profile.feed)
        // Sent as raw bytes because the encoder would feed a line after its own cut.
        if (profile.cut !== 'none') encoder.raw([0x1d, 0x56, profile.cut === 'full' ? 0 : 1])
        break
      case 'drawer':
        if (profile.drawer) encoder.raw([0x1b, 0x70, 0, 50, 250])
        break
    }
  }
  return encoder.encode()
}
