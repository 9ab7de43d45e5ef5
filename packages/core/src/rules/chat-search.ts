import { plainLine } from './rich-text.ts'

/** Characters of an excerpt, and those before the match. */
const EXCERPT = { length: 160, before: 40 }

/** The form in which letters of either case are the same. Every letter keeps its length, so that places in both are the same. */
function foldCase(text: string): string {
  const lower = text.toLowerCase().replaceAll('ς', 'σ')
  if (lower.length === text.length) return lower
  return Array.from(text, (letter) => (letter.toLowerCase().length === letter.length ? foldCase(letter) : letter)).join('')
}

/** The search text on one line, like the texts that are searched. */
export const searchedText = (typed: string): string => typed.replaceAll(/\s+/g, ' ').trim()

/** A part of a message around the first place with the searched text, ignoring case; undefined if it has none. */
export function findExcerpt(html: string, search: string): string | undefined {
  const text = plainLine(html)
  const at = foldCase(text).indexOf(foldCase(search))
  if (at < 0) return undefined
  // Without half a word or half a character at the beginning.
  const from = at <= EXCERPT.before ? 0 : wordStart(text, at - EXCERPT.before, at)
  const to = Math.max(from + EXCERPT.length, at + search.length)
  return `${from > 0 ? '…' : ''}${text
    .slice(from, to)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}${to < text.length ? '…' : ''}`
}

function wordStart(text: string, from: number, to: number): number {
  const space = text.indexOf(' ', from - 1)
  if (space >= 0 && space < to) return space + 1
  // The second half of a character outside the basic plane.
  return /[\uDC00-\uDFFF]/.test(text[from] ?? '') ? from + 1 : from
}

/** A text in parts that are or are not the searched text. */
export function markMatches(text: string, search: string): { text: string; isMatch: boolean }[] {
  const [folded, needle] = [foldCase(text), foldCase(search)]
  const parts: { text: string; isMatch: boolean }[] = []
  let from = 0
  for (let at = needle === '' ? -1 : folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, from)) {
    if (at > from) parts.push({ text: text.slice(from, at), isMatch: false })
    from = at + needle.length
    parts.push({ text: text.slice(at, from), isMatch: true })
  }
  if (from < text.length) parts.push({ text: text.slice(from), isMatch: false })
  return parts
}
