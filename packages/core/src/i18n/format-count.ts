const LATIN = { numberingSystem: 'latn' }

/** How many rows were found, for people: `1,234`, and `10,000+` where more than that were not counted (API-10). */
export function formatCount({ count, atLeast }: { count: number; atLeast: boolean }, lang: string): string {
  const text = new Intl.NumberFormat(lang, LATIN).format(count)
  return atLeast ? `${text}+` : text
}

/** To make one takes longer than to use it. */
const formats = new Map<string, Intl.NumberFormat>()

/** A number as people write it, with the decimals that it came with: `12500.50` is `12,500.50`. */
export function formatNumber(value: number | string, lang: string): string {
  const decimals = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0
  const kind = `${lang} ${decimals}`
  const format =
    formats.get(kind) ??
    new Intl.NumberFormat(lang, { ...LATIN, minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  formats.set(kind, format)
  return format.format(Number(value))
}
