import { entities } from '@tiffin/sdk/contract'
import type { CallContext } from '#server/context'
import { makeChange } from '#engine/change'

/** A column whose cards have come too close for one more between them, and the card that was to go there. */
export interface CrowdedColumn {
  merchant: number
  status: number
  moved: number
  after: number
}

/** Gives the cards of a column whole numbers again, in the order in which they stand, the moved one where it was put. */
export async function renumberColumn(
  call: Pick<CallContext, 'db' | 'feed' | 'log'>,
  company: number,
  column: CrowdedColumn,
): Promise<void> {
  const info = { admin: null, company, app: 'server', device: '' }
  await makeChange(call.db, call.feed, info, async (change) => {
    // A card that leaves the column while this waits for it would take its new number along to where it went.
    await change.tx.sql(
      `select from "order" where company = $1 and merchant = $2 and order_status = $3 and delete = 0 order by order_id for update`,
      [company, column.merchant, column.status],
    )
    const rows = await change.tx.sql<{ order_id: number }>(
      `select order_id from "order" where company = $1 and merchant = $2 and order_status = $3 and delete = 0 order by "order", order_id`,
      [company, column.merchant, column.status],
    )
    const standing = rows.map((row) => row.order_id)
    const others = standing.filter((id) => id !== column.moved)
    const behind = others.indexOf(column.after)
    // Either card may have left meanwhile; the rest keep their places.
    const wanted = behind >= 0 && others.length < standing.length ? others.toSpliced(behind + 1, 0, column.moved) : standing
    await change.update(
      entities.order,
      wanted.map((key, index) => ({ key, set: { order: index + 1 } })),
    )
    return null
  }).catch((error: unknown) => call.log.warn({ err: error }, 'a column could not be numbered anew'))
}
