import { plain } from '../look/text.ts'

const LONGEST = 500

/** A field's text after something was typed, pasted or taken away. */
export function typed(text: string, more: string, kind: 'text' | 'backspace' | 'clear'): string {
  if (kind === 'clear') return ''
  if (kind === 'backspace') return [...text].slice(0, -1).join('')
  // What is put between letters for drawing is no part of what somebody looks for.
  // A space at the end is part of what is being typed, so the pasted text is cleaned without trimming.
  const clean =
    more === ' ' ? more : `${/^\s/.test(more) ? ' ' : ''}${plain(more).replaceAll('\u200c', '')}${/\S\s$/.test(more) ? ' ' : ''}`
  return (text + clean).slice(0, LONGEST)
}
