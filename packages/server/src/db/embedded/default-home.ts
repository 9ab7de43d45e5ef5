import { isAbsolute, join, resolve } from 'node:path'

/**
 * The folder that holds everything Tiffin keeps on this machine, as an absolute path.
 * `TIFFIN_HOME` wins; root gets a system folder, because the account that the server runs as cannot enter root's home.
 */
export function defaultHome(
  env: Readonly<Record<string, string | undefined>>,
  uid: number | undefined,
  platform: NodeJS.Platform,
): string {
  if (env['TIFFIN_HOME']) return resolve(env['TIFFIN_HOME'])
  if (uid === 0) return '/var/lib/tiffin'
  const home = env['HOME'] || '.'
  if (platform === 'darwin') return resolve(home, 'Library/Application Support/tiffin')
  const xdg = env['XDG_DATA_HOME']
  // The XDG specification says that a relative path is to be ignored.
  return xdg && isAbsolute(xdg) ? join(xdg, 'tiffin') : resolve(home, '.local/share/tiffin')
}
