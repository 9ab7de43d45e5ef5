import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { compiled } from '../fixtures/compiled.ts'
import type { EndWithTest } from './end-with-test.ts'

const entry = path.resolve(import.meta.dirname, '../../packages/cli/src/main.ts')

/** `tiffin serve` as a separate process. */
export interface ServerProcess {
  url: string
  port: number
  /** kill -9; resolves when the process has gone. */
  kill(): Promise<void>
  /** Asks it to stop; returns the exit code. */
  stop(): Promise<number | null>
}

/** The environment of a program that must not inherit that of the tests. */
export const bareEnv = (more: Record<string, string>): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  LANG: 'C.UTF-8',
  ...more,
})

/** Starts a `tiffin` command from its sources. */
export const spawnTiffin = (args: readonly string[], env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, ['--conditions=@tiffin/source', entry, ...args], {
    env: bareEnv({ NODE_COMPILE_CACHE: compiled, ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/**
 * Starts the server and resolves when it responds; `port` 0 means a free one. `tie` gets the function that ends the
 * server, before the server starts.
 */
export async function startServerProcess(
  env: Record<string, string>,
  { port = 0, endWith = () => {} }: { port?: number; endWith?: EndWithTest } = {},
): Promise<ServerProcess> {
  const child = spawnTiffin(['serve', '--port', String(port)], { TIFFIN_LOG: 'error', ...env })
  const exited = once(child, 'exit') as Promise<[number | null]>
  endWith(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    const hear = (part: Buffer): void => {
      said += part.toString()
      const found = /Tiffin is running at (http:\S+)/.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    void exited.then(([code]) => reject(new Error(`The server ended with ${code}:\n${said}`)))
  })
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal)
    return (await exited)[0]
  }
  return { url, port: Number(new URL(url).port), kill: async () => void (await end('SIGKILL')), stop: () => end('SIGTERM') }
}

/** Runs a `tiffin` command to its end; throws its output if it fails. */
export async function runTiffin(args: readonly string[], env: Record<string, string>): Promise<void> {
  const child = spawnTiffin(args, env)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => void (said += part.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`tiffin ${args.join(' ')} ended with ${code}:\n${said}`)
}
