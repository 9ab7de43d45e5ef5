import { addDays, dayBounds, estimate, price } from '@tiffin/core/rules'
import type { CartItem, Order, Promocode } from '@tiffin/sdk/contract'
import { draft, type Draft, isOpenAt, addRecentOrders } from './draft.ts'
import type { Stage } from './lifecycle.ts'
import { cancelReasons, type Dish, itemNotes, orderComments } from './menus.ts'
import type { Random } from './random.ts'
import { arrivals } from './rush.ts'
import type { SeededCompany } from './seeded-company.ts'

/** An order with the statuses it has already passed. */
export interface GeneratedOrder {
  row: Order
  stages: (Stage & { admin: number | null })[]
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const cartSizes = [0.12, 0.24, 0.26, 0.19, 0.1, 0.06, 0.03].map((weight, index) => ({ size: index + 1, weight }))
const iso = (time: number): string => new Date(time).toISOString()

/** Generates a company's orders from oldest to newest; `today` is the company's date at `now` (ms). */
export function* makeOrders(
  random: Random,
  seeded: SeededCompany,
  { now, today, firstKey }: { now: number; today: string; firstKey: number },
): Generator<GeneratedOrder> {
  const { plan } = seeded
  const finish = createFinisher(random, seeded, now, firstKey)
  const draftsOf = (ago: number): Draft[] => {
    const day = addDays(today, -ago)
    const start = Date.parse(dayBounds(day, plan.town.timezone)[0])
    return arrivals(random, day, plan.perDay)
      .map((minute) => start + minute * MINUTE)
      .filter((created) => created < now)
      .map((created) => draft(random, seeded, created, day))
  }
  for (let ago = plan.days - 1; ago >= Math.max(plan.ended, 2); ago -= 1) yield* draftsOf(ago).map(finish)
  // The last two days are generated together, because an open order may date from before midnight.
  const last = [1, 0].filter((ago) => ago >= plan.ended).flatMap(draftsOf)
  if (plan.open !== null) addRecentOrders(random, seeded, last, { now, today, target: plan.open })
  yield* last.toSorted((a, b) => a.created - b.created).map(finish)
}

type Finisher = (made: Draft) => GeneratedOrder

function createFinisher(random: Random, seeded: SeededCompany, now: number, firstKey: number): Finisher {
  const count = counter()
  const ticket = counter()
  const welcomed = new Set<string>()
  let key = firstKey - 1
  return (made) => {
    key += 1
    const { customer, merchant, day, created, pickup, wanted: requested } = made
    const { company } = seeded
    const payType = random.weighted(seeded.payTypes, (entry) => entry.weight)
    const promocode = random.chance(0.2) ? choosePromocode(random, seeded, made, welcomed) : null
    const tips_percent = company.tips !== null && company.tips.length > 0 && random.chance(0.25) ? random.pick(company.tips) : 0
    const asked = {
      type: pickup ? 2 : 1,
      merchant: merchant.merchant_id,
      cart: makeCart(random, merchant.dishes),
      discount: random.chance(0.03) ? '1.50' : '0.00',
      bonus: random.chance(0.04) ? '2.00' : '0.00',
      tips_percent,
      destination_coordinates: pickup ? null : customer.home.coords,
      promocode: promocode?.code ?? '',
    }
    const priced = price(asked, { merchant, company, payType, promocode, today: day })
    const stages = passedStages(random, seeded, made, now)
    const last = stages.at(-1) as Stage
    const delivered = stages.find((stage) => stage.status === 8)
    const minutes = estimate({ order: asked, merchant, company }).minutes
    const taken = stages.some((stage) => stage.status === 6)
    const accepted = stages.find((stage) => stage.status === 3)
    const phoned = delivered !== undefined && random.chance(0.08)
    const cash = payType === seeded.payTypes[0]
    const paid = payType.online === 1 || delivered !== undefined
    const row: Order = {
      order_id: key,
      company: company.company_id,
      user: customer.user_id,
      courier: taken ? random.pick(seeded.couriers) : 0,
      merchant: merchant.merchant_id,
      type: asked.type,
      order_status: seeded.statuses.get(last.status) as number,
      pay_type: payType.pay_type_id,
      time_create: iso(created),
      last_time: iso(last.at),
      time_finish: iso(requested ?? created + minutes * MINUTE),
      time_delivery: delivered ? iso(delivered.at) : null,
      destination_address: pickup ? '' : customer.home.address,
      destination_coordinates: asked.destination_coordinates,
      destination_info: '',
      destination_info_json: pickup ? {} : customer.home.info,
      destination_unverified: 0,
      overruled: [],
      comment: random.chance(0.09) ? random.pick(orderComments) : '',
      info: '',
      cart: asked.cart.map((item, index) => ({ ...item, ...priced.lines[index] })),
      cost: priced.cost,
      discount: priced.discount,
      bonus: priced.bonus,
      promocode: asked.promocode,
      promocode_amount: priced.promocode_amount,
      promocode_type: promocode?.discount_type ?? null,
      promocode_discount: promocode?.discount ?? null,
      fee: priced.fee,
      tips: priced.tips,
      tips_percent,
      total: priced.total,
      delivery: priced.delivery,
      payment_commission: priced.payment_commission,
      paid: paid ? 1 : 0,
      pay_status: 0,
      pay_date: paid ? iso(payType.online === 1 ? created : (delivered?.at ?? created)) : null,
      pay_info: {},
      cutlery: random.chance(0.5) ? random.int(1, 4) : 0,
      asap: requested === null ? 1 : 0,
      print: accepted ? (accepted.admin ?? seeded.staff[0] ?? 0) : 0,
      order: count(last.status),
      max_coock_time: merchant.cooking_time,
      delivery_time: minutes,
      pre_order_accept: requested !== null && accepted ? 1 : 0,
      accrual: '0.00',
      parent_order: null,
      platform: phoned ? 'console' : random.weighted(['ios', 'android', 'web'], (name) => (name === 'web' ? 3 : 4)),
      ver: '4.2.1',
      admin: (phoned && stages[1]?.admin) || seeded.simulator,
      cell: '',
      ticks: [],
      acknowledged: accepted ? 1 : 0,
      escalated: 0,
      delete: 0,
      odd: cash && random.chance(0.4) ? `${Math.ceil(Number(priced.total) / 10) * 10}.00` : null,
      currency: seeded.currency,
      lang: customer.lang,
      ticket: ticket(`${merchant.merchant_id}/${day}`),
      ticket_day: day,
      handoff_reason: '',
      cancel_reason: last.status === 0 ? random.pick(cancelReasons) : '',
      revision: stages.length,
    }
    return { row, stages }
  }
}

function counter(): (name: string | number) => number {
  const counts = new Map<string | number, number>()
  return (name) => {
    const next = (counts.get(name) ?? 0) + 1
    counts.set(name, next)
    return next
  }
}

/** The past statuses of an order and who moved it: the simulator moved open orders, users the rest. */
function passedStages(random: Random, seeded: SeededCompany, made: Draft, now: number): GeneratedOrder['stages'] {
  const behind = made.stages.filter((stage) => stage.at <= now)
  const open = isOpenAt(now)(made)
  const person = open ? seeded.simulator : random.pick(seeded.staff)
  const stages: GeneratedOrder['stages'] = behind.map((stage) => ({ ...stage, admin: person }))
  const delivered = stages.at(-1)
  if (delivered?.status !== 8) return stages
  // At the end of the day, the server closes delivered orders.
  const rested = delivered.at + 2 * HOUR
  const close = Math.max(Date.parse(dayBounds(made.day, seeded.plan.town.timezone)[1]), rested) + 30_000
  if (close <= now) stages.push({ status: 9, at: close, admin: null })
  return stages
}

function choosePromocode(
  random: Random,
  { promocodes }: SeededCompany,
  { day, merchant, customer }: Draft,
  welcomed: Set<string>,
): Promocode | null {
  const valid = promocodes.filter(
    (code) =>
      day >= code.date_start &&
      day <= code.date_finish &&
      (code.merchant.length === 0 || code.merchant.includes(merchant.merchant_id)) &&
      (code.type !== 1 || !welcomed.has(`${code.code}/${customer.user_id}`)),
  )
  if (valid.length === 0) return null
  const code = random.pick(valid)
  if (code.type === 1) welcomed.add(`${code.code}/${customer.user_id}`)
  return code
}

function makeCart(random: Random, dishes: readonly Dish[]): CartItem[] {
  const { size } = random.weighted(cartSizes, (entry) => entry.weight)
  const chosen = new Set<Dish>()
  while (chosen.size < Math.min(size, dishes.length)) chosen.add(random.pick(dishes))
  return [...chosen].map((dish) => ({
    id: dish.id,
    name: dish.name,
    description: dish.description,
    img: '',
    qty: random.chance(0.08) ? 2 : 1,
    price: dish.price,
    discount: '0.00',
    amount: '0.00',
    total: '0.00',
    addons: dish.addons.filter(() => random.chance(0.22)).map(({ id, name, price: each }) => ({ id, name, qty: 1, price: each })),
    payment_commission: '0.00',
    note: random.chance(0.1) ? random.pick(itemNotes) : '',
    allergens: [...dish.allergens],
    station: dish.station,
  }))
}
