/** A piece of a message: text, perhaps in a style or a link, or the end of a line. */
export interface RichPart {
  text: string
  /** `b`, `i`, `u`, `s`, `code`. */
  styles: readonly string[]
  href?: string
}

const TOKEN = /<(\/?)([a-z]+)([^>]*)>|[^<]+|</gi
const styleOf: Readonly<Record<string, string>> = { b: 'b', strong: 'b', i: 'i', em: 'i', u: 'u', s: 's', code: 'code' }
const endsLine = new Set(['br', 'p', 'li', 'blockquote', 'ul', 'ol'])
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00A0' }

const decode = (text: string): string =>
  text.replaceAll(
    /&(#x?[0-9a-f]+|[a-z]+|#39);/gi,
    (whole, name: string) => entities[name.toLowerCase()] ?? numeric(name) ?? whole,
  )
function numeric(name: string): string | undefined {
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return name.startsWith('#') && code > 31 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined
}

/** Whether a link of a message leads to a page, a mail or a call, and nowhere in the console. */
export const isHarmlessLink = (href: string): boolean => /^(https?:\/\/|mailto:|tel:)/i.test(href)

/**
 * The parts of a message's rich text, lines ending in a part `\n`. Whatever is not one of the few tags is left out, so that a
 * front-end that draws the parts needs no trust in the text (AMB-016).
 */
export function readRichText(html: string): RichPart[] {
  const parts: RichPart[] = []
  const open: { tag: string; href?: string }[] = []
  for (const [whole, slash, name, rest = ''] of html.matchAll(TOKEN)) {
    if (name === undefined) addText(decode(whole))
    else addTag(name.toLowerCase(), slash === '/', rest)
  }
  while (parts.at(-1)?.text === '\n') parts.pop()
  return parts

  function addText(text: string): void {
    const styles = [...new Set(open.flatMap(({ tag }) => styleOf[tag] ?? []))]
    const href = open.findLast((one) => one.href)?.href
    parts.push(href ? { text, styles, href } : { text, styles })
  }
  function addTag(tag: string, isEnd: boolean, rest: string): void {
    if (endsLine.has(tag) && parts.length > 0 && (tag === 'br' || parts.at(-1)?.text !== '\n'))
      parts.push({ text: '\n', styles: [] })
    if (isEnd) {
      const at = open.findLastIndex((one) => one.tag === tag)
      if (at >= 0) open.splice(at, 1)
    } else if (tag !== 'br') {
      const href = tag === 'a' ? decode(/\bhref="([^"]*)"/i.exec(rest)?.[1] ?? '') : ''
      open.push(isHarmlessLink(href) ? { tag, href } : { tag })
    }
  }
}

/** A message without markup. */
export const plainText = (html: string): string =>
  html.includes('<')
    ? readRichText(html)
        .map(({ text }) => text)
        .join('')
    : decode(html)

/** A message without markup, on one line. */
export const plainLine = (html: string): string => plainText(html).replaceAll(/\s+/g, ' ').trim()

const MAX_PREVIEW = 160

/** The preview of a message: plain text of at most 160 characters, with an ellipsis when shortened (CHAT-24). */
export function messagePreview(html: string): string {
  const text = plainLine(html)
  const characters = [...text]
  return characters.length <= MAX_PREVIEW ? text : `${characters.slice(0, MAX_PREVIEW - 1).join('')}…`
}
