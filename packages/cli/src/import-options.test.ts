import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startProxy } from './test/proxy.ts'
import { createMachine, type Machine, type Run } from './test/run-command.ts'

const { insertRow, PASSWORD, startTestServer } = await import('@tiffin/server/test')
// Each run is a separate process, which starts slowly on a loaded machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let server: Awaited<ReturnType<typeof startTestServer>>
let machine: Machine
let platform: Machine
let ann: number

const tiffin = (...args: string[]): Promise<Run> => machine.run(args)
const json = (run: Run) => JSON.parse(run.out) as Record<string, unknown> & { rows: Record<string, unknown>[] }
const at = (name: string): string => path.join(machine.home, name)
function text(name: string, content: string): string {
  writeFileSync(at(name), content)
  return at(name)
}
const couriers = () =>
  server.database.asOwner<{ name: string; phone: string }>(
    'select name, phone from courier where company = $1 order by courier_id',
    [server.world.a],
  )

beforeAll(async () => {
  server = await startTestServer()
  await server.database.asOwner(`update global_lang set support = 1 where code in ('en', 'de')`)
  await server.database.asOwner(`update admin set dictionary_edit = 'de' where login = 'platform'`)
  machine = createMachine({ TIFFIN_URL: server.url })
  platform = createMachine({ TIFFIN_URL: server.url })
  for (const [who, login] of [
    [machine, 'owner'],
    [platform, 'platform'],
  ] as const) {
    const signedIn = await who.run(['login', '--login', login, '--password-stdin'], { input: `${PASSWORD}\n` })
    if (signedIn.code !== 0) throw new Error(signedIn.err)
  }
})
afterAll(async () => {
  machine.remove()
  platform.remove()
  await server.stop()
})
beforeEach(async () => {
  const { database, world } = server
  await database.asOwner('delete from courier where company = $1', [world.a])
  ann = await insertRow(database, 'courier', { company: world.a, name: 'Ann', phone: '493012345', comment: { en: 'x' } })
  await database.asOwner('delete from dictionary')
  for (const [index, en] of ['Save', 'Back'].entries())
    await database.asOwner('insert into dictionary (dictionary_id, application, texts) values ($1, $2, $3)', [
      index + 1,
      'admin',
      JSON.stringify({ en, de: en === 'Save' ? 'Sichern' : '' }),
    ])
})

describe('--raw', () => {
  it('keeps apostrophes before formulas, which are removed otherwise (AMB-230)', async () => {
    const file = text('raw.csv', `id,name\n${ann},'=Ann\n`)
    expect(json(await tiffin('import', 'courier', file, '--dry-run', '--json'))).toMatchObject({
      rows: [{ changes: { name: ['Ann', '=Ann'] } }],
    })
    expect(await tiffin('import', 'courier', file, '--raw', '--yes')).toMatchObject({ code: 0 })
    expect(await couriers()).toMatchObject([{ name: "'=Ann" }])
    const texts = text('raw-de.csv', "dictionary_id,de\n2,'=Back\n")
    const planned = async (...more: string[]) =>
      json(await platform.run(['dictionary', 'import', texts, '--lang', 'de', '--dry-run', '--json', ...more])).rows[0]?.['after']
    expect([await planned(), await planned('--raw')]).toEqual(['=Back', "'=Back"])
  })
})

describe('columns chosen with --map', () => {
  it('are used for the next file with these headings, in any order, and shown', async () => {
    const first = text('first.csv', `id,Imię,Tel\n${ann},Anna,493012346\n`)
    expect(await tiffin('import', 'courier', first, '--map', 'Imię=name', '--map', 'C=phone', '--yes')).toMatchObject({ code: 0 })
    const second = text('second.csv', `Tel,id,Imię\n493012347,${ann},Annika\n`)
    const run = await tiffin('import', 'courier', second, '--yes')
    expect([run.code, run.err]).toEqual([0, expect.stringContaining('Columns as last time: Imię=name, Tel=phone')])
    expect(await couriers()).toMatchObject([{ name: 'Annika', phone: '493012347' }])
    const profile = path.join(machine.home, '.local/state/tiffin/profiles/default.json')
    expect(Object.values((JSON.parse(readFileSync(profile, 'utf8')) as { columns: object }).columns)).toContainEqual({
      Imię: 'name',
      Tel: 'phone',
    })
    expect(statSync(profile).mode & 0o777).toBe(0o600)
  })

  it('give way to another choice, and are forgotten on request', async () => {
    const file = text('other.csv', `id,Old,New\n${ann},Olga,Nina\n`)
    await tiffin('import', 'courier', file, '--map', 'Old=name', '--dry-run')
    const planned = async (...more: string[]) =>
      json(await tiffin('import', 'courier', file, '--dry-run', '--json', ...more)).rows[0]?.['changes']
    expect(await planned()).toMatchObject({ name: ['Ann', 'Olga'] })
    expect(await planned('--map', 'New=name')).toMatchObject({ name: ['Ann', 'Nina'] })
    expect(await planned()).toMatchObject({ name: ['Ann', 'Nina'] })
    expect(await tiffin('import', 'courier', file, '--forget-map', '--dry-run')).toMatchObject({ code: 2 })
    expect(await tiffin('import', 'courier', file, '--dry-run')).toMatchObject({ code: 2 })
  })

  it('of a dictionary are remembered for each language', async () => {
    const file = text('texts.csv', 'Key,Deutsch\n2,Zurück\n')
    const run = (...more: string[]) => platform.run(['dictionary', 'import', file, '--lang', 'de', '--dry-run', ...more])
    expect(await run()).toMatchObject({ code: 2 })
    expect(await run('--id-column', 'Key', '--lang-column', 'Deutsch')).toMatchObject({ code: 0 })
    expect(await run()).toMatchObject({ code: 0, err: expect.stringContaining('Columns as last time: Key, Deutsch') as string })
    expect(await run('--forget-map')).toMatchObject({ code: 2 })
    expect(await run()).toMatchObject({ code: 2 })
  })
})

describe('the plan', () => {
  const sheet = () =>
    text('plan.csv', `id,name,phone,comment.en\n${ann},Ann,493012345,\n,Ben,493012399,y\n999999,Cy,1,\n,Dee,bad,z\n`)

  it('is filtered, so that a few deletions are found among many rows', async () => {
    const actions = async (show: string) =>
      json(await tiffin('import', 'courier', sheet(), '--clear-empty', '--dry-run', '--json', '--show', show)).rows.map(
        (row) => row['action'],
      )
    expect(await actions('deleted')).toEqual(['deleted'])
    expect(await actions('created,refused')).toEqual(expect.arrayContaining(['created', 'refused']))
    const texts = text('clear.csv', 'dictionary_id,de\n1,\n2,Zurück\n')
    const run = await platform.run([
      'dictionary',
      'import',
      texts,
      '--lang',
      'de',
      '--clear-empty',
      '--dry-run',
      '--json',
      '--show',
      'deleted',
    ])
    expect(json(run)).toMatchObject({ created: 1, cleared: 1, rows: [{ action: 'deleted', before: 'Sichern' }] })
    expect(await tiffin('import', 'courier', sheet(), '--show', 'gone')).toMatchObject({ code: 2 })
  })

  it('is written as one page without scripts, whatever the cells contain', async () => {
    const hostile = `"<script>alert(1)</script>'""><img src=x onerror=alert(1)>&"`
    const file = text('page.csv', `id,name\n${ann},${hostile}\n`)
    const page = at('plan.html')
    const run = await tiffin('import', 'courier', file, '--dry-run', '--html', page)
    expect(run.code).toBe(0)
    const html = readFileSync(page, 'utf8')
    expect(html).toContain('new: 0, changed: 1, unchanged: 0, refused: 0')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&#39;&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&amp;')
    expect(html).not.toMatch(/<script|<img/)
    expect(html).toContain("default-src 'none'")
    const arabic = await machine.run(['import', 'courier', file, '--dry-run', '--html', page, '--yes'], {
      env: { TIFFIN_LANG: 'ar' },
    })
    expect([arabic.code, readFileSync(page, 'utf8')]).toEqual([0, expect.stringContaining('<html lang="ar" dir="rtl">')])
    expect(await tiffin('import', 'courier', file, '--html', at('plan.pdf'), '--dry-run')).toMatchObject({ code: 2 })
    expect(existsSync(at('plan.pdf'))).toBe(false)
  })
})

it('sends rows again after the connection was lost, and imports everything once', async () => {
  let lost = 0
  const proxy = await startProxy(server.url, (body) => {
    if (!body.includes('method=rows') || lost >= 6) return 'pass'
    lost += 1
    return 'drop'
  })
  try {
    const token = await server.signIn('owner')
    const env = { TIFFIN_URL: proxy.url, TIFFIN_TOKEN: token }
    const file = text('many.csv', `name,phone\n${Array.from({ length: 1200 }, (_, n) => `C${n},4940${10_000 + n}`).join('\n')}\n`)
    const run = await machine.run(['import', 'courier', file, '--yes', '--json', 'created'], { env })
    expect([run.code, run.code === 0 && json(run)]).toEqual([0, { created: 1200 }])
    expect(run.err).toContain('Connection lost. Trying again')
    expect(lost).toBe(6)
    expect(await couriers()).toHaveLength(1201)
  } finally {
    proxy.stop()
  }
})
