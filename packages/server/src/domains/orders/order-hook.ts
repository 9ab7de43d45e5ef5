import {
  boardLevel,
  canMove,
  canMoveAny,
  companyToday,
  createdStatus,
  isBlockedCourier,
  isCancelled,
  isDeliveryOpen,
  isPriced,
  needsHandoff,
  nextStatus,
  estimate,
  fieldOfError,
  lineProblem,
  affectsDelivery,
  price,
  preparePricing,
} from '@tiffin/core/rules'
import { apiError, type CartItem, entities, type Order, type OrderStatus } from '@tiffin/sdk/contract'
import type { WireRow } from '#engine/change-info'
import { chargeOrders, restartOrderCount } from '#domains/billing/charge-orders'
import { queueTickets } from '#domains/printing/tickets'
import { readStatuses } from '#domains/statuses/read-statuses'
import { statusPatch } from './status-patch.ts'
import { createRefusals } from '#engine/refusals'
import { refusedRow, refusedValue } from '#engine/save-plan'
import type { HookContext, SavedRow, SaveHook } from '#engine/save-hook'
import { claimFields, settleClaims } from './order-claims.ts'
import { queueChanged } from '#domains/printing/changed-ticket'
import { lookUpOrders, type OrderLookups } from './order-lookups.ts'
import { changeMerchant } from './change-merchant.ts'
import { checkWarnings, mayBeWarned } from './overruled-warnings.ts'

/** The same rules apply to orders in a save and in a move (BOARD-22 to 28, PRICE-01, KDS-21, KDS-22). */
export const orderHook: SaveHook = {
  // In rows as documented, last_time is the version of an order: an old row keeps others' moves, the rest is saved (AMB-089).
  outdated({ sent }, before) {
    const seen = sent['last_time']
    return typeof seen === 'string' && Date.parse(seen) < Date.parse((before as Order).last_time) ? ['order_status'] : []
  },
  async before(rows, context) {
    const statuses = await statusesFor(rows.some(entersStatus), context)
    const found = await lookUpOrders(rows, rows.filter(isNumbered), rows.filter(needsTerms), context)
    const refusals = createRefusals()
    await refusals.each(rows, async (row) => {
      if (row.before === null) await initializeOrder(row, statuses, found, context)
      else await changeOrder(row, statuses, found, context)
      stampPayment(row, context)
      assertCart(row)
      const isOpen = computePrice(row, found, context)
      if (mayBeWarned(row)) checkWarnings(row, isOpen, found, context)
    })
    refusals.raise()
  },
  async after(rows, context) {
    const claims = rows.filter(({ before, after }) => claimFields.some((name) => before?.[name] !== after?.[name]))
    const statuses = await statusesFor(claims.length > 0, context)
    for (const row of rows) {
      const before = row.before as Order | null
      const after = row.after as Order
      const to = statuses.find(({ order_status_id }) => order_status_id === after.order_status)
      const from = statuses.find(({ order_status_id }) => order_status_id === before?.order_status)
      const moved = before?.order_status !== after.order_status
      if (to && moved) await queueTickets(context.change, { order: after, from, to })
      // A CANCELLED ticket, or the ticket of a restored order, already contains all changes.
      const isOnOtherTicket = moved && [from, to].some((status) => status && isCancelled(status))
      if (before && !isOnOtherTicket) await queueChanged(context.change, before, after)
    }
    await settleClaims(claims, context.change, statuses, context.actor)
    await countOrders(rows, context)
  },
}

const isNew = ({ before }: SavedRow): boolean => before === null

/** New orders and those that change their merchant, because each merchant has its own numbers. */
const isNumbered = (row: SavedRow): boolean => isNew(row) || row.set['merchant'] !== undefined

/** New orders and those that change their status. */
const entersStatus = (row: SavedRow): boolean => isNew(row) || row.set['order_status'] !== undefined

/** New orders and those with changes that affect the total. */
const needsPrice = (row: SavedRow): boolean => isNew(row) || isPriced(row.set)

const needsTerms = (row: SavedRow): boolean => needsPrice(row) || mayBeWarned(row)

const statusesFor = async (requested: boolean, { change }: HookContext): Promise<OrderStatus[]> =>
  requested ? readStatuses(change.tx, change.info.company) : []

async function initializeOrder(row: SavedRow, statuses: OrderStatus[], found: OrderLookups, context: HookContext): Promise<void> {
  const { planned, set } = row
  const { change, actor, company, now, lang } = context
  if (!company) throw apiError('company_required')
  if (boardLevel(actor, Number(set['merchant'])) !== 2) throw refusedRow(planned, 'forbidden', 'merchant')
  if (company.enable !== 1) throw refusedRow(planned, 'company_disabled')
  assertChoicesNotBlocked(row, found)
  const first = createdStatus(statuses)
  if (!first) throw refusedRow(planned, 'required', 'order_status')
  const requested = set['order_status']
  set['order_status'] = first.order_status_id
  const chosen = statuses.find(({ order_status_id }) => order_status_id === requested)
  const target = chosen && chosen !== first ? chosen : acceptedStatus(first, statuses, Number(set['merchant']), found, context)
  if (target && target !== first && target.reservation !== 1) {
    const order = { merchant: Number(set['merchant']), order_status: first.order_status_id }
    // An order that is created as delivered has no hand-off.
    const { enable } = company
    assertAllowed(
      row,
      canMove({ actor, company: { enable }, order, statuses, from: first.order_status_id, to: target.order_status_id, lang }),
    )
  }
  if (target)
    Object.assign(set, statusPatch({ order: { time_delivery: null } as Order, from: first, to: target, now: now.getTime() }))
  const merchant = Number(set['merchant'])
  if (planned.set['order'] === undefined) set['order'] = await found.lastPlace(Number(set['order_status']))
  Object.assign(set, await found.ticket(merchant))
  const times = estimateTimes(set, found, context)
  if (planned.set['time_finish'] === undefined)
    set['time_finish'] = new Date(now.getTime() + times.delivery_time * 60_000).toISOString()
  Object.assign(set, times, { currency: found.currency, platform: change.info.app, lang })
}

/** The status of a new order of a merchant that accepts its orders automatically (KDS-08). */
function acceptedStatus(
  first: OrderStatus,
  statuses: OrderStatus[],
  merchant: number,
  { merchants }: OrderLookups,
  { actor, company }: HookContext,
): OrderStatus {
  if (!company || merchants.get(merchant)?.auto_accept !== 1) return first
  const next = nextStatus({ actor, company, order: { merchant, order_status: first.order_status_id }, statuses })
  return next && next.done !== 1 ? next : first
}

function assertAllowed({ planned }: SavedRow, decision: ReturnType<typeof canMove>, field?: string): void {
  if (!decision.allowed) throw refusedRow(planned, decision.code, field, decision.params)
}

/** The documented saves send whole rows, so only the values that would change are checked (BOARD-26, DESIGN §9). */
async function changeOrder(row: SavedRow, statuses: OrderStatus[], found: OrderLookups, context: HookContext): Promise<void> {
  const { actor, company, now, lang } = context
  const { planned, set } = row
  const before = row.before as Order
  if (!company) throw apiError('company_required')
  if (company.enable !== 1 && Object.keys(set).length > 0) throw refusedRow(planned, 'company_disabled')
  const merchant = Number(set['merchant'] ?? before.merchant)
  if (boardLevel(actor, merchant) !== 2) throw refusedRow(planned, 'forbidden', 'merchant')
  if (set['order'] !== undefined) assertAllowed(row, canMoveAny({ actor, company, order: before }))
  assertChoicesNotBlocked(row, found)
  if (set['merchant'] !== undefined) await changeMerchant(row, found, context)
  // The coordinates of the previous address would send the courier to the wrong door.
  if (set['destination_address'] !== undefined && planned.sent['destination_coordinates'] === undefined)
    Object.assign(set, { destination_coordinates: null, destination_unverified: 1 })
  if (affectsDelivery(set)) Object.assign(set, estimateTimes({ ...before, ...set }, found, context))
  const target = set['order_status']
  if (target === undefined) return
  const reason = planned.sent['cancel_reason']
  if (typeof reason === 'string' && !entities.order.fields.cancel_reason.schema.safeParse(reason).success)
    throw refusedRow(planned, 'invalid_value', 'cancel_reason')
  const without = planned.sent['handoff_reason']
  if (typeof without === 'string' && !entities.order.fields.handoff_reason.schema.safeParse(without).success)
    throw refusedRow(planned, 'invalid_value', 'handoff_reason')
  const from = statuses.find(({ order_status_id }) => order_status_id === before.order_status)
  const to = statuses.find(({ order_status_id }) => order_status_id === target)
  const asked = needsHandoff({ company, order: before, statuses }, Number(target))
  const given = {
    ...(typeof reason === 'string' ? { reason } : {}),
    ...(asked && typeof without === 'string' && without.trim() !== '' ? { handoff: { without } } : {}),
  }
  assertAllowed(
    row,
    canMove({ actor, company, order: before, statuses, from: before.order_status, to: Number(target), lang, ...given }),
  )
  if (to)
    Object.assign(set, statusPatch({ order: before, from, to, now: now.getTime(), ...given }), { last_time: now.toISOString() })
}

/**
 * Refuses new choices of a blocked customer (WIZ-05), a blocked courier (KDS-20, AMB-158) or a disabled payment type
 * (WIZ-13, AMB-159). Existing orders keep theirs.
 */
function assertChoicesNotBlocked({ planned, set }: SavedRow, { users, couriers, payTypes }: OrderLookups): void {
  if (users.get(Number(set['user']))?.status === 0) throw refusedRow(planned, 'user_blocked', 'user')
  const courier = couriers.get(Number(set['courier']))
  if (courier && isBlockedCourier(courier)) throw refusedRow(planned, 'courier_blocked', 'courier')
  const payType = payTypes.get(Number(set['pay_type']))
  if (payType && payType.status !== 1) throw refusedValue(planned, 'pay_type', { text: 'This payment type is disabled' })
}

/** The date of payment is the server's (ORDER-02). */
function stampPayment({ set }: SavedRow, { now }: HookContext): void {
  if (set['paid'] !== undefined) set['pay_date'] = set['paid'] === 1 ? now.toISOString() : null
}

/** Lines of any client pass the checks of the form. Lines that an order already has stay as they are. */
function assertCart({ planned, before, set }: SavedRow): void {
  // Lines of other systems may lack parts.
  const keyOf = ({ name, qty, price: each, discount, addons }: Partial<CartItem>): string =>
    JSON.stringify([name, qty, each, discount, addons?.map((addon) => addon.price)])
  const known = new Set(((before as Order | null)?.cart ?? []).map(keyOf))
  for (const line of (set['cart'] ?? []) as CartItem[]) {
    const problem = known.has(keyOf(line)) ? undefined : lineProblem(line)
    if (problem) throw refusedValue(planned, 'cart', problem)
  }
}

/** The server computes amounts; those sent by a client are previews (AMB-004). Returns whether the delivery has no cost yet. */
function computePrice(row: SavedRow, { merchants, payTypes, promocodes }: OrderLookups, { company, now }: HookContext): boolean {
  if (!needsPrice(row)) return false
  const { planned, set } = row
  const { order, terms, context } = preparePricing(row, {
    merchant: (id) => merchants.get(id) ?? null,
    payType: (id) => payTypes.get(id) ?? null,
    promocode: (code) => promocodes.get(code) ?? null,
    company,
    today: companyToday(now.getTime(), company?.timezone ?? 'UTC'),
  })
  const result = price(order, context)
  const refusal = result.refusals.find((other) => !other.allowed && other.code !== 'required')
  if (refusal && !refusal.allowed) throw refusedRow(planned, refusal.code, fieldOfError(refusal), refusal.params)
  const { lines, steps: _steps, refusals: _refusals, ...sums } = result
  const cart = (order.cart ?? []).map((line, index) => ({ ...line, ...lines[index] }))
  Object.assign(set, sums, terms, cart.length > 0 || set['cart'] !== undefined ? { cart } : {})
  return isDeliveryOpen(result)
}

/** Cooking time of the merchant, and total time. */
function estimateTimes(order: WireRow, { merchants }: OrderLookups, { company, now }: HookContext) {
  const merchant = merchants.get(Number(order['merchant']))
  const { minutes } = estimate({ order: { type: 1, ...order }, merchant, company, now: now.getTime() })
  return { max_coock_time: merchant?.cooking_time ?? null, delivery_time: minutes }
}

/** Orders are counted for the tariff but never refused; those above its limit are charged (AMB-085). */
async function countOrders(rows: SavedRow[], { change, company, now }: HookContext): Promise<void> {
  const created = rows.filter(isNew).map(({ after }) => Number(after?.['order_id']))
  if (created.length === 0) return
  await restartOrderCount(change, now)
  // Orders that are created at the same time wait for each other here, so each has its own number.
  const [used] = await change.tx.sql<{ value: number }>(
    `insert into usage_counter as c (company, name, value) values ($1, 'order', $2)
     on conflict (company, name) do update set value = c.value + $2 returning value`,
    [change.info.company, created.length],
  )
  const limit = company?.limit_order ?? null
  const price = company?.overlimit_order_price ?? null
  if (limit === null || price === null) return
  const over = Math.min(created.length, Math.max(0, (used?.value ?? 0) - limit))
  await chargeOrders(change, created.slice(created.length - over), price, now)
}
