import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'

const program = '/usr/sbin/pgbouncer'

export interface Pooler {
  /** The given connection string, through the pooler. */
  through(url: string): string
  stop(): Promise<void>
}

/** Debian's PgBouncer in transaction mode in front of the server of these connections; installed if run as root. */
export async function startPooler(urls: readonly string[], connections: number): Promise<Pooler> {
  ensureInstalled()
  const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-pooler-'))
  chmodSync(folder, 0o755)
  const [first = ''] = urls
  const { host, port } = new Client({ connectionString: first })
  const users = urls.map((url) => new URL(url)).map(({ username, password }) => `"${username}" "${password}"\n`)
  const own = await freePort()
  writeFileSync(path.join(folder, 'users.txt'), users.join(''))
  writeFileSync(
    path.join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${host} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = plain
auth_file = ${folder}/users.txt
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 500
`,
  )
  const args = [path.join(folder, 'pgbouncer.ini')]
  const child = spawn(program, args, { stdio: 'ignore', ...accountFor(host) })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const through = (url: string): string => {
    const given = new URL(url)
    const { database } = new Client({ connectionString: url })
    return `postgres://${given.username}:${given.password}@127.0.0.1:${own}/${database}`
  }
  await answers(through(first))
  return {
    through,
    async stop() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PgBouncer refuses to run as root; the owner of the database's socket may enter its folder. */
function accountFor(host: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const { uid, gid } = host.startsWith('/') ? statSync(host) : { uid: 65_534, gid: 65_534 }
  return { uid, gid }
}

function ensureInstalled(): void {
  try {
    execFileSync(program, ['--version'])
  } catch {
    if (process.getuid?.() !== 0) throw new Error('These tests need PgBouncer: apt-get install pgbouncer.')
    execFileSync('bash', ['-c', 'apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q pgbouncer'])
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function answers(url: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (attempt === 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
