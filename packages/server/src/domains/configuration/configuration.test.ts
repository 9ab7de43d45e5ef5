import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { insertRow } from '#server/test/seed'
import { type Answer, startTestServer, type TestServer } from '#server/test/test-server'

type Values = Record<string, unknown>

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let server: TestServer
const tokens: Record<string, string> = {}

beforeAll(async () => {
  server = await startTestServer()
  for (const login of ['owner', 'operator', 'owner-b', 'platform']) tokens[login] = await server.signIn(login)
})
afterAll(() => server.stop())

const as = (login: string, api: string, method: string, data: unknown, company = server.world.a): Promise<Answer> =>
  server.call(api, method, data, { token: tokens[login], company })
const apply = (plan: Values, login = 'owner') => as(login, 'Config', 'apply', { rows: [], remove: [], seen: {}, ...plan })
const changes = async (since: number) =>
  (await as('owner', 'Config', 'changes', { since }))['data'] as { newest: number; more: boolean; changes: Values[] }
const undo = (answer: Answer) => as('owner', 'Audit', 'undo', { change: (answer['data'] as Values)['change'] })

const statuses = () =>
  server.database.asOwner<Values & { id: number; status: number; revision: number; value: { en: string }; transfer: number[] }>(
    `select order_status_id::int as id, status::int, value, transfer, created::int, revision::int from order_status where company = $1 order by status`,
    [server.world.a],
  )
const steps = () =>
  server.database.asOwner<Values>(
    `select order_step_id::int as id, step::int, name, status from order_step where company = $1 order by step`,
    [server.world.a],
  )
const everything = async () => [(await statuses()).map((row) => ({ ...row, revision: 0 })), await steps()]
const keys = async () => (await statuses()).map(({ id }) => id)

describe('a plan for the configuration', () => {
  it('creates records that refer to each other, renumbers and deletes others, as one change that one undo takes back', async () => {
    const company = server.world.a
    const old = await insertRow(server.database, 'order_status', { company, status: 10, value: { en: 'Old' } })
    const older = await insertRow(server.database, 'order_status', {
      company,
      status: 11,
      value: { en: 'Older' },
      transfer: [old],
    })
    await server.database.asOwner('update order_status set transfer = $2 where order_status_id = $1', [
      old,
      JSON.stringify([older]),
    ])
    const step = await insertRow(server.database, 'order_step', {
      company,
      step: 1,
      name: { en: 'Old path' },
      type: 1,
      status: [old],
    })
    const before = await everything()
    const rows = await statuses()
    const moved = rows.filter(({ status }) => status >= 2 && status < 10)
    const plan = {
      rows: [
        {
          table: 'order_status',
          id: -1,
          values: { status: 2, value: { en: 'Check' }, transfer: [-2, moved[0]?.id], created: 1 },
          before: {},
        },
        { table: 'order_status', id: -2, values: { status: 20, value: { en: 'Lost' }, transfer: [-1] }, before: {} },
        { table: 'order_step', id: -1, values: { step: 7, name: { en: 'Path' }, status: [-1, moved[0]?.id] }, before: {} },
        ...moved.map(({ id, status, transfer, created }) => ({
          table: 'order_status',
          id,
          values: { status: status + 1, transfer: [...transfer, -1], created: 0 },
          before: { status, transfer, created },
        })),
      ],
      remove: [
        { table: 'order_step', id: step, revision: 1 },
        { table: 'order_status', id: old, revision: 1 },
        { table: 'order_status', id: older, revision: 1 },
      ],
      seen: { order_status: await keys(), order_step: [step] },
    }
    expect(await apply({ ...plan, rehearse: true })).toMatchObject({ status: 'OK', data: { change: 0 } })
    expect(await everything()).toEqual(before)
    const applied = await apply(plan)
    expect(applied).toMatchObject({ status: 'OK' })
    const after = await statuses()
    const check = after.find(({ value }) => value.en === 'Check')
    const lost = after.find(({ value }) => value.en === 'Lost')
    expect(after.map(({ status, value }) => [status, value.en])).toEqual([
      [0, 'Cancelled'],
      [1, 'Pre-order'],
      [2, 'Check'],
      [3, 'New'],
      [4, 'Accepted'],
      [6, 'Ready'],
      [9, 'Delivered'],
      [10, 'Closed'],
      [20, 'Lost'],
    ])
    expect([check, lost]).toMatchObject([{ transfer: [lost?.id, moved[0]?.id], created: 1 }, { transfer: [check?.id] }])
    expect(after.filter(({ created }) => created === 1)).toHaveLength(1)
    expect(await steps()).toMatchObject([{ step: 7, status: [check?.id, moved[0]?.id] }])
    expect(await undo(applied)).toMatchObject({ status: 'OK' })
    expect(await everything()).toEqual(before)
  })

  it('refuses changes that the sender has not seen, and changes nothing', async () => {
    const [item, two] = (await statuses()).filter(({ status }) => status > 0)
    const before = await everything()
    const row = (id: unknown, values: Values, old: Values = {}, table = 'order_status') => ({
      rows: [{ table, id, values, before: old }],
    })
    const value = { en: 'New one' }
    const wrong: [string, Values, string][] = [
      ['another value', row(item?.id, { print: 1 }, { print: 1 }), 'plan_outdated'],
      ['no value', row(item?.id, { value }), 'plan_outdated'],
      ['a record that does not exist', row(999_999, { print: 1 }, { print: 0 }), 'plan_outdated'],
      ['a record of another company', row(server.world.statusB, { print: 1 }, { print: 0 }), 'plan_outdated'],
      ['another revision', { remove: [{ table: 'order_status', id: item?.id, revision: 99 }] }, 'plan_outdated'],
      ['another set of records', { ...row(-1, { value }), seen: { order_status: (await keys()).slice(1) } }, 'plan_outdated'],
      ['an unknown reference', row(-1, { value, transfer: [-7] }), 'bad_reference'],
      ['an exclusive flag that another record has', row(item?.id, { created: 1 }, { created: 0 }), 'invalid_value'],
      ['a duplicate number', row(-1, { value, status: two?.status }), 'forbidden'],
      ['a new number below 0', row(-1, { value, status: -1 }), 'forbidden'],
      ['a new number that sorting would never give', row(-1, { value, status: 5001 }), 'forbidden'],
      ['a number that sorting would never give', row(item?.id, { status: 2_147_483_647 }, { status: item?.status }), 'forbidden'],
      ['a number of 0 for a column', row(item?.id, { status: 0 }, { status: item?.status }), 'forbidden'],
      ['a used record', { remove: [{ table: 'order_status', id: two?.id, revision: two?.revision }] }, 'in_use'],
      ['a secret', row(server.world.payType, { pay_system_settings: [] }, {}, 'pay_type'), 'unknown_field'],
      ['who the company is', row(server.world.a, { name: value }, {}, 'company'), 'unknown_field'],
      [
        'a table that is no configuration',
        row(server.world.courierA, { name: 'x' }, { name: 'Carl' }, 'courier'),
        'unknown_table',
      ],
      ['one record twice', { rows: [...row(-1, { value }).rows, ...row(-1, { value }).rows] }, 'invalid_value'],
    ]
    for (const [name, plan, code] of wrong) {
      expect([name, (await apply(plan))['code']]).toEqual([name, code])
      expect([name, (await apply({ ...plan, rehearse: true }))['code']]).toEqual([name, code])
    }
    expect(await everything()).toEqual(before)
  })

  it('names the refused rows as they were sent', async () => {
    const good = { table: 'order_status', id: -1, values: { value: { en: 'Good' } }, before: {} }
    const [entry] = await statuses()
    const bad = { table: 'order_status', id: entry?.id, values: { value: {} }, before: { value: entry?.value } }
    const answer = await apply({ rows: [good, bad, { ...good, id: -2, values: { value: { xx: 'x' } } }] })
    expect(answer).toMatchObject({ code: 'invalid_value', row: 2, field: 'value' })
    expect(await apply({ rows: [good, bad] })).toMatchObject({ code: 'required', row: 1, field: 'value' })
  })

  it('creates records once when two people apply it at the same time', async () => {
    const seen = { order_status: await keys() }
    const plan = { rows: [{ table: 'order_status', id: -1, values: { value: { en: 'Twice' } }, before: {} }], seen }
    const codes = (await Promise.all([apply(plan), apply(plan, 'platform')])).map(({ code = 'OK' }) => code)
    expect(codes.toSorted()).toEqual(['OK', 'plan_outdated'])
    expect((await statuses()).filter(({ value }) => value.en === 'Twice')).toHaveLength(1)
  })

  it.each(['operator', 'owner-b'])('is closed to %s, who does not manage the company', async (login) => {
    const codes = [await apply({}, login), await as(login, 'Config', 'changes', { since: 0 })].map(({ code }) => code)
    expect(codes).toEqual(login === 'operator' ? ['forbidden', 'forbidden'] : ['foreign_company', 'foreign_company'])
  })

  it('lists changes after a given one', async () => {
    const { newest } = await changes(0)
    const [candidate] = await statuses()
    const saved = await as('owner', 'Reference', 'saveData', {
      tables: [
        { table: 'order_status', id: candidate?.id, row: { print: 1 } },
        { table: 'courier', id: server.world.courierA, row: { comment: { en: 'x' } } },
      ],
    })
    const { data } = await as('owner', 'Reference', 'saveData', { tables: [{ table: 'cuisine', row: { name: { en: 'Soup' } } }] })
    const tag = (data as Record<string, { data: { cuisine_id: number } }>)['cuisine']?.data.cuisine_id
    await as('owner', 'Reference', 'deleteData', { tables: [{ table: 'cuisine', id: tag }] })
    const { changes: listed, newest: now } = await changes(newest)
    expect(listed).toMatchObject([
      { change: saved['change'], table: 'order_status', id: candidate?.id, action: 'Update', fields: ['print'], admin: 'owner' },
      { table: 'cuisine', id: tag, action: 'Create' },
      { table: 'cuisine', id: tag, action: 'Delete', before: { name: { en: 'Soup' } } },
    ])
    expect(await changes(now)).toEqual(expect.objectContaining({ newest: now, changes: [], more: false }))
  })

  it('lists the newest changes, oldest first, and says that older ones are left out', async () => {
    const { newest } = await changes(0)
    await server.database.asOwner(
      `insert into audit_row (change_id, company, table_name, row_key, action)
       select $1::bigint + n, $2, 'cuisine', n::text, 'Create' from generate_series(1, 1001) n`,
      [newest, server.world.a],
    )
    const { changes: listed, more } = await changes(newest)
    expect([listed.length, listed[0]?.['id'], listed.at(-1)?.['id'], more]).toEqual([1000, 2, 1001, true])
    await server.database.asOwner('delete from audit_row where change_id > $1', [newest])
  })
})
