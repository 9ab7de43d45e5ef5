/** Creating a format takes longer than using it. */
const formats = new Map<string, Intl.NumberFormat>()

/** A number in the format of the language, with its original decimals: `12500.50` is `12,500.50`. */
export function formatNumber(value: number | string, lang: string): string {
  const decimals = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0
  const kind = `${lang} ${decimals}`
  const format =
    formats.get(kind) ??
    new Intl.NumberFormat(lang, { numberingSystem: 'latn', minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  formats.set(kind, format)
  // A string stays exact, regardless of its size.
  return format.format(typeof value === 'string' ? (value as `${number}`) : value)
}
