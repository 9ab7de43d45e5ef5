import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashSecret, newSecret } from '#sessions/credentials'
import { insertOrder, insertRow } from '#server/test/seed'
import { startTestServer, type TestServer } from '#server/test/test-server'

let server: TestServer
const tokens: Record<string, string> = {}

beforeAll(async () => {
  server = await startTestServer()
  for (const login of ['platform', 'owner', 'operator', 'owner-b']) tokens[login] = await server.signIn(login)
})
afterAll(() => server.stop())

const remove = (login: string, name?: string, { id, company }: { id?: number; company?: number } = {}) => {
  const { a } = server.world
  const data = { company_id: id ?? a, ...(name === undefined ? {} : { name }) }
  return server.call('Company', 'Delete', data, { token: tokens[login], company: company ?? a })
}
const list = async (login: string, table: string, company: number) => {
  const answer = await server.call('Reference', 'getData', { tables: [{ table }] }, { token: tokens[login], company })
  return (answer['data'] as Record<string, { data: Record<string, unknown>[] }> | undefined)?.[table]?.data ?? []
}

const asDevice = (token: string) => server.call('Reference', 'getData', { tables: [{ table: 'order_status' }] }, { token })
const countOrders = async () => {
  const ofCompany = 'select count(*)::int as count from "order" where company = $1'
  const [row] = await server.database.asOwner<{ count: number }>(ofCompany, [server.world.a])
  return row?.count
}
/** The token of a terminal paired with the company. */
async function pairedDevice(company: number): Promise<string> {
  const secret = newSecret()
  const device = await insertRow(server.database, 'device', { company, name: 'Kitchen', merchants: server.world.merchants })
  await server.database.asOwner(
    `insert into session (secret_hash, admin, company, device, cookie, app, address, expires)
     values ($1, $2, $3, $4, false, 'device', '', now() + interval '1 year')`,
    [hashSecret(secret), server.world.ownerA, company, device],
  )
  return secret
}

describe('Company/Delete', () => {
  it('COMP-02: shows the platform who uses a company now, and how many others', async () => {
    const { a, operatorA } = server.world
    await server.database.asOwner(`update admin set active = now() where admin_id = $1`, [operatorA])
    const row = (await list('platform', 'company', 0)).find(({ company_id }) => company_id === a)
    expect(row?.['used_by']).toMatchObject({ login: 'operator', others: 1 })
    const [own] = await list('owner', 'company', a)
    expect(own).not.toHaveProperty('used_by')
  })

  it.each<[string, string, string | undefined, string]>([
    ['an operator', 'operator', 'Alpha', 'forbidden'],
    ['the owner of another company', 'owner-b', 'Alpha', 'foreign_company'],
    ['its owner without the name', 'owner', undefined, 'invalid_value'],
    ['its owner with another name', 'owner', 'Beta', 'invalid_value'],
  ])('COMP-07 API-32: refuses %s', async (_who, login, name, code) => {
    expect(await remove(login, name)).toMatchObject({
      http: 200,
      status: 'FAIL',
      code,
      data: { status: 'FAIL', error: expect.any(String) as string },
    })
  })

  it('COMP-07: refuses to delete a company other than the current one', async () => {
    expect(await remove('owner', 'Beta', { id: server.world.b })).toMatchObject({ code: 'foreign_company' })
    expect(await remove('platform', undefined, { id: server.world.b })).toMatchObject({ code: 'foreign_company' })
  })

  it('COMP-28: refuses while orders are open, with their number, and ignores done and cancelled ones', async () => {
    const { statuses } = server.world
    await insertOrder(server.database, server.world, { order_status: statuses[8] })
    await insertOrder(server.database, server.world, { order_status: statuses[0] })
    const open = await insertOrder(server.database, server.world)
    expect(await remove('owner', 'Alpha')).toMatchObject({ code: 'orders_open', params: [1] })
    await server.database.asOwner('update "order" set order_status = $2 where order_id = $1', [open, statuses[8]])
  })

  it('COMP-07 API-32: marks and hides the company, keeps its rows, and ends the staff’s sessions in it', async () => {
    const { a } = server.world
    await insertOrder(server.database, server.world, { order_status: server.world.statuses[8] })
    const orders = await countOrders()
    const kitchen = await pairedDevice(a)
    expect(await asDevice(kitchen)).toMatchObject({ status: 'OK' })
    expect(await remove('owner', ' Alpha ')).toMatchObject({ status: 'OK', data: { status: 'OK' } })
    expect(await asDevice(kitchen)).toMatchObject({ code: 'session_required' })
    expect((await list('platform', 'company', 0)).map(({ company_id }) => company_id)).not.toContain(a)
    expect(await list('platform', 'owner', 0)).toEqual([expect.objectContaining({ company_id: server.world.b })])
    expect(orders).toBeGreaterThan(0)
    expect(await countOrders()).toBe(orders)
    const [company] = await server.database.asOwner('select deleted from company where company_id = $1', [a])
    expect(company).toEqual({ deleted: expect.any(Date) as Date })
    expect(
      await server.call('Reference', 'getData', { tables: [{ table: 'user' }] }, { token: tokens['owner'], company: a }),
    ).toMatchObject({ code: 'foreign_company' })
    const signedIn = await server.call('Auth', 'Login', { login: 'owner', password: 'tiffin-demo' })
    expect(signedIn).toMatchObject({ status: 'OK', auth: { user: { company: null } } })
    expect(await remove('platform', undefined)).toMatchObject({ code: 'foreign_company' })
  })
})
