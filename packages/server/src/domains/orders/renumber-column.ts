import { entities } from '@tiffin/sdk/contract'
import type { CallContext } from '#server/context'
import { makeChange } from '#engine/change'
import type { Change } from '#engine/change-info'

/** A column whose cards are too close to insert another one, and the card to insert. */
export interface CrowdedColumn {
  status: number
  moved: number
  after: number
}

/** Number of cards on each side to renumber at first: a column of finished orders may have a hundred thousand. */
const NEIGHBOURS_EACH_SIDE = 32
/** If less than this is left between them, more cards are included. */
const MIN_GAP = 1e-6

/** Renumbers the cards around a position evenly in their current order, with the moved card where it was dropped. */
export async function renumberColumn(
  call: Pick<CallContext, 'db' | 'feed' | 'log'>,
  company: number,
  column: CrowdedColumn,
): Promise<void> {
  const info = { admin: null, company, app: 'server', device: '' }
  await makeChange(call.db, call.feed, info, (change) => renumberAround(change, column)).catch((error: unknown) =>
    call.log.warn({ err: error }, "can't renumber a column"),
  )
}

async function renumberAround(change: Change, column: CrowdedColumn): Promise<null> {
  let around = NEIGHBOURS_EACH_SIDE
  let found = await cardsAround(change, column, around)
  while (found.step < MIN_GAP) found = await cardsAround(change, column, (around *= 4))
  // Locked, because a card that leaves the column during the change would take its new position to the next column.
  await change.tx.sql(`select from "order" where company = $1 and order_id = any($2::bigint[]) order by order_id for update`, [
    change.info.company,
    found.cards,
  ])
  const locked = new Set(found.cards)
  const { cards, first, step } = await cardsAround(change, column, around)
  const standing = cards.filter((id) => locked.has(id))
  const others = standing.filter((id) => id !== column.moved)
  const behind = others.indexOf(column.after)
  // Either card may have left in the meantime; the rest keep their positions.
  const requested = behind >= 0 && others.length < standing.length ? others.toSpliced(behind + 1, 0, column.moved) : standing
  await change.update(
    entities.order,
    requested.map((key, index) => ({ key, set: { order: first + index * step } })),
  )
  return null
}

interface Neighbours {
  /** Keys in their current order. */
  cards: number[]
  /** Position of the first card, and the distance between cards. */
  first: number
  step: number
}

/**
 * Reads this many cards on each side of the position. Their new positions lie between those of the next cards, which
 * don't change.
 */
async function cardsAround(change: Change, { status, after }: CrowdedColumn, around: number): Promise<Neighbours> {
  const where = `company = $1 and order_status = $2 and delete = 0`
  const column = [change.info.company, status]
  const [centre] = await change.tx.sql<{ place: number }>(
    `select "order" as place from "order" where ${where} and order_id = $3`,
    [...column, after],
  )
  if (!centre) return { cards: [], first: 1, step: 1 }
  const side = (comes: '<=' | '>', direction: 'asc' | 'desc') =>
    change.tx.sql<{ order_id: number; place: number }>(
      `select order_id, "order" as place from "order" where ${where} and ("order", order_id) ${comes} ($3::float8, $4::bigint)
       order by "order" ${direction}, order_id ${direction} limit $5`,
      [...column, centre.place, after, around + 1],
    )
  const [before, behind] = [(await side('<=', 'desc')).toReversed(), await side('>', 'asc')]
  const low = before.length > around ? before.shift()?.place : undefined
  const high = behind.length > around ? behind.pop()?.place : undefined
  const cards = [...before, ...behind].map(({ order_id }) => order_id)
  const step = low === undefined || high === undefined ? 1 : (high - low) / (cards.length + 1)
  const first = low !== undefined ? low + step : high !== undefined ? high - cards.length * step : 1
  return { cards, first, step }
}
