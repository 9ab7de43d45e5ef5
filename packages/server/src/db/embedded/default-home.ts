import { isAbsolute, join, resolve } from 'node:path'

/**
 * The folder that holds everything Tiffin stores on this machine, as an absolute path.
 * `TIFFIN_HOME` wins. Root gets a system folder, because the account that runs PostgreSQL can't enter root's home.
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
  // The XDG specification says to ignore relative paths.
  return xdg && isAbsolute(xdg) ? join(xdg, 'tiffin') : resolve(home, '.local/share/tiffin')
}
