import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** What became of one run of the real command. */
export interface Run {
  code: number | null
  out: string
  err: string
}

export interface Machine {
  home: string
  /** Runs the command with these arguments; `input` is its standard input, closed when left out. */
  run(args: string[], options?: { input?: string; env?: Record<string, string> }): Promise<Run>
  remove(): void
}

const entry = path.join(import.meta.dirname, '../main.ts')

/** A home of its own for the command, with nothing of this process's environment in it. */
export function createMachine(env: Record<string, string>): Machine {
  const home = mkdtempSync(path.join(tmpdir(), 'tiffin-cli-'))
  return {
    home,
    remove: () => rmSync(home, { recursive: true, force: true }),
    run: (args, { input, env: more } = {}) =>
      new Promise((resolve, reject) => {
        const child = spawn(
          process.execPath,
          ['--conditions=@tiffin/source', '--disable-warning=ExperimentalWarning', entry, ...args],
          {
            env: { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8', ...env, ...more },
            stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
          },
        )
        let out = ''
        let err = ''
        child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text))
        child.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text))
        child.stdin?.end(input)
        child.on('error', reject)
        child.on('close', (code) => resolve({ code, out, err }))
      }),
  }
}
