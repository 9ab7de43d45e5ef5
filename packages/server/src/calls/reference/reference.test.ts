import { type Call, calls } from '@tiffin/sdk/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertOrder } from '#server/test/seed'
import { startTestServer, type TestServer } from '#server/test/test-server'

let server: TestServer
let owner: string
let company: number

beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signIn('owner')
  company = server.world.a
})
afterAll(() => server.stop())

/** Calls as a client does: what comes back has to suit the contract. */
async function ask(method: 'getData' | 'saveData' | 'deleteData', tables: unknown, options: object = {}) {
  const answer = await server.call('Reference', method, { tables }, { token: owner, company, ...options })
  if (answer.status === 'OK') (calls.Reference[method] as Call).output.parse(answer)
  return answer as typeof answer & { data: Record<string, { data: never; rows: never[]; status: string }>; feed: number }
}

describe('Reference', () => {
  it('API-14 API-15 API-16 API-20 API-21: makes, reads and deletes a row over the wire', async () => {
    const saved = await ask('saveData', [{ table: 'cuisine', id: 0, row: { name: { en: 'Vegan' } } }])
    expect(saved).toMatchObject({ status: 'OK', data: { cuisine: { status: 'OK', data: { cuisine_id: 1 } } } })
    const query = [{ table: 'cuisine', search: [{ key: 'cuisine_id', prm: 1 }], statistic: ['order'] }]
    const found = await ask('getData', query)
    expect(found).toMatchObject({
      server_time: expect.any(Number) as number,
      data: { cuisine: { data: [{ name: { en: 'Vegan' } }], count: 1, statistic: { order: '1' } } },
      feed: saved.feed,
    })
    expect(await ask('deleteData', [{ table: 'cuisine', id: 1, row: {} }])).toMatchObject({
      status: 'OK',
      data: { status: 'OK' },
    })
    expect(await ask('getData', query)).toMatchObject({ data: { cuisine: { data: [], count: 0 } }, feed: saved.feed + 1 })
  })

  it('API-16 API-21: a refusal says where and why, and is an answer like any other', async () => {
    const refused = await ask('saveData', [{ table: 'cuisine', row: { name: 7 } }])
    expect(refused).toMatchObject({ http: 200, status: 'FAIL', code: 'invalid_value', table: 'cuisine', row: 0, field: 'name' })
    expect(refused.data).toMatchObject({ status: 'FAIL', cuisine: { status: 'FAIL' } })
    const used = await ask('deleteData', [{ table: 'user', id: 99_999 }])
    expect(used).toMatchObject({ http: 200, status: 'FAIL', code: 'not_found', data: { status: 'FAIL' } })
  })

  it('ORDER-08: an order is paid, 1, or not, 0, and nothing else', async () => {
    const order = await insertOrder(server.database, server.world)
    const save = (paid: unknown) => ask('saveData', [{ table: 'order', id: order, row: { paid } }])
    for (const paid of [1, 0]) expect(await save(paid)).toMatchObject({ data: { order: { data: { paid } } } })
    for (const paid of [2, -1, '1', true, null]) expect(await save(paid)).toMatchObject({ code: 'invalid_value', field: 'paid' })
  })

  it('a save that is sent twice with its key is made once', async () => {
    const row = [{ table: 'cuisine', row: { name: { en: 'Twice' } } }]
    const both = await Promise.all([ask('saveData', row, { key: 'same-key' }), ask('saveData', row, { key: 'same-key' })])
    expect(both[0].data).toEqual(both[1].data)
    expect(await ask('saveData', [{ table: 'cuisine', row: { name: { en: 'Other' } } }], { key: 'same-key' })).toMatchObject({
      code: 'idempotency_mismatch',
    })
  })

  it.each([
    ['nothing', {}],
    ['no list', { tables: 'order' }],
    ['an empty list', { tables: [] }],
    ['too many tables', { tables: Array.from({ length: 21 }, () => ({ table: 'role' })) }],
    [
      'too long a list of values',
      { tables: [{ table: 'order', search: [{ key: 'order_id', prm: Array.from({ length: 1001 }, (_, n) => n) }] }] },
    ],
    ['an operator of nobody', { tables: [{ table: 'order', search: [{ key: 'order_id', op: 'or 1=1', prm: 1 }] }] }],
    ['a limit below 0', { tables: [{ table: 'order', limit: [-1, 5] }] }],
    ['a direction of nobody', { tables: [{ table: 'order', order: [{ field: 'order_id', dir: 'desc; drop table "order"' }] }] }],
  ])('API-10 API-12: %s is refused, not failed over', async (_name, data) => {
    expect(await server.call('Reference', 'getData', data, { token: owner, company })).toMatchObject({
      http: 200,
      status: 'FAIL',
      code: 'invalid_value',
    })
  })
})
