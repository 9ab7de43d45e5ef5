// Creating a formatter is a hundred times slower than using it.
const formats = new Map<string, Intl.DateTimeFormat>()

/** Day and month of a timestamp in the company's time zone, such as "20 Nov". */
export function shortDay(time: string, { lang, timezone }: { lang: string; timezone: string }): string {
  const key = `${lang} ${timezone}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(lang, { day: 'numeric', month: 'short', timeZone: timezone })
  formats.set(key, format)
  return format.format(new Date(time))
}
