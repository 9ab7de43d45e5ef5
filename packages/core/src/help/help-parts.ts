import type { Translate } from '#i18n/create-i18n'
import { type HelpLanguage, helpLanguages, type HelpText } from './help-page.ts'
import { isTarget, type Target } from './targets.ts'

/** A piece of a text; a label may point at its control. */
export type HelpPart =
  | { kind: 'text'; text: string }
  | { kind: 'key'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'label'; text: string; target: Target | undefined }

const MARKS = /\{([^}>]+)(?:>(\w+))?\}|\[([^\]]+)\]|`([^`]+)`/gu

const isHelpLanguage = (lang: string): lang is HelpLanguage => helpLanguages.some((one) => one === lang)

/** A text in the user's language; an entry of the dictionary takes precedence (AMB-053). */
export function helpText(text: HelpText, { lang, t }: { lang: string; t: Pick<Translate, 'message'> }): string {
  const own = t.message(text.en)
  return own === text.en && isHelpLanguage(lang) ? text[lang] : own
}

/** Splits a text into plain text, labels in the user's language, keys and code. */
export function helpParts(text: string, t: Pick<Translate, 'message'>): HelpPart[] {
  const parts: HelpPart[] = []
  let end = 0
  for (const match of text.matchAll(MARKS)) {
    const [whole, label, target = '', key, code] = match
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) })
    if (label !== undefined) parts.push({ kind: 'label', text: t.message(label), target: isTarget(target) ? target : undefined })
    else parts.push(key === undefined ? { kind: 'code', text: code ?? '' } : { kind: 'key', text: key })
    end = match.index + whole.length
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}

/** The labels that a text names, by their keys. */
export const labelsOf = (text: string): { label: string; target: string | undefined }[] =>
  [...text.matchAll(MARKS)].flatMap(([, label, target]) => (label === undefined ? [] : { label, target }))
