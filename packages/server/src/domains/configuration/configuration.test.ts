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

const fields = 'status, value, transfer, created, revision'
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
const everything = async () => [(await statuses()).map(({ revision: _, ...row }) => row), await steps()]
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
        { table: 'order_status', id: -2, values: { status: -3, value: { en: 'Lost' }, transfer: [-1] }, before: {} },
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
      [-3, 'Lost'],
      [0, 'Cancelled'],
      [1, 'Pre-order'],
      [2, 'Check'],
      [3, 'New'],
      [4, 'Accepted'],
      [6, 'Ready'],
      [9, 'Delivered'],
      [10, 'Closed'],
    ])
    expect([check, lost]).toMatchObject([{ transfer: [lost?.id, moved[0]?.id], created: 1 }, { transfer: [check?.id] }])
    expect(after.filter(({ created }) => created === 1)).toHaveLength(1)
    expect(await steps()).toMatchObject([{ step: 7, status: [check?.id, moved[0]?.id] }])
    expect(await undo(applied)).toMatchObject({ status: 'OK' })
    expect(await everything()).toEqual(before)
  })
})
