/** Creating an `Intl.DisplayNames` is slow, and the palette asks for all languages at once. */
const names = new Map<string, Intl.DisplayNames>()

/** The name of a language in another one; undefined if the code is unknown. */
export function languageName(code: string, lang: string): string | undefined {
  try {
    const known = names.get(lang) ?? new Intl.DisplayNames(lang, { type: 'language' })
    names.set(lang, known)
    return known.of(code)
  } catch {
    return undefined
  }
}
