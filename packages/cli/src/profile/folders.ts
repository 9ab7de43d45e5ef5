import path from 'node:path'

type Env = Readonly<Record<string, string | undefined>>

/** The XDG folder for state that is not configuration, such as sessions. A relative path in the variable is ignored. */
export function stateFolder(env: Env): string {
  const given = env['XDG_STATE_HOME']
  if (given && path.isAbsolute(given)) return path.join(given, 'tiffin')
  return path.join(env['HOME'] || '.', '.local/state/tiffin')
}
