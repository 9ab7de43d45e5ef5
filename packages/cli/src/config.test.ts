import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createMachine, type Machine, type Run } from './test/run-command.ts'

const { insertRow, PASSWORD, startTestServer } = await import('@tiffin/server/test')
// Each run is a separate process, which starts slowly on a loaded machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let server: Awaited<ReturnType<typeof startTestServer>>
let machine: Machine

const tiffin = (...args: string[]): Promise<Run> => machine.run(args)
const json = (run: Run) => JSON.parse(run.out) as Record<string, unknown>
const at = (name: string): string => path.join(machine.home, name)
const text = (name: string): string => readFileSync(at(name), 'utf8')
function write(name: string, content: string): string {
  writeFileSync(at(name), content)
  return at(name)
}
async function pull(name: string, ...args: string[]): Promise<string> {
  const run = await tiffin('config', 'pull', '-o', at(name), '--yes', ...args)
  expect([run.code, run.err]).toEqual([0, expect.any(String)])
  return at(name)
}
const statuses = () =>
  server.database.asOwner<{ name: string; status: number }>(
    `select value ->> 'en' as name, status::int from order_status where company = $1 order by status`,
    [server.world.a],
  )

beforeAll(async () => {
  server = await startTestServer()
  await server.database.asOwner('update company set allow_banner = 1')
  machine = createMachine({ TIFFIN_URL: server.url })
  const signedIn = await machine.run(['login', '--login', 'owner', '--password-stdin'], { input: `${PASSWORD}\n` })
  if (signedIn.code !== 0) throw new Error(signedIn.err)
})
afterAll(async () => {
  machine.remove()
  await server.stop()
})

describe('config', () => {
  it('pulls a readable file, and a plan of it says no changes', async () => {
    const file = await pull('company.yaml')
    console.log(text('company.yaml'))
    const plan = await tiffin('config', 'plan', file)
    expect([plan.code, plan.err]).toEqual([3, expect.stringContaining('No changes')])
    expect((await tiffin('config', 'pull')).out).toBe(text('company.yaml'))
  })
})
