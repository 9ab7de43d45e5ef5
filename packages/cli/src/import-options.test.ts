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
    expect([run.code, run.err]).toEqual([0, expect.stringContaining('Same columns as last time: Imię=name, Tel=phone')])
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
    expect(await run()).toMatchObject({
      code: 0,
      err: expect.stringContaining('Same columns as last time: Key, Deutsch') as string,
    })
    expect(await run('--forget-map')).toMatchObject({ code: 2 })
    expect(await run()).toMatchObject({ code: 2 })
  })

  it('are not remembered for files without headings, which can’t be told apart', async () => {
    const file = text('bare.csv', `${ann},Anna\n`)
    const columns = ['--map', 'A=id', '--map', 'B=name']
    expect(await tiffin('import', 'courier', file, '--rows', '1:', ...columns, '--dry-run')).toMatchObject({ code: 0 })
    expect(await tiffin('import', 'courier', file, '--rows', '1:', '--dry-run')).toMatchObject({ code: 2 })
  })
})

describe('the sheet of rejected rows', () => {
  const run = (content: string, ...more: string[]) =>
    tiffin('import', 'courier', text('rejected.csv', content), '--skip-refused', ...more)

  it('belongs to the last run: a run without rejected rows deletes it', async () => {
    const bad = at('rejected-rows.csv')
    expect(await run(`id,phone\n${ann},x\n`, '--rejected', bad, '--yes')).toMatchObject({ code: 3 })
    expect(existsSync(bad)).toBe(true)
    expect(await run(`id,phone\n${ann},493012349\n`, '--rejected', bad, '--yes')).toMatchObject({ code: 0 })
    expect(existsSync(bad)).toBe(false)
  })

  it('never replaces the file that is imported', async () => {
    const content = `id,phone\n${ann},x\n`
    const refused = await run(content, '--rejected', at('rejected.csv'), '--yes')
    expect([refused.code, refused.err]).toEqual([2, '--rejected would replace the file that is imported [usage]\n'])
    expect(readFileSync(at('rejected.csv'), 'utf8')).toBe(content)
  })
})

describe('a csv file in another encoding than the language of the run', () => {
  it('is not imported until its encoding is chosen', async () => {
    const file = at('cp1251.csv')
    writeFileSync(file, Buffer.concat([Buffer.from(`id,name\n${ann},`), Buffer.from([0xc0, 0xed, 0xed, 0xe0, 0x0a])]))
    const run = (...more: string[]) => machine.run(['import', 'courier', file, '--yes', ...more], { env: { LANG: 'C' } })
    const refused = await run()
    expect([refused.code, refused.err]).toEqual([
      2,
      'The file is probably not in the encoding windows-1252 [encoding_unclear]\nChoose it with --encoding, such as windows-1251\n',
    ])
    expect(await run('--encoding', 'windows-1251')).toMatchObject({ code: 0 })
    expect(await couriers()).toMatchObject([{ name: 'Анна' }])
  })
})

describe('values with --value', () => {
  it('are used for the next file with these headings, shown, and forgotten on request', async () => {
    const { database, world } = server
    await database.asOwner(`update courier_status set value = '{"en": "Busy"}' where courier_status_id = 2`)
    await database.asOwner('delete from cuisine where company = $1', [world.a])
    const tags = [
      await insertRow(database, 'cuisine', { company: world.a, name: { en: 'Pizza' } }),
      await insertRow(database, 'cuisine', { company: world.a, name: { en: 'Sushi' } }),
    ]
    const plan = async (table: string, file: string, ...more: string[]) =>
      json(await tiffin('import', table, file, '--dry-run', '--json', ...more)).rows[0]
    const file = text('values.csv', `id,courier_status\n${ann},On a ride\n`)
    expect(await plan('courier', file)).toMatchObject({ code: 'record_unknown' })
    const mapped = { changes: { courier_status: [expect.anything(), 2] } }
    expect(await plan('courier', file, '--value', 'courier_status:on a ride=Busy')).toMatchObject(mapped)
    const again = await tiffin('import', 'courier', file, '--dry-run')
    expect(again.err).toContain('Same values as last time: courier_status:on a ride=Busy')
    expect(await plan('courier', file)).toMatchObject(mapped)
    expect(await plan('courier', file, '--forget-map')).toMatchObject({ code: 'record_unknown' })
    const shop = text('lists.csv', `id,cuisine\n${world.merchants[0]},"Pie; Sushi"\n`)
    expect(await plan('merchant', shop, '--value', 'cuisine:Pie=Pizza')).toMatchObject({
      changes: { cuisine: [expect.anything(), tags] },
    })
    expect(await tiffin('import', 'courier', file, '--value', 'Busy')).toMatchObject({ code: 2, out: '' })
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
    const shown = await tiffin('import', 'courier', sheet(), '--clear-empty', '--dry-run')
    expect(shown.err).toContain('changed: 0, deleted: 1')
    expect(await actions('created,refused')).toEqual(expect.arrayContaining(['created', 'refused']))
    const made = await tiffin('import', 'courier', sheet(), '--skip-refused', '--yes', '--json', '--show', 'refused')
    expect(json(made)).toMatchObject({ created: 1, refused: 1, rows: [{ action: 'refused' }] })
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
    // With the usual advice, to overwrite it with --yes, the import would be applied unseen.
    const again = await tiffin('import', 'courier', file, '--html', page)
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('or delete it: --yes would also apply the import')])
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

it('asks again for an answer that was lost, and applies the plan once', async () => {
  let lost = 0
  const proxy = await startProxy(server.url, (body) => {
    if (!body.includes('method=commit') || lost >= 5) return 'pass'
    lost += 1
    return 'lose'
  })
  try {
    const env = { TIFFIN_URL: proxy.url, TIFFIN_TOKEN: await server.signIn('owner') }
    const file = text('lost.csv', 'name,phone\nCem,494010001\nDee,494010002\n')
    const run = await machine.run(['import', 'courier', file, '--yes', '--json', 'created,change'], { env })
    expect([run.code, run.code === 0 && json(run)]).toEqual([0, { created: 2, change: expect.any(Number) as number }])
    expect(lost).toBe(5)
    expect(await couriers()).toHaveLength(3)
  } finally {
    proxy.stop()
  }
})

it.each(['hold', 'lose'] as const)(
  'MOON-06: killed while a plan is applied, and repeated, the command creates each record once, also with --again: %s',
  async (fate) => {
    let decision: 'pass' | typeof fate = fate
    let isSent = false
    const proxy = await startProxy(server.url, (body) => {
      if (!body.includes('method=commit')) return 'pass'
      isSent = true
      return decision
    })
    try {
      const env = { TIFFIN_URL: proxy.url, TIFFIN_TOKEN: await server.signIn('owner') }
      const file = text(`killed-${fate}.csv`, 'name,phone\nCem,494010001\nDee,494010002\n')
      for (const more of [[], ['--again']]) {
        const args = ['import', 'courier', file, '--yes', '--json', ...more]
        const before = (await couriers()).length
        ;[decision, isSent] = [fate, false]
        let isDue = false
        const killed = machine.run(args, { env, until: once(() => isDue), signal: 'SIGKILL' })
        await vi.waitUntil(async () => isSent && (fate === 'hold' || (await couriers()).length > before), { timeout: 20_000 })
        isDue = true
        expect(await killed).toMatchObject({ code: 137, out: '' })
        decision = 'pass'
        const run = await machine.run(args, { env })
        expect([run.code, run.code === 0 && json(run)['change']]).toEqual([0, expect.any(Number)])
        expect(await couriers()).toHaveLength(before + 2)
      }
    } finally {
      proxy.stop()
    }
  },
)

it.each([
  ['rows', 'server_error', 1, 'look for the error in the log of the server'],
  ['commit', 'server_error', 1, 'look for the error in the log of the server'],
  ['rows', 'token_revoked', 4, 'Create another one: tiffin token create'],
  ['commit', 'token_revoked', 4, 'Create another one: tiffin token create'],
])('says at once why %s was refused with %s, and changes nothing', async (method, reason, code, advice) => {
  const made = await tiffin('token', 'create', '--name', 'import', '--expires', '1d', '--scope', 'read,import,write')
  expect(made.code).toBe(0)
  const proxy = await startProxy(server.url, async (body) => {
    if (!body.includes(`method=${method}`)) return 'pass'
    if (reason === 'server_error') return 'fail'
    const listed = json(await tiffin('token', 'list', '--json')) as unknown as { access_token_id: number }[]
    await tiffin('token', 'revoke', ...listed.map(({ access_token_id }) => String(access_token_id)))
    return 'pass'
  })
  try {
    const env = { TIFFIN_URL: proxy.url, TIFFIN_TOKEN: made.out.trim() }
    const file = text('refused.csv', 'name,phone\nCem,494010001\n')
    const run = await machine.run(['import', 'courier', file, '--yes', '--json'], { env })
    expect([run.code, run.out]).toEqual([code, ''])
    expect(run.err).toContain(`[${reason}]`)
    expect(run.err).toContain(advice)
    expect(run.err).not.toContain('Connection lost')
    expect(await couriers()).toHaveLength(1)
  } finally {
    proxy.stop()
  }
})

/** Once when `isDone` holds. */
const once = (isDone: () => boolean) => {
  let isPast = false
  return () => !isPast && (isPast = isDone())
}

it('stops applying a plan on Ctrl+C, and says so', async () => {
  let isHeld = false
  const proxy = await startProxy(server.url, (body) => {
    if (!body.includes('method=commit')) return 'pass'
    isHeld = true
    return 'hold'
  })
  try {
    const env = { TIFFIN_URL: proxy.url, TIFFIN_TOKEN: await server.signIn('owner') }
    const file = text('stopped.csv', `id,name\n${ann},Anna\n`)
    const run = await machine.run(['import', 'courier', file, '--yes'], { env, until: once(() => isHeld) })
    expect(run).toMatchObject({ code: 130, out: '', err: expect.stringContaining('Nothing was changed [stopped]') as string })
    expect(await couriers()).toMatchObject([{ name: 'Ann' }])
  } finally {
    proxy.stop()
  }
})

it('names the change that was made although Ctrl+C was pressed', async () => {
  let isMade = false
  const proxy = await startProxy(server.url, async (body) => {
    if (!body.includes('method=commit')) return 'pass'
    const form = Object.fromEntries(new URLSearchParams(body))
    const made = await server.call('Import', 'commit', JSON.parse(form['data'] ?? ''), {
      token: form['token'],
      company: server.world.a,
    })
    isMade = made['status'] === 'OK'
    return 'hold'
  })
  try {
    const env = { TIFFIN_URL: proxy.url, TIFFIN_TOKEN: await server.signIn('owner') }
    const file = text('made.csv', `id,name\n${ann},Anna\n`)
    const run = await machine.run(['import', 'courier', file, '--yes'], { env, until: once(() => isMade) })
    expect([run.code, run.err]).toEqual([0, expect.stringMatching(/tiffin undo \d+/)])
    expect(await couriers()).toMatchObject([{ name: 'Anna' }])
  } finally {
    proxy.stop()
  }
})
