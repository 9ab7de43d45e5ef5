import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { unescapeFormula } from '@tiffin/core/rules'
import { entities, type Entity, entityNames, jsonSchemaOf } from '@tiffin/sdk/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startProxy } from './test/proxy.ts'
import { createMachine, type Machine, type Run } from './test/run-command.ts'

const { insertRow, PASSWORD, startTestServer } = await import('@tiffin/server/test')
const { fullRunOnly } = await import('@tiffin/server/test/full')
vi.setConfig({ testTimeout: 60_000 })
let server: Awaited<ReturnType<typeof startTestServer>>
let machine: Machine

const json = (run: Run): unknown => JSON.parse(run.out)
const tiffin = (...args: string[]): Promise<Run> => machine.run(args)
const inHome = (name: string): string => path.join(machine.home, name)
const read = (name: string): string => readFileSync(inHome(name), 'utf8')

const FORMULA = `=cmd|'/c calc'!A1`
beforeAll(async () => {
  server = await startTestServer()
  const { database, world } = server
  await database.asOwner(`update "user" set name = $1 where user_id = $2`, [FORMULA, world.userA])
  await insertRow(database, 'user', { company: world.a, name: 'Ann, "the" best', phone: '49301' })
  // A second company, so that commands for each company have two.
  await insertRow(database, 'membership', { company: world.b, admin: world.ownerA, company_role: 2 })
  machine = createMachine({ TIFFIN_URL: server.url })
  await machine.run(['login', '--login', 'owner', '--password-stdin'], { input: PASSWORD })
})
afterAll(async () => {
  machine.remove()
  await server.stop()
})

describe('export to a text file', () => {
  it('writes csv with formulas escaped so that an import restores them, and as they are with --raw', async () => {
    const run = await tiffin('export', 'user', '--fields', 'name,phone', '--out', inHome('users.csv'))
    expect(run).toMatchObject({ code: 0 })
    expect(read('users.csv')).toBe(`name,phone\r\n'${FORMULA},49301234567\r\n"Ann, ""the"" best",49301\r\n`)
    expect(unescapeFormula(`'${FORMULA}`)).toBe(FORMULA)
    await tiffin('export', 'user', '--fields', 'name', '--limit', '1', '--raw', '--out', inHome('raw.csv'))
    expect(read('raw.csv')).toBe(`name\r\n${FORMULA}\r\n`)
  })

  it('writes ndjson and json with the values of the wire, and fields of joined rows', async () => {
    const args = ['export', 'merchant', '--fields', 'merchant_id,name,company.name', '--limit', '2']
    await tiffin(...args, '--out', inHome('m.ndjson'))
    const [first, second] = [1, 2].map(
      (n) => expect.objectContaining({ merchant_id: n, 'company.name': { en: 'Alpha' } }) as unknown,
    )
    expect(
      read('m.ndjson')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([first, second])
    await tiffin(...args, '--out', inHome('m.json'))
    expect(JSON.parse(read('m.json'))).toEqual([first, second])
    const empty = await tiffin('export', 'merchant', '--where', 'id=0', '--format', 'json', '--out', '-')
    expect(json(empty)).toEqual([])
  })

  it('leaves no file behind when it is refused, and asks before overwriting', async () => {
    const refused = await tiffin('export', 'user', '--fields', 'name', '--where', 'phone~x', '--out', inHome('none/none.csv'))
    expect(refused.code).toBe(1)
    await tiffin('export', 'user', '--fields', 'name', '--out', inHome('kept.csv'))
    const again = await tiffin('export', 'user', '--fields', 'phone', '--out', inHome('kept.csv'))
    expect(again.err).toContain('[file_exists]')
    expect(read('kept.csv')).toContain('name')
    const foreign = await tiffin('export', 'tariff_option', '--company', '999', '--out', inHome('foreign.ndjson'))
    expect(foreign.code).toBe(1)
    expect(existsSync(inHome('foreign.ndjson'))).toBe(false)
    expect(readdirSync(machine.home).filter((name) => name.endsWith('.part'))).toEqual([])
    expect((await tiffin('export', 'user', '--raw', '--out', inHome('a.json'))).err).toContain('--raw is only for csv files')
  })
})

describe('an export that does not end', () => {
  afterAll(() => rmSync(inHome('held.csv'), { force: true }))
  const leftovers = () => readdirSync(machine.home).filter((name) => /^(held|lost|full)/.test(name))

  it.each<[NodeJS.Signals, string]>([
    ['SIGINT', 'csv'],
    ['SIGINT', 'ndjson'],
    ['SIGINT', 'json'],
    ['SIGINT', 'xlsx'],
    ['SIGHUP', 'csv'],
  ])('with %s leaves no .%s behind', async (signal, end) => {
    let held = false
    const proxy = await startProxy(server.url, (body) => {
      held ||= body.includes('api=Export') || (body.includes('method=getData') && body.includes('courier'))
      return held ? 'hold' : 'pass'
    })
    try {
      const args = ['export', 'courier', '--columns', 'name', '-o', inHome(`held.${end}`)]
      const run = await machine.run(args, {
        env: { TIFFIN_URL: proxy.url, TIFFIN_TOKEN: await server.signIn('owner') },
        until: () => held,
        signal,
      })
      // A repeated signal ends the command by itself.
      expect([run.code, run.out]).toEqual([signal === 'SIGHUP' ? expect.toBeOneOf([129, 130]) : 130, ''])
    } finally {
      proxy.stop()
    }
    expect(leftovers()).toEqual([])
  })

  it('because the connection breaks leaves no file behind', async () => {
    const proxy = await startProxy(server.url, (body) =>
      body.includes('method=getData') && body.includes('courier') ? 'drop' : 'pass',
    )
    try {
      const env = { TIFFIN_URL: proxy.url, TIFFIN_TOKEN: await server.signIn('owner') }
      const run = await machine.run(['export', 'courier', '-o', inHome('lost.csv')], { env })
      expect([run.code, run.out, run.err]).toEqual([1, '', expect.stringContaining('[network]')])
    } finally {
      proxy.stop()
    }
    expect(leftovers()).toEqual([])
  })

  it.each(['csv', 'ndjson', 'xlsx'])('because the server fails says what to do and leaves no .%s behind', async (end) => {
    const proxy = await startProxy(server.url, (body) =>
      body.includes('api=Export') || (body.includes('method=getData') && body.includes('courier')) ? 'fail' : 'pass',
    )
    try {
      const env = { TIFFIN_URL: proxy.url, TIFFIN_TOKEN: await server.signIn('owner') }
      const run = await machine.run(['export', 'courier', '--columns', 'name', '-o', inHome(`lost.${end}`)], { env })
      expect([run.code, run.out]).toEqual([1, ''])
      expect(run.err).toMatch(/\[server_error\]\nTry again\. If it fails again, look for the error in the log of the server\n$/)
    } finally {
      proxy.stop()
    }
    expect(leftovers()).toEqual([])
  })

  it.each(['csv', 'ndjson', 'json', 'xlsx'])(
    'because its token is revoked says how to get another, and leaves the .%s of an earlier export as it was',
    async (end) => {
      const { database, world } = server
      // More than one page.
      await database.asOwner(
        `insert into cuisine (company, name, "order") select $1, jsonb_build_object('en', 'Tag ' || n), n from generate_series(1, 5001) n`,
        [world.a],
      )
      const created = await tiffin('token', 'create', '--name', 'export', '--expires', '9d', '--scope', 'read,export')
      const [token] = json(await tiffin('token', 'list', '--json')) as { access_token_id: number }[]
      const owner = await server.signIn('owner')
      let pages = 0
      const proxy = await startProxy(server.url, async (body, address): Promise<'pass'> => {
        if (body.includes('method=getData') && body.includes('cuisine')) pages += 1
        // A sheet is one answer, whose ticket is redeemed with the rights of that time.
        if (pages === 2 || address.includes('method=Excel'))
          await server.call('Token', 'revoke', { access_token_id: token?.access_token_id }, { token: owner })
        return 'pass'
      })
      const file = inHome(`lost.${end}`)
      writeFileSync(file, 'earlier')
      try {
        const env = { TIFFIN_URL: proxy.url, TIFFIN_TOKEN: created.out.trim() }
        const run = await machine.run(['export', 'cuisine', '--fields', 'name', '-o', file, '--yes'], { env })
        expect([run.code, run.out]).toEqual([4, ''])
        expect(run.err).toMatch(/The access token was revoked \[token_revoked\]\nCreate another one: tiffin token create\n$/)
        expect(pages).toBe(end === 'xlsx' ? 0 : 2)
        expect(readFileSync(file, 'utf8')).toBe('earlier')
      } finally {
        proxy.stop()
        await database.asOwner('delete from cuisine where company = $1', [world.a])
        rmSync(file)
      }
      expect(leftovers()).toEqual([])
    },
  )

  it('because there is no room for its temporary file says where', async () => {
    const env = { TMPDIR: inHome('missing') }
    const run = await machine.run(['export', 'courier', '-o', '-'], { env })
    expect([run.code, run.out]).toEqual([1, ''])
    expect(run.err).toContain(
      `Can't write the file ${inHome('missing')}/tiffin-output- [file_not_written]\nIts folder does not exist`,
    )
  })

  it.each([
    [[], 1, '[file_exists]', 'merchant_id'],
    [['--yes'], 0, 'Exported', 'name'],
  ])('does not mix its rows with another export to the file %j', async (more, code, words, content) => {
    const file = inHome('held.csv')
    rmSync(file, { force: true })
    let other: Promise<Run> | undefined
    const proxy = await startProxy(server.url, async (body): Promise<'pass'> => {
      if (body.includes('method=getData') && body.includes('courier'))
        await (other ??= tiffin('export', 'merchant', '--fields', 'merchant_id', '-o', file))
      return 'pass'
    })
    try {
      const env = { TIFFIN_URL: proxy.url, TIFFIN_TOKEN: await server.signIn('owner') }
      const run = await machine.run(['export', 'courier', '--fields', 'name', '-o', file, ...more], { env })
      expect([run.code, run.err]).toEqual([code, expect.stringContaining(words)])
      expect((await other)?.code).toBe(0)
    } finally {
      proxy.stop()
    }
    expect(readFileSync(file, 'utf8').split(/\r?\n/)[0]).toBe(content)
    expect(leftovers()).toEqual(['held.csv'])
  })

  it.runIf(existsSync('/dev/full'))('because the disk is full says so', async () => {
    symlinkSync('/dev/full', inHome('full.csv'))
    try {
      const run = await tiffin('export', 'courier', '-o', inHome('full.csv'), '--yes')
      expect(run).toMatchObject({ code: 1, out: '', err: expect.stringContaining('The disk is full: free some space') as string })
    } finally {
      rmSync(inHome('full.csv'))
    }
  })
})

describe('api', () => {
  it('takes fields as text and as JSON, and filters the answer with jq', async () => {
    const tables = '[{"table":"courier","include":["courier_id","name"]}]'
    const jq = '.data.courier.data[] | .name, .courier_id'
    const run = await tiffin('api', 'Reference', 'getData', '-F', `tables=${tables}`, '--jq', jq)
    expect(run).toMatchObject({ code: 0, out: `Carl\n${server.world.courierA}\n`, err: '' })
    const timeline = ['api', 'Audit', 'timeline', '{"table":"user","id":1}', '-f', 'table=courier', '--jq', '.data.status']
    expect((await tiffin(...timeline)).out).toBe('OK\n')
  })

  it.each([
    [['-f', 'table'], 'key=value: table'],
    [['-F', 'id=x'], 'The value of id is not JSON: x'],
    [['[]', '-f', 'a=b'], 'Fields need an object'],
  ])('refuses the fields %j', async (args, words) => {
    const run = await tiffin('api', 'Audit', 'timeline', ...args)
    expect(run).toMatchObject({ code: 2, out: '' })
    expect(run.err).toContain(words)
  })

  it('explains why a jq filter is invalid', async () => {
    const run = await tiffin('api', 'Auth', 'checkAuth', '--jq', '.a[')
    expect(run).toMatchObject({ code: 2, out: '' })
    expect(run.err).toContain('The jq filter failed')
  })
})

describe('each-company', () => {
  it('runs the command once for each company, and names those for which it failed', async () => {
    const { a, b } = server.world
    const run = await tiffin('each-company', '--', 'list', 'device', '--json', 'name')
    expect(run).toMatchObject({ code: 1, out: '[]\n' })
    expect(run.err).toContain(`Company ${a}: Alpha\nNo results\nCompany ${b}: Beta\n`)
    expect(run.err).toContain(`${b} Beta: failed or refused, exit code 1\nCompanies: 2, failed: 1\n`)
  })

  it('returns the outputs as JSON, and puts the company into the arguments', async () => {
    const { a, b } = server.world
    const run = await tiffin('each-company', '--json', '--', 'list', 'company', '--where', 'id={company}', '--json', 'company_id')
    expect(json(run)).toEqual(
      [a, b].map((company_id) => expect.objectContaining({ company_id, exit: 0, output: [{ company_id }] }) as unknown),
    )
    expect((await tiffin('each-company', '--', 'login')).code).toBe(2)
    expect((await tiffin('each-company', '--', 'list', 'courier', '--company', String(a))).code).toBe(2)
  })

  it('tells failures from conditions that are met, and from nothing found', async () => {
    const { a, b } = server.world
    const report = ['each-company', '--', 'report', 'orders', '--period', 'all', '--fail-if', 'orders>=0']
    const both = await tiffin(...report)
    expect(both.code).toBe(1)
    expect(both.err).toContain(
      `${a} Alpha: a --fail-if condition is met, exit code 5\n${b} Beta: failed or refused, exit code 1\n`,
    )
    const made = await tiffin('token', 'create', '--name', 'a', '--scope', 'read', '--company', String(a), '--expires', '1d')
    const met = await machine.run(report, { env: { TIFFIN_TOKEN: made.out.trim() } })
    expect([met.code, met.err]).toEqual([5, expect.stringContaining('Companies: 1, failed: 0\n')])
    const nothing = await tiffin('each-company', '--json', '--', 'get', 'company', '999999')
    expect([nothing.code, json(nothing)]).toMatchObject([3, [{ exit: 3 }, { exit: 3 }]])
    const one = await tiffin('each-company', '--', 'get', 'company', String(a))
    expect([one.code, one.err]).toEqual([0, expect.stringContaining(`${b} Beta: nothing changed, or not found, exit code 3\n`)])
  })

  it.each([
    [['export', 'courier', '--out', 'all.csv', '--yes'], '--out'],
    [['export', 'courier', '-oall.csv', '--yes'], '-o'],
    [['export', 'courier', '--yes'], '--out'],
    [['report', 'orders', '--out=all.xlsx', '--yes'], '--out'],
    [['import', 'courier', '{company}.csv', '--yes', '--rejected', 'bad.csv'], '--rejected'],
  ])('refuses %j, which would leave the file of the last company only', async (args, flag) => {
    const run = await tiffin('each-company', '--', ...args)
    expect([run.code, run.err]).toEqual([
      2,
      `${flag} needs {company} in the name of the file, which each company would overwrite [usage]\n`,
    ])
  })

  it('takes -o as the order of rows where it is', async () => {
    expect((await tiffin('each-company', '--', 'list', 'courier', '-o', 'name')).code).not.toBe(2)
  })

  it('passes --dry-run on: nothing is changed', async () => {
    const count = async () => (json(await tiffin('list', 'courier', '--json', 'courier_id')) as unknown[]).length
    const before = await count()
    expect(before).toBeGreaterThan(0)
    await tiffin('each-company', '--dry-run', '--', 'delete', 'courier', '--where', 'courier_id>0', '--yes')
    expect(await count()).toBe(before)
  })

  it('ends with 130 at Ctrl-C, without the other companies', async () => {
    const { b } = server.world
    const run = await machine.run(['each-company', '--', 'report', 'orders', '--watch', '1'], {
      onOut: (_out, child) => child.kill('SIGINT'),
    })
    expect(run.code).toBe(130)
    expect(run.err).not.toContain(`Company ${b}`)
  })
})

describe('more companies than one page', () => {
  const COUNT = 120
  let added: number[]
  beforeAll(async () => {
    const { database } = server
    const [first] = await database.asOwner<Record<string, unknown>>('select * from company where company_id = $1', [
      server.world.a,
    ])
    const { creator, owner_id, country, timezone } = first ?? {}
    added = []
    for (let n = 0; n < COUNT; n += 1) {
      const company = await insertRow(database, 'company', { creator, owner_id, country, timezone, status: 1, name: { en: `Branch ${n}` } }) // prettier-ignore
      await insertRow(database, 'membership', { company, admin: server.world.ownerA, company_role: 1 })
      added.push(company)
    }
  })
  afterAll(async () => {
    await server.database.asOwner('delete from membership where company = any($1)', [added])
    await server.database.asOwner('delete from company where company_id = any($1)', [added])
  })

  it('COMP-16: company list has all of them', async () => {
    const { a, b } = server.world
    const listed = json(await tiffin('company', 'list', '--json', 'company_id')) as { company_id: number }[]
    expect(listed.map(({ company_id }) => company_id)).toEqual([a, b, ...added])
  })

  fullRunOnly.it(
    'each-company runs for all of them',
    async () => {
      const run = await tiffin('each-company', '--json', '--', 'get', 'company', '{company}', '--json', 'company_id')
      const { a, b } = server.world
      expect(json(run)).toEqual(
        [a, b, ...added].map((company_id) => expect.objectContaining({ company_id, exit: 0, output: { company_id } }) as unknown),
      )
      expect(run.err).toContain(`Companies: ${COUNT + 2}, failed: 0`)
    },
    600_000,
  )
})

describe('schema', () => {
  const validator = () => {
    const ajv = new Ajv2020({ strict: true, strictTuples: false, strictTypes: false, allErrors: true })
    formats.default(ajv)
    return ajv
  }

  it.each(entityNames)('of %s is a valid JSON Schema, for rows and for saves', (name) => {
    const entity: Entity = entities[name]
    const [row, save] = (['row', 'save'] as const).map((use) => validator().compile(jsonSchemaOf(entity, use)))
    expect(row?.({})).toBe(false)
    expect(save?.({ no_such_field: 1 })).toBe(false)
  })

  it('of a table accepts its rows as the command lists them', async () => {
    const validate = validator().compile(json(await tiffin('schema', 'merchants')) as object)
    const rows = json(await tiffin('list', 'merchant', '--json')) as object[]
    expect(rows.length).toBeGreaterThan(1)
    for (const row of rows) expect([validate(row), validate.errors]).toEqual([true, null])
    const save = validator().compile(json(await tiffin('schema', 'courier', '--save')) as object)
    expect([save({ name: 'Ann' }), save({ ip: '1.2.3.4' }), save({ name: 5 })]).toEqual([true, false, false])
  })

  it('describes all calls in OpenAPI, as the server does', async () => {
    const run = await tiffin('schema', '--openapi')
    expect(run).toMatchObject({ code: 0, err: '' })
    expect(json(run)).toEqual(await (await fetch(`${server.url}/api/openapi.json`)).json())
    expect((await tiffin('schema')).err).toBe('Name a table, or use --openapi [usage]\n')
    expect((await tiffin('schema', 'order', '--openapi')).code).toBe(2)
  })
})

describe('man', () => {
  it('has every command, in three languages, and man renders it without a warning', async () => {
    const english = await tiffin('man')
    expect(english).toMatchObject({ code: 0, err: '' })
    const commands = [...english.out.matchAll(/^\.SS "tiffin (.+)"$/gm)].map(([, name]) => name)
    for (const name of ['login', 'orders move', 'token create', 'dictionary import', 'serve', 'man'])
      expect(commands).toContain(name)
    expect(commands).not.toContain('complete')
    expect((await tiffin('man', '--lang', 'ru')).out).toContain('.SH КОМАНДЫ\n')
    expect((await tiffin('man', '--lang', 'ar')).out).toContain('.SH الأوامر\n')
    if (!existsSync('/usr/bin/man')) return
    const page = await machine.shell('sh', 'tiffin man > "$HOME/tiffin.1"; man --warnings -l "$HOME/tiffin.1" 2>&1', {
      MANWIDTH: '100',
    })
    expect(page).toContain('tiffin orders move')
    expect(page).not.toContain('warning')
  })
})
