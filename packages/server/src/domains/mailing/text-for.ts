import { localized } from '@tiffin/core/rules'
import type { Multilang } from '@tiffin/sdk/contract'

/** A text in the customer's language, else in the company's, else in any. */
export function textFor(texts: Multilang, lang: string, companyLang: string): string {
  const own = texts[lang] || texts[lang.split('-')[0] ?? lang]
  return own || texts[companyLang] || localized(texts, companyLang)
}
