import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { embeddedError } from './errors.ts'
import type { EmbeddedPaths } from './embedded-paths.ts'
import { runBinary } from './run-binary.ts'
import type { ServerAccount } from './server-account.ts'
import { systemErrorCode } from './system-error.ts'

/**
 * The uid that owns the cluster, or undefined if there is none yet. Writes nothing. Refuses a cluster that this release
 * must not touch with `embedded_version` or `embedded_foreign_folder`.
 */
export function inspectCluster(paths: EmbeddedPaths, major: string): number | undefined {
  try {
    return inspect(paths, major)
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === 'EACCES' || code === 'EPERM')
      throw embeddedError(
        'embedded_foreign_folder',
        `The data folder ${paths.home} belongs to another account. Start as that account, or choose another folder with TIFFIN_HOME.`,
        { cause: error },
      )
    throw error
  }
}

function inspect(paths: EmbeddedPaths, major: string): number | undefined {
  const foreign = (what: string) =>
    embeddedError('embedded_foreign_folder', `${what} It was left untouched. Choose another folder with TIFFIN_HOME.`)
  if (existsSync(paths.home) && !statSync(paths.home).isDirectory()) throw foreign(`${paths.home} is not a folder.`)
  if (existsSync(join(paths.home, 'PG_VERSION')))
    throw foreign(`${paths.home} is itself the data folder of a PostgreSQL server that Tiffin did not make.`)
  if (!existsSync(paths.cluster) || readdirSync(paths.cluster).length === 0) return undefined
  const versionFile = join(paths.cluster, 'PG_VERSION')
  if (!existsSync(versionFile)) throw foreign(`${paths.cluster} holds files that are no PostgreSQL data folder.`)
  const version = readFileSync(versionFile, 'latin1').trim()
  if (version !== major)
    throw embeddedError(
      'embedded_version',
      `${paths.cluster} was made by PostgreSQL ${version}, and this release runs PostgreSQL ${major}. It was left untouched. ` +
        'Run "tiffin backup" with the release that made it, then "tiffin restore" with this one and an empty TIFFIN_HOME.',
    )
  if (!existsSync(paths.password))
    throw foreign(`${paths.cluster} is a PostgreSQL data folder, but its password is missing from ${paths.password}.`)
  readFileSync(paths.password)
  return statSync(paths.cluster).uid
}

/** The number that initdb assigned to the cluster and that a running server reports: the first 8 bytes of global/pg_control. */
export function systemIdentifier(cluster: string): bigint {
  const bytes = Buffer.alloc(8)
  const file = openSync(join(cluster, 'global/pg_control'), 'r')
  readSync(file, bytes, 0, 8, 0)
  closeSync(file)
  return bytes.readBigUInt64LE() // x64 and arm64 are both little-endian
}

const unfinished = 'new-'

/** Creates the cluster with a random superuser password, completely or not at all. */
export async function createCluster(paths: EmbeddedPaths, programs: string, account: ServerAccount | undefined): Promise<void> {
  writePassword(paths.password)
  const staging = join(paths.home, `${unfinished}${randomBytes(6).toString('hex')}`)
  mkdirSync(staging)
  chmodSync(staging, 0o700)
  const passwordCopy = join(staging, 'password')
  writeFileSync(passwordCopy, readFileSync(paths.password, 'latin1'), { mode: 0o600, flag: 'wx' })
  if (account) for (const path of [passwordCopy, staging]) chownSync(path, account.uid, account.gid)
  const made = join(staging, 'cluster')
  let failure: string[] = []
  for (const ctype of ctypes) {
    const { code, lines } = await runBinary(join(programs, 'bin/initdb'), initdbArguments(made, passwordCopy, ctype), {
      folder: paths.home,
      account,
    })
    failure = lines
    if (code === 0) {
      // The file is next to the cluster, not in it: root must not write where the server's account could place a symlink.
      appendFileSync(join(made, 'postgresql.conf'), `\ninclude_if_exists '../${basename(paths.settings)}'\n`)
      renameSync(made, paths.cluster)
      rmSync(staging, { recursive: true, force: true })
      return
    }
    if (!lines.some((line) => line.includes('invalid locale name'))) break
  }
  rmSync(staging, { recursive: true, force: true })
  throw embeddedError('embedded_start_failed', `Can't create the database in ${paths.cluster}. initdb said:`, {
    log: failure,
  })
}

// The builtin provider lower-cases and compares, but pg_trgm asks LC_CTYPE what a letter is: with plain C, words
// outside ASCII have no trigrams, so searches can't use the index. The name differs between systems.
const ctypes = ['C.UTF-8', 'en_US.UTF-8', 'UTF-8', 'C']

function initdbArguments(cluster: string, passwordFile: string, ctype: string): string[] {
  return [
    `--pgdata=${cluster}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    `--lc-ctype=${ctype}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--no-instructions',
  ]
}

/**
 * Removes the files of a process that was killed while creating the cluster. If its initdb is still writing, a later
 * start removes them.
 */
export function removeUnfinishedClusters(paths: EmbeddedPaths): void {
  for (const name of readdirSync(paths.home).filter((found) => found.startsWith(unfinished))) {
    try {
      rmSync(join(paths.home, name), { recursive: true, force: true })
    } catch {
      // The next start tries again.
    }
  }
}

/**
 * Replaces an existing password, which is useless without a cluster. The file is written atomically, and is durable
 * before the cluster is.
 */
function writePassword(path: string): void {
  const staging = `${path}.new`
  rmSync(staging, { force: true })
  writeFileSync(staging, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true })
  renameSync(staging, path)
}
