import { isHarmlessLink } from '@tiffin/core/rules'
import { apiError } from '@tiffin/sdk/contract'
import sanitizeHtml from 'sanitize-html'

/** A message longer than this is refused before it is parsed. */
const MAX_TEXT = 20_000

/** Keeps only the few tags that a message may have, and links to harmless addresses (AMB-016). */
export function sanitizeMessage(text: string): string {
  if (text.length > MAX_TEXT) throw apiError('invalid_value', { field: 'text', params: ['text'] })
  const clean = sanitizeHtml(withoutControls(text), {
    allowedTags: ['b', 'strong', 'i', 'em', 'u', 's', 'br', 'p', 'ul', 'ol', 'li', 'code', 'blockquote', 'a'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nestingLimit: 20,
    transformTags: { a: (tagName, attribs) => ({ tagName, attribs: isHarmlessLink(attribs['href'] ?? '') ? attribs : {} }) },
  })
  if (clean.length > MAX_TEXT) throw apiError('invalid_value', { field: 'text', params: ['text'] })
  return clean
}

/** Without characters that move a terminal's cursor or turn the direction of the text around them. */
const withoutControls = (text: string): string => text.replaceAll(/(?![\n\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/gu, '')

/** Whether a message contains anything but tags and spaces. */
export const hasText = (text: string): boolean => text.replaceAll(/<[^>]*>|&nbsp;|\s/g, '') !== ''

/** A file name as shown: one line without control or direction characters, and without folders. */
export const cleanFileName = (name: string): string =>
  name
    .replaceAll(/[\p{Cc}\p{Cf}<>]/gu, '')
    .replace(/^.*[/\\]/, '')
    .trim()
    .slice(0, 255) || 'file'
