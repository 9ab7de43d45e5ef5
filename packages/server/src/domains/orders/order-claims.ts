import { type Actor, formatMoney, isCancelled, parseMoney, promocodeDecision } from '@tiffin/core/rules'
import { entities, type Order, type OrderStatus } from '@tiffin/sdk/contract'
import type { Change } from '#engine/change-info'
import { hasReadScope } from '#engine/read-scope'
import { createRefusals } from '#engine/refusals'
import { refusedRow } from '#engine/save-plan'
import type { PlannedRow } from '#engine/planned-row'
import type { SavedRow } from '#engine/save-hook'
import { type LockedCodes, lockPromocodes } from '#domains/marketing/lock-promocodes'

/** An order before and after a write. */
type WrittenOrder = Pick<SavedRow, 'before' | 'after'> & { planned: Pick<PlannedRow, 'entity' | 'index'> }

/** Claims of an order: bonus of its customer, and a use of its promo code. */
interface Claim {
  user: number
  bonus: bigint
  code: string
}

/** Fields that decide what an order claims, and whether it may. */
export const claimFields = ['user', 'merchant', 'bonus', 'promocode', 'order_status', 'delete'] as const

/**
 * Books the claims of written orders: takes bonus from customers or returns it (AMB-004), and recounts the uses of promo
 * codes (PROMO-04). A deleted or cancelled order claims nothing. Rows of codes and customers are locked, so that two
 * orders can't claim the same at once.
 * @throws `bonus_insufficient`, `promocode_used_up`, `promocode_merchant`, `promocode_unknown` for each order whose claim
 * fails. Only those who may read are told how much bonus the customer has.
 */
export async function settleClaims(
  rows: readonly WrittenOrder[],
  change: Change,
  statuses: readonly OrderStatus[],
  actor: Actor,
): Promise<void> {
  const cancelled = statuses.filter(isCancelled).map(({ order_status_id }) => order_status_id)
  const claimOf = (row: SavedRow['before'] | undefined): Claim | null => {
    if (!row || row['delete'] === 1 || cancelled.includes(Number(row['order_status']))) return null
    const { user, bonus, promocode } = row as Order
    return { user, bonus: parseMoney(bonus), code: promocode }
  }
  const claims = rows.map((row) => ({ row, before: claimOf(row.before), after: claimOf(row.after) }))
  const moved = rows.filter(({ before, after }) => before && before['merchant'] !== after?.['merchant'] && after?.['promocode'])
  const used = claims.filter(({ before, after }) => before?.code !== after?.code || before?.user !== after?.user)
  const codes = await lockPromocodes(change.tx, change.info.company, [
    ...moved.map(({ after }) => String(after?.['promocode'])),
    ...used.map(({ after }) => after?.code ?? ''),
  ])
  await checkMerchants(moved, codes)
  await countUses(used, codes, change, cancelled)
  await settleBonus(claims, change, hasReadScope(actor))
}

interface ClaimChange {
  row: WrittenOrder
  before: Claim | null
  after: Claim | null
}

/** An order that changes its merchant keeps its code only if it is valid there. A deleted code is valid nowhere. */
async function checkMerchants(moved: readonly WrittenOrder[], codes: LockedCodes): Promise<void> {
  const refusals = createRefusals()
  await refusals.each(moved, ({ planned, after }) => {
    const code = String(after?.['promocode'])
    const order = { promocode: code, merchant: Number(after?.['merchant']) }
    const decision = promocodeDecision(order, { promocode: codes.get(code) ?? null })
    if (!decision.allowed) throw refusedRow(planned, decision.code, 'promocode', decision.params)
  })
  refusals.raise()
}

async function countUses(
  used: readonly ClaimChange[],
  codes: LockedCodes,
  { tx, info }: Change,
  cancelled: readonly number[],
): Promise<void> {
  const refusals = createRefusals()
  for (const [code, changed] of Map.groupBy(used, ({ after }) => after?.code ?? '')) {
    const promocode = codes.get(code)
    if (!promocode) continue
    // If a code is limited in total, changing the customer of an order is not another use.
    const added = promocode.type === 1 ? changed : changed.filter(({ before }) => before?.code !== code)
    for (const [user, orders] of Map.groupBy(added, ({ after }) => (promocode.type === 1 ? (after?.user ?? 0) : null))) {
      const [found] = await tx.sql<{ uses: number }>(
        `select count(*)::int as uses from "order" where company = $1 and order_id = any(array(select orders_with_code($2)))
           and "delete" = 0 and order_status <> all($3::bigint[]) and ($4::bigint is null or "user" = $4)`,
        [info.company, code, cancelled, user],
      )
      const over = Math.max(0, (found?.uses ?? 0) - promocode.use)
      await refusals.each(orders.slice(Math.max(0, orders.length - over)), ({ row }) => {
        throw refusedRow(row.planned, 'promocode_used_up', 'promocode', [])
      })
    }
  }
  refusals.raise()
}

async function settleBonus(claims: readonly ClaimChange[], change: Change, mayRead: boolean): Promise<void> {
  const spent = new Map<number, { minor: bigint; row: WrittenOrder }>()
  const add = (claim: Claim | null, sign: 1n | -1n, row: WrittenOrder): void => {
    if (!claim) return
    const known = spent.get(claim.user)
    spent.set(claim.user, { minor: (known?.minor ?? 0n) + claim.bonus * sign, row: known?.row ?? row })
  }
  for (const { row, before, after } of claims) {
    add(before, -1n, row)
    add(after, 1n, row)
  }
  const changed = [...spent].filter(([, { minor }]) => minor !== 0n)
  if (changed.length === 0) return
  const users = await change.lock(
    entities.user,
    changed.map(([user]) => user).toSorted((a, b) => a - b),
  )
  const scoreOf = (key: number): bigint => parseMoney(users.get(key)?.['bonus_score'] as string | undefined)
  const refusals = createRefusals()
  await refusals.each(changed, ([key, { minor, row }]) => {
    const score = scoreOf(key)
    if (score < minor) throw refusedRow(row.planned, 'bonus_insufficient', 'bonus', [mayRead ? formatMoney(score) : '?'])
  })
  refusals.raise()
  const patches = changed.map(([key, { minor }]) => ({ key, set: { bonus_score: formatMoney(scoreOf(key) - minor) } }))
  await change.update(entities.user, patches)
}
