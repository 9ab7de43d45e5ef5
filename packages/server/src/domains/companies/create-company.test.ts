import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lintWorkflow, type WorkflowStatus } from '@tiffin/core/rules'
import { companyOptions, companySeeds, platformSeeds, tariffOptions } from '@tiffin/sdk/contract'
import { readConfig } from '#server/config'
import { startServer, type RunningServer } from '#server/start-server'
import { createTestDatabase, type TestDatabase } from '#server/test/test-database'
import { createAdmin } from '#domains/people/create-admin'
import { ensurePlatform } from '#db/platform'

let database: TestDatabase
let server: RunningServer
let token: string

async function call(api: string, method: string, data: unknown, more: Record<string, string> = {}) {
  const app = JSON.stringify({ name: 'api', version: '1', contract: 1 })
  const body = new URLSearchParams({ api, method, data: JSON.stringify(data), app, ...more })
  const answer = await fetch(`${server.url}/api`, { method: 'POST', body })
  return (await answer.json()) as Record<string, never> & {
    data: { status: string; error?: string; company_id: number }
    auth: { user: { token: string; company: Record<string, unknown> | null; company_role: number | null } }
    code?: string
    field?: string
  }
}

beforeAll(async () => {
  database = await createTestDatabase()
  await ensurePlatform(database.urls.owner)
  const db = database.open()
  const { urls } = database
  server = await startServer(readConfig({ PORT: '0', TIFFIN_LOG: 'silent' }), {
    store: { db, ownerUrl: urls.owner, workerUrl: urls.worker, home: '', close: async () => {} },
  })
  const { password } = await createAdmin(db, { login: 'Mina', role: 2, name: 'Mina' })
  token = (await call('Auth', 'Login', { login: 'mina', password })).auth.user.token
})
afterAll(async () => {
  await server.stop()
  await database.drop()
})

const germany = platformSeeds().country?.find((row) => row.alpha2 === 'DE')?.country_id as number
const company = { country: germany, lang: [27, 1], name: 'Mina’s', tariff: { tariff_id: 1, subscribe_period_id: 4 } }
const create = (change: object = {}, more: Record<string, string> = {}) =>
  call('Company', 'Create', { company: { ...company, ...change } }, { token, lang: 'en', ...more })

describe('Company/Create', () => {
  let answer: Awaited<ReturnType<typeof create>>
  let id: number
  beforeAll(async () => {
    answer = await create({}, { idempotency_key: 'first' })
    id = answer.data.company_id
  })
  const one = async (text: string) => (await database.asOwner(text, [id]))[0]

  it('API-30 API-31 COMP-09: creates the caller’s company with the chosen tariff, which the caller works in at once', async () => {
    expect(answer.data).toEqual({ status: 'OK', company_id: expect.any(Number) as number })
    const { user } = (await call('Auth', 'checkAuth', {}, { token })).auth
    expect(user.company).toMatchObject({
      company_id: id,
      name: { en: 'Mina’s' },
      timezone: 'Europe/Berlin',
      enable: 1,
      suspended: 0,
    })
    expect(user.company_role).toBe(1)
    expect(
      await one('select country::int, lang, base_tariff::int, tariff_period::int from company where company_id = $1'),
    ).toEqual({
      country: company.country,
      lang: company.lang,
      base_tariff: company.tariff.tariff_id,
      tariff_period: company.tariff.subscribe_period_id,
    })
    expect(
      await one(
        'select c.owner_id = a.admin_id and c.creator = a.admin_id as own from company c join admin a on a.company = $1 where company_id = $1',
      ),
    ).toEqual({ own: true })
  })

  it('answers a repeated request with the same company', async () => {
    expect((await create({}, { idempotency_key: 'first' })).data.company_id).toBe(id)
    expect(await one('select count(*)::int as n from company where company_id >= $1')).toEqual({ n: 1 })
  })

  it('MOON-09: creates a valid workflow', async () => {
    const statuses = await database.asOwner<WorkflowStatus>(
      `select order_status_id::int, status, value, merchant::int, transfer, created::int, done::int, print::int from order_status where company = $1`,
      [id],
    )
    expect(statuses.length).toBeGreaterThan(5)
    expect(lintWorkflow(statuses)).toEqual([])
  })

  it('creates statuses with transfer lists, two order paths, cash payment and a category', async () => {
    const statuses = await database.asOwner<{ status: number; to: number[] }>(
      `select s.status, array(select o.status from jsonb_array_elements_text(s.transfer) with ordinality t(key, n)
         join order_status o on o.order_status_id = t.key::bigint and o.company = s.company order by n) as to
       from order_status s where company = $1`,
      [id],
    )
    const expected = companySeeds.order_status.map(({ status, transfer }) => [status, transfer])
    expect(Object.fromEntries(statuses.map(({ status, to }) => [status, to]))).toEqual(Object.fromEntries(expected))
    const steps = await database.asOwner(
      `select type::int, array(select o.status from jsonb_array_elements_text(s.status) with ordinality t(key, n)
         join order_status o on o.order_status_id = t.key::bigint order by n) as path from order_step s where company = $1 order by step`,
      [id],
    )
    expect(steps).toEqual(companySeeds.order_step.map((row) => ({ type: row.type, path: row.status })))
    expect(await one(`select name->>'en' as name, admin, online from pay_type where company = $1`)).toEqual({
      name: 'Cash',
      admin: 2,
      online: 0,
    })
    expect(await one('select count(*)::int as n from merchant_type where company = $1')).toEqual({ n: 1 })
  })

  it('GATE-11 TARIFF-04: applies the limits, free options and trial days of the tariff', async () => {
    const row = await one('select *, due_date::date - current_date as days from company where company_id = $1')
    expect(row).toMatchObject({ limit_order: 500, limit_merchant: 1, limit_user: null, overlimit_order_price: '0.10' })
    const options = companyOptions.filter((name) => row?.[name] === 1)
    expect(options).toEqual(['allow_courier_app', 'allow_report'])
    expect(row).toMatchObject({ trial: 1, days: 30, base_tariff: 1, tariff_period: 4, balance: '0.00' })
    expect(tariffOptions.every((name) => name in (row ?? {}))).toBe(true)
  })

  it('books a zero change of tariff, by which bills know that its trial was used', async () => {
    expect(
      await one(
        `select type::int, bill, amount, tariff::int, tariff_period::int, set_trial::int, state, date_applied is not null as applied
         from payment where company = $1`,
      ),
    ).toEqual({
      type: 4,
      bill: '0.00',
      amount: '0.00',
      tariff: 1,
      tariff_period: 4,
      set_trial: 1,
      state: 'applied',
      applied: true,
    })
  })

  it('PRICE-06: shows prices with decimals in a new company', async () => {
    expect(await one('select price_show_decimal::int from company where company_id = $1')).toEqual({ price_show_decimal: 1 })
  })

  it('uses the tariff marked as best if none is given', async () => {
    const other = (await create({ tariff: null, timezone: 'Asia/Tbilisi' })).data.company_id
    const [row] = await database.asOwner(
      'select base_tariff::int, tariff_period::int, timezone from company where company_id = $1',
      [other],
    )
    expect(row).toEqual({ base_tariff: 2, tariff_period: 1, timezone: 'Asia/Tbilisi' })
  })

  it.each([
    ['a country that does not exist', { country: 99_999 }, 'invalid_value', 'country'],
    ['a language that does not exist', { lang: [27, 99_999] }, 'invalid_value', 'lang'],
    ['an empty name', { name: { en: '  ' } }, 'required', 'name'],
    ['a tariff that does not exist', { tariff: { tariff_id: 9999, subscribe_period_id: 1 } }, 'invalid_value', 'tariff'],
    ['a period that does not exist', { tariff: { tariff_id: 1, subscribe_period_id: 99 } }, 'invalid_value', 'tariff'],
    ['a time zone that does not exist', { timezone: 'Mars/Base' }, 'invalid_value', 'timezone'],
  ])('API-31: refuses %s and leaves nothing behind', async (_what, change, code, field) => {
    const before = await database.asOwner('select count(*)::int as n from company')
    const answer = await create(change)
    expect(answer).toMatchObject({ status: 'FAIL', code, field, data: { status: 'FAIL', error: expect.any(String) as string } })
    expect(await database.asOwner('select count(*)::int as n from company')).toEqual(before)
  })

  it('shows the tariffs and lists to a person without a company, but no tables of a company', async () => {
    const { password } = await createAdmin(server.context.db, { login: 'newcomer', role: 2, name: 'Nina' })
    const newcomer = (await call('Auth', 'Login', { login: 'newcomer', password })).auth.user.token
    const read = async (table: string) => {
      const answer = await call('Reference', 'getData', { tables: [{ table, limit: [0, 1000] }] }, { token: newcomer })
      const result = (answer.data as unknown as Record<string, { count: number }>)[table]
      return answer.code ?? result?.count
    }
    expect(await read('tariff')).toBe(2)
    expect(await read('subscribe_period')).toBe(4)
    expect(await read('country')).toBe(249)
    expect(await read('owner')).toBe(0)
    expect(await read('admin')).toBe(1)
    for (const table of ['company', 'order', 'merchant', 'payment', 'membership', 'audit']) {
      expect(await read(table), table).toMatch(/^(?:company_required|forbidden)$/)
    }
  })

  it('needs a session', async () => {
    expect((await call('Company', 'Create', { company })).code).toBe('session_required')
  })

  it('records history and feeds for the company and the platform', async () => {
    const audit = await database.asOwner(
      `select distinct table_name from audit_row where company = $1 and action = 'Create' order by 1`,
      [id],
    )
    expect(audit.map((row) => row['table_name'])).toEqual([
      'company',
      'membership',
      'merchant_type',
      'order_status',
      'order_step',
      'pay_type',
      'payment',
    ])
    expect(await one('select number::int from company_feed where company = $1')).toEqual({ number: 1 })
  })
})

describe('createAdmin', () => {
  const db = () => server.context.db

  it('generates a password for the first platform administrator and shows it once', async () => {
    const { password } = await createAdmin(db(), { login: 'root', role: 1 })
    expect(password?.length).toBeGreaterThanOrEqual(24)
    expect((await call('Auth', 'Login', { login: 'root', password })).auth.user).toMatchObject({ role: 1, company: null })
    const [audit] = await database.asOwner(
      `select after from audit_row where table_name = 'admin' order by audit_id desc limit 1`,
    )
    expect(JSON.stringify(audit)).not.toContain('argon2')
    expect(JSON.stringify(audit)).not.toContain(password)
  })

  it('accepts a given password and adds the person to a company', async () => {
    const [row] = await database.asOwner<{ company_id: number }>('select min(company_id)::int as company_id from company')
    const made = await createAdmin(db(), {
      login: 'cook',
      password: 'Spoon-42',
      role: 2,
      company: row?.company_id,
      company_role: 2,
    })
    expect(made.password).toBeNull()
    const { user } = (await call('Auth', 'Login', { login: 'cook', password: 'Spoon-42' })).auth
    expect([user.company?.['company_id'], user.company_role]).toEqual([row?.company_id, 2])
  })

  it.each([
    ['a login in use with different case', { login: 'ROOT' }, 'duplicate'],
    ['an empty login', { login: ' ' }, 'required'],
    ['a weak password', { login: 'weak', password: '12345' }, 'weak_password'],
    ['a company that does not exist', { login: 'lost', company: 99_999 }, 'not_found'],
  ])('refuses %s', async (_what, input, code) => {
    await expect(createAdmin(db(), { role: 2, ...input })).rejects.toMatchObject({ code })
  })
})

describe('tariff trial', () => {
  const person = async (login: string) => {
    const { password } = await createAdmin(server.context.db, { login, role: 2 })
    const { user } = (await call('Auth', 'Login', { login, password })).auth
    return { token: user.token, admin: (user as unknown as { admin_id: number }).admin_id }
  }
  const trials = (admin: number) =>
    database.asOwner<{ trial: number; days: number }>(
      `select trial::int, due_date::date - current_date as days from company where creator = $1 order by company_id`,
      [admin],
    )

  it('is given once per person and tariff', async () => {
    const { token: own, admin } = await person('twice')
    const trialsKnown = async () =>
      (await call('Auth', 'checkAuth', {}, { token: own })).auth.user as unknown as { trials: number[] }
    expect(await trialsKnown()).toMatchObject({ trials: [] })
    for (const tariff_id of [1, 1, 2]) await create({ tariff: { tariff_id, subscribe_period_id: 4 } }, { token: own })
    expect(await trials(admin)).toEqual([
      { trial: 1, days: 30 },
      { trial: 0, days: 0 },
      { trial: 1, days: 30 },
    ])
    expect(await trialsKnown()).toMatchObject({ trials: [1, 2] })
  })

  it('is shared by all people created by the company’s staff, but not by people created by the platform', async () => {
    const boss = await person('boss')
    const { company_id } = (await create({ tariff: { tariff_id: 1, subscribe_period_id: 4 } }, { token: boss.token })).data
    const make = async (login: string, maker: string, company = company_id) => {
      const row = { login, password: 'Kitchen-27', name: login, company_role: 1 }
      await call('Reference', 'saveData', { tables: [{ table: 'admin', row }] }, { token: maker, company: String(company) })
      const { user } = (await call('Auth', 'Login', { login, password: 'Kitchen-27' })).auth
      return user as unknown as { token: string; admin_id: number; trials: number[] }
    }
    const first = await make('made-first', boss.token)
    const second = await make('made-second', first.token)
    expect([first.trials, second.trials]).toEqual([[1], [1]])
    for (const tariff_id of [1, 2]) await create({ tariff: { tariff_id, subscribe_period_id: 4 } }, { token: second.token })
    await create({ tariff: { tariff_id: 2, subscribe_period_id: 4 } }, { token: first.token })
    expect(await trials(second.admin_id)).toEqual([
      { trial: 0, days: 0 },
      { trial: 1, days: 30 },
    ])
    expect(await trials(first.admin_id)).toEqual([{ trial: 0, days: 0 }])
    const platform = await createAdmin(server.context.db, { login: 'runs-all', role: 1 })
    const { user } = (await call('Auth', 'Login', { login: 'runs-all', password: platform.password })).auth
    expect((await make('made-by-platform', user.token)).trials).toEqual([])
  })

  it('is given once for ten simultaneous requests', async () => {
    const { token: own, admin } = await person('greedy')
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ tariff: null }, { token: own })))
    expect(answers.map(({ data }) => data.status)).toEqual(Array.from({ length: 10 }, () => 'OK'))
    expect((await trials(admin)).reduce((sum, { trial }) => sum + trial, 0)).toBe(1)
  })

  it('is not given again after the company is deleted', async () => {
    const { token: own, admin } = await person('again')
    const { company_id } = (await create({}, { token: own })).data
    const gone = await call('Company', 'Delete', { company_id, name: 'Mina’s' }, { token: own, company: String(company_id) })
    expect(gone.data.status).toBe('OK')
    await create({}, { token: own })
    expect((await trials(admin))[1]).toEqual({ trial: 0, days: 0 })
  })

  it('is not used up if the company could not be created', async () => {
    const { token: own, admin } = await person('unlucky')
    expect(await create({ country: 99_999 }, { token: own })).toMatchObject({ status: 'FAIL' })
    await create({}, { token: own })
    expect(await trials(admin)).toEqual([{ trial: 1, days: 30 }])
  })
})

describe('Company/Create by one person', () => {
  it('API-30: is refused after ten in a day', async () => {
    await database.asOwner(`update company set creator = (select admin_id from admin where lower(login) = 'mina')`)
    await database.asOwner(`delete from idempotency`)
    const made = Number((await database.asOwner<{ n: number }>('select count(*)::int as n from company'))[0]?.n)
    for (let n = made; n < 10; n += 1) expect(await create()).toMatchObject({ status: 'OK' })
    expect(await create()).toMatchObject({ code: 'rate_limited', params: [expect.any(Number)] })
    await database.asOwner(`update company set "create" = "create" - interval '25 hours'`)
    expect(await create()).toMatchObject({ status: 'OK' })
  })
})
