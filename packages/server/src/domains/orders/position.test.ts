import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#db/database'
import { insertOrder, seedWorld, type World } from '#server/test/seed'
import { createTestDatabase, type TestDatabase } from '#server/test/test-database'
import { placeInColumn } from './position.ts'

const CARDS = 10_000

let test: TestDatabase
let db: Database
let world: World
let first: number
beforeAll(async () => {
  test = await createTestDatabase()
  db = test.open()
  world = await seedWorld(test)
  first = await insertOrder(test, world, { order: 0 })
  await test.asOwner(
    `insert into "order" (company, "user", merchant, order_status, time_finish, admin, cost, discount, bonus, fee, tips, total, "order")
     select company, "user", ($2::bigint[])[1 + n % 3], order_status, time_finish, admin, cost, discount, bonus, fee, tips, total, n
     from "order", generate_series(1, $1::int) n`,
    [CARDS, world.merchants],
  )
  await test.asOwner('analyze "order"')
})
afterAll(() => test.drop())

it.each([
  ['at the end', () => undefined, CARDS + 1],
  ['at the head', () => null, -1],
  ['behind a card', () => first, 0.5],
])(
  'ORDER-10: finds the position %s of a long column of three merchants without reading all of it',
  async (_where, after, position) => {
    const column = { company: world.a, status: world.statuses[2] as number, order: 0, sees: () => true }
    const { place, read } = await db.read({ company: world.a }, async (tx) => {
      const found = await placeInColumn(tx, { ...column, after: after() })
      const [row] = await tx.sql<{ read: number }>(
        `select (coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as read from pg_stat_xact_user_tables where relname = 'order'`,
      )
      return { place: found, read: row?.read }
    })
    expect(place).toMatchObject({ position, placed: 'asked', crowded: false })
    expect(read).toBeLessThan(20)
  },
)
