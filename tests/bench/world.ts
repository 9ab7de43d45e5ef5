import { createBenchDatabase, type Urls } from './database.ts'
import { seedDemonstration } from './million.ts'
import { startServe } from './stage.ts'
import { signIn, type Wire } from './wire.ts'

export interface World {
  urls: Urls
  url: string
  pid: number
  owner: Wire
  asOwner<R extends object>(text: string, parameters?: unknown[]): Promise<R[]>
  stop(): Promise<void>
}

// As many orders as requested are open, spread over the six statuses from New to On the way; the others are closed.
const reopen = `
  with company as (select m.company as id from membership m join admin a on a.admin_id = m.admin where a.login = 'operator'),
  newest as (
    select o.order_id, row_number() over (order by o.time_create desc, o.order_id desc) as place
    from "order" o, company c where o.company = c.id
  )
  update "order" o set order_status = s.order_status_id, time_delivery = case when n.place <= $1 then null else o.time_create end,
    time_finish = case when n.place <= $1 then now() + (n.place % 60) * interval '1 minute' else o.time_finish end, cancel_reason = ''
  from newest n, company c, order_status s
  where o.order_id = n.order_id and s.company = c.id and s.status = case when n.place <= $1 then 2 + n.place % 6 else 9 end`

/** The demo with this many open orders and, if given, couriers, and a server on it. */
export async function openWorld(open: number, people: { couriers?: number } = {}): Promise<World> {
  const database = await createBenchDatabase()
  // Two days and today: more orders than need to be open.
  await seedDemonstration(database, { days: 2, perDay: Math.max(500, Math.ceil(open / 1.5)), open: 60, ...people })
  await database.asOwner(reopen, [open])
  // The tour would start by itself.
  await database.asOwner(`update admin set settings = settings || '{"tour": "done"}'`)
  await database.asOwner('analyze')
  const server = await startServe(database.urls)
  return {
    urls: database.urls,
    url: server.url,
    pid: server.pid,
    owner: await signIn(server.url, 'owner'),
    asOwner: database.asOwner,
    async stop() {
      await server.stop()
      await database.drop()
    },
  }
}
