import { spawn } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddedPaths } from './embedded-paths.ts'
import { endpoints, type Endpoint } from './endpoint.ts'
import { embeddedError } from './errors.ts'
import { isPostmasterOf, processIdentity } from './process-identity.ts'
import { lastLines, runBinary, spawnOptions } from './run-binary.ts'
import type { ServerAccount } from './server-account.ts'
import { serverSettings } from './server-settings.ts'

export type PostmasterContext = {
  paths: EmbeddedPaths
  programs: string
  account: ServerAccount | undefined
  log: (line: string) => void
}

/** Long, because a server in crash recovery must be left to finish. */
const maxStartTime = 300_000
/** The child processes of a killed server hold its memory for a moment. */
const maxSharedMemoryWait = 5_000
const maxLogBytes = 10 * 1024 * 1024

/**
 * Starts a server on the cluster and resolves with its address, or undefined if another process was faster. The
 * previous port is tried first. `embedded_start_failed` includes the last lines of its log.
 */
export async function startPostmaster(supervised: PostmasterContext, previous?: Endpoint): Promise<Endpoint | undefined> {
  const { paths, log } = supervised
  let lines: string[] = []
  const sharedMemoryUntil = Date.now() + maxSharedMemoryWait
  for await (const endpoint of endpoints(paths, supervised.account, previous)) {
    for (;;) {
      const failure = await launchOnce(supervised, endpoint)
      if (!failure) return endpoint
      lines = failure
      if (isRunning(supervised)) return undefined
      if (!matches(lines, sharedMemoryLeft) || Date.now() > sharedMemoryUntil) break
      log('The previous server is still stopping; trying again.')
      await sleep(100)
    }
    if (!matches(lines, listening)) break
    log(`The server can't listen on ${endpoint.host}:${endpoint.port}; trying elsewhere.`)
  }
  throw embeddedError('embedded_start_failed', `The database in ${paths.cluster} did not start. Its last lines (${paths.log}):`, {
    log: lines,
  })
}

const sharedMemoryLeft = /pre-existing shared memory block|lock file "[^"]*postmaster\.pid" already exists/
const listening =
  /could not (create any|bind|listen on) .*(Unix|TCP|IPv4|socket)|Unix-domain socket path .* too long|lock file "[^"]*\.s\.PGSQL[^"]*":?/

function matches(lines: readonly string[], pattern: RegExp): boolean {
  return lines.some((line) => pattern.test(line))
}

/** Undefined once the server accepts connections, otherwise the lines it wrote before it stopped. */
async function launchOnce(supervised: PostmasterContext, endpoint: Endpoint): Promise<string[] | undefined> {
  const { paths, programs, account } = supervised
  writeFileSync(paths.settings, serverSettings(endpoint), { mode: 0o644 })
  chmodSync(paths.settings, 0o644)
  if (existsSync(paths.log) && statSync(paths.log).size > maxLogBytes) renameSync(paths.log, `${paths.log}.1`)
  const logStart = existsSync(paths.log) ? statSync(paths.log).size : 0
  const output = openSync(paths.log, 'a', 0o600)
  // Does not use pg_ctl start, which puts the path into a shell command. Detached, so that Ctrl-C stops only Node.
  const child = spawn(join(programs, 'bin/postgres'), ['-D', paths.cluster], {
    ...spawnOptions(paths.home, account),
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  let ended: string | undefined
  child.once('error', (error) => (ended = error.message))
  child.once('exit', (code, signal) => (ended = `It ended with ${signal ?? `exit code ${code}`}.`))
  child.unref()
  const until = Date.now() + maxStartTime
  while (ended === undefined) {
    const file = readPidFile(paths.cluster)
    if (file && file.pid === child.pid && file.status === 'ready') return undefined
    if (Date.now() > until) {
      child.kill('SIGINT')
      return ['It was still not ready after five minutes.', ...logSince(paths.log, logStart)]
    }
    await sleep(20)
  }
  return [...logSince(paths.log, logStart), ended]
}

function logSince(path: string, start: number): string[] {
  return lastLines(readFileSync(path).subarray(start).toString('utf8'))
}

/**
 * The address of the server that already runs on this cluster; undefined if none runs. Waits for a server that is
 * starting or stopping. Removes a postmaster.pid whose pid now belongs to another program, because the server would
 * refuse to start.
 */
export async function findRunning({ paths, log }: PostmasterContext): Promise<Endpoint | undefined> {
  const until = Date.now() + maxStartTime
  let loggedStatus: string | undefined
  for (;;) {
    const file = readPidFile(paths.cluster)
    if (!file) return undefined
    if (!isPostmasterOf(file.pid, paths.cluster)) {
      if (processIdentity(file.pid) === undefined) return undefined
      log(`postmaster.pid names process ${file.pid}, which is no server on this folder; removing the file.`)
      rmSync(join(paths.cluster, 'postmaster.pid'), { force: true })
      return undefined
    }
    if (file.status === 'ready') return file.endpoint
    if (Date.now() > until)
      throw embeddedError(
        'embedded_start_failed',
        `The server on ${paths.cluster} (process ${file.pid}) has been ${file.status} for five minutes. Its last lines (${paths.log}):`,
        { log: existsSync(paths.log) ? logSince(paths.log, 0) : [] },
      )
    if (loggedStatus !== file.status) log(`The server on this folder (process ${file.pid}) is ${file.status}; waiting for it.`)
    loggedStatus = file.status
    await sleep(20)
  }
}

export function isRunning({ paths }: PostmasterContext): boolean {
  const file = readPidFile(paths.cluster)
  return file !== undefined && isPostmasterOf(file.pid, paths.cluster)
}

/** Stops the server on this cluster, if any: open transactions are rolled back, committed data is on disk. */
export async function stopRunning({ paths, programs, account, log }: PostmasterContext): Promise<void> {
  const file = readPidFile(paths.cluster)
  if (file && isPostmasterOf(file.pid, paths.cluster)) {
    for (const mode of ['fast', 'immediate']) {
      const args = ['stop', '-D', paths.cluster, '-m', mode, '-w', '-t', '60']
      const { code, lines } = await runBinary(join(programs, 'bin/pg_ctl'), args, { folder: paths.home, account })
      if (code === 0 || !isPostmasterOf(file.pid, paths.cluster)) break
      log(`The server did not stop (${mode}): ${lines.join(' ')}`)
    }
    dropSocketFolder(file.endpoint, paths)
  }
}

/** Removes only an empty folder, because its name comes from a file that the server's account can write. */
function dropSocketFolder({ host }: Endpoint, paths: EmbeddedPaths): void {
  if (!host.startsWith('/') || host === paths.run) return
  try {
    rmdirSync(host)
  } catch {
    // The folder contains other files.
  }
}

type PidFile = { pid: number; endpoint: Endpoint; status: string }

/** The lines of postmaster.pid: pid, data folder, start, port, socket folder, listen address, memory key, status. */
function readPidFile(cluster: string): PidFile | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
  return {
    pid,
    endpoint: { host: lines[4] || lines[5] || '127.0.0.1', port: Number(lines[3]) },
    status: lines[7]?.trim() || 'starting',
  }
}
