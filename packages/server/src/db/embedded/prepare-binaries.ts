import { createHash, randomBytes } from 'node:crypto'
import {
  constants,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { canReach, type ServerAccount } from './server-account.ts'
import { systemErrorCode } from './system-error.ts'

/**
 * A folder with bin, lib and share that the account can run: the package itself with its library links restored,
 * or a copy in `cache` if the package is read-only or in a folder that the account can't enter.
 */
export function prepareBinaries(input: {
  folder: string
  cache: string
  account: ServerAccount | undefined
  onCopy: () => void
}): string {
  const { folder, cache, account } = input
  if (repair(folder) && (!account || isReachable(folder, account))) return folder
  const hash = createHash('sha256')
    .update(readFileSync(join(folder, 'bin/postgres')))
    .digest('hex')
    .slice(0, 16)
  const target = join(cache, hash)
  if (existsSync(target)) return target
  input.onCopy()
  const staging = `${target}.${randomBytes(6).toString('hex')}`
  copyTree(folder, staging)
  chmodSync(cache, 0o755)
  repair(staging)
  renameSync(staging, target)
  return target
}

/** Removes incomplete copies and those of earlier releases. Call only when no server runs from them. */
export function removeOtherCopies(cache: string, used: string): void {
  if (!existsSync(cache)) return
  for (const name of readdirSync(cache)) if (name !== basename(used)) rmSync(join(cache, name), { recursive: true, force: true })
}

/** Restores library links and execute bits, which npm's packing and disallowed build scripts lose. False if it may not write. */
function repair(folder: string): boolean {
  try {
    for (const { source, target } of listedLinks(folder)) restoreLink(source, target)
    for (const name of ['initdb', 'pg_ctl', 'postgres']) {
      const path = join(folder, 'bin', name)
      if ((statSync(path).mode & 0o111) !== 0o111) chmodSync(path, 0o755)
    }
    return true
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(systemErrorCode(error) ?? '')) return false
    throw error
  }
}

function listedLinks(folder: string): { source: string; target: string }[] {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  // The list gives paths relative to the parent folder ("native/lib/…"), even if it has a different name here.
  const place = (path: string) => resolve(folder, path.replace(/^native\//, ''))
  return links
    .map(({ source, target }) => ({ source: place(source), target: place(target) }))
    .filter(({ source, target }) => source.startsWith(folder + sep) && target.startsWith(folder + sep))
}

function restoreLink(source: string, target: string): void {
  if (existsSync(target)) return
  rmSync(target, { force: true }) // a dangling link
  try {
    symlinkSync(relative(dirname(target), source), target)
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error // another process restored it first
  }
}

function isReachable(folder: string, account: ServerAccount): boolean {
  const files = ['bin/postgres', 'share/postgresql/postgres.bki', 'lib/postgresql']
  return files.every((file) => canReach(account, join(folder, file)))
}

function copyTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  chmodSync(to, 0o755) // the account must get in, whatever the umask
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    if (entry.isDirectory()) copyTree(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (entry.isFile() && !entry.name.endsWith('.a')) {
      copyFileSync(source, target, constants.COPYFILE_FICLONE)
      chmodSync(target, statSync(source).mode & 0o111 ? 0o755 : 0o644)
    }
  }
}
