import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertOrder, insertRow } from '#server/test/seed'
import { startTestServer, type TestServer } from '#server/test/test-server'

type Ids = Record<string, number[]>

let server: TestServer
const tokens: Record<string, string> = {}
beforeAll(async () => {
  server = await startTestServer()
  for (const login of ['owner', 'operator', 'owner-b', 'platform']) tokens[login] = await server.signIn(login)
})
afterAll(() => server.stop())

const companyOf = (login: string): number => (login === 'platform' ? 0 : login === 'owner-b' ? server.world.b : server.world.a)
const call = (login: string, api: string, method: string, data: unknown, company = companyOf(login)) =>
  server.call(api, method, data, { token: tokens[login], company })

async function names(login: string, records: Ids, companies: number[] = []): Promise<unknown> {
  const answer = await call(login, 'Audit', 'names', { records, companies })
  expect(answer).toMatchObject({ status: 'OK' })
  return (answer['data'] as { names: unknown }).names
}

async function makeCuisine(name: string): Promise<number> {
  const answer = await call('owner', 'Reference', 'saveData', {
    tables: [{ table: 'cuisine', id: 0, row: { name: { en: name } } }],
  })
  return (answer['data'] as { cuisine: { data: { cuisine_id: number } } }).cuisine.data.cuisine_id
}

describe('record names', () => {
  it('are returned for many tables at once; an order is named by ticket number and merchant, a print job by its order', async () => {
    const { a, merchants, userA, statuses } = server.world
    const [merchant] = merchants
    await server.database.asOwner(`update merchant set name = '{"en": "Forno Vecchio"}' where merchant_id = $1`, [merchant])
    const order = await insertOrder(server.database, server.world, { merchant, ticket: 6 })
    const job = await insertRow(server.database, 'print_job', { company: a, merchant, order, purpose: 'kitchen' })
    await server.database.asOwner(`update "user" set name = 'Anna' where user_id = $1`, [userA])
    const status = statuses[3] ?? 0
    await server.database.asOwner(`update order_status set value = '{"en": "Cooking"}' where order_status_id = $1`, [status])
    const requested = { order: [order], print_job: [job], user: [userA], order_status: [status], merchant: [merchant] }
    const known = {
      order: { [order]: '#6 Forno Vecchio' },
      print_job: { [job]: '#6 Forno Vecchio' },
      user: { [userA]: 'Anna' },
      order_status: { [status]: 'Cooking' },
      merchant: { [merchant]: 'Forno Vecchio' },
    }
    expect(await names('owner', requested)).toEqual(known)
    expect(await names('platform', requested)).toEqual(known)
    await server.database.asOwner(`update "order" set "delete" = 1 where order_id = $1`, [order])
    expect(await names('owner', { order: [order] })).toEqual({ order: { [order]: '#6 Forno Vecchio' } })
  })

  it('of deleted records come from the history', async () => {
    const id = await makeCuisine('Thai')
    await call('owner', 'Reference', 'deleteData', { tables: [{ table: 'cuisine', id }] })
    const named = { cuisine: { [id]: 'Thai' } }
    expect(await names('owner', { cuisine: [id] })).toEqual(named)
    expect(await names('platform', { cuisine: [id] }, [server.world.a])).toEqual(named)
    // Without a company, no history is searched.
    expect(await names('platform', { cuisine: [id] })).toEqual({ cuisine: {} })
    expect(await names('owner-b', { cuisine: [id] })).toEqual({ cuisine: {} })
    expect(await names('owner-b', { cuisine: [id] }, [server.world.a])).toEqual({ cuisine: {} })
  })

  it('PERM-05 PERM-09: are hidden from people who may not read the record', async () => {
    const { userA, merchants } = server.world
    const [, , hidden] = merchants
    expect(await names('owner-b', { user: [userA] })).toEqual({ user: {} })
    expect(await names('operator', { merchant: [hidden], payment: [1] })).toEqual({ merchant: {}, payment: {} })
    const order = await insertOrder(server.database, server.world, { merchant: hidden, ticket: 8 })
    expect(await names('operator', { order: [order] })).toEqual({ order: {} })
    expect(await names('owner', { order: [order] })).not.toEqual({ order: {} })
    // Nor that of a deleted record.
    const [gone, previous] = [999_999, { merchant_id: 999_999, company: server.world.a, name: { en: 'Bakery' } }]
    await server.database.asOwner(
      `with c as (insert into change (company, admin, app, device) values ($1, null, 'server', '') returning change_id)
       insert into audit_row (change_id, company, table_name, row_key, action, before)
       select change_id, $1, 'merchant', $2, 'Delete', $3 from c`,
      [server.world.a, String(gone), JSON.stringify(previous)],
    )
    expect(await names('operator', { merchant: [gone] })).toEqual({ merchant: {} })
    expect(await names('owner', { merchant: [gone] })).toEqual({ merchant: { [gone]: 'Bakery' } })
  })

  it('of an unknown table are refused', async () => {
    expect(await call('owner', 'Audit', 'names', { records: { change: [1] } })).toMatchObject({ code: 'unknown_table' })
  })
})

describe('audit log', () => {
  const log = async (search: object[]) => {
    const answer = await call('platform', 'Reference', 'getData', {
      tables: [{ table: 'audit', include: ['table', 'user_name', 'company', 'automatic', 'data'], search, join: ['company'] }],
    })
    expect(answer).toMatchObject({ status: 'OK' })
    return (answer['data'] as { audit: { data: Record<string, unknown>[] } }).audit.data
  }

  it('MOON-05: finds all records of a change by its number', async () => {
    await makeCuisine('Thai')
    const answer = await call('owner', 'Reference', 'saveData', {
      tables: ['Kurdish', 'Basque'].map((name) => ({ table: 'cuisine', row: { name: { en: name } } })),
    })
    await makeCuisine('Welsh')
    const rows = await log([{ key: 'change', op: 'in', prm: [answer['change'] as number] }])
    expect(rows.map(({ data }) => (data as { after: { name: { en: string } } }).after.name.en)).toEqual(['Kurdish', 'Basque'])
  })

  it('shows the company of a change, and whether it was automatic', async () => {
    const { a, merchants } = server.world
    const [merchant] = merchants
    const id = await makeCuisine('Lao')
    const rows = await log([
      { key: 'table', prm: 'cuisine' },
      { key: 'action', prm: 'Create' },
      { key: 'company', prm: a },
    ])
    expect(rows.at(-1)).toMatchObject({ company: a, company_obj: { company_id: a }, automatic: 0, data: { key: String(id) } })

    const order = await insertOrder(server.database, server.world, { merchant })
    const [change] = await server.database.asOwner<{ id: number }>(
      `insert into change (company, admin, app, device) values ($1, null, 'server', '') returning change_id as id`,
      [a],
    )
    const audited = (table: string, after: object) =>
      server.database.asOwner(
        `insert into audit_row (change_id, company, table_name, row_key, action, before, after) values ($1, $2, $3, $4, 'Update', '{}', $5)`,
        [change?.id, a, table, String(order), JSON.stringify(after)],
      )
    await audited('order', { time_delivery: 'x' })
    const [person] = await server.database.asOwner<{ id: number }>(
      `insert into change (company, admin, app, device) values ($1, $2, 'tui', '') returning change_id as id`,
      [a, server.world.ownerA],
    )
    for (const state of ['claimed', 'failed'])
      await server.database.asOwner(
        `insert into audit_row (change_id, company, table_name, row_key, action, before, after) values ($1, $2, 'print_job', $3, 'Update', '{}', $4)`,
        [person?.id, a, state, JSON.stringify({ state })],
      )
    const deletionFields = async (automatic: number) =>
      (await log([{ key: 'automatic', prm: automatic }])).map(
        ({ table, data }) => `${String(table)} ${(data as { key: string }).key}`,
      )
    expect(await deletionFields(1)).toEqual(expect.arrayContaining([`order ${order}`, 'print_job claimed']))
    expect(await deletionFields(0)).toEqual(expect.arrayContaining([`cuisine ${id}`, 'print_job failed']))
    expect(await deletionFields(0)).not.toContain(`order ${order}`)
    expect(await deletionFields(0)).not.toContain('print_job claimed')
  })
})
