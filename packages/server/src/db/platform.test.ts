import { afterAll, beforeAll, expect, it } from 'vitest'
import { platformSeeds } from '@tiffin/sdk/contract'
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts'
import { ensurePlatform } from './platform.ts'

let database: TestDatabase
let inserted: number[]
beforeAll(async () => {
  database = await createTestDatabase()
  inserted = await Promise.all([ensurePlatform(database.urls.owner), ensurePlatform(database.urls.owner)])
})
afterAll(() => database.drop())

const total = Object.values(platformSeeds()).reduce((sum, rows) => sum + rows.length, 0)
const count = async (table: string) => (await database.asOwner<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n

it('inserts each row once, even if two processes start together', async () => {
  expect(inserted.toSorted((a, b) => a - b)).toEqual([0, total])
  for (const [table, rows] of Object.entries(platformSeeds())) expect(await count(table), table).toBe(rows.length)
})

const inEnglish = (table: string, key: string, word: string) =>
  database.asOwner(`select ${key}::int as key, ${word}->>'en' as word from ${table} order by ${key}`)

it('REF-25: an order type has icon and value; 1 is delivery and 2 is pickup', async () => {
  expect(await inEnglish('order_type', 'order_type_id', 'value')).toEqual([
    { key: 1, word: 'Delivery to an address' },
    { key: 2, word: 'Pickup' },
  ])
  expect(await database.asOwner('select icon from order_type')).toHaveLength(2)
})

it.each([
  ['message_status', ['New', 'Sent', 'Delivered', 'Read']],
  ['push_status', ['Waiting', 'Sent', 'Failed', 'Sending', 'Unknown', 'Not sent', 'Kept in the outbox']],
])('PUSH-10: %s has %j, starting at 0', async (table, words) => {
  expect(await inEnglish(table, 'id', 'name')).toEqual(words.map((word, key) => ({ key, word })))
})

it('keeps the preselected language and country at the 27th and 207th position', async () => {
  const [language] = await database.asOwner('select code from global_lang order by global_lang_id offset 26 limit 1')
  const [country] = await database.asOwner('select alpha2 from country order by country_id offset 206 limit 1')
  expect(language).toEqual({ code: platformSeeds().global_lang?.[26]?.code })
  expect(country).toEqual({ alpha2: platformSeeds().country?.[206]?.alpha2 })
})

it('keeps edited and deleted rows as they are, and adds missing ones', async () => {
  await database.asOwner(`update tariff set amount = 21 where tariff_id = 1`)
  await database.asOwner(`delete from country where alpha2 = 'AQ'`)
  await database.asOwner(`delete from pay_system where pay_system_id = 3`)
  await database.asOwner(`delete from seeded_row where table_name = 'pay_system' and row_key = '3'`)
  expect(await ensurePlatform(database.urls.owner)).toBe(1)
  expect(await database.asOwner('select amount::text from tariff where tariff_id = 1')).toEqual([{ amount: '21.00' }])
  expect(await database.asOwner(`select 1 from country where alpha2 = 'AQ'`)).toEqual([])
  expect(await database.asOwner('select name from pay_system where pay_system_id = 3')).toEqual([{ name: 'YooKassa' }])
})

it('reserves the keys of later releases', async () => {
  const [row] = await database.asOwner<{ country_id: number }>(
    `insert into country (name, alpha2) values ('{"en":"Kosovo"}', 'XK') returning country_id::int`,
  )
  expect(row?.country_id).toBeGreaterThan(1000)
})

it('needs no owner if nothing is missing', async () => {
  expect(await ensurePlatform(database.urls.app)).toBe(0)
})
