import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertOrder, insertRow } from '#server/test/seed'
import { startTestServer, type TestServer } from '#server/test/test-server'

let server: TestServer
const tokens: Record<string, string> = {}
beforeAll(async () => {
  server = await startTestServer()
  for (const login of ['owner', 'operator']) tokens[login] = await server.signIn(login)
})
afterAll(() => server.stop())
beforeEach(() => server.database.asOwner('truncate print_job, "order" cascade'))

type Customer = Record<string, unknown> | undefined
async function onBoard(login: string, order: number, mode: 'board' | 'report' = 'board'): Promise<Customer> {
  const query = { table: 'order', mode, search: [{ key: 'order_id', prm: order }], join: ['user'], limit: [0, 1] }
  const asked = { token: tokens[login], company: server.world.a }
  const answer = await server.call('Reference', 'getData', { tables: [query] }, asked)
  return (answer['data'] as { order: { data: { user_obj: Customer }[] } }).order.data[0]?.user_obj
}
const customer = (values: object = {}) =>
  insertRow(server.database, 'user', { company: server.world.a, name: 'Ida', phone: '491', ...values })
const order = (user: number, values: object = {}) => insertOrder(server.database, server.world, { user, ...values })

describe('a card shows how many orders the customer has placed, and flags', () => {
  it('KDS-15: counts all orders that are not deleted, also of merchants that the reader does not see', async () => {
    const user = await customer()
    const first = await order(user)
    expect(await onBoard('operator', first)).toMatchObject({ orders: 1 })
    await order(user, { merchant: server.world.merchants[1] })
    await order(user, { delete: 1 })
    await order(await customer())
    expect(await onBoard('operator', first)).toMatchObject({ orders: 2 })
  })

  it.each([
    [{}, { status: 1, noted: 0, comment: '' }],
    [{ status: 0 }, { status: 0, noted: 0 }],
    [{ comment: 'Pays late' }, { status: 1, noted: 1, comment: 'Pays late' }],
    [{ comment: '  ' }, { noted: 0 }],
  ])('KDS-15: with %j they are %j', async (values, flags) => {
    expect(await onBoard('owner', await order(await customer(values)))).toMatchObject(flags)
  })

  it('KDS-15: keeps the note from people who may not read customers, who still see that there is one', async () => {
    const made = await order(await customer({ comment: 'Pays late' }))
    await server.database.asOwner(`update membership set navigation = '["Company-Order"]' where admin = $1`, [
      server.world.operatorA,
    ])
    tokens['other'] = await server.signIn('operator')
    const seen = await onBoard('other', made)
    expect(seen).toMatchObject({ noted: 1, orders: 1, name: 'Ida' })
    expect(seen).not.toHaveProperty('comment')
    await server.database.asOwner(`update membership set navigation = default where admin = $1`, [server.world.operatorA])
  })

  it('a board alone lets nobody look up a customer by giving them to an order', async () => {
    const [hidden, known] = [await customer({ phone: '4917' }), await customer()]
    const made = await order(await customer())
    await order(known)
    await order(hidden, { merchant: server.world.merchants[2] })
    await order(hidden, { delete: 1 })
    await server.database.asOwner(`update membership set navigation = '["Company-Order"]' where admin = $1`, [
      server.world.operatorA,
    ])
    const by = { token: await server.signIn('operator'), company: server.world.a }
    const give = (user: number) =>
      server.call('Reference', 'saveData', { tables: [{ table: 'order', id: made, row: { user } }] }, by)
    expect(await give(hidden)).toMatchObject({ code: 'bad_reference', field: 'user' })
    expect(await give(known)).toMatchObject({ status: 'OK' })
    await server.database.asOwner(`update membership set navigation = default where admin = $1`, [server.world.operatorA])
    const again = { ...by, token: await server.signIn('operator') }
    expect(
      await server.call('Reference', 'saveData', { tables: [{ table: 'order', id: made, row: { user: hidden } }] }, again),
    ).toMatchObject({ status: 'OK' })
  })

  it('KDS-15: counts only for boards', async () => {
    expect(await onBoard('owner', await order(await customer()), 'report')).not.toHaveProperty('orders')
  })
})
