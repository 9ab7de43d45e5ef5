import path from 'node:path'

type Env = Readonly<Record<string, string | undefined>>

/** The XDG folder for what must outlive a run but is no setting: sessions. A relative path in the variable counts as none. */
export function stateFolder(env: Env): string {
  const given = env['XDG_STATE_HOME']
  if (given && path.isAbsolute(given)) return path.join(given, 'tiffin')
  return path.join(env['HOME'] || '.', '.local/state/tiffin')
}
