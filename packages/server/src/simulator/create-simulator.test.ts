import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { DEMO_PASSWORD } from '../demo-accounts.ts'
import { startDemo, type Demo } from '../start-demo.ts'
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts'
import { ensurePlatform } from '#db/platform'
import { hashPassword } from '#domains/people/password'
import { createSimulator, type SimulatorOptions } from './create-simulator.ts'
import { createWire } from './wire.ts'
import { fullRunOnly } from '#server/test/full'

let database: TestDatabase
let demo: Demo
const MINUTE = 60_000

const storeOf = (of: TestDatabase) => ({
  db: of.open(),
  ownerUrl: of.urls.owner,
  workerUrl: of.urls.worker,
  home: '',
  close: async () => {},
})
const config = readConfig({ PORT: '0', TIFFIN_LOG: 'silent' })
const small = { days: 2, perDay: 80, customers: 60, couriers: 8, open: 30 }

beforeAll(async () => {
  database = await createTestDatabase()
  await ensurePlatform(database.urls.owner)
  demo = await startDemo(config, { store: storeOf(database), jobs: false, speed: 0, seed: { busy: small } })
  await database.asOwner(`update admin set password = $1 where login = 'simulator'`, [await hashPassword('Rush-hour-1')])
})
afterAll(async () => {
  await demo.stop()
  await database.drop()
})

/** A simulator whose clock the test controls; the server's own clock continues. */
function simulate(more: Partial<SimulatorOptions> = {}) {
  const clock = { ahead: 0 }
  const trouble: unknown[] = []
  const simulator = createSimulator({
    url: demo.url,
    login: 'simulator',
    password: 'Rush-hour-1',
    timezone: 'Europe/Berlin',
    now: () => Date.now() + clock.ahead,
    onProblem: (error) => trouble.push(error),
    ...more,
  })
  const pass = async (minutes: number) => {
    clock.ahead += minutes * MINUTE
    return simulator.step()
  }
  return { simulator, pass, trouble }
}

const statusOf = (order: number) =>
  database.asOwner<{ status: number; print: number }>(
    'select s.status, o.print::int as print from "order" o join order_status s on s.order_status_id = o.order_status where order_id = $1',
    [order],
  )
/** An open order of company A, put into this status bypassing all rules: the demo's orders depend on the hour. */
const openOrder = async (status: number, not = 0) => {
  const [row] = await database.asOwner<{ id: number; key: number; next: number }>(
    `update "order" o set order_status = s.order_status_id, last_time = now() from order_status s, order_status n
     where s.company = 1 and s.status = $1 and n.company = 1 and n.status = $1 + 1 and o.order_id =
       (select max(order_id) from "order" join order_status f on f.order_status_id = order_status where f.company = 1 and f.status between 2 and $1 and order_id <> $2)
     returning o.order_id::int as id, s.order_status_id::int as key, n.order_status_id::int as next`,
    [status, not],
  )
  if (!row) throw new Error('the demonstration has no open order')
  return row
}
const lastMoves = () =>
  database.asOwner<{ login: string; from: number; to: number; allowed: boolean; courier: number | null; type: number }>(
    `select a.login, f.status as from, t.status as to, f.transfer @> to_jsonb(t.order_status_id) as allowed, o.courier::int as courier, o.type::int as type
     from audit_row r join change c using (change_id) left join admin a on a.admin_id = c.admin join "order" o on o.order_id = r.row_key::bigint
       join order_status f on f.order_status_id = (r.before->>'order_status')::bigint join order_status t on t.order_status_id = (r.after->>'order_status')::bigint
     where r.table_name = 'order' and r.action = 'Update' and c.app = 'simulator'`,
  )

describe('simulator', () => {
  it('moves orders along allowed paths, assigns couriers, and creates new orders', async () => {
    const { pass, trouble } = simulate()
    const before = await database.asOwner<{ n: number }>('select count(*)::int as n from "order" where company = 1')
    await pass(0)
    for (let look = 0; look < 14; look += 1) expect(await pass(3)).toBe(true)
    expect(trouble).toEqual([])
    const moves = await lastMoves()
    expect(new Set(moves.map((move) => move.to)).size).toBeGreaterThanOrEqual(5)
    expect(moves.filter((move) => !move.allowed || move.login !== 'simulator')).toEqual([])
    expect(moves.filter((move) => move.to === 6 && move.courier === null)).toEqual([])
    const made = await database.asOwner<{ total: string; ticket: number; admin: string; lines: number }>(
      `select total::text, ticket, a.login as admin, jsonb_array_length(cart) as lines from "order" o join admin a on a.admin_id = o.admin
       where o.company = 1 order by order_id offset $1`,
      [before[0]?.n],
    )
    // At least 60 % of a rush of 16 % of 550 orders an hour, for 42 minutes.
    expect(made.length).toBeGreaterThan(20)
    for (const row of made)
      expect([row.admin, Number(row.total) > 0, row.ticket > 0, row.lines > 0]).toEqual(['simulator', true, true, true])
  }, 60_000)

  fullRunOnly.it(
    'leaves orders alone that a person has moved, but not those that a console has only printed',
    async () => {
      const wire = createWire({ url: demo.url, login: 'owner', password: DEMO_PASSWORD })
      const { pass } = simulate({ seed: 3 })
      await pass(0)
      const mine = await openOrder(3)
      const printed = await openOrder(4, mine.id)
      await wire.call('Order', 'move', {
        intents: [{ intent_id: crypto.randomUUID(), order_id: mine.id, from: mine.key, to: mine.next }],
      })
      const { data } = await wire.call<{ data: { job: { print_job_id: number } } }>('Print', 'request', { order_id: printed.id })
      const ticket = { print_job_id: data.job.print_job_id, console: 'test' }
      await wire.call('Print', 'claim', ticket)
      await wire.call('Print', 'begin', ticket)
      await wire.call('Print', 'confirm', ticket)
      for (let look = 0; look < 6; look += 1) await pass(20)
      expect((await statusOf(mine.id))[0]?.status).toBe(4)
      const [after] = await statusOf(printed.id)
      expect(after?.status).not.toBe(4)
    },
    60_000,
  )

  it('does nothing while paused', async () => {
    const { simulator, pass } = simulate()
    const count = () => database.asOwner('select max(change_id) as last from change')
    await pass(0)
    simulator.pause()
    const before = await count()
    await pass(30)
    expect(await count()).toEqual(before)
    simulator.resume()
    await pass(0)
    await pass(30)
    expect(await count()).not.toEqual(before)
  })

  it('waits for an unavailable server, and signs in again when its session has ended', async () => {
    let away = true
    let ended = false
    const { pass, trouble } = simulate({
      fetch: (url, request) => {
        if (away) return Promise.reject(new TypeError('refused'))
        const headers = ended ? { authorization: 'Bearer a-secret-that-no-session-has' } : request?.headers
        ended = false
        return fetch(url, { ...request, ...(headers && { headers }) })
      },
    })
    expect(await pass(1)).toBe(false)
    expect(await pass(1)).toBe(false)
    away = false
    expect(await pass(1)).toBe(true)
    const met = trouble.length
    ended = true
    expect(await pass(1)).toBe(true)
    expect(ended).toBe(false)
    expect(trouble).toHaveLength(met)
  })

  it('is refused with a wrong password, and reports it without crashing', async () => {
    const { pass, trouble } = simulate({ password: 'wrong' })
    await pass(1)
    expect(trouble).toMatchObject([{ code: 'bad_credentials' }])
  })
})

fullRunOnly.describe('startDemo', () => {
  it('shows its accounts, and one of two processes plays the customers', async () => {
    const own = await createTestDatabase()
    const steps: unknown[] = []
    try {
      await ensurePlatform(own.urls.owner)
      const options = { jobs: false, seed: { busy: small } }
      const first = await startDemo(config, { ...options, store: storeOf(own), onProgress: (step) => steps.push(step) })
      const second = await startDemo(config, { ...options, store: storeOf(own) })
      try {
        expect(steps).toContainEqual(expect.objectContaining({ seed: 'done' }))
        const wire = createWire({ url: first.url, login: first.accounts[0].login, password: first.accounts[0].password })
        const { auth } = await wire.call<{ auth: { demo: unknown[] } }>('Auth', 'getLang', {})
        expect(auth.demo).toEqual(first.accounts)
        await expect.poll(() => first.simulator(), { timeout: 30_000 }).not.toBeNull()
        expect(second.simulator()).toBeNull()
        await first.stop()
        await expect.poll(() => second.simulator(), { timeout: 30_000 }).not.toBeNull()
      } finally {
        await Promise.all([first.stop(), second.stop()])
      }
    } finally {
      await own.drop()
    }
  }, 120_000)
})
