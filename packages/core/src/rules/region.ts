// Countries with 12-hour time, from CLDR 48. Not every browser has them in Intl, and a company must look the same everywhere.
const twelveHours = new Set(
  `AL DZ AS AG AR AU BS BH BD BB BM BT BO VG BN KH CA KY TD CL CO CR CU CY DJ DM DO EC EG SV ER SZ ET FJ GM GH GR
  GD GU GT GY HN HK IN IQ JM JO KI KW LB LS LR LY MO MW MY MH MR MX FM NA NZ NI KP MP OM PK PW PS PA PG PY PE PH
  PR QA WS SA SL SG SB SO KR SS KN LC VC SD SY TW TO TT TN TC UM VI AE US UY VU VE EH YE ZM`.split(/\s+/),
)
const fromSunday = new Set(
  `AS AG BS BD BZ BT BW BR KH CA CO DM DO SV ET GU GT HN HK IS IN ID IL JM JP KE LA MO MT MH MX MZ MM NP NI PK PA
  PY PE PH PT PR WS SA SG ZA KR TW TH TT UM VI US VE YE ZW`.split(/\s+/),
)
const fromSaturday = new Set(`AF DZ BH DJ EG IR IQ JO KW LY OM QA SD SY`.split(/\s+/))

/** The time format of a country (two-letter code); 24 hours if unknown. */
export const hourCycleOf = (country: string): 'h12' | 'h23' => (twelveHours.has(country) ? 'h12' : 'h23')

/**
 * The first day of the week, 0 for Sunday: Monday in Russian (LIST-22), else that of the company's country, or Monday
 * if unknown.
 */
export function firstDayOfWeek({ lang, country }: { lang: string; country: string }): number {
  if (lang.startsWith('ru')) return 1
  if (fromSunday.has(country)) return 0
  return fromSaturday.has(country) ? 6 : country === 'MV' ? 5 : 1
}
