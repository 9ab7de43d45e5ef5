import { find } from 'linkifyjs'
import { readRichText, type RichPart } from '#rules/rich-text'

/** Text as it is written in a message: nothing in it is a tag. */
export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(/\r?\n/g, '<br>')

/** The parts of a message's rich text, in which addresses become links (CHAT-23). */
export function richParts(html: string): RichPart[] {
  const parts: RichPart[] = []
  for (const part of readRichText(html)) {
    const { text, styles, href } = part
    if (href !== undefined || text === '\n') parts.push(part)
    else for (const piece of linked(text)) parts.push({ ...piece, styles })
  }
  return parts
}

/** Only addresses that begin like one: "pizza.now" is no link. */
function linked(text: string): { text: string; href?: string }[] {
  const links = find(text).filter(({ type, value }) => type === 'email' || /^(https?:\/\/|www\.)/i.test(value))
  const pieces: { text: string; href?: string }[] = []
  let from = 0
  for (const { start, end, value, type } of links) {
    const href = type === 'email' ? `mailto:${value}` : /^www\./i.test(value) ? `https://${value}` : value
    pieces.push({ text: text.slice(from, start) }, { text: value, href })
    from = end
  }
  pieces.push({ text: text.slice(from) })
  return pieces.filter((piece) => piece.text !== '')
}
