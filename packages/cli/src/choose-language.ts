/** The language of the run: `--lang`, else what the environment says, as `ru_RU.UTF-8` does; English without either. */
export function chooseLanguage(flag: string | undefined, env: Readonly<Record<string, string | undefined>>): string {
  const said = flag || env['TIFFIN_LANG'] || env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  const code = /^([a-z]{2,3})(?:[_-]([A-Za-z]{2}))?(?:[.@].*)?$/.exec(said)
  return code?.[1] ?? 'en'
}
