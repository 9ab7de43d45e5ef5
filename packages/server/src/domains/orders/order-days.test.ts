import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { fullRunOnly } from '#server/test/full'
import { insertOrder, seedWorld, type World } from '#server/test/seed'
import { createTestDatabase, type TestDatabase } from '#server/test/test-database'
import { updateOrderDays } from '../../jobs/order-days.ts'

let database: TestDatabase
let world: World
let worker: Client
beforeAll(async () => {
  database = await createTestDatabase()
  world = await seedWorld(database)
  worker = await connect(database.urls.worker)
})
afterAll(async () => {
  await worker.end()
  await database.drop()
})

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

const keep = () =>
  updateOrderDays((text, values) => worker.query(text, values), {
    error: (details) => expect.unreachable(JSON.stringify(details)),
  })
const put = (timezone: string) => database.asOwner('update company set timezone = $1 where company_id = $2', [timezone, world.a])
const change = (set: string, order: number) => database.asOwner(`update "order" set ${set} where order_id = $1`, [order])

/**
 * In one snapshot: the sums by day, merchant and status, kept and scanned, in the time zone in which they are kept. Kept sums of
 * no orders are left out.
 */
const bothWays = `with sums as (
    select day, merchant, order_status, orders, total, discount, bonus, promocode_amount, delivery from order_day where company = $1
    union all
    select (time_finish at time zone (select timezone from order_day_build where company = $1))::date, merchant, order_status, orders,
      total, discount, bonus, promocode_amount, delivery from order_day_delta where company = $1
  ), kept as (
    select day, merchant, order_status, sum(orders) as orders, sum(total) as total, sum(discount) as discount, sum(bonus) as bonus,
      sum(promocode_amount) as promocode_amount, sum(delivery) as delivery from sums group by 1, 2, 3
  ), scanned as (
    select (time_finish at time zone coalesce(nullif(c.timezone, ''), 'UTC'))::date as day, merchant, order_status, count(*) as orders,
      sum(total) as total, sum(discount) as discount, sum(bonus) as bonus, sum(promocode_amount) as promocode_amount, sum(delivery) as delivery
    from "order" o join company c on c.company_id = o.company where o.company = $1 and "delete" = 0 group by 1, 2, 3
  )
  select (select count(*)::int from scanned) as days, (select count(*)::int from order_day_delta where company = $1) as deltas,
    (select timezone from order_day_build where company = $1) as timezone,
    (select count(*)::int from (
      (select * from kept except all select * from scanned) union all (select * from scanned except all select * from kept)
    ) d where (d.orders, d.total, d.discount, d.bonus, d.promocode_amount, d.delivery) is distinct from (0, 0, 0, 0, 0, 0)) as differences`

interface Compared {
  days: number
  deltas: number
  timezone: string | null
  differences: number
}
async function compare(): Promise<Compared> {
  const [row] = await database.asOwner<Compared & Record<string, unknown>>(bothWays, [world.a])
  if (!row) throw new Error('nothing was compared')
  return row
}

describe('sums of orders by day', () => {
  beforeEach(async () => {
    await database.asOwner('delete from "order"')
    await database.asOwner('delete from order_day_build')
    await put('Europe/Berlin')
  })

  it('are built from the orders that exist, and follow each change', async () => {
    const first = await insertOrder(database, world, { total: '10.10', time_finish: '2026-11-20T22:59:59.999Z' })
    const second = await insertOrder(database, world, { total: '5.00', time_finish: '2026-11-20T23:00:00.000Z', delete: 1 })
    await keep()
    expect(await compare()).toEqual({ days: 1, deltas: 0, timezone: 'Europe/Berlin', differences: 0 })
    const steps: [set: string, order: number, deltas: number][] = [
      [`comment = 'x', revision = 2`, first, 0],
      [`order_status = ${world.statuses[0]}`, first, 2],
      [`total = 11, bonus = 0.01`, first, 1],
      [`"delete" = 0`, second, 1],
      [`time_finish = '2026-11-22T12:00:00Z', merchant = ${world.merchants[1]}`, second, 2],
      [`"delete" = 1`, first, 1],
    ]
    let deltas = 0
    for (const [set, order, more] of steps) {
      await change(set, order)
      deltas += more
      expect([set, await compare()]).toEqual([set, expect.objectContaining({ deltas, differences: 0 })])
    }
    await keep()
    expect(await compare()).toMatchObject({ days: 1, deltas: 0, differences: 0 })
    await database.asOwner('delete from "order"')
    expect(await compare()).toMatchObject({ days: 0, differences: 0 })
  })

  it('are rebuilt with the time zone, in the same transaction', async () => {
    await insertOrder(database, world, { time_finish: '2026-11-20T22:59:59.999Z' })
    await insertOrder(database, world, { time_finish: '2026-11-20T23:30:00.000Z' })
    await keep()
    await insertOrder(database, world, { time_finish: '2026-11-20T18:14:59.999Z' })
    await put('Asia/Kathmandu')
    expect(await compare()).toEqual({ days: 2, deltas: 0, timezone: 'Asia/Kathmandu', differences: 0 })
    const days = await database.asOwner<{ day: string; orders: number }>(
      'select day::text, orders::int from order_day order by 1',
    )
    expect(days).toEqual([
      { day: '2026-11-20', orders: 1 },
      { day: '2026-11-21', orders: 2 },
    ])
    const client = await connect(database.urls.owner)
    await client.query(`begin; update company set timezone = 'UTC' where company_id = ${world.a}; rollback`)
    await client.end()
    expect(await compare()).toMatchObject({ timezone: 'Asia/Kathmandu', differences: 0 })
  })

  it('are not folded by days of the former time zone while it changes', async () => {
    await keep()
    const changing = await connect(database.urls.owner)
    await changing.query(`begin; update company set timezone = 'Asia/Kathmandu' where company_id = ${world.a}`)
    await insertOrder(database, world, { time_finish: '2026-11-20T18:30:00.000Z' })
    const fold = async () => (await worker.query<{ moved: number }>('select fold_order_days(100) as moved')).rows[0]?.moved
    expect(await fold()).toBe(0)
    await changing.query('commit')
    await changing.end()
    expect(await compare()).toMatchObject({ deltas: 1, differences: 0 })
    expect(await fold()).toBe(1)
    expect(await database.asOwner('select day::text from order_day')).toEqual([{ day: '2026-11-21' }])
  })

  it('are built again after all orders were removed at once', async () => {
    await insertOrder(database, world, {})
    await keep()
    await insertOrder(database, world, {})
    await database.asOwner('truncate "order" cascade')
    expect((await compare()).timezone).toBeNull()
    await insertOrder(database, world, {})
    await keep()
    expect(await compare()).toEqual({ days: 1, deltas: 0, timezone: 'Europe/Berlin', differences: 0 })
  })

  it('without a zone that the database knows, are not kept', async () => {
    await insertOrder(database, world, {})
    await keep()
    await put('Atlantis/Capital')
    expect((await compare().catch(() => null))?.timezone ?? null).toBeNull()
    expect(await database.asOwner('select 1 from order_day_build where company = $1', [world.a])).toEqual([])
  })
})

/** Random numbers that are the same in each run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff
    return Math.floor((state / 0x80_00_00_00) * below)
  }
}

const ZONES = ['Europe/Berlin', 'Asia/Kathmandu', 'America/New_York', 'Pacific/Apia', 'UTC']

/** Writes orders in transactions of several statements, of which every fourth is rolled back. */
async function write(seed: number, isDone: () => boolean): Promise<number> {
  const random = createRandom(seed)
  const client = await connect(database.urls.app)
  const time = () => new Date(Date.UTC(2026, 9, 20, 0, 0, random(10 * 86_400))).toISOString()
  const amount = () => `${random(100)}.${String(random(100)).padStart(2, '0')}`
  const some = `order_id in (select order_id from "order" order by (order_id * ${1 + seed}) % 101 limit 1 + $1)`
  const statements: (() => [text: string, values: unknown[]])[] = [
    () => [
      `insert into "order" (company, "user", merchant, order_status, admin, time_create, time_finish, last_time, total, discount, bonus, delivery)
       select $1, $2, $3, $4, $5, now(), $6::timestamptz + n * interval '7 hours', now(), $7, $8, $8, 1 from generate_series(1, $9::int) n`,
      [
        world.a,
        world.userA,
        world.merchants[random(3)],
        world.statuses[random(4)],
        world.ownerA,
        time(),
        amount(),
        amount(),
        1 + random(3),
      ],
    ],
    () => [`update "order" set order_status = $2, revision = revision + 1 where ${some}`, [random(4), world.statuses[random(4)]]],
    () => [`update "order" set time_finish = $2, total = total + 1.01 where ${some}`, [random(4), time()]],
    () => [`update "order" set "delete" = 1 - "delete", merchant = $2 where ${some}`, [random(2), world.merchants[random(3)]]],
    () => [`update "order" set comment = 'x' where ${some}`, [random(9)]],
    () => [`delete from "order" where ${some}`, [0]],
  ]
  let transactions = 0
  while (!isDone()) {
    try {
      await client.query(`begin; select set_config('tiffin.company', '${world.a}', true)`)
      for (let statement = 0; statement <= random(4); statement += 1) {
        const [text, values] = statements[random(statements.length)]?.() ?? ['select', []]
        await client.query(text, values)
        if (random(5) === 0) await sleep(random(15))
      }
      await client.query(random(4) === 0 ? 'rollback' : 'commit')
      transactions += 1
    } catch (error) {
      await client.query('rollback')
      // Another writer was first.
      if (!['40P01', '40001'].includes((error as { code: string }).code)) throw error
    }
  }
  await client.end()
  return transactions
}

/** Rebuilds at times, as the first build does next to writers. */
async function maintain(isDone: () => boolean): Promise<void> {
  for (let turn = 0; !isDone(); turn += 1) {
    if (turn % 7 === 3) await worker.query('select build_order_days($1)', [world.a])
    await worker.query('select fold_order_days($1)', [1 + (turn % 40)])
    await sleep(2)
  }
}

async function changeZones(isDone: () => boolean): Promise<number> {
  let changes = 0
  while (!isDone()) {
    await sleep(60)
    changes += 1
    await put(ZONES[changes % ZONES.length] ?? '')
  }
  return changes
}

async function exactUnderLoad(milliseconds: number): Promise<{ snapshots: Compared[]; transactions: number; changes: number }> {
  await database.asOwner('delete from "order"')
  await put('Europe/Berlin')
  await worker.query('select build_order_days($1)', [world.a])
  const end = Date.now() + milliseconds
  const isDone = () => Date.now() > end
  const writing = Promise.all([1, 2, 3, 4, 5, 6].map((seed) => write(seed, isDone)))
  const rest = Promise.all([maintain(isDone), changeZones(isDone)])
  const snapshots: Compared[] = []
  const reader = await connect(database.urls.owner)
  while (!isDone()) {
    snapshots.push((await reader.query<Compared>(bothWays, [world.a])).rows[0] as Compared)
    await sleep(20)
  }
  await reader.end()
  const [transactions, [, changes]] = await Promise.all([writing, rest])
  await keep()
  snapshots.push(await compare())
  return { snapshots, transactions: transactions.reduce((sum, transaction) => sum + transaction, 0), changes }
}

async function expectExact(milliseconds: number): Promise<void> {
  const { snapshots, transactions, changes } = await exactUnderLoad(milliseconds)
  process.stderr.write(`order days: ${transactions} transactions, ${changes} time zones, ${snapshots.length} snapshots\n`)
  expect(snapshots.filter(({ differences }) => differences !== 0)).toEqual([])
  expect(Math.min(snapshots.length, transactions)).toBeGreaterThan(milliseconds / 200)
  expect(changes).toBeGreaterThan(3)
  // Not all were compared at rest.
  expect(snapshots.some(({ deltas }) => deltas > 0)).toBe(true)
  expect(snapshots.at(-1)).toMatchObject({ deltas: 0 })
}

describe('under six writers with rollbacks, folding, rebuilding and changes of the time zone', () => {
  vi.setConfig({ testTimeout: 120_000 })

  it.each([2000])('are exact in every snapshot of %i ms', expectExact)
  fullRunOnly.it('are exact in every snapshot for half a minute', { timeout: 120_000 }, () => expectExact(30_000))
})
