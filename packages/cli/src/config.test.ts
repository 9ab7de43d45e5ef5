import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMachine, type Machine, type Run } from './test/run-command.ts'

const { insertRow, PASSWORD, startTestServer } = await import('@tiffin/server/test')
// Each run is a separate process, which starts slowly on a loaded machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let server: Awaited<ReturnType<typeof startTestServer>>
let machine: Machine
let proxy: Server
/** Runs once before the call that applies a plan reaches the server. */
let beforeApply: ((answer: ServerResponse) => Promise<void>) | undefined
/** Runs once after it was answered; true drops the response. */
let afterApply: (() => boolean) | undefined

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
const statuses = async () =>
  (
    await server.database.asOwner<{ name: string }>(
      `select value ->> 'en' as name from order_status where company = $1 order by status, order_status_id`,
      [server.world.a],
    )
  ).map(({ name }) => name)
const setColor = (name: string, background: string) =>
  server.database.asOwner(
    `update order_status set revision = revision + 1, color = jsonb_set(color, '{background}', to_jsonb($3::text))
     where company = $1 and value ->> 'en' = $2`,
    [server.world.a, name, background],
  )

/** Passes calls on, so that tests can act right before and after a plan is applied. */
const createProxy = (): Server =>
  createServer((incoming, outgoing) => {
    const forward = async (): Promise<void> => {
      const body = Buffer.concat(await incoming.toArray())
      const isApply = body.includes('method=apply') && !body.includes('rehearse%22%3Atrue')
      if (isApply) {
        const hook = beforeApply
        beforeApply = undefined
        await hook?.(outgoing)
        if (outgoing.destroyed) return
      }
      const headers = { ...incoming.headers, host: new URL(server.url).host }
      request(server.url + (incoming.url ?? ''), { method: incoming.method, headers }, (answer) => {
        const hook = isApply ? afterApply : undefined
        if (isApply) afterApply = undefined
        if (hook?.()) return void outgoing.destroy()
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(outgoing)
      }).end(body)
    }
    void forward()
  })

beforeAll(async () => {
  server = await startTestServer()
  await server.database.asOwner('update company set allow_banner = 1')
  await server.database.asOwner(
    `update order_mode set name = jsonb_build_object('en', case id when 1 then 'Locked' when 2 then 'Full' else 'Mode ' || id end)`,
  )
  proxy = createProxy()
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  machine = createMachine({ TIFFIN_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` })
  const signedIn = await machine.run(['login', '--login', 'owner', '--password-stdin'], { input: `${PASSWORD}\n` })
  if (signedIn.code !== 0) throw new Error(signedIn.err)
})
afterAll(async () => {
  machine.remove()
  proxy.close()
  await server.stop()
})
beforeEach(() => {
  beforeApply = undefined
  afterApply = undefined
})

describe('config', () => {
  it('pulls a readable file without secrets; a plan of it says no changes, and it is the same when pulled again', async () => {
    await server.database.asOwner(`update pay_type set pay_system_settings = '[{"secret": "s3cret"}]' where company = $1`, [
      server.world.a,
    ])
    await server.database.asOwner(`update company set google_maps_key = 'AIza-s3cret' where company_id = $1`, [server.world.a])
    const file = await pull('company.yaml')
    expect(text('company.yaml')).not.toContain('s3cret')
    expect(text('company.yaml')).toContain(`
  Delivered:
    status: 8
    merchant: Full
    transfer: [Pre-order, New, Accepted, Ready, Cancelled]
    done: true
`)
    const plan = await tiffin('config', 'plan', file)
    expect([plan.code, plan.out, plan.err]).toEqual([
      3,
      expect.stringMatching(/^table\t.*\n$/),
      expect.stringContaining('No changes'),
    ])
    expect((await tiffin('config', 'pull')).out).toBe(text('company.yaml'))
  })

  it('MOON-06: applies exactly what the plan shows as one change, and one undo takes it back', async () => {
    await pull('company.yaml')
    const before = text('company.yaml')
    const edited = before
      .replace('  Closed:\n    status: 9\n', '  Archived:\n    was: Closed\n    status: 10\n')
      .replace(
        '  Delivered:\n    status: 8\n',
        '  Paid:\n    status: 8\n    value: { ru: Оплачен }\n    transfer: [Archived]\n  Delivered:\n    status: 9\n',
      )
      .replace('order_step: {}', 'order_step:\n  Delivery:\n    step: 1\n    status: [New, Paid, Delivered]')
      .replace('fee: "1.50"', 'fee: 2.5')
    const file = write('edited.yaml', edited)
    const plan = await tiffin('config', 'plan', file, '--json')
    expect([plan.code, json(plan)]).toMatchObject([0, { created: 2, changed: 3, deleted: 0, absent: 0, refused: 0 }])
    const rows = json(plan)['rows'] as { name: string; changes: unknown }[]
    expect(rows.map(({ name, changes }) => [name, changes])).toEqual([
      ['', { fee: ['1.50', '2.50'] }],
      ['Paid', { status: [null, 8], 'value.en': [null, 'Paid'], 'value.ru': [null, 'Оплачен'], transfer: [null, ['Archived']] }],
      ['Delivered', { status: [8, 9] }],
      ['Archived', { status: [9, 10], 'value.en': ['Closed', 'Archived'] }],
      ['Delivery', { step: [null, 1], 'name.en': [null, 'Delivery'], status: [null, ['New', 'Paid', 'Delivered']] }],
    ])
    expect((await tiffin('config', 'apply', file, '--dry-run', '--yes')).code).toBe(0)
    expect(await statuses()).not.toContain('Paid')
    const run = await tiffin('config', 'apply', file, '--plan', String(json(plan)['plan']), '--yes', '--json')
    expect([run.code, json(run)]).toMatchObject([0, { created: 2, changed: 3 }])
    expect((await statuses()).slice(-3)).toEqual(['Paid', 'Delivered', 'Archived'])
    expect((await tiffin('config', 'plan', file)).code).toBe(3)
    expect((await tiffin('undo', String(json(run)['change']))).code).toBe(0)
    await pull('undone.yaml')
    expect(text('undone.yaml').replace(/change: \d+/, '')).toBe(before.replace(/change: \d+/, ''))
  })

  it('plan --fail-if exits with 5 for changes, refusals and changes made online, otherwise with 0', async () => {
    const file = await pull('watched.yaml')
    const failIf = (...conditions: string[]) => conditions.flatMap((one) => ['--fail-if', one])
    const plan = async (name: string, ...conditions: string[]) => tiffin('config', 'plan', name, ...failIf(...conditions))
    expect(await plan(file, 'changes>0', 'refused>0')).toMatchObject({
      code: 0,
      err: expect.stringContaining('No changes') as string,
    })
    const edited = write('watched-edited.yaml', text('watched.yaml').replace('fee: "1.50"', 'fee: 2.5'))
    const met = await plan(edited, 'changes>0')
    expect(met).toMatchObject({ code: 5, err: expect.stringContaining('Condition met: changes>0 (changes 1)') as string })
    expect(met.out).toContain('2.50')
    expect((await plan(edited, 'changed>=2', 'deleted>0')).code).toBe(0)
    const wrong = write('watched-wrong.yaml', text('watched.yaml').replace('fee: "1.50"', 'fee: much'))
    expect([(await plan(wrong, 'changes>0')).code, (await plan(wrong, 'changes>0', 'refused>0')).code]).toEqual([1, 5])
  })

  it.each([
    ['change>0', 'The plan has no figure change [usage]', 'Did you mean change'],
    ['changes', 'Invalid condition: changes [usage]', "such as 'changes>0'"],
    ['changes>10%', 'changes is not a percentage: changes>10% [usage]', ''],
  ])('plan refuses --fail-if %s', async (condition, sentence, advice) => {
    const run = await tiffin('config', 'plan', at('watched.yaml'), '--fail-if', condition)
    expect(run).toMatchObject({ code: 2, out: '', err: expect.stringContaining(sentence) as string })
    expect(run.err).toContain(advice)
  })

  it('leaves out a table that the tariff of the company does not include', async () => {
    const whole = await pull('with-banners.yaml')
    expect(text('with-banners.yaml')).toContain('banner: {}')
    await server.database.asOwner('update company set allow_banner = 0')
    try {
      // The server keeps the options of a session for a second.
      await expect
        .poll(() => pull('without-banners.yaml').then(() => text('without-banners.yaml')), { timeout: 10_000 })
        .not.toContain('banner')
      const plans = [await tiffin('config', 'plan', at('without-banners.yaml')), await tiffin('config', 'plan', whole)]
      expect(plans.map(({ code }) => code)).toEqual([3, 3])
      const more = write('more-banners.yaml', text('with-banners.yaml').replace('banner: {}', 'banner:\n  Summer: {}'))
      const refused = await tiffin('config', 'plan', more, '--json')
      expect([refused.code, json(refused)]).toMatchObject([
        1,
        { problems: [{ table: 'banner', code: 'option_required', reason: 'Not included in your tariff' }] },
      ])
    } finally {
      await server.database.asOwner('update company set allow_banner = 1')
    }
  })

  it('MOON-06: leaves records that the file does not have, and deletes them with --prune after naming their number', async () => {
    for (const name of ['Soup', 'Salad'])
      await insertRow(server.database, 'cuisine', { company: server.world.a, name: { en: name }, order: 1 })
    const file = at('company.yaml')
    expect(await tiffin('config', 'plan', file)).toMatchObject({
      code: 3,
      err: expect.stringContaining('deleted: 0, not in the file: 2') as string,
    })
    beforeApply = async () =>
      void (await server.database.asOwner(`update cuisine set revision = revision + 1 where name ->> 'en' = 'Soup'`))
    const outdated = await tiffin('config', 'apply', file, '--prune', '--yes')
    expect([outdated.code, outdated.err]).toEqual([1, expect.stringContaining('[plan_outdated]')])
    const pruned = await tiffin('config', 'apply', file, '--prune', '--yes', '--json')
    expect([pruned.code, json(pruned), pruned.err]).toMatchObject([
      0,
      { deleted: 2 },
      expect.stringContaining('cuisine: 2 to delete'),
    ])
    expect(json(await tiffin('list', 'cuisine', '--json'))).toEqual([])
    expect((await tiffin('undo', String(json(pruned)['change']))).code).toBe(0)
    const sections = write('without-tags.yaml', text('company.yaml').replace('cuisine: {}\n', ''))
    expect((await tiffin('config', 'plan', sections, '--prune')).code).toBe(3)
    await server.database.asOwner('delete from cuisine where company = $1', [server.world.a])
  })

  it('shows changes made online since the pull', async () => {
    const file = await pull('company.yaml')
    const [ready] = await server.database.asOwner<{ id: number }>(
      `select order_status_id::int as id from order_status where company = $1 and value ->> 'en' = 'Ready'`,
      [server.world.a],
    )
    const saved = await tiffin('save', 'order_status', String(ready?.id), '--set', 'print=1', '--set', 'done=1', '--yes')
    expect(saved.code).toBe(0)
    write(
      'company.yaml',
      text('company.yaml').replace('    ready: true\n', '    ready: true\n    done: true\n    paycheck: true\n'),
    )
    const plan = await tiffin('config', 'plan', file, '--json')
    expect(json(plan)).toMatchObject({
      changed: 1,
      rows: [{ name: 'Ready', changes: { print: [true, false], paycheck: [false, true] } }],
      online: [{ table: 'order_status', name: 'Ready', action: 'changed', field: 'print', admin: 'owner' }],
    })
    expect(plan.err).toContain('Changed online since the pull: order_status Ready print (owner, ')
    const table = await tiffin('config', 'plan', file)
    expect(table.out).toContain('order_status\tReady\tchanged\tprint\ttrue\tfalse\towner\n')
    expect((await tiffin('config', 'apply', file, '--yes')).code).toBe(0)
    await pull('company.yaml')
  })

  it('MOON-06: refuses if the data or the file has changed since the plan (AMB-227)', async () => {
    const file = write('late.yaml', text('company.yaml').replace('  New:\n', '  New:\n    paycheck: true\n'))
    const { plan } = json(await tiffin('config', 'plan', file, '--json'))
    await setColor('New', '#000001')
    expect(await tiffin('config', 'apply', file, '--plan', String(plan), '--yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining('[plan_outdated]') as string,
    })
    await pull('company.yaml')
    const edited = text('company.yaml').replace('  New:\n', '  Extra:\n    status: 11\n  New:\n    paycheck: true\n')
    write('late.yaml', edited)
    const second = json(await tiffin('config', 'plan', file, '--json'))
    write('late.yaml', edited.replace('Extra', 'Other'))
    const changed = await tiffin('config', 'apply', file, '--plan', String(second['plan']), '--yes')
    expect([changed.code, changed.err]).toEqual([1, expect.stringContaining('[plan_outdated]')])
    const changes: [string, () => Promise<unknown>][] = [
      [
        'a changed field',
        () =>
          server.database.asOwner(`update order_status set paycheck = 1, revision = revision + 1 where value ->> 'en' = 'New'`),
      ],
      [
        'a new record',
        () => insertRow(server.database, 'order_status', { company: server.world.a, status: 77, value: { en: 'Other' } }),
      ],
    ]
    for (const [name, act] of changes) {
      beforeApply = async () => void (await act())
      const run = await tiffin('config', 'apply', file, '--yes')
      expect([name, run.code, run.err]).toEqual([name, 1, expect.stringContaining('[plan_outdated]')])
      await server.database.asOwner(`delete from order_status where status = 77`)
      await server.database.asOwner(`update order_status set paycheck = 0 where value ->> 'en' = 'New'`)
    }
    expect(await statuses()).not.toContain('Other')
  })

  it('applies once if the answer got lost, and nothing if it is stopped before', async () => {
    const file = write('lost.yaml', text('company.yaml').replace('cuisine: {}', 'cuisine:\n  Lost: {}'))
    afterApply = () => true
    const run = await tiffin('config', 'apply', file, '--yes')
    expect([run.code, run.err]).toEqual([0, expect.stringContaining('Saved: 1')])
    expect(json(await tiffin('list', 'cuisine', '--json', 'name'))).toEqual([{ name: { en: 'Lost' } }])
    const stopped = write('stopped.yaml', text('company.yaml').replace('cuisine: {}', 'cuisine:\n  Stopped: {}'))
    const child = machine.start(['config', 'apply', stopped, '--yes'])
    const isStopped = new Promise<void>((resolve) => {
      beforeApply = async (answer) => {
        child.kill('SIGINT')
        await once(answer, 'close')
        resolve()
      }
    })
    await isStopped
    expect(await child.closed).not.toBe(0)
    expect(json(await tiffin('list', 'cuisine', '--json', 'name'))).toEqual([{ name: { en: 'Lost' } }])
    await server.database.asOwner('delete from cuisine where company = $1', [server.world.a])
  })

  it('compares two companies, and a company with a file', async () => {
    const { a, b } = server.world
    const other = createMachine({ TIFFIN_URL: server.url })
    await other.run(['login', '--login', 'platform', '--password-stdin'], { input: `${PASSWORD}\n` })
    const same = await other.run(['config', 'diff', String(a), String(a)])
    expect([same.code, same.err]).toEqual([3, expect.stringContaining('No differences')])
    const two = await other.run(['config', 'diff', String(b), String(a), '--json'])
    expect(two.code).toBe(0)
    expect(JSON.parse(two.out)).toContainEqual({
      table: 'company',
      name: '',
      action: 'changed',
      field: 'timezone',
      before: 'UTC',
      after: 'Europe/Berlin',
    })
    const file = await pull('company.yaml')
    write('company.yaml', text('company.yaml').replace('timezone: Europe/Berlin', 'timezone: Europe/Paris'))
    const backwards = await tiffin('config', 'diff', file, '--json')
    expect(JSON.parse(backwards.out)).toMatchObject([{ field: 'timezone', before: 'Europe/Paris', after: 'Europe/Berlin' }])
    const forwards = await tiffin('config', 'diff', String(a), file, '--json')
    expect(JSON.parse(forwards.out)).toMatchObject([{ field: 'timezone', before: 'Europe/Berlin', after: 'Europe/Paris' }])
    expect((await tiffin('config', 'diff', String(a), String(b))).err).toContain('[foreign_company]')
    expect(await tiffin('config', 'diff', 'x', 'y')).toMatchObject({ code: 2 })
    other.remove()
    await pull('company.yaml')
  })

  it('needs the scope config to apply, and read to pull (AMB-232)', async () => {
    const token = async (scope: string) =>
      (await tiffin('token', 'create', '--name', 'ci', '--expires', '9d', '--scope', scope)).out.trim()
    const file = write('token.yaml', text('company.yaml').replace('banner: {}', 'banner:\n  Sale: {}'))
    const readOnly = { TIFFIN_TOKEN: await token('read,write') }
    expect((await machine.run(['config', 'pull'], { env: readOnly })).code).toBe(0)
    expect(await machine.run(['config', 'apply', file, '--yes'], { env: readOnly })).toMatchObject({
      code: 1,
      err: expect.stringContaining('[scope_required]') as string,
    })
    const run = await machine.run(['config', 'apply', file, '--yes', '--json'], {
      env: { TIFFIN_TOKEN: await token('read,config') },
    })
    expect([run.code, json(run)]).toMatchObject([0, { created: 1 }])
    await server.database.asOwner('delete from banner')
  })
})

describe('wrong configuration files', () => {
  it.each<[string, (good: string) => string | Uint8Array, string]>([
    ['a PDF', () => '%PDF-1.7\n%\u0000', 'not_yaml'],
    ['bytes that are not UTF-8', () => new Uint8Array([0xff, 0xfe, 0x00, 0xd8]), 'not_yaml'],
    ['an alias', (good) => `x: &a [1]\ny: *a\n${good}`, 'alias'],
    ['a newer contract', (good) => good.replace('contract: 1', 'contract: 99'), 'newer_contract'],
    ['a secret', (good) => good.replace('    admin: 2\n', '    admin: 2\n    pay_system_settings: [{}]\n'), 'unknown_key'],
    ['a wrong value', (good) => good.replace('status: 9', 'status: nine'), 'invalid_value'],
    ['an unknown reference', (good) => good.replace('transfer: [Pre-order', 'transfer: [Pre-ordr'), 'unknown_reference'],
    [
      'texts that differ from the name',
      (good) => good.replace('  Closed:\n', '  Closed:\n    value: { en: Open }\n'),
      'name_differs',
    ],
    [
      'one record twice',
      (good) => good.replace('  Closed:\n', '  Gone:\n    was: Closed\n    status: 12\n  Closed:\n'),
      'matched_twice',
    ],
    ['what the server refuses', (good) => good.replace('    created: true\n', ''), 'required'],
    [
      'two statuses for new orders',
      (good) => good.replace('    done: true\n', '    done: true\n    created: true\n'),
      'invalid_value',
    ],
  ])('refuses %s and changes nothing', async (_name, wrong, code) => {
    const before = await server.database.asOwner('select count(*) from change')
    const file = at('wrong.yaml')
    writeFileSync(file, wrong(text('company.yaml')))
    const run = await tiffin('config', 'apply', file, '--yes', '--json')
    const codes = run.out === '' ? run.err : (json(run)['problems'] as { code: string }[]).map((item) => item.code)
    expect([run.code, codes]).toEqual([1, run.out === '' ? expect.stringContaining(`[${code}]`) : expect.arrayContaining([code])])
    expect(await server.database.asOwner('select count(*) from change')).toEqual(before)
  })

  it('names line, nearest known word and reason', async () => {
    const lines = text('company.yaml').split('\n')
    const line = lines.indexOf('    done: true') + 1
    const file = write('near.yaml', lines.with(line - 1, '    dnoe: true').join('\n'))
    const run = await tiffin('config', 'plan', file)
    expect([run.code, run.out]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(
          `^line\\ttable\\tname\\tfield\\treason\\n${line}\\torder_status\\t\\w+\\t\\tThere is no field dnoe. Did you mean done\\?\\n$`,
        ),
      ),
    ])
    const russian = await machine.run(['config', 'plan', file], { env: { TIFFIN_LANG: 'ru' } })
    expect(russian.out).toContain('Нет поля dnoe')
  })

  it.each([
    ['above the list', 'Closed', '    status: 9\n', '    status: 2147483647\n'],
    ['of 0 for a column', 'Closed', '    status: 9\n', '    status: 0\n'],
    ['below 0', 'Lost', '  Closed:\n', '  Lost:\n    status: -3\n  Closed:\n'],
    ['above 0 for Cancelled', 'Cancelled', '    status: 0\n', '    status: 12\n'],
  ])('refuses a number %s, with the line of the record and the numbers that are possible', async (_what, name, good, wrong) => {
    const yaml = text('company.yaml').replace(good, wrong)
    expect(yaml).toContain(wrong)
    const line = yaml.split('\n').indexOf(`  ${name}:`) + 1
    const reason = 'Enter a number from 1 to 5000. Rows numbered 0 or less keep their number.'
    const run = await tiffin('config', 'plan', write('numbers.yaml', yaml), '--json')
    expect([run.code, json(run)['problems']]).toMatchObject([1, [{ line, table: 'order_status', name, field: 'status', reason }]])
  })

  it.each([
    ['no file', ['plan', 'missing.yaml'], 3],
    ['no argument', ['apply'], 2],
    ['no confirmation', ['apply', 'FILE'], 2],
    ['an unknown language of names', ['pull', '--names', 'x1'], 2],
  ])('refuses %s', async (_name, args, code) => {
    const file = write('confirm.yaml', text('company.yaml').replace('cuisine: {}', 'cuisine:\n  Soup: {}'))
    expect((await tiffin('config', ...args.map((arg) => (arg === 'FILE' ? file : arg)))).code).toBe(code)
    expect(existsSync(at('confirm.yaml.part'))).toBe(false)
  })
})
