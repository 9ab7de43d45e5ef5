import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { spawn } from '@lydell/node-pty'
import { afterAll } from 'vitest'

export const root = path.resolve(import.meta.dirname, '..', '..')
const place = mkdtempSync(path.join(os.tmpdir(), 'tiffin-clone-'))
// The other user must be able to enter it.
chmodSync(place, 0o755)
// Each copy has its own node_modules, which take minutes to remove on a busy machine.
afterAll(() => rmSync(place, { recursive: true, force: true }), 600_000)

/** A fresh copy of the repository, and a home folder for its owner. */
export function clone(name: string, uid: number | undefined): { copy: string; home: string } {
  const folder = path.join(place, name.replaceAll(' ', '-'))
  const [copy, home] = [path.join(folder, 'project'), path.join(folder, 'home')]
  for (const made of [home, path.join(home, 'tmp')]) mkdirSync(made, { recursive: true })
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, copy])
  if (uid !== undefined) {
    for (const file of ['', ...globSync('**/{*,.*}', { cwd: folder })]) chownSync(path.join(folder, file), uid, uid)
  }
  return { copy, home }
}

/** A free port, for a program that must be given its port. */
export const port = () => String(20_000 + Math.floor(Math.random() * 20_000))

export interface Run {
  said(): string
  /** Resolves with the matching text; rejects if the program ends without it. */
  says(wanted: RegExp): Promise<string>
  press(keys: string): void
  exited: Promise<number>
}

/** Runs npm in a terminal, without this process's environment. */
export function npm(
  args: string[],
  options: { copy: string; home: string; uid: number | undefined; env?: Record<string, string> },
): Run {
  const { copy, home, uid } = options
  const PATH = (process.env['PATH'] ?? '')
    .split(':')
    .filter((folder) => !folder.startsWith(root) && !folder.includes('node_modules'))
  const child = spawn('npm', args, {
    name: 'xterm-256color',
    cols: 120,
    rows: 40,
    cwd: copy,
    env: { PATH: PATH.join(':'), HOME: home, TMPDIR: path.join(home, 'tmp'), LANG: 'C.UTF-8', NO_COLOR: '1', ...options.env },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  let said = ''
  const watchers = new Set<() => void>()
  child.onData((text) => {
    said += text
    for (const look of watchers) look()
  })
  const exited = new Promise<number>((resolve) =>
    child.onExit(({ exitCode, signal }) => resolve(signal ? 128 + signal : exitCode)),
  )
  return {
    said: () => said,
    says: (wanted) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = wanted.exec(said)?.[0]
          if (found === undefined) return
          watchers.delete(look)
          resolve(found)
        }
        watchers.add(look)
        look()
        void exited.then((code) =>
          reject(new Error(`npm ${args.join(' ')} ended with ${code} and never said ${String(wanted)}:\n${said}`)),
        )
      }),
    press: (keys) => child.write(keys),
    exited,
  }
}

/** Programs that run from or in a folder. */
export function programsIn(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        const cwd = readlinkSync(`/proc/${pid}/cwd`)
        return words.includes(folder) || cwd.startsWith(folder) ? [`${pid} ${words}`] : []
      } catch {
        // The process has ended in the meantime.
        return []
      }
    })
}
