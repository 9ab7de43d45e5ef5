import type { Tx } from '#db/database'

/** Below this distance the column is numbered anew. */
export const SMALLEST_GAP = 1e-9

export interface Place {
  position: number
  placed: 'asked' | 'end'
  /** The column has to be numbered anew after this move. */
  crowded: boolean
}

/**
 * Position of a card within (merchant, status): behind `after`, at the head for null, at the end for undefined or when
 * `after` is gone or elsewhere.
 */
export async function placeInColumn(
  tx: Tx,
  column: { company: number; merchant: number; status: number },
  orderId: number,
  after: number | null | undefined,
): Promise<Place> {
  const where = `company = $1 and merchant = $2 and order_status = $3 and order_id <> $4 and delete = 0`
  const values = [column.company, column.merchant, column.status, orderId]
  if (after === null) {
    const [row] = await tx.sql<{ first: number | null }>(`select min("order") as first from "order" where ${where}`, values)
    return { position: (row?.first ?? 1) - 1, placed: 'asked', crowded: false }
  }
  if (after !== undefined) {
    const [row] = await tx.sql<{ before: number; next: number | null }>(
      `select o."order" as before, (select min(n."order") from "order" n where n.company = $1 and n.merchant = $2 and n.order_status = $3
         and n.order_id <> $4 and n.delete = 0 and (n."order", n.order_id) > (o."order", o.order_id)) as next
       from "order" o where ${where.replaceAll(/\b(company|merchant|order_status|order_id|delete)\b/g, 'o.$1')} and o.order_id = $5`,
      [...values, after],
    )
    if (row) {
      const next = row.next ?? row.before + 2
      return { position: (row.before + next) / 2, placed: 'asked', crowded: next - row.before < SMALLEST_GAP * 2 }
    }
  }
  const [row] = await tx.sql<{ last: number | null }>(`select max("order") as last from "order" where ${where}`, values)
  return { position: (row?.last ?? 0) + 1, placed: after === undefined ? 'asked' : 'end', crowded: false }
}
