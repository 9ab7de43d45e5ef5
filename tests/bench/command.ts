import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The built command. */
export const command = path.resolve(import.meta.dirname, '..', '..', 'packages/cli/dist/tiffin.js')

/** Peak resident memory of a process in MB; only Linux reports it. */
export function peakOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1000
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
  const run = (args: readonly string[]): Promise<Run> =>
    new Promise((resolve, reject) => {
      const began = performance.now()
      const child = spawn(process.execPath, [command, ...args], {
        cwd: home,
        env: { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8', ...env },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      let said = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
      let peak = Number.NaN
      const watch = setInterval(() => {
        try {
          peak = peakOf(child.pid ?? 0)
        } catch {
          // It has ended.
        }
      }, WATCH_MS)
      child.once('close', (code) => {
        clearInterval(watch)
        if (code === 0) resolve({ ms: performance.now() - began, peak })
        else reject(new Error(`${args.join(' ')} ended with ${code}:\n${said}`))
      })
    })
  return { home, run, remove: () => rmSync(home, { recursive: true, force: true }) }
}
