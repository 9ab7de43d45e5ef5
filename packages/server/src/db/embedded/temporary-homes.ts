import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { isPostmasterOf } from './process-identity.ts'
import { startEmbedded, type EmbeddedOptions, type EmbeddedPostgres } from './start-embedded.ts'

/** Folders, servers and processes of one test; `clear` after each and `end` after all remove them. */
export function createTemporaryHomes() {
  const folders: string[] = []
  const homes: string[] = []
  const children: ChildProcess[] = []
  let template: Promise<string> | undefined

  function folder(): string {
    const made = realpathSync(mkdtempSync(join(tmpdir(), 'tiffin-test-')))
    chmodSync(made, 0o711) // lets the account of root's server enter
    folders.push(made)
    return made
  }

  function home(): string {
    const made = join(folder(), 'home')
    homes.push(made)
    return made
  }

  /** The home of a server that ran before and was stopped; copied, because creating a cluster takes longest. */
  async function usedHome(): Promise<string> {
    template ??= makeTemplate()
    const made = home()
    // cp keeps the owners, unlike Node's copy functions.
    const copied = spawnSync('cp', ['-a', join(await template, 'home'), made])
    if (copied.status !== 0) throw new Error(copied.stderr.toString())
    return made
  }

  async function makeTemplate(): Promise<string> {
    const made = folder()
    folders.splice(folders.indexOf(made), 1) // keep it until the end
    const server = await startEmbedded({ dataDir: join(made, 'home') })
    await server.stop()
    return made
  }

  function start(dataDir: string, options: Omit<EmbeddedOptions, 'dataDir'> = {}): Promise<EmbeddedPostgres> {
    homes.push(dataDir)
    return startEmbedded({ dataDir, ...options })
  }

  /** A Node process that starts the server and keeps it until it reads a line; it prints one event per line. */
  function startInChild(dataDir: string) {
    homes.push(dataDir)
    const entry = new URL('start-embedded.ts', import.meta.url).href
    const script = `
      import { startEmbedded } from ${JSON.stringify(entry)}
      const onProgress = (step) => console.log('step ' + step)
      const server = await startEmbedded({ dataDir: process.argv[1], onProgress })
      console.log(server.attached ? 'attached' : 'started')
      process.stdin.once('data', async () => { await server.stop(); console.log('stopped'); process.exit() })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
    })
    children.push(child)
    const lines: string[] = []
    const reader = createInterface({ input: child.stdout })
    reader.on('line', (line) => lines.push(line))
    return {
      async line(wanted: RegExp): Promise<string> {
        for (;;) {
          const found = lines.find((line) => wanted.test(line))
          if (found) return found
          if (child.exitCode !== null) throw new Error(`The child ended without ${wanted}: ${lines.join(', ')}`)
          await Promise.race([once(reader, 'line'), once(child, 'exit')])
        }
      },
      async kill(): Promise<void> {
        child.kill('SIGKILL')
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      },
      /** Like a terminal: the signal goes to every process of the group. */
      async interrupt(): Promise<void> {
        if (child.pid) process.kill(-child.pid, 'SIGINT')
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      },
      async stop(): Promise<void> {
        child.stdin.write('stop\n')
        await this.line(/stopped/)
      },
    }
  }

  async function clear(): Promise<void> {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    for (const dataDir of homes.splice(0)) await endServer(dataDir)
    for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }

  async function end(): Promise<void> {
    await clear()
    if (template) rmSync(await template, { recursive: true, force: true })
  }

  return { folder, home, usedHome, start, startInChild, clear, end }
}

/** Stops at once, but frees shared memory; nothing writes to the folder afterwards. */
async function endServer(dataDir: string): Promise<void> {
  if (!existsSync(join(dataDir, 'cluster/postmaster.pid'))) return
  const pid = postmasterPid(dataDir)
  while (isPostmasterOf(pid, join(dataDir, 'cluster'))) {
    signalServer(dataDir, 'SIGQUIT')
    await sleep(10)
  }
}

/** False if no server runs on this folder. */
export function signalServer(dataDir: string, signal: 'SIGKILL' | 'SIGQUIT'): boolean {
  try {
    return process.kill(postmasterPid(dataDir), signal)
  } catch {
    return false
  }
}

export function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'cluster/postmaster.pid'), 'utf8').split('\n')[0])
}

/** Runs one statement on a separate connection; `connectionString` is an `adminUrl`. */
export async function query<Row extends object>(connectionString: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
