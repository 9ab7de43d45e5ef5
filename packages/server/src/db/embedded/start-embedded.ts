import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { addClaim, liveClaims, removeClaim } from './claims.ts'
import { createCluster, removeUnfinishedClusters, inspectCluster } from './cluster.ts'
import { databaseName, superuser, verifyServer } from './connect-superuser.ts'
import { embeddedPaths } from './embedded-paths.ts'
import { isSocket, type Endpoint } from './endpoint.ts'
import { embeddedError, isEmbeddedError } from './errors.ts'
import { keepRunning } from './keep-running.ts'
import { locateBinaries } from './locate-binaries.ts'
import { makeFolder } from './make-folder.ts'
import { findRunning, isRunning, startPostmaster, stopRunning, type PostmasterContext } from './postmaster.ts'
import { removeOtherCopies, prepareBinaries } from './prepare-binaries.ts'
import { canEnter, serverAccount, type ServerAccount } from './server-account.ts'
import { systemErrorCode } from './system-error.ts'
import { withLock } from './with-lock.ts'

/** Steps that take noticeable time, for a progress display. */
export type EmbeddedStep = 'wait' | 'copy' | 'create' | 'start'

export type EmbeddedOptions = {
  /** A folder used only by this server; created if missing. */
  dataDir: string
  log?: (line: string) => void
  onProgress?: (step: EmbeddedStep) => void
  /** Restarts the server if it ends other than by `stop`; called each time. */
  supervise?: (line: string) => void
  /** A folder with bin, lib and share instead of the npm package's. */
  binaries?: string
}

export type EmbeddedPostgres = {
  /** Connection of the superuser; `host` is the folder of the socket, or a loopback address. */
  connection: { host: string; port?: number; user: string; password: string; database: string }
  /** The same as a connection string for `pg`. */
  adminUrl: string
  version: string
  /** Whether the server was running already. */
  attached: boolean
  /** Releases the server; it stops when no live process uses it any more. May be called twice. */
  stop(): Promise<void>
}

const folderAdvice = '\nChoose a folder that this account may write to, e.g. TIFFIN_HOME=/srv/tiffin.'
const diskFullAdvice = '\nThe disk is full: free some space (the demo takes about 1 GB), then start again.'
/** Advice by system error code. */
const adviceByCode: Readonly<Record<string, string>> = {
  ENOENT: folderAdvice,
  ENOTDIR: folderAdvice,
  EACCES: folderAdvice,
  EPERM: folderAdvice,
  EROFS: folderAdvice,
  ENOSPC: diskFullAdvice,
  EDQUOT: diskFullAdvice,
}

/**
 * Starts the PostgreSQL server of this data folder, or attaches to it if it runs, and creates the database `tiffin` if
 * missing. Failures are `EmbeddedError`s whose message says what to do. Processes that share a folder take turns.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options)
  } catch (error) {
    if (isEmbeddedError(error)) throw error
    const advice = adviceByCode[systemErrorCode(error) ?? ''] ?? ''
    throw embeddedError('embedded_start_failed', `Can't start the database in ${options.dataDir}: ${String(error)}${advice}`, {
      cause: error,
    })
  }
}

async function start(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log = () => {}, onProgress = () => {}, binaries, supervise } = options
  const located = locateBinaries(binaries)
  inspectCluster(embeddedPaths(resolve(dataDir)), located.major) // before anything is written
  const home = makeFolder(resolve(dataDir))
  const paths = embeddedPaths(home)
  const locked = <T>(work: () => Promise<T>) => withLock(paths.lock, work, () => onProgress('wait'))

  return locked(async () => {
    const owner = inspectCluster(paths, located.major)
    const account = serverAccount({ uid: process.getuid?.(), passwd: readFileSync('/etc/passwd', 'utf8'), owner })
    if (account) {
      checkOwner(account, owner, paths.cluster)
      allowAccess(account, home)
    }
    const programs = prepareBinaries({ folder: located.folder, cache: paths.binaries, account, onCopy: () => onProgress('copy') })
    const supervised: PostmasterContext = { paths, programs, account, log }
    if (owner === undefined) {
      onProgress('create')
      await createCluster(paths, programs, account)
    }
    const password = readFileSync(paths.password, 'latin1')
    const { endpoint, version, attached } = await findOrLaunch(supervised, password, onProgress)
    log(`${attached ? 'Attached to' : 'Started'} PostgreSQL at ${endpoint.host}:${endpoint.port}.`)
    const claim = addClaim(paths.users)
    const restart = () => locked(() => restartAt(supervised, password, endpoint))
    const unwatch = supervise ? keepRunning({ isRunning: () => isAlive(supervised), restart, warn: supervise }) : async () => {}
    const end = async () => {
      await unwatch()
      if (existsSync(paths.cluster)) await locked(() => release(supervised, claim))
    }
    let stopped: Promise<void> | undefined
    const stop = () => (stopped ??= end())
    return { ...coordinates(endpoint, password), version, attached, stop }
  })
}

/** A deleted folder has nothing to restart. */
const isAlive = (supervised: PostmasterContext): boolean => !existsSync(supervised.paths.cluster) || isRunning(supervised)

/** Restarts a server at the address where its clients expect it. */
async function restartAt(supervised: PostmasterContext, password: string, previous: Endpoint): Promise<void> {
  if (!existsSync(supervised.paths.cluster)) return
  const { endpoint } = await findOrLaunch(supervised, password, () => {}, previous)
  if (endpoint.host === previous.host && endpoint.port === previous.port) return
  throw embeddedError(
    'embedded_start_failed',
    `The database listens at ${endpoint.host}:${endpoint.port} now, because its former place is taken. Please restart the server.`,
  )
}

async function findOrLaunch(
  supervised: PostmasterContext,
  password: string,
  onProgress: (step: EmbeddedStep) => void,
  previous?: Endpoint,
): Promise<{ endpoint: Endpoint; version: string; attached: boolean }> {
  const running = await findRunning(supervised)
  const endpoint = running ?? (await launchNew(supervised, onProgress, previous))
  // A PostgreSQL server left by a killed process may be detected only now. Look again.
  if (!endpoint) return findOrLaunch(supervised, password, onProgress, previous)
  try {
    return { endpoint, version: await verifyServer(supervised.paths, endpoint, password), attached: running !== undefined }
  } catch (error) {
    if (!running) await stopRunning(supervised)
    else if (canReplace(supervised, error)) {
      await stopRunning(supervised)
      return findOrLaunch(supervised, password, onProgress, previous)
    }
    throw error
  }
}

/** Whether the unreachable server can be replaced: it has ended, or no process uses it (its socket was deleted, for example). */
function canReplace(supervised: PostmasterContext, error: unknown): boolean {
  if (!isRunning(supervised)) return true
  return isEmbeddedError(error) && error.code === 'embedded_start_failed' && liveClaims(supervised.paths.users).length === 0
}

function launchNew(
  supervised: PostmasterContext,
  onProgress: (step: EmbeddedStep) => void,
  previous: Endpoint | undefined,
): Promise<Endpoint | undefined> {
  onProgress('start')
  removeUnfinishedClusters(supervised.paths)
  removeOtherCopies(supervised.paths.binaries, supervised.programs)
  return startPostmaster(supervised, previous)
}

async function release(supervised: PostmasterContext, claim: string): Promise<void> {
  const { paths, log } = supervised
  removeClaim(paths.users, claim)
  const users = liveClaims(paths.users).length
  if (users > 0) return log(`The database stays up for ${users} more.`)
  await stopRunning(supervised)
  log('Stopped PostgreSQL.')
}

function coordinates(endpoint: Endpoint, password: string): Pick<EmbeddedPostgres, 'connection' | 'adminUrl'> {
  const url = new URL(`postgres://${superuser}@localhost:${endpoint.port}/${databaseName}`)
  url.password = password
  if (isSocket(endpoint)) url.searchParams.set('host', endpoint.host)
  else url.hostname = endpoint.host
  url.searchParams.set('sslmode', 'disable') // or PGSSLMODE would request TLS, which the server does not offer
  return { connection: { ...endpoint, user: superuser, password, database: databaseName }, adminUrl: url.href }
}

function allowAccess(account: ServerAccount, home: string): void {
  if (!canEnter(account, home)) chmodSync(home, (statSync(home).mode & 0o777) | 0o011)
  if (!canEnter(account, home))
    throw embeddedError(
      'embedded_start_failed',
      `PostgreSQL runs as "${account.name}" when started by root, and that account cannot enter ${home}. Choose a folder that it can, such as /var/lib/tiffin, with TIFFIN_HOME.`,
    )
}

function checkOwner(account: ServerAccount, owner: number | undefined, cluster: string): void {
  if (owner !== undefined && owner !== account.uid)
    throw embeddedError(
      'embedded_foreign_folder',
      `${cluster} belongs to uid ${owner}, which has no account here that could run PostgreSQL. Give it to one: chown -R ${account.name} '${cluster}'`,
    )
}
