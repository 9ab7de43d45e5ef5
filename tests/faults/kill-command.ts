import { type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFailed } from 'vitest'
import { endWithTest } from './end-with-test.ts'
import { drawFrom } from './random-draw.ts'
import { createHome, type OwnHome } from './server-home.ts'
import { spawnTiffin, startServerProcess } from './server-process.ts'
import { makeCompany, type SmallCompany } from './small-company.ts'

/** A command that writes many rows as one change. */
export interface WritingCommand<Row> {
  args: readonly string[]
  /** Reads the stored rows. */
  stored(): Promise<Row[]>
  /** Writes the file of the first version, the second or the third, and returns the rows expected after it. */
  prepare(version: number, before: readonly Row[]): Row[]
  /** Whether a run reports that nothing is left to do; by default, exit code 3. */
  isComplete?(run: Run): boolean
  /** Cleans up after a version, so that the next one has as much to do. */
  tidy?(version: number): Promise<unknown>
}

export interface Machine {
  home: OwnHome
  company: SmallCompany
  /** Of a command that is signed in to the company. */
  env: Record<string, string>
}

export interface Kills {
  kills: number
  /** Seed for which process is killed, and when; set by `TIFFIN_SEED`. */
  seed?: number
}

interface Run {
  code: number | null
  said: string
}

interface Outcome {
  /** Kills after which nothing, or everything, had been written. */
  before: number
  after: number
}

/**
 * Runs a command again and again, and kills it, the server, or the server with its database at random moments. After each
 * kill the data is that before or after the command, and a repetition completes it.
 */
export async function killCommand<Row>(
  create: (machine: Machine) => Promise<WritingCommand<Row>>,
  { kills, seed = Number(process.env['TIFFIN_SEED'] ?? Date.now() % 1_000_000) }: Kills,
): Promise<Outcome> {
  onTestFailed(() => console.error(`The kills can be repeated with TIFFIN_SEED=${seed}`))
  const draw = drawFrom(seed)
  const home = createHome()
  const endWith = endWithTest(() => home.remove())
  let server = await startServerProcess(home.env, { endWith })
  const { url, port } = server
  const company = await makeCompany(home, url)
  const env = { ...home.env, TIFFIN_URL: url, TIFFIN_TOKEN: company.token, TIFFIN_COMPANY: String(company.company) }
  const { args, stored, prepare, tidy, isComplete = ({ code }) => code === 3 } = await create({ home, company, env })
  const start = (): ChildProcess => spawnTiffin(args, env)

  /** Repeats the command until it has nothing left to change. */
  async function complete(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const run = await ended(start())
      if (isComplete(run)) return
      if (attempt > 20) throw new Error(`The command does not complete; exit code ${run.code}:\n${run.said}`)
    }
  }

  let version = 1
  const first = prepare(version, await stored())
  const began = performance.now()
  // A failure shows the output of the command.
  expect(await ended(start())).toEqual({ code: 0, said: expect.any(String) as string })
  const usual = performance.now() - began
  expect(await stored()).toEqual(first)
  const outcome: Outcome = { before: 0, after: 0 }
  for (let kill = 1; kill <= kills; kill += 1) {
    const before = await stored()
    version = (version % 3) + 1
    const after = prepare(version, before)
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
    const killed = await running
    // A change that the server has begun may still be committed.
    await server.stop()
    server = await startServerProcess(home.env, { port, endWith })
    const now = await stored()
    const isAfter = JSON.stringify(now) === JSON.stringify(after)
    expect([victim, kill, now]).toEqual([victim, kill, isAfter ? after : before])
    outcome[isAfter ? 'after' : 'before'] += 1
    if (!isComplete(killed)) await complete()
    expect(await stored()).toEqual(after)
    await tidy?.(version)
  }
  return outcome
}

async function ended(child: ChildProcess): Promise<Run> {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => void (said += part.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said: said.slice(-2000) }
}
