import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pino } from 'pino'
import { price } from '@tiffin/core/rules'
import { entities, type Entity, type Field, type Order } from '@tiffin/sdk/contract'
import { billCompanies } from '#domains/billing/bill-companies'
import { verifyPassword } from '#domains/people/password'
import { isDerived, projection, quote, tables } from '#db/columns'
import { DEMO_PASSWORD, demoAccounts } from '#server/demo-accounts'
import { fullRunOnly } from '#server/test/full'
import { createTestDatabase, type TestDatabase } from '#server/test/test-database'
import { ensurePlatform } from '#db/platform'
import { type DemoStep, seedDemo } from './seed-demo.ts'

// A full test run uses the real size of the demo.
const busy = fullRunOnly.is ? {} : { days: 9, perDay: 200, customers: 300, couriers: 20, open: 60 }
const size = fullRunOnly.is ? { customers: 3000, couriers: 60, open: 100, days: 90, perDay: 550 } : busy
// A Saturday evening in winter.
const now = Date.parse('2026-11-21T18:10:00Z')

let database: TestDatabase
const steps: DemoStep[] = []
const item = async <R extends object = Record<string, number>>(text: string, values: unknown[] = []) =>
  (await database.asOwner<R>(text, values))[0] as R
const all = <R extends object>(text: string, values: unknown[] = []) => database.asOwner<R>(text, values)

beforeAll(async () => {
  database = await createTestDatabase()
  await ensurePlatform(database.urls.owner)
  await seedDemo(database.urls.owner, { now, busy, onProgress: (step) => steps.push(step) })
}, 120_000)
afterAll(() => database.drop())

/** Orders of company A with their status number. */
const A = `(select o.*, s.status, s.done from "order" o join order_status s on s.order_status_id = o.order_status where o.company = 1)`
const share = async (condition: string, base = 'true') =>
  (
    await item<{ share: number }>(
      `select avg(case when ${condition} then 1 else 0 end)::float as share from ${A} o where ${base}`,
    )
  ).share

describe('company A', () => {
  it('has the merchants, couriers and customers of the design', async () => {
    const count = await item(
      `select (select count(*)::int from merchant where company = 1) as merchants, (select count(*)::int from courier where company = 1) as couriers,
         (select count(*)::int from "user" where company = 1) as customers`,
    )
    expect(count).toEqual({ merchants: 20, couriers: size.couriers, customers: size.customers })
  })

  it('has the right number of orders on whole days, with a realistic busiest hour and peak minute', async () => {
    const days = await all<{ orders: number; hour: number; minute: number }>(
      `with local as (select (time_create at time zone 'Europe/Berlin') as at from ${A} o),
         hours as (select at::date as day, extract(hour from at) as hour, count(*) as n from local group by 1, 2),
         minutes as (select at::date as day, date_trunc('minute', at) as minute, count(*) as n from local group by 1, 2)
       select h.day, sum(n)::int as orders, max(n)::float / sum(n)::float as hour,
         (select max(m.n)::int from minutes m where m.day = h.day) as minute
       from hours h where h.day < '2026-11-21' group by h.day order by 1`,
    )
    const mean = days.reduce((sum, day) => sum + day.orders, 0) / days.length
    expect(days).toHaveLength((size.days ?? 0) - 1)
    expect(mean / (size.perDay ?? 1)).toBeGreaterThan(0.94)
    expect(mean / (size.perDay ?? 1)).toBeLessThan(1.06)
    for (const day of days) {
      expect(day.hour).toBeGreaterThan(0.13)
      expect(day.hour).toBeLessThan(0.22)
      expect(day.minute).toBeGreaterThanOrEqual(fullRunOnly.is ? 3 : 2)
      expect(day.minute).toBeLessThanOrEqual(7)
    }
  })

  it('has about a hundred open orders, in every column', async () => {
    const columns = await all<{ status: number; n: number }>(
      `select status, count(*)::int as n from ${A} o where status between 1 and 7 group by 1 order by 1`,
    )
    const open = columns.reduce((sum, column) => sum + column.n, 0)
    expect(columns.map((column) => column.status)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(open).toBeGreaterThanOrEqual(size.open ?? 0)
    expect(open).toBeLessThan((size.open ?? 0) * 1.35)
  })

  it.each([
    ['pickup', 'type = 2', 0.12],
    ['scheduled', 'asap = 0', 0.15],
    ['cancelled', 'status = 0', 0.05],
    ['with a promo code', `promocode <> ''`, 0.2],
  ])('has its share of orders %s', async (_what, condition, expected) => {
    const found = await share(condition)
    expect(Math.abs(found - expected)).toBeLessThan(fullRunOnly.is ? 0.01 : 0.03)
  })

  it('has 3.2 items per cart', async () => {
    const { mean } = await item(`select avg(jsonb_array_length(cart))::float as mean from ${A} o`)
    expect(mean).toBeGreaterThan(3.05)
    expect(mean).toBeLessThan(3.35)
  })

  it('writes names in several scripts, and carts with notes, allergens and stations', async () => {
    const scripts = await item(
      `select ${['A-Za-z', 'А-я', 'ء-ي', 'ა-ჰ', '一-龠'].map((range, index) => `count(*) filter (where name ~ '[${range}]')::int as s${index}`).join(', ')} from "user" where company = 1`,
    )
    for (const [script, found] of Object.entries(scripts)) expect(found, script).toBeGreaterThan(0)
    const lines = await item(
      `select avg((line->>'note' <> '')::int)::float as notes, avg((line->>'station' <> '')::int)::float as stations,
         avg((jsonb_array_length(line->'allergens') > 0)::int)::float as allergens, avg((jsonb_array_length(line->'addons') > 0)::int)::float as addons
       from ${A} o, jsonb_array_elements(cart) line`,
    )
    expect(lines['stations']).toBe(1)
    for (const name of ['notes', 'allergens', 'addons']) expect(lines[name], name).toBeGreaterThan(0.05)
  })

  it('delivers within the town', async () => {
    const [far] = await all(
      `select order_id from ${A} o where type = 1 and (abs((destination_coordinates->>0)::float - 52.52) > 0.12 or abs((destination_coordinates->>1)::float - 13.4) > 0.2)`,
    )
    expect(far).toBeUndefined()
  })
})

describe('the other companies', () => {
  it('are close to the order limit, suspended, and disabled', async () => {
    const rows = await all(
      `select c.company_id::int as id, c.limit_order as limit, u.value::int as used, c.suspended, c.enable,
         (select count(*)::int from merchant m where m.company = c.company_id) as merchants
       from company c left join usage_counter u on u.company = c.company_id and u.name = 'order' order by 1`,
    )
    expect(rows.slice(1)).toEqual([
      { id: 2, limit: 1000, used: 920, suspended: 0, enable: 1, merchants: 4 },
      { id: 3, limit: 10_000, used: expect.any(Number) as number, suspended: 1, enable: 1, merchants: 2 },
      { id: 4, limit: 10_000, used: expect.any(Number) as number, suspended: 0, enable: 0, merchants: 2 },
    ])
  })
})

describe('accounts', () => {
  it('can sign in with the demo password, except for the others', async () => {
    const rows = await all<{ login: string; password: string }>('select login, password from admin')
    const open = rows.filter((row) => row.password !== '')
    expect(open.map((row) => row.login).toSorted()).toEqual(demoAccounts.map((account) => account.login).toSorted())
    expect(new Set(open.map((row) => row.password)).size).toBe(1)
    expect(await verifyPassword(DEMO_PASSWORD, open[0]?.password ?? '')).toBe(true)
    expect(await verifyPassword('', '')).toBe(false)
  })

  it('have the designed access: the operator edits half, the viewer nothing', async () => {
    const levels = await all<{ login: string; levels: number[] }>(
      `select a.login, array_agg((e->'access'->>1)::int order by m.merchant_id) as levels from merchant m, jsonb_array_elements(m.access) e
       join admin a on a.admin_id = (e->>'user')::bigint where m.company = 1 group by 1`,
    )
    const of = new Map(levels.map((row) => [row.login, row.levels]))
    expect(of.get('operator')?.filter((level) => level === 2)).toHaveLength(10)
    expect(of.get('operator')?.filter((level) => level === 1)).toHaveLength(10)
    expect(new Set(of.get('viewer'))).toEqual(new Set([1]))
    const roles = await all(
      `select a.login, a.role::int, m.company::int, m.company_role from admin a left join membership m on m.admin = a.admin_id
       where a.password <> '' order by a.admin_id`,
    )
    expect(roles.map((row) => Object.values(row).join(' '))).toEqual([
      'owner 2 1 1',
      'operator 2 1 2',
      'viewer 2 1 2',
      'platform 1  ',
      'owner-b 2 2 1',
      'owner-c 2 3 1',
      'owner-d 2 4 1',
    ])
  })
})

describe('every order', () => {
  it('PRICE-01: has the amounts that the rules calculate', async () => {
    const list = Object.keys(entities.order.fields).map((name) => `${projection(entities.order, name, 'o')} as ${quote(name)}`)
    const orders = await all<Order>(`select ${list.join(', ')} from "order" o`)
    const byKey = async <R extends object>(table: string) => {
      const rows = await all<R & { key: number }>(`select *, ${table}_id as key from ${quote(table)}`)
      return new Map(rows.map((row) => [row.key, row]))
    }
    const companies = await byKey<{ fee: string }>('company')
    const merchants = await byKey<{ delivery: [] }>('merchant')
    const payTypes = await byKey<{ commission_percent: number }>('pay_type')
    const codes = await all<{ company: number; code: string; discount_type: number; discount: number }>('select * from promocode')
    expect(orders.length).toBeGreaterThan(1000)
    for (const order of orders) {
      const promocode = codes.find((row) => row.company === order.company && row.code === order.promocode) ?? null
      const sums = price(
        { ...order, delivery: null },
        {
          company: companies.get(order.company),
          merchant: merchants.get(order.merchant),
          payType: payTypes.get(order.pay_type ?? 0),
          promocode: promocode && { code: promocode.code, discount_type: promocode.discount_type, discount: promocode.discount },
        },
      )
      const { lines, steps: _steps, refusals, ...amounts } = sums
      expect(refusals, `${order.order_id}`).toEqual([])
      expect(order).toMatchObject(amounts)
      expect(order.cart?.map(({ amount, discount, total }) => ({ amount, discount, total }))).toEqual(lines)
    }
  })

  it.each([
    [
      'a unique ticket number on its merchant’s day',
      `select company, merchant, ticket_day, ticket from "order" group by 1, 2, 3, 4 having count(*) > 1`,
    ],
    [
      'tickets without gaps',
      `select merchant, ticket_day from "order" group by 1, 2 having max(ticket) <> count(*) or min(ticket) <> 1`,
    ],
    [
      'a counter that continues after its ticket',
      `select 1 from ticket_counter c where last <> (select max(ticket) from "order" o where o.merchant = c.merchant and o.ticket_day = c.day)`,
    ],
    [
      'the day on which it came',
      `select 1 from "order" o join company c on c.company_id = o.company where (o.time_create at time zone c.timezone)::date <> o.ticket_day`,
    ],
    [
      'a customer who already was one',
      `select 1 from "order" o join "user" u on u.user_id = o.user where u.create > o.time_create`,
    ],
    ['a unique position in its column', `select 1 from "order" group by company, order_status, "order" having count(*) > 1`],
    [
      'time_delivery exactly if it is done',
      `select 1 from "order" o join order_status s on s.order_status_id = o.order_status where (s.done = 1) <> (time_delivery is not null)`,
    ],
    [
      'a reason exactly if it is cancelled',
      `select 1 from "order" o join order_status s on s.order_status_id = o.order_status where (s.status = 0) <> (cancel_reason <> '')`,
    ],
    [
      'a courier from Courier assigned on, and none for pickup',
      `select 1 from "order" o join order_status s on s.order_status_id = o.order_status where (o.type = 1 and s.status in (6, 7, 8, 9)) <> (o.courier is not null)`,
    ],
    [
      'only its deadline in the future',
      `select 1 from "order" where greatest(time_create, last_time, time_delivery, pay_date) > '2026-11-21T18:10:00Z'`,
    ],
    [
      'a promo code within its dates and merchants',
      `select 1 from "order" o join promocode p on p.company = o.company and p.code = o.promocode
       where o.ticket_day not between p.date_start and p.date_finish or (p.merchant <> '[]' and not p.merchant @> to_jsonb(o.merchant))`,
    ],
    [
      'a promo code not used up by its customer',
      `select 1 from "order" o join promocode p on p.company = o.company and p.code = o.promocode where p.type = 1 group by o.user, p.code, p.use having count(*) > p.use`,
    ],
  ])('has %s', async (_what, query) => {
    expect(await all(`${query} limit 3`)).toEqual([])
  })
})

describe('history', () => {
  it('covers the last two days of the company and nothing before', async () => {
    const { first, changes, missing } = await item<{ first: Date; changes: number; missing: number }>(
      `select min(at) as first, count(*)::int as changes, (select count(*)::int from ${A} o where time_create >= '2026-11-19T23:00:00Z'
         and not exists (select 1 from audit_row a where a.company = 1 and a.table_name = 'order' and a.action = 'Create' and a.row_key = o.order_id::text)) as missing
       from change where company = 1 and app <> 'demo'`,
    )
    expect(first.getTime()).toBeGreaterThanOrEqual(Date.parse('2026-11-19T23:00:00Z'))
    expect(changes).toBeGreaterThan((size.perDay ?? 0) * 6)
    expect(missing).toBe(0)
  })

  it('moves only along transfer lists, and from where the order was', async () => {
    const moves = await all<{
      from: number
      to: number
      row_key: string
      admin: number | null
      allowed: boolean
      locked: boolean
    }>(
      `select a.row_key, (before->>'order_status')::int as "from", (after->>'order_status')::int as "to", c.admin::int as admin,
         f.transfer @> (after->'order_status') as allowed, t.merchant = 1 as locked
       from audit_row a join change c using (change_id) join order_status f on f.order_status_id = (before->>'order_status')::int
         join order_status t on t.order_status_id = (after->>'order_status')::int
       where table_name = 'order' and action = 'Update' order by a.at, audit_id`,
    )
    expect(moves.filter((move) => !move.allowed)).toEqual([])
    // No one can drop a card into a locked column; the server itself closes delivered orders.
    expect(moves.filter((move) => move.locked !== (move.admin === null))).toEqual([])
    const last = new Map<string, number>()
    for (const move of moves) {
      if (last.has(move.row_key)) expect(last.get(move.row_key)).toBe(move.from)
      last.set(move.row_key, move.to)
    }
  })

  it('ends with the current state of every order', async () => {
    const stale = await all(
      `with made as (select row_key, after from audit_row where table_name = 'order' and action = 'Create'),
         told as (select m.row_key, m.after || coalesce((select jsonb_object_agg(key, value order by u.at, u.audit_id)
           from audit_row u, jsonb_each(u.after) where u.table_name = 'order' and u.row_key = m.row_key and u.action = 'Update'), '{}') as row from made m)
       select t.row_key from told t join "order" o on o.order_id = t.row_key::bigint
       where (t.row->>'order_status')::bigint <> o.order_status or (t.row->>'courier')::bigint <> coalesce(o.courier, 0)
         or (t.row->>'time_delivery')::timestamptz is distinct from o.time_delivery or t.row->>'cancel_reason' <> o.cancel_reason
         or (t.row->>'total')::numeric <> o.total or (t.row->>'last_time')::timestamptz <> o.last_time or (t.row->>'paid')::int <> o.paid
         or (t.row->>'print')::int <> o.print limit 3`,
    )
    expect(stale).toEqual([])
  })

  it('records a new order like the engine: every field that may be returned', async () => {
    const row = await item<{ names: string[] }>(
      `select array(select jsonb_object_keys(after)) as names from audit_row where table_name = 'order' and action = 'Create' limit 1`,
    )
    const given = Object.entries(entities.order.fields as Record<string, Field>).filter(([, field]) => field.kind !== 'secret')
    expect(row.names.toSorted()).toEqual(given.map(([name]) => name).toSorted())
  })

  it('numbers each company’s feed without gaps, in time order', async () => {
    const gaps = await all(
      `select f.company, count(*), max(number), c.last from company_feed f join feed_counter c using (company) where f.company > 0
       group by 1, 4 having count(*) <> max(number) or max(number) <> c.last or min(number) <> 1`,
    )
    expect(gaps).toEqual([])
    expect(
      await all(
        `select 1 from (select at, lag(at) over (partition by company order by number) as before from company_feed where company > 0) f where before > at`,
      ),
    ).toEqual([])
  })
})

describe('database', () => {
  it('keeps every reference, including those without a foreign key', async () => {
    for (const entity of tables()) {
      for (const [name, field] of Object.entries<Field>(entity.fields)) {
        const target = (entities as Record<string, Entity>)[field.to ?? '']
        if (!target || target.storage === 'view' || isDerived(entity, name)) continue
        const keys = field.kind === 'referenceList' ? `jsonb_array_elements_text(t.${quote(name)})::bigint` : `t.${quote(name)}`
        const lost = await all(
          `select k from (select ${keys} as k from ${quote(entity.name)} t) r where k is not null
             and not exists (select 1 from ${quote(target.name)} x where x.${quote(target.key)} = r.k) limit 1`,
        )
        expect(lost, `${entity.name}.${name}`).toEqual([])
      }
    }
  })

  it('enforces row-level security again, and continues the sequences', async () => {
    const loose = await all(
      `select relname from pg_class where relrowsecurity and not relforcerowsecurity and relnamespace = 'public'::regnamespace`,
    )
    expect(loose).toEqual([])
    for (const entity of tables().filter((each) => each.fields[each.key]?.kind === 'id')) {
      const { ahead } = await item<{ ahead: boolean }>(
        `select nextval(pg_get_serial_sequence($1, $2)) > coalesce(max(${quote(entity.key)}), 0) as ahead from ${quote(entity.name)}`,
        [quote(entity.name), entity.key],
      )
      expect(ahead, entity.name).toBe(true)
    }
    const { ahead } = await item<{ ahead: boolean }>(
      `select nextval(pg_get_serial_sequence('change', 'change_id')) > max(change_id) as ahead from change`,
    )
    expect(ahead).toBe(true)
  })

  it('balances: payments minus write-offs are the balance, each with its booking', async () => {
    expect(
      await all(`select 1 from company c where balance <> (select sum(amount) from payment p where p.company = c.company_id)`),
    ).toEqual([])
    expect(
      await all(`select 1 from payment p where amount <> 0 and (state <> 'applied' or amount is distinct from
        (select sum(b.amount) from booking b where b.company = p.company and b.payment = p.payment_id))`),
    ).toEqual([])
  })

  it('the round of all companies changes no subscription: the suspended company stays so, and no other becomes so', async () => {
    const read = () =>
      all<Record<string, unknown>>(
        `select company_id, balance, due_date, suspended, enable, trial, reminder, billing_problem from company order by 1`,
      )
    const before = await read()
    const log = pino({ level: 'silent' })
    const context = { db: database.open(), feed: { published: () => {} }, log, now: () => new Date(now + 60_000) }
    await billCompanies(context)
    expect(await read()).toEqual(before)
    expect(before.map(({ suspended, enable }) => [suspended, enable])).toEqual([
      [0, 1],
      [0, 1],
      [1, 1],
      [0, 0],
    ])
  })
})

describe('seeding', () => {
  it('reports its progress', () => {
    expect(steps[0]).toBe('accounts')
    expect(steps).toContain('orders')
    expect(steps.at(-1)).toBe('done')
  })

  it('leaves a database with a company unchanged', async () => {
    expect(await seedDemo(database.urls.owner, { now, busy })).toBeNull()
  })

  fullRunOnly.it(
    'is the same at the same moment, and has open orders in the middle of the night',
    async () => {
      // In the hour that is repeated when the clocks go back.
      const night = Date.parse('2026-10-25T01:20:00Z')
      const small = { days: 3, perDay: 60, customers: 50, couriers: 5, open: 30 }
      const prints = await Promise.all(
        [0, 1].map(async () => {
          const other = await createTestDatabase()
          try {
            await ensurePlatform(other.urls.owner)
            await seedDemo(other.urls.owner, { now: night, busy: small })
            return await other.asOwner(
              `select count(*)::int as orders, md5(string_agg(o::text, '|' order by order_id)) as print,
               count(*) filter (where company = 1 and time_delivery is null and cancel_reason = '')::int as open,
               (select md5(string_agg(u::text, '|' order by user_id)) from "user" u where company = 1) as users from "order" o`,
            )
          } finally {
            await other.drop()
          }
        }),
      )
      expect(prints[0]).toEqual(prints[1])
      expect(prints[0]?.[0]?.['open']).toBeGreaterThanOrEqual(30)
    },
    60_000,
  )

  it('leaves nothing behind if it fails half-way', async () => {
    const other = await createTestDatabase()
    try {
      await ensurePlatform(other.urls.owner)
      const broken = (step: DemoStep) => {
        if (step === 'history') throw new Error('power cut')
      }
      await expect(
        seedDemo(other.urls.owner, {
          now,
          busy: { days: 2, perDay: 20, customers: 20, couriers: 2, open: 5 },
          onProgress: broken,
        }),
      ).rejects.toThrow('power cut')
      expect(await other.asOwner('select 1 from company union all select 1 from admin')).toEqual([])
    } finally {
      await other.drop()
    }
  })
})
