/**
 * Address of the flag of the country where a language is mainly spoken, by alpha2 code (SHELL-39); undefined for
 * languages without a country. The available flags are listed in flag-countries.ts.
 */
export function flagOf(lang: string): string | undefined {
  try {
    const { region = '' } = new Intl.Locale(lang).maximize()
    return /^[A-Z]{2}$/.test(region) ? `/flags/${region.toLowerCase()}.svg` : undefined
  } catch {
    // The code is invalid.
    return undefined
  }
}
