/**
 * Where the flag of the country in which a language is mostly spoken lies, by its alpha2 code (SHELL-39); undefined for
 * languages of no country. Which flags there are is in flag-countries.ts.
 */
export function flagOf(lang: string): string | undefined {
  try {
    const { region = '' } = new Intl.Locale(lang).maximize()
    return /^[A-Z]{2}$/.test(region) ? `/flags/${region.toLowerCase()}.svg` : undefined
  } catch {
    // Somebody has made up a code.
    return undefined
  }
}
