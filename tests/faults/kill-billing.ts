import { setTimeout as pause } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from '@tiffin/server/test'
import { expect } from 'vitest'
import { addDueCompanies, addTopUps, beginRound, type Callback, paymentEnv, sendCallback } from '../fixtures/billing.ts'
import { endWithTest } from './end-with-test.ts'
import { drawFrom } from './random-draw.ts'
import { startServerProcess } from './server-process.ts'

/** Bookings between two kills. */
const BETWEEN_KILLS = 40
/** Each provider waits for an answer before it sends the next callback. */
const PROVIDERS = 4

/**
 * Kills the server in the middle of the billing round and of callbacks; the round begins again with each start, and each callback
 * is repeated until it is answered. Then compares the ledger with the amounts due and paid.
 */
export async function killBilling({ kills, companies }: { kills: number; companies: number }) {
  const database = await createTestDatabase()
  const endWith = endWithTest(() => database.drop())
  const due = await addDueCompanies(database, companies)
  const callbacks = await addTopUps(database, companies)
  const app = database.open()
  const bookings = async (): Promise<number> =>
    Number((await database.asOwner<{ n: string }>(`select count(*) as n from booking where kind <> 'opening'`))[0]?.n)

  const env = {
    DATABASE_URL: database.urls.app,
    DATABASE_OWNER_URL: database.urls.owner,
    DATABASE_WORKER_URL: database.urls.worker,
    ...paymentEnv,
  }
  let server = await startServerProcess(env, { endWith })
  const { url, port } = server
  await beginRound(app)
  const sending = sendAll(url, callbacks)
  endWith(() => sending.stop())
  const draw = drawFrom(kills)
  let during = 0
  for (let kill = 0; kill < kills; kill += 1) {
    const goal = (await bookings()) + draw(BETWEEN_KILLS)
    await expect.poll(bookings, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(Math.min(goal, due + callbacks.length))
    if ((await bookings()) < due + callbacks.length) during += 1
    await server.kill()
    server = await startServerProcess(env, { port, endWith })
    await beginRound(app)
  }
  const { repeats } = await sending.done
  await expect.poll(bookings, { timeout: 120_000 }).toBe(due + callbacks.length)
  await checkRound(database, companies)
  await checkCallbacks(database, callbacks)
  await checkBalances(database)
  return { during, repeats, booked: await bookings() }
}

/** Sends each callback until it is answered, as a provider does, and every fourth once more. */
function sendAll(url: string, callbacks: readonly Callback[]) {
  const left = callbacks.entries()
  let repeats = 0
  let stopped = false
  const send = async (callback: Callback) => (await sendCallback(url, callback))?.status === 200
  const provider = async (): Promise<void> => {
    for (const [index, callback] of left) {
      while (!stopped && !(await send(callback))) {
        repeats += 1
        await pause(20)
      }
      if (index % 4 === 0) await send(callback)
      // Otherwise all would be answered before the second kill.
      await pause(60)
      if (stopped) return
    }
  }
  const done = Promise.all(Array.from({ length: PROVIDERS }, provider)).then(() => ({ repeats }))
  return { done, stop: () => void (stopped = true) }
}

async function checkRound(database: TestDatabase, companies: number): Promise<void> {
  const rows = await database.asOwner(
    `select split_part(name->>'en', ' ', 2)::int % 3 = 0 as poor, suspended::int, billing_problem, due_date > now() as moved,
       (select count(*)::int from booking b where b.company = c.company_id and kind = 'subscription') as charges, count(*)::int as n
     from company c where name->>'en' like 'Due %' group by company_id, name, suspended, billing_problem, due_date`,
  )
  expect(rows).toHaveLength(companies)
  const wrong = rows.filter((row) => {
    const paid = row['moved'] === true && row['charges'] === 1 && row['suspended'] === 0
    const late = row['moved'] === false && row['charges'] === 0 && row['suspended'] === 1
    return row['billing_problem'] !== '' || !(row['poor'] === true ? late : paid)
  })
  expect(wrong).toEqual([])
}

async function checkCallbacks(database: TestDatabase, callbacks: readonly Callback[]): Promise<void> {
  const booked = await database.asOwner<{ reference: string }>(
    `select reference from booking where kind = 'payment' order by booking_id`,
  )
  expect(booked.map(({ reference }) => reference).toSorted()).toEqual(
    callbacks.map(({ reference }) => `link:${reference}`).toSorted(),
  )
  const open = await database.asOwner(
    `select payment_id, state, amount from payment where type = 1 and (state <> 'applied' or amount <> 1)`,
  )
  expect(open).toEqual([])
}

async function checkBalances(database: TestDatabase): Promise<void> {
  const wrong = await database.asOwner(
    `select company_id, balance, sum(amount) from company left join booking on company = company_id
     group by company_id having balance <> coalesce(sum(amount), 0)`,
  )
  expect(wrong).toEqual([])
}
