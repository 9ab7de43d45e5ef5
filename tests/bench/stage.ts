import { spawn, type ChildProcess } from 'node:child_process'
import { command } from './command.ts'
import type { Urls } from './database.ts'

/** Environment that points a server to a database. */
export const serverEnv = (urls: Urls): Record<string, string> => ({
  DATABASE_URL: urls.app,
  DATABASE_OWNER_URL: urls.owner,
  DATABASE_WORKER_URL: urls.worker,
})

export interface Process {
  url: string
  pid: number
  stop(): Promise<void>
}

/** The shipped server as a separate process: `tiffin serve`, as `tiffin_app`. */
export const startServe = (urls: Urls, env: Record<string, string> = {}): Promise<Process> =>
  startProcess([command, 'serve', '--port', '0'], /Tiffin is running at (http:\S+)/, {
    ...serverEnv(urls),
    TIFFIN_LOG: 'error',
    ...env,
  })

/** Starts a Node program that prints its address. */
export function startProcess(args: readonly string[], ready: RegExp, env: Record<string, string>): Promise<Process> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1', ...env },
  })
  return new Promise((resolve, reject) => {
    let said = ''
    const ended = (code: number | null): void => reject(new Error(`${args.join(' ')} ended with ${code}:\n${said}`))
    child.once('exit', ended)
    const hear = (part: Buffer): void => {
      said += part.toString()
      const url = ready.exec(said)?.[1]
      if (url === undefined) return
      child.off('exit', ended)
      resolve({ url, pid: child.pid ?? 0, stop: () => end(child) })
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
  })
}

const end = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
