import type { Tx } from '#db/database'

/** Below this distance, the column is renumbered. */
export const SMALLEST_GAP = 1e-9

export interface Place {
  position: number
  placed: 'asked' | 'end'
  /** The column has to be renumbered after this move. */
  crowded: boolean
}

/** Where to put a card in the column of a status: after the card `after`, at the top for null, at the end for undefined. */
export interface RequestedPlace {
  company: number
  status: number
  order: number
  after: number | null | undefined
  /** Whether the user who moves the card can see orders of this merchant. */
  sees: (merchant: number) => boolean
}

/**
 * Position of a card within (company, status). The orders of all merchants form one sequence, so that a card stays
 * where it was dropped on every board, whichever merchants it shows. If `after` is gone, elsewhere or hidden, the card
 * goes to the end.
 */
export async function placeInColumn(tx: Tx, { company, status, order, after, sees }: RequestedPlace): Promise<Place> {
  const others = `company = $1 and order_status = $2 and order_id <> $3 and delete = 0`
  const values = [company, status, order]
  if (after === null) {
    const [row] = await tx.sql<{ first: number | null }>(`select min("order") as first from "order" where ${others}`, values)
    return { position: (row?.first ?? 1) - 1, placed: 'asked', crowded: false }
  }
  if (after !== undefined) {
    const [row] = await tx.sql<{ before: number; merchant: number; next: number | null }>(
      `with behind as (select "order", order_id, merchant from "order" where ${others} and order_id = $4)
       select b."order" as before, b.merchant, (select min("order") from "order"
         where ${others} and ("order", order_id) > (b."order", b.order_id)) as next
       from behind b`,
      [...values, after],
    )
    if (row && sees(row.merchant)) {
      const next = row.next ?? row.before + 2
      return { position: (row.before + next) / 2, placed: 'asked', crowded: next - row.before < SMALLEST_GAP * 2 }
    }
  }
  const [row] = await tx.sql<{ last: number | null }>(`select max("order") as last from "order" where ${others}`, values)
  return { position: (row?.last ?? 0) + 1, placed: after === undefined ? 'asked' : 'end', crowded: false }
}
