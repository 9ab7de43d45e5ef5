import { calls, type TableQuery, type TableResult } from '@tiffin/sdk/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertOrder } from '../test/seed.ts'
import { createTestEngine, NOW, type TestEngine } from '../test/test-engine.ts'
import { type ReadContext, readTables, scopeOf } from './read-tables.ts'

let engine: TestEngine

const streets = ['Lindenstraße', 'LINDENSTRASSE 4', 'Lindenallee', 'Am Ring', '100%_ring', '']

beforeAll(async () => {
  engine = await createTestEngine()
  const { test, world } = engine
  for (let made = 0; made < 60; made += 1)
    await insertOrder(test, world, {
      merchant: world.merchants[made % 3],
      destination_address: `${streets[made % streets.length]} ${made % 7}`,
      comment: made % 5 === 0 ? 'Ring twice' : '',
      // Several have the same time and total, so that the key decides.
      time_create: `2026-11-${String(1 + (made % 9)).padStart(2, '0')}T10:00:00.000Z`,
      total: String(made % 4),
      delete: made % 11 === 0 ? 1 : 0,
    })
})
afterAll(() => engine.test.drop())

async function found(query: Partial<TableQuery>, limits: ReadContext['limits'] = {}): Promise<TableResult> {
  const { db, actors } = engine
  const { tables } = calls.Reference.getData.input.parse({ tables: [{ table: 'order', include: ['order_id'], ...query }] })
  const actor = actors.operatorA
  // `isAll`: the transaction ends with the last statement, so a further one would fail.
  const context = { lang: 'en', now: NOW, limits, isAll: true }
  const { json } = await db.read(scopeOf(actor), (tx) => readTables(tx, actor, tables, context))
  return (JSON.parse(json) as { order: TableResult }).order
}

const lookUp = { frequent: Number.POSITIVE_INFINITY }
const scanRows = { frequent: -1 }

it('API-12 LIST-06: pages for a frequent text have the same order as those for a rare one', async () => {
  const text = fc.constantFrom('linden', 'ring', 'straße', '%_', 'nowhere', 'RING 3', '12')
  const query = fc.record({
    search: fc.oneof(
      text.map((found) => [{ text: found }]),
      // A search that only bounds the walk through an index is read in one statement.
      fc.constantFrom<NonNullable<TableQuery['search']>>(
        [],
        [{ key: 'time_create', op: '>' as const, prm: '2026-11-04T00:00:00.000Z' }],
      ),
      text.map((prm) => [{ key: 'destination_address', op: 'like' as const, prm }, { text: 'i' }]),
      text.map((prm) => [
        {
          any: [
            { key: 'comment', op: 'like' as const, prm },
            { key: 'total', prm: '2.00' },
          ],
        },
      ]),
      text.map((found) => [{ text: found }, { key: 'time_create', op: '>' as const, prm: '2026-11-04T00:00:00.000Z' }]),
    ),
    order: fc.constantFrom<NonNullable<TableQuery['order']>>(
      [],
      [{ field: 'time_create', dir: 'desc' }],
      [{ field: 'time_create' }, { field: 'total', dir: 'desc' }],
      [{ field: 'total' }],
      [{ field: 'destination_address', dir: 'desc' }],
    ),
  })
  await fc.assert(
    fc.asyncProperty(query, fc.integer({ min: 1, max: 9 }), async (asked, size) => {
      const whole = (await found({ ...asked, limit: [0, 1000] }, lookUp)).data
      for (const limits of [lookUp, { ...scanRows, countedFrequent: 3 }]) {
        const rows: unknown[] = []
        for (let page = 1; page > 0;) {
          const { data, count, count_is } = await found({ ...asked, limit: [rows.length, size] }, limits)
          rows.push(...data)
          if (count_is === undefined) expect(count).toBe(whole.length)
          else expect(count).toBeLessThan(whole.length + 1)
          page = data.length
        }
        expect(rows).toEqual(whole)
      }
    }),
    { numRuns: 40 },
  )
})

it('API-10 LIST-04: counts rows up to a limit, and says if there are more', async () => {
  const all = (await found({ limit: [0, 1000] })).count
  const page = { limit: [0, 2] as [number, number] }
  const table: [Partial<TableQuery>, ReadContext['limits'], object][] = [
    [page, {}, { count: all }],
    [page, { counted: 5 }, { count: 5, count_is: 'at_least' }],
    [page, { counted: all }, { count: all }],
    [{ limit: [all - 1, 2] }, { counted: 5 }, { count: all }],
    [{ limit: [10, 2] }, { counted: 5 }, { count: 12, count_is: 'at_least' }],
    [{ ...page, count: 'exact' }, { counted: 5 }, { count: all }],
    [{ ...page, count: 'none' }, {}, { count: 2, count_is: 'at_least' }],
    [{ ...page, statistic: ['total'] }, { counted: 5 }, { count: all }],
    [
      { ...page, search: [{ text: 'i' }] },
      { ...scanRows, countedFrequent: 4 },
      { count: 4, count_is: 'at_least' },
    ],
  ]
  for (const [query, limits, requested] of table) {
    const { data: _data, statistic: _statistic, ...counted } = await found(query, limits)
    expect(counted).toEqual(requested)
  }
})

it('API-10: limits the combined tables of a call to what a server can hold', async () => {
  const { db, actors } = engine
  const asked = (limit: number) =>
    calls.Reference.getData.input.parse({
      tables: ['one', 'two', 'three'].map((as) => ({ table: 'order', as, include: ['order_id'], limit: [0, limit] })),
    })
  const reading = (limit: number, limits: NonNullable<ReadContext['limits']>) =>
    db.read(scopeOf(actors.ownerA), (tx) => readTables(tx, actors.ownerA, asked(limit).tables, { lang: 'en', now: NOW, limits }))
  await expect(reading(10, { rows: 30 })).resolves.toBeDefined()
  await expect(reading(10, { rows: 29 })).rejects.toMatchObject({ code: 'too_many', params: [29] })
  await expect(reading(2000, { rows: 60 })).rejects.toMatchObject({ code: 'too_many', params: [60] })
  await expect(reading(2000, { megabytes: 0.0005 })).rejects.toMatchObject({ code: 'too_many', params: ['0.0005 MB'] })
  await expect(reading(20, { megabytes: 0.0005 })).rejects.toMatchObject({ code: 'too_many', params: ['0.0005 MB'] })
})
