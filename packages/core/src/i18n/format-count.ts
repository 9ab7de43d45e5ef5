const LATIN = { numberingSystem: 'latn' }

/** The number of matching rows: `1,234`, or `10,000+` if counting stopped there (API-10). */
export function formatCount({ count, atLeast }: { count: number; atLeast: boolean }, lang: string): string {
  const text = new Intl.NumberFormat(lang, LATIN).format(count)
  return atLeast ? `${text}+` : text
}
