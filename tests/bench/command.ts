import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The built command. */
export const command = path.resolve(import.meta.dirname, '..', '..', 'packages/cli/dist/tiffin.js')

/** Peak resident memory in MB of a process that runs; only Linux reports it. */
export function peakOf(pid: number): number | undefined {
  const file = `/proc/${pid}/status`
  const kilobytes = existsSync(file) ? /VmHWM:\s+(\d+) kB/.exec(readFileSync(file, 'utf8'))?.[1] : undefined
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1000
}

const WATCH_MS = 50

export interface Run {
  ms: number
  /** Peak resident memory in MB. */
  peak: number
}

/** A home folder of the command; `run` rejects unless it exits with 0. */
export function createMachine(env: Record<string, string>) {
  const home = mkdtempSync(path.join(tmpdir(), 'tiffin-bench-'))
  const run = (args: readonly string[], more: Record<string, string> = {}): Promise<Run> =>
    new Promise((resolve, reject) => {
      const began = performance.now()
      const child = spawn(process.execPath, [command, ...args], {
        cwd: home,
        env: { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8', ...env, ...more },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      let said = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
      let peak = Number.NaN
      // A process that has just ended has no memory, and then no file.
      const watch = setInterval(() => (peak = peakOf(child.pid ?? 0) ?? peak), WATCH_MS)
      child.once('close', (code) => {
        clearInterval(watch)
        if (code === 0) resolve({ ms: performance.now() - began, peak })
        else reject(new Error(`${args.join(' ')} ended with ${code}:\n${said}`))
      })
    })
  return { home, run, remove: () => rmSync(home, { recursive: true, force: true }) }
}
