import { type Actor, visibleMerchants, visibleRows } from '@tiffin/core/rules'
import type { Entity } from '@tiffin/sdk/contract'
import { quote } from '#db/columns'
import type { Tx } from '#db/database'

type Key = number | string

/**
 * The keys of these rows that the reader may see; null if there is nothing to report. For a deleted row, which no one
 * can see, only the deletion is reported, without its key.
 */
export async function visibleKeys(tx: Tx, actor: Actor, entity: Entity, keys: readonly Key[]): Promise<Key[] | null> {
  const { merchants, self, namedByOrdersOf } = visibleRows(actor, entity)
  // Readers with the same rights share one check, but each has different own rows. Changes of names are not sent.
  if (self !== null || namedByOrdersOf !== null) return null
  if (merchants === null) return [...keys]
  const rows = await tx.sql<{ key: Key; seen: boolean }>(
    `select ${quote(entity.key)} as key, ${quote(merchants.field)} = any($2) as seen from ${quote(entity.name)}
     where company = $1 and ${quote(entity.key)} = any($3)`,
    [actor.company, merchants.ids, keys],
  )
  const seen = rows.filter((row) => row.seen).map(({ key }) => key)
  return seen.length > 0 || rows.length < keys.length ? seen : null
}

/** The orders that a board does not show now but may have shown before these changes; it must not learn of others. */
export async function hiddenOrders(
  tx: Tx,
  actor: Actor,
  { company, unseen, changes }: { company: number; unseen: readonly number[]; changes: readonly number[] },
): Promise<number[]> {
  const own = visibleMerchants(actor, 'board')
  if (own === 'all' || unseen.length === 0) return [...unseen]
  const rows = await tx.sql<{ order_id: number }>(
    `select order_id from "order" o where o.company = $1 and o.order_id = any($2) and (o.merchant = any($3) or exists (
       select from audit_row a where a.change_id = any($4) and a.table_name = 'order' and a.row_key = o.order_id::text
         and (a.before ->> 'merchant')::bigint = any($3)))`,
    [company, unseen, own, changes],
  )
  return rows.map((row) => row.order_id)
}
