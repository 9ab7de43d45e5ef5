import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { embeddedError } from './errors.ts'

export type ServerAccount = { name: string; uid: number; gid: number }

/**
 * The account that PostgreSQL runs as, because it refuses to run as root; undefined means the current user. `owner` is
 * the uid that owns an existing cluster; it is kept if it has an account and is not root.
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
  // initdb and postgres look up their uid and stop if it has no account.
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

/** Whether the account may enter every folder on this real path, and read its target. */
export function canReach(account: ServerAccount, path: string): boolean {
  const stat = statSync(path)
  const needed = stat.isDirectory() ? 0o5 : 0o4
  return (bits(account, path) & needed) === needed && canEnter(account, dirname(path))
}

/** Whether the account may enter this folder and all its parents; listing them is not needed. */
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
