import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { embeddedError } from './errors.ts'

export type ServerAccount = { name: string; uid: number; gid: number }

/**
 * The account that PostgreSQL, which refuses to run as root, runs as; undefined means: as the present user.
 * `owner` is the uid that a cluster made earlier belongs to: it is kept if it has an entry, and is not root.
 */
export function serverAccount(input: {
  uid: number | undefined
  passwd: string
  owner?: number | undefined
}): ServerAccount | undefined {
  if (input.uid !== 0) return undefined
  const accounts = parsePasswd(input.passwd)
  const found =
    accounts.find((account) => account.uid === input.owner && account.uid !== 0) ??
    accounts.find((account) => account.name === 'postgres' && account.uid !== 0) ??
    accounts.find((account) => account.name === 'nobody' && account.uid !== 0)
  // initdb and postgres look their own uid up and stop when it has no entry.
  if (!found)
    throw embeddedError(
      'embedded_start_failed',
      'PostgreSQL does not run as root, and this machine has neither a "postgres" nor a "nobody" account. Add one, or start as an ordinary user.',
    )
  return found
}

function parsePasswd(text: string): ServerAccount[] {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 7)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }))
}

/** Whether the account may enter every folder on the way to this real path, and read what is there. */
export function canReach(account: ServerAccount, path: string): boolean {
  const stat = statSync(path)
  const needed = stat.isDirectory() ? 0o5 : 0o4
  return (bits(account, path) & needed) === needed && canEnter(account, dirname(path))
}

/** Whether the account may pass through this folder and all above it; listing them is not needed. */
export function canEnter(account: ServerAccount, folder: string): boolean {
  if ((bits(account, folder) & 0o1) === 0) return false
  const parent = dirname(folder)
  return parent === folder || canEnter(account, parent)
}

function bits(account: ServerAccount, path: string): number {
  const { mode, uid, gid } = statSync(path)
  if (uid === account.uid) return mode >> 6
  return gid === account.gid ? mode >> 3 : mode
}
