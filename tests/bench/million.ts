import type { Client } from 'pg'
import { openStore, readConfig, startDemo } from '@tiffin/server'
import type { TestDatabase } from '@tiffin/server/test'
import { cachedDatabase, type Urls, withClient } from './database.ts'
import { serverEnv } from './stage.ts'

const ORDERS = 1_000_000
/** About 550 orders a day, as in the demo. */
const ORDER_INTERVAL = '157 seconds'

/** 1,000,000 orders in a month. */
const MONTH_INTERVAL = '2.59 seconds'

/** The demo's company A with five years of history: 1,000,000 orders, most of them closed. */
export const millionOrders = (): Promise<Urls> => ordersEvery('million', ORDER_INTERVAL)

/** The same orders within one month. */
export const millionInMonth = (): Promise<Urls> => ordersEvery('month', MONTH_INTERVAL)

const ordersEvery = (label: string, interval: string): Promise<Urls> =>
  cachedDatabase(label, fillWithHistory.toString() + history + interval, (database) => fillWithHistory(database, interval))

/** Fills a database with the demo; `busy` sizes its company A. */
export async function seedDemonstration(
  database: TestDatabase,
  busy: { days: number; perDay: number; open?: number; couriers?: number },
): Promise<void> {
  const config = readConfig({ PORT: '0', TIFFIN_LOG: 'silent', ...serverEnv(database.urls) })
  const store = await openStore(config)
  const demo = await startDemo(config, { store, speed: 0, jobs: false, seed: { busy } })
  await demo.stop()
  await store.close()
}

/** Runs work without foreign key checks and indexes, which are built afterwards one by one: in a tenth of the time. */
export async function withoutIndexes(admin: Client, table: string, work: () => Promise<unknown>): Promise<void> {
  await admin.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB';
    set work_mem = '1GB'; select setseed(0.42)`)
  const { rows: indexes } = await admin.query<{ name: string; definition: string }>(
    `select i.indexname as name, i.indexdef as definition from pg_indexes i where i.tablename = $1 and i.schemaname = 'public'
       and not exists (select 1 from pg_constraint c where c.conname = i.indexname)`,
    [table],
  )
  for (const { name } of indexes) await admin.query(`drop index "${name}"`)
  await work()
  for (const { definition } of indexes) await admin.query(definition)
}

async function fillWithHistory(database: TestDatabase, interval: string): Promise<void> {
  await seedDemonstration(database, { days: 3, perDay: 550 })
  await withClient(database.urls.admin, async (admin) => {
    const { rows: columns } = await admin.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = 'order'`,
    )
    const names = columns.map(({ name }) => name)
    const value = (name: string): string => own[name] ?? `d."${name}"`
    const statement = history
      .replace('~interval', interval)
      .replace('~columns', names.map((name) => `"${name}"`).join(', '))
      .replace('~values', names.map(value).join(', '))
    await withoutIndexes(admin, 'order', () => admin.query(statement))
    await admin.query(`select setval(pg_get_serial_sequence('"order"', 'order_id'), (select max(order_id) from "order"))`)
    await admin.query('vacuum (analyze) "order"')
    await admin.query('analyze')
  })
}

/** Values specific to a past order; all others are copied from a demo order. */
const own: Record<string, string> = {
  order_id: `d.newest + ${ORDERS} - h.n`,
  time_create: 'h.created',
  last_time: `h.created + interval '50 minutes'`,
  time_finish: `h.created + interval '45 minutes'`,
  time_delivery: `case when h.fate < 0.95 then h.created + (20 + 40 * h.luck) * interval '1 minute' end`,
  order_status: 'case when h.fate < 0.05 then d.delivered when h.fate < 0.95 then d.closed else d.cancelled end',
  destination_address: `case when d.type = 2 then '' else h.street || ' ' || (1 + floor(h.house * 120))::int end`,
  comment: `case when h.luck < 0.12 then (array['Ring twice', 'Leave at the door', 'No onions please', 'Extra napkins', 'Call on arrival', 'Gate code 4711'])[1 + floor(h.fate * 5.99)::int] else '' end`,
  ticket: '1 + (h.n % 550)::int',
  ticket_day: 'h.created::date',
  parent_order: 'null',
  order: 'h.n',
  revision: '5',
}

// Oldest first, the usual order of rows in a table.
// Of 640 streets a few are long: a street is in up to one of 25 addresses, "straße" in one of three.
const history = `
  with demo as materialized (
    select o.*, row_number() over () - 1 as place, count(*) over () as places,
      (select max(order_id) from "order") as newest, min(o.time_create) over () as oldest,
      (select s.order_status_id from order_status s where s.company = o.company and s.status = 8) as delivered,
      (select s.order_status_id from order_status s where s.company = o.company and s.status = 9) as closed,
      (select s.order_status_id from order_status s where s.company = o.company and s.status = 0) as cancelled
    from "order" o where o.company = (select m.company from membership m join admin a on a.admin_id = m.admin where a.login = 'operator')
  ), head as (select max(places) as places, max(oldest) as oldest from demo),
  chance as (
    select n, random() as fate, random() as luck, random() as house, floor(640 * random() ^ 2)::int as street, random() as pick
    from generate_series(1, ${ORDERS} - (select count(*) from "order")) n
  ), past as materialized (
    select c.n, c.fate, c.luck, c.house, h.oldest - c.n * interval '~interval' as created, floor(c.pick * h.places)::bigint as place,
      (array['Linden', 'Kastanien', 'Birken', 'Eichen', 'Ahorn', 'Buchen', 'Erlen', 'Ulmen', 'Rosen', 'Tulpen', 'Garten', 'Wiesen',
        'Feld', 'Wald', 'See', 'Ufer', 'Brunnen', 'Markt', 'Kirch', 'Schul', 'Bahnhof', 'Post', 'Mühlen', 'Berg', 'Tal', 'Sonnen',
        'Mond', 'Stern', 'Adler', 'Falken', 'Goethe', 'Schiller', 'Lessing', 'Kant', 'Hegel', 'Mozart', 'Bach', 'Wagner', 'Liszt',
        'Haydn'])[1 + c.street % 40]
      || (array['straße', 'weg', 'allee', 'straße', 'platz', 'gasse', 'ring', 'straße', 'damm', 'ufer', 'straße', 'steig', 'hof',
        'straße', 'zeile', 'winkel'])[1 + c.street / 40 % 16] as street
    from chance c, head h
  )
  insert into "order" (~columns) select ~values from past h join demo d on d.place = h.place order by h.n desc`
