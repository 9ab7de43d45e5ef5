import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { spawn } from '@lydell/node-pty'
import { afterAll } from 'vitest'

export const root = path.resolve(import.meta.dirname, '..', '..')
const place = mkdtempSync(path.join(os.tmpdir(), 'tiffin-clone-'))
// The other person passes through it.
chmodSync(place, 0o755)
afterAll(() => rmSync(place, { recursive: true, force: true }))

/** A copy as a newcomer gets it, and a home for whom it belongs to. */
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

/** A free port, for a program that is told its port beforehand. */
export const port = () => String(20_000 + Math.floor(Math.random() * 20_000))

export interface Run {
  /** All that it has said. */
  said(): string
  /** Resolves with the text that matches; rejects when the program ends without. */
  says(wanted: RegExp): Promise<string>
  press(keys: string): void
  exited: Promise<number>
}

/** npm on a terminal, as a person runs it, with nothing of these tests in its environment. */
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

/** Programs that run from a folder, or on it. */
export function programsIn(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        const cwd = readlinkSync(`/proc/${pid}/cwd`)
        return words.includes(folder) || cwd.startsWith(folder) ? [`${pid} ${words}`] : []
      } catch {
        // It ended meanwhile.
        return []
      }
    })
}
