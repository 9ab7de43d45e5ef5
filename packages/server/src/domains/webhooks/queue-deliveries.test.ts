import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertRow } from '#server/test/seed'
import { createTestEngine, type TestEngine } from '#server/test/test-engine'
import { lockWebhook } from './queue-deliveries.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await createTestEngine()
})
afterAll(() => engine.test.drop())

it('a job finds no webhook that is deleted while it begins, and does not fail', async () => {
  const { db, test, world } = engine
  const company = world.a
  const webhook = await insertRow(test, 'webhook', { company, url: 'https://example.com', admin: world.ownerA })
  const [deleted, wait] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const deleting = db.write({ company }, async (tx) => {
    await tx.sql('delete from webhook where webhook_id = $1', [webhook])
    deleted.resolve()
    await wait.promise
  })
  await deleted.promise
  const beginning = db.write({ company }, (tx) => lockWebhook(tx, company, webhook))
  // It has begun to wait for the deletion.
  for (let waiting = 0; waiting === 0;) {
    const rows = await test.asOwner<{ n: number }>('select count(*)::int as n from pg_locks where not granted')
    waiting = rows[0]?.n ?? 0
  }
  wait.resolve()
  await deleting
  expect(await beginning).toBeUndefined()
})
