/** To make one takes the browser long, and the palette asks for all languages at once. */
const names = new Map<string, Intl.DisplayNames>()

/** What a language is called in another one; undefined where its code is made up. */
export function languageName(code: string, lang: string): string | undefined {
  try {
    const known = names.get(lang) ?? new Intl.DisplayNames(lang, { type: 'language' })
    names.set(lang, known)
    return known.of(code)
  } catch {
    return undefined
  }
}
