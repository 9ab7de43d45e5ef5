/** How many rows were found, for people: `1,234`, and `10,000+` where more than that were not counted (API-10). */
export function formatCount({ count, atLeast }: { count: number; atLeast: boolean }, lang: string): string {
  const text = new Intl.NumberFormat(lang, { numberingSystem: 'latn' }).format(count)
  return atLeast ? `${text}+` : text
}

/** A number as people write it, with the decimals that it came with: `12500.50` is `12,500.50`. */
export function formatNumber(value: number | string, lang: string): string {
  const decimals = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0
  return new Intl.NumberFormat(lang, {
    numberingSystem: 'latn',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(Number(value))
}
