import { randomUUID } from 'node:crypto'
import { apiError, calls, exportParamsSchema, type TableQuery } from '@tiffin/sdk/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '#db/database'
import type { CompanyCall } from '#server/context'
import { getData } from '#domains/records/get-data'
import { saveData } from '#domains/records/save-data'
import { assign } from '#domains/orders/assign'
import { move } from '#domains/orders/move'
import { timeline as orderTimeline } from '#domains/orders/timeline'
import { timeline } from '#domains/history/timeline'
import { eachIntent } from '#domains/orders/each-intent'
import { checkExport } from '../export/open-export.ts'
import { actorsOf, insertOrder, seedWorld, type World } from '../test/seed.ts'
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts'

let test: TestDatabase
let db: Database
let world: World
let order: number

beforeAll(async () => {
  test = await createTestDatabase()
  world = await seedWorld(test)
  order = await insertOrder(test, world, {})
  db = openDatabase({ connectionString: test.urls.app }, { statementTimeout: 100 })
  // Blocks statements that read an order for longer than their timeout.
  await test.asOwner('begin')
  await test.asOwner('lock table "order", audit_row in access exclusive mode')
})
afterAll(async () => {
  await test.asOwner('rollback')
  await db.close()
  await test.drop()
})

const call = (): CompanyCall => {
  const session = { admin_id: world.ownerA, actor: actorsOf(world).ownerA, device: null }
  const feed = { published: () => {} }
  const own = {
    db,
    feed,
    session,
    company: world.a,
    app: { name: 'web', version: '', contract: 1 },
    lang: 'en',
    now: () => new Date(),
  }
  return own as unknown as CompanyCall
}

const between = (key: string, from: string, to: string): Partial<TableQuery> => ({
  search: [{ key, op: 'between', prm: [from, to] }],
})
it.each<[string, Partial<TableQuery>, string]>([
  ['a search', { search: [{ text: 'soup' }] }, 'timeout'],
  ['a whole list', {}, 'timeout'],
  ['a period', between('time_create', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'), 'period_too_long'],
  ['one day', between('time_create', '2026-01-01T00:00:00Z', '2026-01-01T23:59:59Z'), 'timeout'],
  ['amounts', between('total', '1.00', '90.00'), 'timeout'],
  ['one record', { search: [{ key: 'order_id', prm: 1 }] }, 'server_busy'],
  ['some records', { search: [{ key: 'order_id', op: 'in', prm: [1, 2] }] }, 'server_busy'],
])('API-10 ERR-02: a timeout of %s tells the reader what to do', async (_what, query, code) => {
  const tables: TableQuery[] = [{ table: 'order', ...query }]
  await expect(getData(calls.Reference.getData.input.parse({ tables }), call())).rejects.toMatchObject({ code })
  const sheets = exportParamsSchema.parse({ tables })
  const stopping = new AbortController().signal
  const exported = checkExport(actorsOf(world).ownerA, sheets, { db, lang: 'en', stopping })
  await expect(exported).rejects.toMatchObject({ code })
})

it('MOON-01 KDS-14: a timeout of a timeline does not suggest narrowing it, which is impossible', async () => {
  await expect(orderTimeline({ order_id: order }, call())).rejects.toMatchObject({ code: 'server_busy' })
  await expect(timeline({ table: 'order', id: order }, call())).rejects.toMatchObject({ code: 'server_busy' })
})

const [intent_id, from, to] = [randomUUID(), 2, 3]
it.each([
  ['save', () => saveData({ tables: [{ table: 'order', id: order, row: { comment: 'x' } }] }, call())],
  ['move', () => move({ intents: [{ intent_id, order_id: order, from, to }] }, call())],
  ['assignment', () => assign({ intents: [{ intent_id, order_id: order, from: 0, courier: 0 }] }, call())],
])('ERR-05: a timeout of a %s says that nothing was saved', async (_what, written) => {
  await expect(written()).rejects.toMatchObject({
    code: 'write_timeout',
    message: 'Timed out. Nothing was saved; try again.',
  })
})

it('ERR-05 KDS-20: a timeout after other moves were saved does not say that nothing was', async () => {
  const carryOut = (done: boolean) =>
    done ? Promise.resolve({ result: { order: 1 }, feed: 7 }) : Promise.reject(apiError('write_timeout'))
  const { actor } = call().session
  await expect(eachIntent(actor, [true, true], carryOut)).resolves.toEqual({
    data: { status: 'OK', results: [{ order: 1 }, { order: 1 }] },
    feed: 7,
  })
  await expect(eachIntent(actor, [true, false], carryOut)).rejects.toMatchObject({ code: 'server_busy' })
})
