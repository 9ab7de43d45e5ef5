import type { Multilang } from '@tiffin/sdk/contract'

/** A text in the reader's language, else in English, else the first that is filled, else empty (AMB-073). */
export function localized(multilang: Readonly<Multilang> | null | undefined, lang: string): string {
  if (!multilang) return ''
  return (
    multilang[lang] ||
    multilang[lang.split('-')[0] ?? lang] ||
    multilang['en'] ||
    Object.values(multilang).find((text) => text !== '') ||
    ''
  )
}
