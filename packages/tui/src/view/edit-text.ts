import { sanitize } from '../theme/text.ts'

const MAX_LENGTH = 500

/** A field's text after typing, pasting or deleting. */
export function editText(text: string, more: string, kind: 'text' | 'backspace' | 'clear'): string {
  if (kind === 'clear') return ''
  if (kind === 'backspace') return [...text].slice(0, -1).join('')
  // Characters inserted for drawing are not part of a search. Pasted text is cleaned without trimming, because a
  // trailing space may be intended.
  const clean =
    more === ' '
      ? more
      : `${/^\s/.test(more) ? ' ' : ''}${sanitize(more).replaceAll('\u200c', '')}${/\S\s$/.test(more) ? ' ' : ''}`
  return (text + clean).slice(0, MAX_LENGTH)
}
