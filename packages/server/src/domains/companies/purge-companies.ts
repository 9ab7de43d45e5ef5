import type { Pool, PoolClient } from 'pg'
import { entities } from '@tiffin/sdk/contract'
import { quote } from '#db/columns'
import { makeChange } from '#engine/change'
import type { Context } from '#server/context'

/** Small enough that no one waits for the locks of one batch. */
const BATCH = 5000
/**
 * Not emptied: users belong to no company and only refer to it, payments, bookings and invoices are the platform's books, a report of
 * a payment provider is a log, and a feed keeps its number.
 */
const keptTables: ReadonlySet<string> = new Set(['admin', 'payment', 'booking', 'invoice', 'payment_report', 'feed_counter'])

/** Emptied last: a trigger fills it when orders are deleted. */
const LAST_TABLE = 'order_day_delta'

interface EmptiedTable {
  name: string
  /** Tables that refer to it. */
  from: string[]
  /** Columns that refer to other rows of the same table. */
  own: string[]
}

/**
 * Purges companies that were deleted more than `days` ago, table by table in small steps, so that an interrupted purge
 * continues later (AMB-149). A company that ever had money is kept because its books refer to it. For any other company, the last
 * entry of its history is its deletion.
 */
export async function purgeCompanies(
  { db, feed, log }: Pick<Context, 'db' | 'feed' | 'log'>,
  pool: Pool,
  days: number,
): Promise<void> {
  if (days === 0) return
  const companies = await db.read({ platform: true }, (tx) =>
    tx.sql<{ company: number; paid: boolean }>(
      `select c.company_id as company, exists (select from booking b where b.company = c.company_id)
         or exists (select from payment p where p.company = c.company_id and (p.amount <> 0 or p.bill <> 0)) as paid
       from company c where c.deleted < now() - make_interval(days => $1) order by 1`,
      [days],
    ),
  )
  for (const { company, paid } of companies) {
    try {
      const rows = await emptyCompany(pool, company, paid)
      if (!paid) await removeCompany({ db, feed }, company)
      if (rows > 0) log.info({ company, rows, paid }, 'a company that was deleted is gone for good')
    } catch (error) {
      log.error({ err: error, company }, "can't remove a deleted company")
    }
  }
}

/** Runs as `tiffin_worker`, the only role that may delete history. @returns number of deleted rows */
async function emptyCompany(pool: Pool, company: number, keepsBooks: boolean): Promise<number> {
  const client = await pool.connect()
  let gone = 0
  try {
    for (const { name, own } of deletionOrder(await readTables(client))) {
      for (const column of own)
        await runInCompany(client, company, `update ${name} set ${column} = null where company = $1 and ${column} is not null`)
      const some = `delete from ${name} where company = $1 and ctid = any (array(select ctid from ${name} where company = $1 limit ${BATCH}))`
      for (let batch = BATCH; batch >= BATCH; gone += batch) batch = await runInCompany(client, company, some)
    }
    if (!keepsBooks) gone += await runInCompany(client, company, `delete from payment where company = $1`)
    await client.query(`delete from stored_picture where who = $1 or who like $1 || ' customer%'`, [`company ${company}`])
  } finally {
    client.release()
  }
  return gone
}

/** Row-level security also limits each step to this company. */
async function runInCompany(client: PoolClient, company: number, statement: string): Promise<number> {
  await client.query('begin')
  try {
    await client.query(`select set_config('tiffin.company', $1, true)`, [String(company)])
    const { rowCount } = await client.query(statement, [company])
    await client.query('commit')
    return rowCount ?? 0
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** All tables that have rows of companies, read from the database. */
async function readTables(client: PoolClient): Promise<EmptiedTable[]> {
  const { rows } = await client.query<EmptiedTable>(
    `select c.relname as name,
       (select coalesce(array_agg(distinct t.relname::text), '{}') from pg_constraint k join pg_class t on t.oid = k.conrelid
         where k.confrelid = c.oid and k.contype = 'f' and k.confdeltype <> 'c' and k.conrelid <> c.oid) as "from",
       (select coalesce(array_agg(a.attname::text), '{}') from pg_constraint k
         join pg_attribute a on a.attrelid = c.oid and a.attnum = any(k.conkey) and a.attname <> 'company'
         where k.conrelid = c.oid and k.confrelid = c.oid) as own
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by c.relname`,
  )
  return rows.filter(({ name }) => !keptTables.has(name))
}

/** Sorts tables: those that no other table refers to come first. */
function deletionOrder(tables: readonly EmptiedTable[]): EmptiedTable[] {
  const left = new Map(tables.map((table) => [table.name, table]))
  const ordered: EmptiedTable[] = []
  while (left.size > 0) {
    const next = [...left.values()].filter(
      ({ name, from }) => !from.some((other) => left.has(other)) && (name !== LAST_TABLE || left.size === 1),
    )
    if (next.length === 0) throw new Error(`These tables point to each other: ${[...left.keys()].join(', ')}`)
    for (const { name } of next) left.delete(name)
    ordered.push(...next)
  }
  return ordered.map(({ name, from, own }) => ({ name: quote(name), from, own: own.map(quote) }))
}

const removeCompany = ({ db, feed }: Pick<Context, 'db' | 'feed'>, company: number) =>
  makeChange(db, feed, { admin: null, company, app: 'server', device: '' }, async (change) => {
    await change.lock(entities.company, [company], 'for update')
    await change.remove(entities.company, [company])
    return null
  })
