/** How many rows were found, for people: `1,234`, and `10,000+` where more than that were not counted (API-10). */
export function formatCount({ count, atLeast }: { count: number; atLeast: boolean }, lang: string): string {
  const text = new Intl.NumberFormat(lang, { numberingSystem: 'latn' }).format(count)
  return atLeast ? `${text}+` : text
}
