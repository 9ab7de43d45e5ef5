import { execFileSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  chmodSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { spawn } from '@lydell/node-pty'
import { callAt } from '@tiffin/server/test'
import { afterAll, describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..', '..')
const place = mkdtempSync(path.join(os.tmpdir(), 'tiffin-clone-'))
// The other person passes through it.
chmodSync(place, 0o755)
afterAll(() => rmSync(place, { recursive: true, force: true }))

const asRoot = process.getuid?.() === 0
/** Nobody is an ordinary user too, given a home. */
const ordinary = Number(/^nobody:[^:]*:(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[1])
const people = asRoot
  ? [
      { name: 'root', uid: undefined },
      { name: 'an ordinary user', uid: ordinary },
    ]
  : [{ name: 'an ordinary user', uid: undefined }]

/** A copy as a newcomer gets it, and a home for whom it belongs to. */
function clone(name: string, uid: number | undefined): { copy: string; home: string } {
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
const port = () => String(20_000 + Math.floor(Math.random() * 20_000))

interface Run {
  /** All that it has said. */
  said(): string
  /** Resolves with the text that matches; rejects when the program ends without. */
  says(wanted: RegExp): Promise<string>
  press(keys: string): void
  exited: Promise<number>
}

/** npm on a terminal, as a person runs it, with nothing of these tests in its environment. */
function npm(
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
function programsIn(folder: string): string[] {
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

describe.skipIf(!existsSync(path.join(root, '.git'))).each(people)('a fresh clone of $name', ({ name, uid }) => {
  const clones: { copy: string; home: string }[] = []
  const own = () => clones[0] as { copy: string; home: string }

  async function start(): Promise<{ url: string; seconds: number; run: Run }> {
    const began = performance.now()
    // Root's own folder is one for the whole machine; a test leaves that alone.
    const env = { PORT: port(), ...(uid === undefined && asRoot && { TIFFIN_HOME: path.join(own().home, 'data') }) }
    const run = npm(['start'], { ...own(), uid, env })
    const url = (await run.says(/http:\/\/127\.0\.0\.1:\d+(?=[\s\S]*npm run board)/)).trim()
    return { url, seconds: (performance.now() - began) / 1000, run }
  }

  async function stop(run: Run): Promise<void> {
    run.press('\u0003')
    expect([0, 130]).toContain(await run.exited)
    await expect.poll(() => programsIn(path.dirname(own().copy)), { timeout: 10_000 }).toEqual([])
  }

  it('starts with `npm start`, takes a demo account, shows orders, and leaves nothing behind after Ctrl-C', async () => {
    clones.push(clone(name, uid))
    const { url, seconds, run } = await start()
    console.log(`cold start as ${name}: ${seconds.toFixed(1)} s`)
    expect(run.said()).toContain('tiffin-demo')
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect(await (await fetch(url)).text()).toContain('<div id="root"')
    const signedIn = await callAt(url, 'Auth', 'Login', { login: 'owner', password: 'tiffin-demo' })
    expect(signedIn).toMatchObject({ http: 200, status: 'OK' })
    const { token } = (signedIn['auth'] as { user: { token: string } }).user
    const tables = [{ table: 'order', limit: [0, 1], count: 'exact' }]
    const orders = await callAt(url, 'Reference', 'getData', { tables }, { token })
    expect((orders['data'] as { order: { count: number } }).order.count).toBeGreaterThan(10_000)
    await stop(run)
  }, 600_000)

  it('starts again at once', async () => {
    const { url, seconds, run } = await start()
    console.log(`hot start as ${name}: ${seconds.toFixed(1)} s`)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    await stop(run)
  }, 120_000)

  it('runs tests with `npm test`', async () => {
    const run = npm(['test', '--', 'packages/server/src/calls/auth/auth.test.ts'], { ...own(), uid })
    const code = await run.exited
    // npm turns its wheel once more after the last line.
    // oxlint-disable-next-line no-control-regex -- escapes are what is taken away
    const said = run.said().replaceAll(/[\u2800-\u28ff]|\u001B\[\d*[A-Z]/g, '')
    expect(said.trimEnd().split(/\r?\n/).at(-1)).toMatch(/^[1-9]\d* passed, 0 failed, 0 skipped$/)
    expect(code).toBe(0)
    await expect.poll(() => programsIn(path.dirname(own().copy)), { timeout: 30_000 }).toEqual([])
  }, 300_000)
})
