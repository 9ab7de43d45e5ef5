import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { unescapeFormula } from '@tiffin/core/rules'
import { entities, type Entity, entityNames, jsonSchemaOf } from '@tiffin/sdk/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createMachine, type Machine, type Run } from './test/run-command.ts'

const { insertRow, PASSWORD, startTestServer } = await import('@tiffin/server/test')
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

  it('says what is wrong with a jq filter', async () => {
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
    expect(run.err).toContain(`${b} Beta: failed, exit code 1\nCompanies: 2, failed: 1\n`)
  })

  it('returns the outputs as JSON, and puts the company into the arguments', async () => {
    const { a, b } = server.world
    const run = await tiffin('each-company', '--json', '--', 'list', 'company', '--where', 'id={company}', '--json', 'company_id')
    expect(json(run)).toEqual(
      [a, b].map((company_id) => expect.objectContaining({ company_id, exit: 0, output: [{ company_id }] }) as unknown),
    )
    expect((await tiffin('each-company', '--', 'login')).code).toBe(2)
  })
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
