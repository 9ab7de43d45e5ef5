import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fastClockEnv } from '../fakes/fast-clock.ts'
import type { Bench, Figure } from './bench.ts'
import { makeHome, openBoard, openBoardAt } from './board-program.ts'
import { median, percentile } from './measure.ts'
import { openWorld, type World } from './world.ts'

const ORDERS = 300
const STARTS = 9
const IDLE_SECONDS = 10
const POWER_CUTS = 5
const KEYS = 40
/**
 * An hour of changes in one minute: of 1,500 changes, every seventh is a new order, and the others move orders on to the end.
 * The clock runs no faster than the machine can follow, or the test would measure the machine's speed.
 */
const RUSH = { hurry: 10, seconds: 60, changes: 1500, every: 7 }
const STATUS = { created: 2, onTheWay: 7, delivered: 8 }

interface Frame {
  at: number
  busy: number
}

/** Milliseconds until the first output, and until the orders are on the screen. */
async function start(world: World): Promise<{ first: number; orders: number }> {
  const started = performance.now()
  const board = openBoard(world)
  try {
    await board.waitFor((text) => text.trim() !== '')
    const first = performance.now() - started
    await board.waitFor(/\bNew\b.*\d/)
    return { first, orders: performance.now() - started }
  } finally {
    board.kill()
    await board.exited
    board.remove()
  }
}

/** Milliseconds from starting a killed paired device until its orders are shown and live; no key is pressed. */
async function backAfterPowerCut(world: World): Promise<number> {
  const home = makeHome()
  const open = () => openBoardAt(home.path, { env: { TIFFIN_URL: world.url } }, ['--pair', '--name', 'kitchen-1'])
  const isBack = /\bNew\b.*\d[^]*online|online[^]*\bNew\b.*\d/
  let board = open()
  try {
    const code = /((?:[A-Z2-9] ){4}- (?:[A-Z2-9] ){3}[A-Z2-9])/.exec(await board.waitFor(/([A-Z2-9] ){4}- /))?.[1]
    const merchants = await world.asOwner<{ id: number }>('select merchant_id::int as id from merchant where company = $1', [
      world.owner.company,
    ])
    const confirmed = { code: code?.replaceAll(' ', ''), name: 'Kitchen', merchants: merchants.map(({ id }) => id) }
    await world.owner.call('Device', 'confirm', confirmed)
    await board.waitFor(isBack, 20_000)
    const times: number[] = []
    for (let cut = 0; cut < POWER_CUTS; cut += 1) {
      board.kill('SIGKILL')
      await board.exited
      const started = performance.now()
      board = open()
      await board.waitFor(isBack, 20_000)
      times.push(performance.now() - started)
    }
    return median(times)
  } finally {
    board.kill('SIGKILL')
    await board.exited
    home.remove()
  }
}

const memory = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1000

/** Orders come and go as in a busy hour, spread over a minute. */
async function rush({ asOwner, owner }: World, until: number): Promise<void> {
  const statuses = await asOwner<{ id: number; status: number }>(
    'select order_status_id::int as id, status::int from order_status where company = $1',
    [owner.company],
  )
  const idOf = new Map(statuses.map(({ id, status }) => [status, id]))
  const open = await asOwner<{ order_id: number; status: number; user: number; merchant: number; cart: object[] }>(
    `select o.order_id::int, s.status::int, o."user"::int, o.merchant::int, o.cart from "order" o
     join order_status s on s.order_status_id = o.order_status join "user" u on u.user_id = o."user" and u.status > 0
     where o.company = $1 and s.status between $2 and $3 order by o.order_id`,
    [owner.company, STATUS.created, STATUS.onTheWay],
  )
  for (let change = 0; change < RUSH.changes; change += 1) {
    await pause(Math.max(0, until - performance.now()) / (RUSH.changes - change))
    const item = open.shift()
    if (!item) throw new Error('No order is left')
    if (change % RUSH.every === 0) {
      const { user, merchant, cart } = item
      const answer = await owner.call('Reference', 'saveData', {
        tables: [{ table: 'order', row: { user, merchant, cart, overruled: ['closed', 'min_cost', 'no_delivery_cost'] } }],
      })
      const saved = answer.data['order'] as unknown as { rows: { data: { order_id: number } }[] } | undefined
      const order_id = saved?.rows[0]?.data.order_id ?? 0
      open.push(item, { ...item, order_id, status: STATUS.created })
      continue
    }
    const intent = { order_id: item.order_id, from: idOf.get(item.status), to: idOf.get(item.status + 1) }
    await owner.call('Order', 'move', { intents: [{ ...intent, intent_id: randomUUID() }] })
    if (item.status + 1 < STATUS.delivered) open.push({ ...item, status: item.status + 1 })
  }
}

/** Memory of a board after an hour of rush. */
async function afterRush(world: World): Promise<Figure> {
  const board = openBoard(world, { env: fastClockEnv(RUSH.hurry) })
  try {
    await board.waitFor(/\bNew\b.*\d/)
    const before = board.raw().length
    await rush(world, performance.now() + RUSH.seconds * 1000)
    return {
      what: 'resident memory after an hour of rush',
      value: memory(board.pid),
      unit: 'MB',
      budget: 150,
      note: `${RUSH.changes} changes, ${Math.round((board.raw().length - before) / 1e6)} MB drawn`,
    }
  } finally {
    board.kill('SIGKILL')
    await board.exited
    board.remove()
  }
}

async function frames(world: World): Promise<Figure[]> {
  const noted = path.join(tmpdir(), `tiffin-bench-frames-${process.pid}.json`)
  const probe = path.join(import.meta.dirname, 'busy-frames.mjs')
  const board = openBoard(world, { env: { BENCH_FRAMES: noted, NODE_OPTIONS: `--import=${probe}` } })
  try {
    await board.waitFor(/\bNew\b.*\d/)
    await pause(2000)
    const before = Buffer.byteLength(board.raw())
    await pause(IDLE_SECONDS * 1000)
    const tick = (Buffer.byteLength(board.raw()) - before) / IDLE_SECONDS / 1000
    const from = performance.timeOrigin + performance.now()
    // Down and up a column and between columns, each key a separate frame.
    for (let turn = 0; turn < 120; turn += 1) {
      board.press(['down', 'down', 'down', 'right', 'up', 'left'][turn % 6] ?? 'down')
      await pause(90)
    }
    const to = performance.timeOrigin + performance.now()
    // To and fro, because a key at the end of a column draws nothing.
    const pressed: number[] = []
    for (let turn = 0; turn < KEYS; turn += 1) {
      pressed.push(performance.timeOrigin + performance.now())
      board.press(turn % 2 === 0 ? 'up' : 'down')
      await pause(140)
    }
    const resident = existsSync(`/proc/${board.pid}`) ? memory(board.pid) : Number.NaN
    // Also works if a dialog has opened, where letters have another meaning.
    board.press('\u0003')
    // On a busy machine, a program still draws the result of earlier keys; it writes its frame times last.
    await Promise.race([board.exited, pause(120_000)])
    if (!existsSync(noted)) throw new Error(`The board did not end:\n${board.text()}`)
    const ever = JSON.parse(readFileSync(noted, 'utf8')) as Frame[]
    const waited = pressed.map((key) => (ever.find(({ at }) => at >= key)?.at ?? Number.POSITIVE_INFINITY) - key)
    const all = ever.filter(({ at }) => at >= from && at <= to)
    const busy = all.map((frame) => frame.busy)
    return [
      {
        what: `terminal board of ${ORDERS} orders: work a frame, p95`,
        value: percentile(busy, 0.95),
        unit: 'ms',
        budget: 25,
        note: `p50 ${median(busy).toFixed(1)} ms of ${busy.length} frames`,
      },
      { what: 'from a key to its frame, p95', value: percentile(waited, 0.95), unit: 'ms', budget: 50 },
      { what: 'bytes a second while nothing happens', value: tick, unit: 'kB', budget: 2 },
      { what: 'resident memory', value: resident, unit: 'MB', budget: 150 },
    ]
  } finally {
    board.kill()
    board.remove()
  }
}

export const terminal: Bench = {
  name: 'terminal',
  async run() {
    const world = await openWorld(ORDERS)
    try {
      const starts: { first: number; orders: number }[] = []
      for (let turn = -1; turn < STARTS; turn += 1) {
        const times = await start(world)
        if (turn >= 0) starts.push(times)
      }
      return [
        { what: 'terminal board: first picture after', value: median(starts.map(({ first }) => first)), unit: 'ms', budget: 500 },
        { what: 'terminal board: orders in sight after', value: median(starts.map(({ orders }) => orders)), unit: 'ms' },
        { what: 'paired terminal: back after a power cut', value: await backAfterPowerCut(world), unit: 'ms', budget: 5000 },
        ...(await frames(world)),
        await afterRush(world),
      ]
    } finally {
      await world.stop()
    }
  },
}
