import { addDays, dayBounds, distance } from '@tiffin/core/rules'
import { lifecycle, type Stage } from './lifecycle.ts'
import type { Random } from './random.ts'
import type { Customer, SeededMerchant, SeededCompany } from './seeded-company.ts'

/** Who orders where and when, and the statuses the order will pass. */
export interface Draft {
  created: number
  day: string
  stages: Stage[]
  customer: Customer
  merchant: SeededMerchant
  wanted: number | null
  pickup: boolean
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const OPEN_PERIOD = 55 * MINUTE
/** Maximum in one minute. It is exceeded if the open orders would not fit otherwise. */
const MAX_A_MINUTE = 5
const FULL_MINUTES = 1000

export const isOpenAt = (now: number) => (made: Draft) => {
  const status = made.stages.findLast((stage) => stage.at <= now)?.status
  return status !== 0 && status !== 8
}

/** Shows some activity at any time of day: adds orders of the last hour until enough are open. */
export function addRecentOrders(
  random: Random,
  seeded: SeededCompany,
  drafts: Draft[],
  { now, today, target }: { now: number; today: string; target: number },
): void {
  const midnight = Date.parse(dayBounds(today, seeded.plan.town.timezone)[0])
  const minuteOf = (time: number) => Math.floor(time / MINUTE)
  const busy = new Map<number, number>()
  for (const { created } of drafts) busy.set(minuteOf(created), (busy.get(minuteOf(created)) ?? 0) + 1)
  let open = drafts.filter(isOpenAt(now)).length
  let full = 0
  while (open < target) {
    const created = now - random.between(0, OPEN_PERIOD)
    const minute = minuteOf(created)
    if ((busy.get(minute) ?? 0) >= MAX_A_MINUTE + Math.floor(full / FULL_MINUTES)) {
      full += 1
      continue
    }
    const day = created < midnight ? addDays(today, -1) : today
    const made = draft(random, seeded, created, day, { soon: true })
    if (!isOpenAt(now)(made)) continue
    busy.set(minute, (busy.get(minute) ?? 0) + 1)
    drafts.push(made)
    open += 1
  }
}

export function draft(random: Random, seeded: SeededCompany, created: number, day: string, { soon = false } = {}): Draft {
  const customer = chooseCustomer(random, seeded, created)
  const merchant = chooseMerchant(random, seeded, customer)
  const pickup = random.chance(0.12)
  const scheduled = random.chance(0.15) && !soon
  const requested = scheduled ? wantedAt(random, seeded, created, day) : null
  const cancelled = random.chance(0.05) && !soon
  const km = distance(merchant.address.coords, customer.home.coords, 'haversine') ?? 3
  const stages = lifecycle(random, { created, wanted: requested, pickup, cancelled, cooking: merchant.cooking_time, km })
  return { created, day, stages, customer, merchant, wanted: requested, pickup }
}

/** Later today, on the quarter hour, or tomorrow if the day is nearly over. */
function wantedAt(random: Random, { plan }: SeededCompany, created: number, day: string): number {
  const evening = Date.parse(dayBounds(day, plan.town.timezone)[0]) + 22 * HOUR
  const later = created + random.between(1.2, 3.5) * HOUR
  const tomorrow = Date.parse(dayBounds(addDays(day, 1), plan.town.timezone)[0]) + random.between(11, 20) * HOUR
  const time = later < evening && !random.chance(0.05) ? later : tomorrow
  return Math.ceil(time / (15 * MINUTE)) * 15 * MINUTE
}

/** Long-standing customers order more often, and no one orders before becoming a customer. */
function chooseCustomer(random: Random, { customers }: SeededCompany, created: number): Customer {
  let low = 0
  let high = customers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((customers[middle] as Customer).since < created) low = middle + 1
    else high = middle
  }
  return customers[Math.floor(low * random.next() ** 1.6)] as Customer
}

const weights = new WeakMap<Customer, { merchant: SeededMerchant; weight: number }[]>()

/** Customers order from popular merchants near them. */
function chooseMerchant(random: Random, { merchants }: SeededCompany, customer: Customer): SeededMerchant {
  let known = weights.get(customer)
  if (!known) {
    known = merchants.map((merchant) => {
      const km = distance(merchant.address.coords, customer.home.coords, 'haversine') ?? 3
      return { merchant, weight: merchant.popular / (1 + (km / 3) ** 2) }
    })
    weights.set(customer, known)
  }
  return random.weighted(known, (entry) => entry.weight).merchant
}
