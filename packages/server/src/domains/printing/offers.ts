import type { Handler } from '#server/context'
import { nameOf, OFFER_SECONDS, printable, type PrintCalls } from './print-change.ts'

/** Maximum boards of one user in a company; beyond it, those that were silent for longest are forgotten. */
const MAX_CONSOLES = 100
const MAX_OFFERS = 200

/**
 * Records the printers of a running board, if the user may change orders (KDS-12). Boards of different users are separate
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
    await tx.sql(
      `delete from print_console where company = $1 and admin = $2 and console not in
         (select console from print_console where company = $1 and admin = $2 order by seen desc, console limit $3)`,
      [company, admin, MAX_CONSOLES],
    )
  })
  return { data: { status: 'OK' } }
}

/**
 * The printers of boards that run now and print for a merchant whose orders the user may change. If there are too many, those
 * of the user's own boards come first, then the first of each colleague, so that no one can crowd out the others.
 */
export const offers: Handler<PrintCalls['offers']> = async (_input, call) => {
  const company = call.company
  const printers = await call.db.read({ company }, (tx) =>
    tx.sql<{ console: string; address: string; name: string }>(
      `with offered as (
         select c.console, p.address, p.name, bool_or(c.admin = $3) as own, min(c.admin) as admin
         from print_console c, jsonb_to_recordset(c.printers) as p (address text, name text)
         where c.company = $1 and c.seen > now() - interval '${OFFER_SECONDS} seconds'
           and ($2::bigint[] is null or c.merchants && $2 or c.merchants is null and cardinality($2) > 0)
         group by c.console, p.address, p.name),
       chosen as (
         select console, address, name from offered
         order by own desc, row_number() over (partition by admin order by console, name), console limit $4)
       select console, address, name from chosen order by console, name`,
      [company, printable(call, undefined), call.session.admin_id, MAX_OFFERS],
    ),
  )
  return { data: { status: 'OK', printers } }
}
