import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { read } from 'xlsx'
import { createMachine, type Machine } from './test/run-command.ts'

const { insertOrder, insertRow, startTestServer } = await import('@tiffin/server/test')
// Each run is a separate process, which starts slowly on a loaded machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const docs = readFileSync(path.join(import.meta.dirname, '../../../docs/command-line.md'), 'utf8')
/** The commands below a heading. */
function recipe(heading: string, level = '###'): string {
  const [, script] = new RegExp(`\\n${level} ${heading}\\n[^\`]*\`\`\`sh\\n(.*?)\`\`\``, 's').exec(docs) ?? []
  if (script === undefined) throw new Error(`There is no recipe ${heading}`)
  return script
}

let server: Awaited<ReturnType<typeof startTestServer>>
let machine: Machine
const at = (name: string): string => path.join(machine.home, name)
const run = async (script: string): Promise<string> => machine.shell('sh', `set -e; cd "$HOME"; ${script.trimEnd()}`, {})

beforeAll(async () => {
  server = await startTestServer()
  machine = createMachine({ TIFFIN_URL: server.url, TIFFIN_TOKEN: await server.signIn('owner') })
})
afterAll(async () => {
  machine.remove()
  await server.stop()
})

it('a report every night writes its files, and says when too many orders are late', async () => {
  const { database, world } = server
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  const late = new Date(Date.now() - 80_000_000).toISOString()
  const done = {
    order_status: world.statuses[8],
    time_create: yesterday,
    time_finish: yesterday,
    time_delivery: late,
    total: '12.50',
  }
  await insertOrder(database, world, done)
  await database.asOwner(`update company set timezone = 'UTC' where company_id = $1`, [world.a])
  expect(await run(recipe('A report every night'))).toContain('late.csv: exit code 5')
  expect(read(readFileSync(at('yesterday.xlsx'))).SheetNames).toHaveLength(1)
  expect(readFileSync(at('orders.csv'), 'utf8')).toContain('12.50')
  expect(readFileSync(at('late.csv'), 'utf8')).toContain('100.0')
})

it('couriers from a sheet are planned, imported with the columns of the plan, and undone', async () => {
  const { database, world } = server
  await insertRow(database, 'courier', { company: world.a, name: 'Ann', phone: '493012345' })
  const couriers = () => database.asOwner('select name, phone from courier where company = $1 order by courier_id', [world.a])
  const before = await couriers()
  writeFileSync(at('couriers.csv'), 'Телефон,Имя\n493012345,Анна\n493012399,Джем\n')
  const [plan = '', apply = '', undo = ''] = recipe('Couriers from a sheet').split(/\n(?=change|tiffin undo)/)
  await run(plan)
  expect(readFileSync(at('plan.html'), 'utf8')).toContain('Анна')
  expect(await couriers()).toEqual(before)
  const change = await run(`${apply}; echo "$change"`)
  expect((await couriers()).map((row) => (row as { name: string }).name)).toEqual(expect.arrayContaining(['Анна', 'Джем']))
  await run(`change=${change.trim()}; ${undo}`)
  expect(await couriers()).toEqual(before)
})

it('a configuration is pulled into git, planned, applied and undone; every night it is compared', async () => {
  const { database, world } = server
  const fee = async () => database.asOwner('select fee from company where company_id = $1', [world.a])
  const before = await fee()
  const [pull = '', plan = '', apply = '', undo = ''] = recipe('Configuration in git', '##').split(
    /^(?:# edit.*\n)?(?=tiffin config (?:plan|apply)|tiffin undo)/m,
  )
  await run(`git init -q; git config user.name Ann; git config user.email ann@example.com; ${pull}git show HEAD:company.yaml`)
  const nightly = recipe('Configuration in git')
  expect(await run(nightly)).toBe('')
  writeFileSync(at('company.yaml'), readFileSync(at('company.yaml'), 'utf8').replace(/fee: "[\d.]+"/, 'fee: "3.75"'))
  await run(plan)
  const { plan: id } = JSON.parse(await run(`${plan.trim()} --json plan`)) as { plan: string }
  expect(await fee()).toEqual(before)
  expect(await run(nightly)).toBe('drift.csv: exit code 5\n')
  expect(readFileSync(at('drift.csv'), 'utf8')).toContain('3.75')
  const saved = await run(apply.replace('3f2a91c04b7d', id).replace('--yes', '--yes --json change'))
  expect(await fee()).toEqual([{ fee: '3.75' }])
  expect(await run(nightly)).toBe('')
  await run(undo.replace('1234', String((JSON.parse(saved) as { change: number }).change)))
  expect(await fee()).toEqual(before)
})
