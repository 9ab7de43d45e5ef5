import { companyToday, dayBounds } from '@tiffin/core/rules'
import { type Order, orderWarnings, type OrderStatus, type Promocode } from '@tiffin/sdk/contract'
import { createRandom } from '#seed/demo/random'
import { hourlyRate } from '#seed/demo/rush'
import { isTouched, nextStep, type OpenOrder, type TimelineEvent } from './next-step.ts'
import { createWire, isWireError, type WireOptions } from './wire.ts'

export interface SimulatorOptions extends Omit<WireOptions, 'password'> {
  password: string
  /** IANA name; the rush follows local time. */
  timezone: string
  /** 2 means twice as many orders, in half the time. */
  speed?: number
  /** Orders of a usual day. */
  perDay?: number
  seed?: number
  /** Milliseconds. */
  now?: () => number
  onProblem?: (error: unknown) => void
}

export interface Simulator {
  /** Checks once and takes the steps that are due; never throws. False if the server could not be reached. */
  step(): Promise<boolean>
  /** Runs steps until stopped. */
  start(): void
  pause(): void
  resume(): void
  /** Resolves when the current step has ended. */
  stop(): Promise<void>
}

const STEP_MS = 2000
const MAX_WAIT_MS = 30_000
const HOUR = 3_600_000
/** After a pause, sleep or outage longer than this, the missed orders are not created. */
const MAX_GAP_MS = 5 * 60_000
/** Quiet hours have at least this share of the rush, so that there is always some activity. */
const MIN_RATE = 0.6
/** No new orders come while this many are open: users may have taken over many, and the simulator does not move those. */
const MAX_OPEN = 180
const TIMELINES_A_STEP = 25
const templateFields =
  'user merchant type pay_type destination_address destination_coordinates destination_info_json comment cart tips_percent promocode cutlery asap'
const REFRESH_MS = 10 * 60_000

interface Reference {
  statuses: OrderStatus[]
  couriers: number[]
  codes: Set<string>
  /** Earlier orders of customers, to be repeated. */
  templates: Order[]
  read: number
}

/**
 * Plays customers and kitchens of one company through the public API: orders come in as on a real day, move on and
 * are sometimes cancelled. It never touches an order that a user has touched.
 */
export function createSimulator(options: SimulatorOptions): Simulator {
  const { timezone, speed = 1, perDay = 550, seed = 1, now = Date.now, onProblem = () => {} } = options
  const wire = createWire(options)
  const random = createRandom(seed)
  /** By order: the revision that was checked, and whether the simulator may move it. */
  const judged = new Map<number, { revision: number; ours: boolean }>()
  let reference: Reference | undefined
  let lastArrivals: number | undefined
  let credit = 0
  let paused = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<boolean> | undefined

  const read = async <T>(tables: object[]): Promise<Record<string, T[]>> => {
    const response = await wire.call<{ data: Record<string, { data: T[] }> }>('Reference', 'getData', { tables })
    return Object.fromEntries(Object.entries(response.data).map(([name, part]) => [name, part.data]))
  }

  async function readReference(): Promise<Reference> {
    if (reference && now() - reference.read < REFRESH_MS) return reference
    const include = templateFields.split(' ')
    const data = await read<never>([
      { table: 'order_status' },
      {
        table: 'courier',
        search: [
          { key: 'working', prm: 1 },
          { key: 'courier_status', op: '!=', prm: 3 },
        ],
        limit: [0, 500],
      },
      { table: 'promocode' },
      { table: 'order', include, order: [{ field: 'order_id', dir: 'desc' }], limit: [0, 400] },
    ])
    const today = companyToday(now(), timezone)
    const usable = (code: Promocode) => code.type === 2 && code.date_start <= today && today <= code.date_finish
    reference = {
      statuses: data['order_status'] ?? [],
      couriers: ((data['courier'] ?? []) as { courier_id: number }[]).map((row) => row.courier_id),
      codes: new Set(((data['promocode'] ?? []) as Promocode[]).filter(usable).map((row) => row.code)),
      templates: data['order'] ?? [],
      read: now(),
    }
    return reference
  }

  async function readOpen({ statuses }: Reference): Promise<OpenOrder[]> {
    const open = statuses.filter(({ status, done }) => status > 0 && done !== 1).map((status) => status.order_status_id)
    const include = ['order_id', 'order_status', 'type', 'merchant', 'courier', 'last_time', 'time_finish', 'revision']
    const search = [{ key: 'order_status', op: 'in', prm: open }]
    const data = await read<OpenOrder>([{ table: 'order', include, search, limit: [0, 1000], order: [{ field: 'order_id' }] }])
    return data['order'] ?? []
  }

  /** Orders that no one else has touched; unknown ones are looked up a few at a time. */
  async function untouchedOrders(orders: readonly OpenOrder[]): Promise<OpenOrder[]> {
    const unknown = orders.filter((order) => judged.get(order.order_id)?.revision !== order.revision)
    for (const { order_id, revision } of unknown.slice(0, TIMELINES_A_STEP)) {
      const { data } = await wire.call<{ data: { events: TimelineEvent[] } }>('Order', 'timeline', { order_id })
      judged.set(order_id, { revision, ours: !isTouched(data.events, options.login) })
    }
    const present = new Set(orders.map((order) => order.order_id))
    for (const key of judged.keys()) if (!present.has(key)) judged.delete(key)
    return orders.filter(({ order_id, revision }) => {
      const verdict = judged.get(order_id)
      return verdict?.revision === revision && verdict.ours
    })
  }

  async function advanceOrders(orders: readonly OpenOrder[], { statuses, couriers }: Reference): Promise<void> {
    const numberOf = new Map(statuses.map((status) => [status.order_status_id, status.status]))
    const keyOf = new Map(statuses.map((status) => [status.status, status.order_status_id]))
    const due = orders.flatMap((order) => {
      const step = nextStep(order, numberOf.get(order.order_status) ?? -1, { seed, speed })
      const to = step && keyOf.get(step.to)
      return step && to !== undefined && step.due <= now() ? [{ order, step, to }] : []
    })
    for (const { order } of due.filter(({ step }) => step.courier)) {
      if (couriers.length === 0) break
      const row = { courier: random.pick(couriers), revision: order.revision }
      await wire.call('Reference', 'saveData', { tables: [{ table: 'order', id: order.order_id, row }] })
      // Whether it moves the order or is interrupted here, the next step must recognise the order as its own.
      judged.set(order.order_id, { revision: order.revision + 1, ours: true })
    }
    if (due.length === 0) return
    const { data } = await wire.call<{ data: { results: { status: string; order?: { order_id: number; revision: number } }[] } }>(
      'Order',
      'move',
      {
        intents: due.slice(0, 200).map(({ order, step, to }) => ({
          intent_id: crypto.randomUUID(),
          order_id: order.order_id,
          from: order.order_status,
          to,
          ...(step.reason === undefined ? {} : { reason: step.reason }),
        })),
      },
    )
    for (const { status, order } of data.results) {
      if (order && status === 'OK') judged.set(order.order_id, { revision: order.revision, ours: true })
      else if (order) judged.delete(order.order_id)
    }
  }

  async function createOrders(open: number, { templates, codes, statuses }: Reference): Promise<void> {
    const time = now()
    const passed = Math.min(time - (lastArrivals ?? time), MAX_GAP_MS)
    lastArrivals = time
    const midnight = Date.parse(dayBounds(companyToday(time, timezone), timezone)[0])
    const peak = Math.max(...Array.from({ length: 24 }, (_, hour) => hourlyRate(hour, perDay)))
    const rate = Math.max(hourlyRate(Math.floor((time - midnight) / HOUR), perDay), MIN_RATE * peak) * speed
    credit += (passed / HOUR) * rate
    for (; credit > 0; credit += Math.log(1 - random.next())) {
      if (templates.length === 0 || open >= MAX_OPEN) {
        credit = 0
        break
      }
      const row = newOrder(random.pick(templates), { codes, statuses, moment: time })
      await wire.call('Reference', 'saveData', { tables: [{ table: 'order', row }] })
    }
  }

  function newOrder(
    template: Order,
    { codes, statuses, moment: timestamp }: { codes: Set<string>; statuses: OrderStatus[]; moment: number },
  ): object {
    const { promocode, asap: _asap, ...row } = template
    for (const name of ['order_id', 'revision'] as const) delete (row as Partial<Order>)[name]
    const reservation = statuses.find((status) => status.reservation === 1)
    const first = statuses.find((status) => status.created === 1)
    const later = reservation !== undefined && random.chance(0.15)
    const requested = new Date(timestamp + (random.between(1.2, 3.5) * HOUR) / speed).toISOString()
    return {
      ...row,
      ...(codes.has(promocode) ? { promocode } : {}),
      order_status: (later ? reservation : first)?.order_status_id,
      ...(later ? { asap: 0, time_finish: requested } : { asap: 1 }),
      // A demo has orders at any hour.
      overruled: [...orderWarnings],
    }
  }

  async function once(): Promise<boolean> {
    if (paused) {
      lastArrivals = undefined
      return true
    }
    try {
      const known = await readReference()
      const open = await readOpen(known)
      await advanceOrders(await untouchedOrders(open), known)
      await createOrders(open.length, known)
      return true
    } catch (error) {
      // A refused step may be allowed later, after a setting was changed.
      reference = undefined
      onProblem(error)
      return !(isWireError(error) && error.code === 'network')
    }
  }

  const step = (): Promise<boolean> => (running ??= once().finally(() => (running = undefined)))

  function loop(wait: number): void {
    if (stopped) return
    timer = setTimeout(() => {
      void step().then((reached) => loop(reached ? STEP_MS : Math.min(wait * 2, MAX_WAIT_MS)))
    }, wait)
    timer.unref()
  }

  return {
    step,
    start: () => loop(STEP_MS),
    pause: () => (paused = true),
    resume: () => (paused = false),
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
