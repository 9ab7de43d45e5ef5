/**
 * The language of the run: `--lang` or `TIFFIN_LANG`, otherwise the remembered one, otherwise the locale of the environment,
 * such as `ru_RU.UTF-8`; English by default.
 */
export function chooseLanguage(
  flag: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  remembered?: string,
): string {
  const given = flag || env['TIFFIN_LANG']
  if (!given && remembered) return remembered
  const requested = given || env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  const code = /^([a-z]{2,3})(?:[_-]([A-Za-z]{2}))?(?:[.@].*)?$/.exec(requested)
  return code?.[1] ?? 'en'
}

/** The language of the run before its arguments have been parsed. */
export function languageOf(args: readonly string[], env: Readonly<Record<string, string | undefined>>): string {
  const at = args.findIndex((arg) => /^--lang(?:=|$)/.test(arg))
  const flag = at < 0 ? undefined : (args[at]?.split('=')[1] ?? args[at + 1])
  return chooseLanguage(flag, env)
}
