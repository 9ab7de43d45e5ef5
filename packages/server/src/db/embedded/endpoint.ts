import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, realpathSync, rmdirSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EmbeddedPaths } from './embedded-paths.ts'
import { canEnter, type ServerAccount } from './server-account.ts'
import { systemErrorCode } from './system-error.ts'

/** Where a server listens: `host` is a loopback address, or the absolute path of the socket's folder. */
export type Endpoint = { host: string; port: number }

/** Part of the socket's file name only; no TCP port is used. */
const socketPort = 5432

/** sockaddr_un holds 107 bytes on Linux and 103 on macOS. */
const maxSocketPath = 103

const loopbackAttempts = 5

export function isSocket(endpoint: Endpoint): boolean {
  return endpoint.host.startsWith('/')
}

/**
 * Where the server could listen, best first: a socket in the data folder, a socket in the temporary folder if that path
 * is too long, then free loopback ports (several, because another program may take one first).
 */
export async function* endpoints(
  paths: EmbeddedPaths,
  account: ServerAccount | undefined,
  previous?: Endpoint,
): AsyncGenerator<Endpoint> {
  if (previous && !isSocket(previous)) yield previous
  const short = `tiffin-${createHash('sha256').update(paths.home).digest('hex').slice(0, 12)}`
  dropStaleSocket(paths.run) // it may belong to another account
  for (const folder of [paths.run, join(realpathSync(tmpdir()), short)]) {
    if (Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}`)) > maxSocketPath) continue
    if (!privateFolder(folder, account)) continue
    dropSocket(folder)
    yield { host: folder, port: socketPort }
  }
  for (let attempt = 0; attempt < loopbackAttempts; attempt++) yield { host: '127.0.0.1', port: await freePort() }
}

/** Removes the socket of a killed server; the pid in its lock file may belong to another program by now. */
function dropSocket(folder: string): void {
  for (const name of [`.s.PGSQL.${socketPort}`, `.s.PGSQL.${socketPort}.lock`]) rmSync(join(folder, name), { force: true })
}

function dropStaleSocket(folder: string): void {
  if (!existsSync(folder)) return
  dropSocket(folder)
  rmdirSync(folder)
}

/** Creates the folder, or accepts one that belongs to the account and is closed to others; false if neither is possible. */
function privateFolder(folder: string, account: ServerAccount | undefined): boolean {
  const uid = account?.uid ?? process.getuid?.()
  try {
    mkdirSync(folder, { mode: 0o700 })
    chmodSync(folder, 0o700)
    if (account) chownSync(folder, account.uid, account.gid)
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') return false
  }
  // In a shared temporary folder, someone else may have created it or placed a symlink there.
  const stat = lstatSync(folder)
  return stat.isDirectory() && stat.uid === uid && (stat.mode & 0o077) === 0 && (!account || canEnter(account, folder))
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
