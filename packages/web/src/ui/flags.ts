/** The countries whose flags are built in, at `/flags/<alpha2>.svg`: those of all languages that the platform knows. */
export const flagCountries: readonly string[] = (
  'al am az ba bd bg bo br by cn cz de dk ee eg es et fi fr ge gr hr hu id ie il in ir is it jp kg kh kr kz la lk lt lv mk ' +
  'ml mn mv my nl no ph pk pl ro rs ru se si sk th tj tm tr tw tz ua us uz vn za'
).split(' ')

/** Where the flag of the country in which a language is mostly spoken lies (SHELL-39); undefined where there is none. */
export function flagOf(lang: string): string | undefined {
  const country = new Intl.Locale(lang).maximize().region?.toLowerCase() ?? ''
  return flagCountries.includes(country) ? `/flags/${country}.svg` : undefined
}
