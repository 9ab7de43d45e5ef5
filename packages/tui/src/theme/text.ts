import stringWidth from 'string-width'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Latin, Greek and Cyrillic letters, currency signs and this program's marks: one cell each, without a lookup. */
const single =
  /^[\x20-\x7e\xa1-\xa8\xaa-\xac\xaf-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u20a0-\u20bf\u2190-\u2193\u2261\u2500-\u2593\u25a0\u25b2\u25ba\u25bc\u25c4\u25cf]*$/

/** True if every character takes one cell on any terminal. */
export const isSingleWidth = (text: string): boolean => single.test(text)

/** The user-perceived characters of a text. */
export const graphemes = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Number of cells that a text takes, measured like the renderer; the only measure in this program. */
export const widthOf = (text: string): number => (isSingleWidth(text) ? text.length : stringWidth(text))

/**
 * Makes foreign text safe to draw: one line, no control characters or escapes, no direction marks, no joined emoji
 * whose width differs between terminals, at most four combining marks per letter.
 */
export function sanitize(text: string | number | null | undefined): string {
  const all = String(text ?? '')
  if (/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(all)) return all
  return (
    all
      .toWellFormed()
      .normalize('NFC')
      .replaceAll(/[\s\u0085\u2028\u2029]+/gu, ' ')
      .replaceAll(
        /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Variation_Selector}|\p{Emoji_Modifier}/gu,
        '',
      )
      .replaceAll(/(\p{M}{4})\p{M}+/gu, '$1')
      // Letters joined by a virama are one grapheme, but terminals draw each in its own cell.
      .replaceAll(/([\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d])(?=\p{L})/gu, '$1\u200c')
      .trim()
  )
}

/** The start of a text that fits `columns` cells, with a mark at the end if it was truncated. */
export function truncate(text: string, columns: number, mark = '…'): string {
  if (columns <= 0) return ''
  if (widthOf(text) <= columns) return text
  const availableWidth = columns - widthOf(mark)
  if (availableWidth < 0) return ''
  let used = 0
  let kept = ''
  for (const { segment } of segmenter.segment(text)) {
    const width = widthOf(segment)
    if (used + width > availableWidth) break
    kept += segment
    used += width
  }
  return `${kept.trimEnd()}${mark}`
}

/** A text padded or truncated to exactly `columns` cells. */
export function padToWidth(text: string, columns: number, options: { align?: 'left' | 'right'; mark?: string } = {}): string {
  const kept = truncate(text, columns, options.mark)
  const blank = ' '.repeat(Math.max(0, columns - widthOf(kept)))
  return options.align === 'right' ? blank + kept : kept + blank
}

/** Two texts at the ends of a line of exactly `columns` cells; the left one is truncated if necessary. */
export function spread(left: string, right: string, columns: number, mark?: string): string {
  const end = truncate(right, columns, mark)
  const availableWidth = columns - widthOf(end) - (end === '' ? 0 : 1)
  return (
    padToWidth(left, Math.max(0, availableWidth), mark === undefined ? {} : { mark }) +
    (end === '' ? '' : availableWidth < 0 ? end : ` ${end}`)
  )
}

/** Wraps a text to lines of at most `columns` cells, at spaces if there are any. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (widthOf(word) > columns) {
      for (const { segment } of segmenter.segment(line === '' ? word : ` ${word}`)) {
        if (widthOf(line + segment) > columns) {
          lines.push(line)
          line = ''
        }
        line += segment
      }
      continue
    }
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= columns) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  return line === '' ? lines : [...lines, line]
}
