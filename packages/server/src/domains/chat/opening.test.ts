import { randomUUID } from 'node:crypto'
import { weekdays } from '@tiffin/sdk/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '#db/database'
import { startTestServer, type TestServer } from '../../test/test-server.ts'
import { createOpenings } from './opening.ts'

let server: TestServer
let company: number
let db: Database
beforeAll(async () => {
  server = await startTestServer()
  company = server.world.a
  db = server.database.open()
})
afterAll(() => server.stop())
const sql = (text: string, values: unknown[] = []) => server.database.asOwner(text, values)
beforeEach(async () => {
  await sql('delete from chat_message')
  await sql(`update company set chat_hours = null, timezone = 'Europe/Berlin'`)
})

// A Friday.
let now = new Date('2026-11-20T12:00:00Z')
const opening = (of = company) => createOpenings({ db, now: () => now })(of)
const nine = [{ start: '09:00', end: '18:00' }]
const hours = JSON.stringify(weekdays.map((name, day) => ({ name, day, work: day % 6 === 0 ? 0 : 1, periods: nine })))

let number = 0
const write = (user: number, type: 0 | 1, date: string, of = company) =>
  sql(
    `insert into chat_message (uuid, company, chat_id, type, text, status, user_id, user_name, date) values ($1, $2, $3, $4, 'x', 1, $5, '', $6)`,
    [randomUUID(), of, (number += 1), type, user, date],
  )
/** A question that was answered after some minutes. */
async function answered(date: string, minutes: number, user = server.world.userA): Promise<void> {
  await write(user, 0, date)
  await write(user, 1, new Date(Date.parse(date) + minutes * 60_000).toISOString())
}

it('tells when a company opens and closes, on its clock', async () => {
  expect(await opening()).toMatchObject({ open: null, closes: null, opens: null, timezone: 'Europe/Berlin' })
  await sql('update company set chat_hours = $1 where company_id = $2', [hours, company])
  expect(await opening()).toMatchObject({ open: true, closes: '2026-11-20T17:00:00.000Z', opens: '2026-11-23T08:00:00.000Z' })
  now = new Date('2026-11-21T12:00:00Z')
  expect(await opening()).toMatchObject({ open: false, closes: null, opens: '2026-11-23T08:00:00.000Z' })
  now = new Date('2026-11-20T12:00:00Z')
})

it('the usual reply time is the median of at least five replies', async () => {
  for (const [hour, minutes] of [1, 9, 10, 40].entries()) await answered(`2026-11-19T1${hour}:00:00Z`, minutes)
  expect((await opening()).reply_minutes).toBeNull()
  await answered('2026-11-19T15:00:00Z', 11)
  expect((await opening()).reply_minutes).toBe(10)
})

it('counts from the first unanswered message to the next reply, without messages still unanswered', async () => {
  for (const hour of [10, 11, 12, 13, 14]) {
    await write(server.world.userA, 0, `2026-11-19T${hour}:00:00Z`)
    await write(server.world.userA, 0, `2026-11-19T${hour}:19:00Z`)
    await write(server.world.userA, 1, `2026-11-19T${hour}:20:00Z`)
    await write(server.world.userA, 1, `2026-11-19T${hour}:50:00Z`)
  }
  await write(server.world.userA, 0, '2026-11-19T16:00:00Z')
  expect((await opening()).reply_minutes).toBe(20)
})

it('leaves out messages written outside the hours, more than seven days ago, or to another company', async () => {
  await sql('update company set chat_hours = $1 where company_id = $2', [hours, company])
  for (const hour of [10, 11, 12, 13]) await answered(`2026-11-19T${hour}:00:00Z`, 5)
  await answered('2026-11-19T20:00:00Z', 600)
  await answered('2026-11-15T12:00:00Z', 600)
  await answered('2026-11-12T12:00:00Z', 600)
  const { b, userB } = server.world
  for (const hour of [10, 11, 12]) {
    await write(userB, 0, `2026-11-19T${hour}:00:00Z`, b)
    await write(userB, 1, `2026-11-19T${hour}:01:00Z`, b)
  }
  expect((await opening()).reply_minutes).toBeNull()
  await answered('2026-11-19T14:00:00Z', 5)
  expect((await opening()).reply_minutes).toBe(5)
  expect((await opening(b)).reply_minutes).toBeNull()
})

it('keeps the reply time of a company for five minutes', async () => {
  const openingOf = createOpenings({ db, now: () => now })
  expect((await openingOf(company)).reply_minutes).toBeNull()
  for (const hour of [10, 11, 12, 13, 14]) await answered(`2026-11-19T${hour}:00:00Z`, 5)
  expect((await openingOf(company)).reply_minutes).toBeNull()
  now = new Date(now.getTime() + 5 * 60_000)
  expect((await openingOf(company)).reply_minutes).toBe(5)
})
