import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { callAt } from '@tiffin/server/test'
import { describe, expect, it } from 'vitest'
import { clone, npm, port, programsIn, root, type Run } from './newcomer.ts'

const asRoot = process.getuid?.() === 0
/** The user "nobody" serves as an ordinary user, with a home folder. */
const ordinary = Number(/^nobody:[^:]*:(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[1])
const people = asRoot
  ? [
      { name: 'root', uid: undefined },
      { name: 'an ordinary user', uid: ordinary },
    ]
  : [{ name: 'an ordinary user', uid: undefined }]

describe.skipIf(!existsSync(path.join(root, '.git'))).each(people)('a fresh clone of $name', ({ name, uid }) => {
  const clones: { copy: string; home: string }[] = []
  const own = () => clones[0] as { copy: string; home: string }

  async function start(): Promise<{ url: string; seconds: number; run: Run }> {
    const began = performance.now()
    // Root's default folder is shared by the whole machine; tests must not touch it.
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

  it('starts with `npm start`, accepts a demo account, shows orders, and leaves nothing behind after Ctrl-C', async () => {
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

  it('restarts at once', async () => {
    const { url, seconds, run } = await start()
    console.log(`hot start as ${name}: ${seconds.toFixed(1)} s`)
    expect(seconds).toBeLessThan(20)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    await stop(run)
  }, 120_000)

  it('runs tests with `npm test`', async () => {
    const run = npm(['test', '--', 'packages/server/src/domains/people/auth.test.ts'], { ...own(), uid })
    const code = await run.exited
    // npm's spinner writes once more after the last line.
    // oxlint-disable-next-line no-control-regex -- removes escape sequences
    const said = run.said().replaceAll(/[\u2800-\u28ff]|\u001B\[\d*[A-Z]/g, '')
    expect(said.trimEnd().split(/\r?\n/).at(-1)).toMatch(/^[1-9]\d* passed, 0 failed, 0 skipped$/)
    expect(code).toBe(0)
    await expect.poll(() => programsIn(path.dirname(own().copy)), { timeout: 30_000 }).toEqual([])
  }, 300_000)
})
