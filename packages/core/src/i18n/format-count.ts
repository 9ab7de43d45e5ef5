const LATIN = { numberingSystem: 'latn' }

/** The number of matching rows: `1,234`, or `10,000+` if counting stopped there (API-10). */
export function formatCount({ count, atLeast }: { count: number; atLeast: boolean }, lang: string): string {
  const text = new Intl.NumberFormat(lang, LATIN).format(count)
  return atLeast ? `${text}+` : text
}

/** Creating a format takes longer than using it. */
const formats = new Map<string, Intl.NumberFormat>()

/** A number in the format of the language, with its original decimals: `12500.50` is `12,500.50`. */
export function formatNumber(value: number | string, lang: string): string {
  const decimals = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0
  const kind = `${lang} ${decimals}`
  const format =
    formats.get(kind) ??
    new Intl.NumberFormat(lang, { ...LATIN, minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  formats.set(kind, format)
  return format.format(Number(value))
}
