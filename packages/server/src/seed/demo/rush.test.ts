import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fullRunOnly } from '../../test/full.ts'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { ensurePlatform } from '#db/platform'
import { createRandom } from './random.ts'
import { arrivals } from './rush.ts'
import { seedDemo } from './seed-demo.ts'

describe('demo that is busier than its minutes allow', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
    await ensurePlatform(database.urls.owner)
  })
  afterAll(() => database.drop())

  fullRunOnly.it(
    'has as many open orders as requested',
    async () => {
      const now = Date.parse('2026-11-20T17:30:00Z')
      const busy = { days: 2, perDay: 400, open: 300, customers: 200, couriers: 20 }
      await seedDemo(database.urls.owner, { now, busy })
      const [row] = await database.asOwner<{ open: number }>(
        `select count(*)::int as open from "order" o join order_status s on s.order_status_id = o.order_status
       where o.company = (select min(company_id) from company) and s.status not in (0, 8, 9)`,
      )
      expect(row?.open).toBeGreaterThanOrEqual(300)
    },
    60_000,
  )

  it('has room for all orders of a day', () => {
    expect(arrivals(createRandom(1), '2026-11-20', 5000).length).toBeGreaterThan(4500)
  })
})
