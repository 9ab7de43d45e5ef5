import type { Handler } from '#server/context'
import { nameOf, OFFER_SECONDS, printable, type PrintCalls } from './print-change.ts'

/**
 * Records the printers of a running board, if the person may change orders (KDS-12). Boards of different people are separate
 * even with the same name.
 */
export const offer: Handler<PrintCalls['offer']> = async ({ console, merchants, printers }, call) => {
  const company = call.company
  const own = printable(call, merchants)
  const name = nameOf(console)
  const admin = call.session.admin_id
  await call.db.write({ company }, async (tx) => {
    // The board's own earlier offers, and those of boards that have not run for long.
    await tx.sql(
      `delete from print_console where company = $1 and (console = $2 and admin = $3 or seen < now() - interval '1 day')`,
      [company, name, admin],
    )
    if (printers.length === 0 || own?.length === 0) return
    await tx.sql(
      `insert into print_console (company, console, merchants, printers, admin) values ($1, $2, $3, $4, $5)
       on conflict (company, console, admin) do update set merchants = excluded.merchants, printers = excluded.printers, seen = now()`,
      [company, name, own, JSON.stringify(printers), admin],
    )
  })
  return { data: { status: 'OK' } }
}

/** The printers of boards that run now and print for a merchant whose orders the person may change. */
export const offers: Handler<PrintCalls['offers']> = async (_input, call) => {
  const company = call.company
  const printers = await call.db.read({ company }, (tx) =>
    tx.sql<{ console: string; address: string; name: string }>(
      `select distinct c.console, p.address, p.name from print_console c, jsonb_to_recordset(c.printers) as p (address text, name text)
       where c.company = $1 and c.seen > now() - interval '${OFFER_SECONDS} seconds'
         and ($2::bigint[] is null or c.merchants && $2 or c.merchants is null and cardinality($2) > 0)
       order by c.console, p.name limit 200`,
      [company, printable(call, undefined)],
    ),
  )
  return { data: { status: 'OK', printers } }
}
