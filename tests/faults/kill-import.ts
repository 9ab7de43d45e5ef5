import { type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFailed } from 'vitest'
import { endWithTest } from './end-with-test.ts'
import { drawFrom } from './random-draw.ts'
import { createHome } from './server-home.ts'
import { spawnTiffin, startServerProcess } from './server-process.ts'
import { makeCompany } from './small-company.ts'

export interface ImportKills {
  kills: number
  rows: number
  /** Decides what is killed and when; set by `TIFFIN_SEED`. */
  seed?: number
}

interface Outcome {
  /** Kills after which nothing, or everything, had been imported. */
  before: number
  after: number
}

type Courier = { phone: string; name: string }

/** Every version renames each courier, and adds as many as the first one has. */
const version = (number: number, rows: number): Courier[] =>
  Array.from({ length: rows * number }, (_, n) => ({ phone: `49${7_000_000 + n}`, name: `Courier ${n} of ${number}` }))

const asCsv = (couriers: readonly Courier[]): string =>
  ['phone,name', ...couriers.map(({ phone, name }) => `${phone},${name}`), ''].join('\n')

/**
 * Imports couriers by their phone number, and kills the command, the server, or the server with its database at random
 * moments. After each kill the data is that before or after the import, and a repetition completes it.
 */
export async function killImport({
  kills,
  rows,
  seed = Number(process.env['TIFFIN_SEED'] ?? Date.now() % 1_000_000),
}: ImportKills) {
  onTestFailed(() => console.error(`The kills can be repeated with TIFFIN_SEED=${seed}`))
  const draw = drawFrom(seed)
  const home = createHome()
  const endWith = endWithTest(() => home.remove())
  let server = await startServerProcess(home.env, { endWith })
  const { url, port } = server
  const { token, company } = await makeCompany(home, url)
  const file = path.join(home.env['HOME'] ?? '', 'couriers.csv')
  const env = { ...home.env, TIFFIN_URL: url, TIFFIN_TOKEN: token, TIFFIN_COMPANY: String(company) }
  const start = (): ChildProcess => spawnTiffin(['import', 'courier', file, '--key', 'phone', '--yes', '--json'], env)
  const stored = () => home.rows<Courier>('select phone, name from courier where company = $1 order by phone', [company])

  /** Repeats the import until it has nothing left to change. */
  async function complete(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const { code, said } = await ended(start())
      if (code === 3) return
      if (attempt > 20) throw new Error(`The import does not complete; exit code ${code}:\n${said}`)
    }
  }

  writeFileSync(file, asCsv(version(1, rows)))
  const began = performance.now()
  expect((await ended(start())).code).toBe(0)
  const usual = performance.now() - began
  const outcome: Outcome = { before: 0, after: 0 }
  // A few more rows each time: a long test must not import ever longer files.
  let number = 1
  for (let kill = 1; kill <= kills; kill += 1) {
    const old = version(number, rows)
    number = (number % 3) + 1
    const next = version(number, rows)
    writeFileSync(file, asCsv(next))
    const command = start()
    const running = ended(command)
    await pause(draw(Math.round(usual * 1.1)))
    const victim = ['command', 'server', 'database'][draw(3)]
    if (victim === 'command') command.kill('SIGKILL')
    else {
      if (victim === 'database') home.endDatabase('SIGKILL')
      await server.kill()
      server = await startServerProcess(home.env, { port, endWith })
    }
    await running
    // A change that the server has begun may still be committed.
    await server.stop()
    server = await startServerProcess(home.env, { port, endWith })
    const now = await stored()
    const isAfter = now.some(({ name }) => name.endsWith(` of ${number}`))
    expect([victim, kill, now]).toEqual([victim, kill, isAfter ? merged(old, next) : old])
    outcome[isAfter ? 'after' : 'before'] += 1
    await complete()
    expect(await stored()).toEqual(merged(old, next))
    // An import deletes nothing, so the next version starts from exactly its own rows.
    await home.rows('delete from courier where company = $1 and phone >= $2', [company, `49${7_000_000 + next.length}`])
  }
  return outcome
}

/** The couriers after an import: those of the file, and the others as they were. */
const merged = (old: readonly Courier[], next: readonly Courier[]): Courier[] => [...next, ...old.slice(next.length)]

async function ended(child: ChildProcess): Promise<{ code: number | null; said: string }> {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => void (said += part.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said: said.slice(-2000) }
}
