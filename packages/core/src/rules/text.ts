import type { Multilang } from '@tiffin/sdk/contract'

type Texts = Readonly<Multilang> | null | undefined

/** A text in the reader's language, else in English, else the first that is filled, else empty (AMB-073). */
export const localized = (texts: Texts, lang: string): string => localizedText(texts, lang).text

/** The same, with the code of the language that it is in where that is not the reader's. */
export function localizedText(texts: Texts, lang: string): { text: string; code?: string } {
  const own = texts?.[lang] || texts?.[lang.split('-')[0] ?? lang]
  if (own) return { text: own }
  const code = ['en', ...Object.keys(texts ?? {})].find((other) => texts?.[other])
  return code === undefined ? { text: '' } : { text: texts?.[code] ?? '', code }
}

// What a spreadsheet would take for the beginning of a formula, also after the sheet was kept as CSV (AMB-025).
const formulaLike = /^[=+\-@\t\r\n＝＋－＠]/

/** A text that no spreadsheet takes for a formula: one that begins like it gets an apostrophe. */
export const plainCellText = (text: string): string => (formulaLike.test(text) ? `'${text}` : text)
