import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts'
import { remainingDays } from './columns.ts'

let database: TestDatabase
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.drop())

it.each([
  ['a trial of 30 days that began a minute ago', '2026-12-27T01:00:00Z', 'UTC', 30],
  ['the last day', '2026-11-27T23:00:00Z', 'UTC', 0],
  ['the day after', '2026-11-26T23:00:00Z', 'UTC', -1],
  ['a zone where it is still yesterday', '2026-11-28T01:00:00Z', 'America/New_York', 1],
  ['no zone', '2026-11-28T01:00:00Z', '', 1],
  ['no due date', null, 'UTC', null],
])('days left are days of the calendar: %s', async (_what, due, timezone, days) => {
  const [row] = await database.asOwner(
    `select ${remainingDays('c', `'2026-11-27T01:01:00Z'::timestamptz`)} as days from (select $1::timestamptz as due_date, $2::text as timezone) c`,
    [due, timezone],
  )
  expect(row).toEqual({ days })
})
