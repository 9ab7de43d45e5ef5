import type { Multilang } from '@tiffin/sdk/contract'

type Texts = Readonly<Multilang> | null | undefined

/** The text in the reader's language, else in English, else the first non-empty one, else empty (AMB-073). */
export const localized = (texts: Texts, lang: string): string => localizedText(texts, lang).text

/** Like `localized`, with the code of the text's language if it is not the reader's. */
export function localizedText(texts: Texts, lang: string): { text: string; code?: string } {
  const own = texts?.[lang] || texts?.[lang.split('-')[0] ?? lang]
  if (own) return { text: own }
  const code = ['en', ...Object.keys(texts ?? {})].find((other) => texts?.[other])
  return code === undefined ? { text: '' } : { text: texts?.[code] ?? '', code }
}

// Characters that a spreadsheet would read as the start of a formula, even after saving as CSV (AMB-025).
// Apostrophes in front are included, so that the prefix can be removed exactly.
const formulaLike = /^'*[=+\-@\t\r\n＝＋－＠]/

/** Prefixes text that looks like a formula with an apostrophe, so that no spreadsheet runs it. */
export const escapeFormula = (text: string): string => (formulaLike.test(text) ? `'${text}` : text)

/** Removes the apostrophe that `escapeFormula` adds. */
export const unescapeFormula = (text: string): string => (text.startsWith("'") && formulaLike.test(text) ? text.slice(1) : text)
