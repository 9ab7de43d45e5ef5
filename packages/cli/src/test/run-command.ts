import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/** The result of one run of the real command. */
export interface Run {
  code: number | null
  out: string
  err: string
}

export interface RunOptions {
  input?: string
  env?: Record<string, string>
  onOut?: (out: string, child: ChildProcess) => unknown
  onErr?: (err: string) => void
  until?: () => boolean
  signal?: NodeJS.Signals
}

export interface Machine {
  home: string
  /**
   * Runs the command with these arguments; `input` is its standard input, closed if left out. `onOut` and `onErr` get its output
   * so far, while it runs. When `until` holds, it gets the `signal`.
   */
  run(args: string[], options?: RunOptions): Promise<Run>
  /** Starts the command; `closed` resolves with its exit code, null if a signal ended it. */
  start(args: string[]): { kill(signal: NodeJS.Signals): void; closed: Promise<number | null> }
  /** Output of a shell script that can call the command as `tiffin`. */
  shell(name: string, script: string, env: Record<string, string>): Promise<string>
  remove(): void
}

let folder: string | undefined

/** The shipped bundle of the command, built once per test file: starting from the sources takes seconds. */
function program(): string {
  if (folder === undefined) {
    const cli = path.join(import.meta.dirname, '../..')
    // Inside the package, so that the command finds its external packages.
    const cache = path.join(cli, 'node_modules/.cache')
    mkdirSync(cache, { recursive: true })
    const made = mkdtempSync(path.join(cache, 'command-'))
    process.once('exit', () => rmSync(made, { recursive: true, force: true }))
    execFileSync(process.execPath, ['build.mjs', '--outdir', made], { cwd: cli })
    folder = made
  }
  return path.join(folder, 'tiffin.js')
}

/** A separate home folder for the command, with none of this process's environment. */
export function createMachine(env: Record<string, string>): Machine {
  const home = mkdtempSync(path.join(tmpdir(), 'tiffin-cli-'))
  return {
    home,
    start(args) {
      const child = spawn(process.execPath, [program(), ...args], {
        env: { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8', ...env },
        stdio: 'ignore',
      })
      return {
        kill: (signal) => void child.kill(signal),
        closed: new Promise((resolve) => child.on('close', resolve)),
      }
    },
    async shell(name, script, more) {
      const file = path.join(home, 'tiffin')
      writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${program()}' "$@"\n`, { mode: 0o755 })
      const PATH = `${home}:${process.env['PATH'] ?? ''}`
      const shellEnv = { HOME: home, LANG: 'C.UTF-8', ...env, ...more, PATH }
      return (await promisify(execFile)(name, ['-c', script], { env: shellEnv, timeout: 30_000 })).stdout
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
    run: (args, { input, env: more, onOut, onErr, until, signal = 'SIGINT' } = {}) =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [program(), ...args], {
          env: { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8', ...env, ...more },
          stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
        })
        let out = ''
        let err = ''
        child.stdout?.setEncoding('utf8').on('data', (text: string) => {
          out += text
          onOut?.(out, child)
        })
        child.stderr?.setEncoding('utf8').on('data', (text: string) => {
          err += text
          onErr?.(err)
        })
        // The command may exit before it has read its input.
        child.stdin?.on('error', () => {})
        child.stdin?.end(input)
        child.on('error', reject)
        const watch = until && setInterval(() => until() && child.kill(signal), 20)
        child.on('close', (code, ended) => {
          clearInterval(watch)
          // As a shell reports it.
          resolve({ code: ended === null ? code : 128 + constants.signals[ended], out, err })
        })
      }),
  }
}
