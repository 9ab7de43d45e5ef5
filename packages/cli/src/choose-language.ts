/** The language of the run: `--lang`, else what the environment says, as `ru_RU.UTF-8` does; English without either. */
export function chooseLanguage(flag: string | undefined, env: Readonly<Record<string, string | undefined>>): string {
  const said = flag || env['TIFFIN_LANG'] || env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  const code = /^([a-z]{2,3})(?:[_-]([A-Za-z]{2}))?(?:[.@].*)?$/.exec(said)
  return code?.[1] ?? 'en'
}

/** The language of the run where its arguments have not been read yet. */
export function languageOf(args: readonly string[], env: Readonly<Record<string, string | undefined>>): string {
  const at = args.findIndex((arg) => /^--lang(?:=|$)/.test(arg))
  const flag = at < 0 ? undefined : (args[at]?.split('=')[1] ?? args[at + 1])
  return chooseLanguage(flag, env)
}
