import path from 'node:path'
import { openStore, readConfig, startDemo } from '@tiffin/server'
import { createTestDatabase, type TestDatabase } from '@tiffin/server/test'

export interface Demo {
  url: string
  database: TestDatabase
  stop(): Promise<void>
}

/** The demo at a given moment, in a separate database; subscriptions are counted from `paid`. Both in ms. */
export async function startDemoStage(now: number, paid: number): Promise<Demo> {
  const database = await createTestDatabase()
  const root = path.resolve(import.meta.dirname, '../..')
  const config = readConfig({
    PORT: '0',
    TIFFIN_LOG: 'silent',
    TIFFIN_WEB: process.env['TIFFIN_WEB'] ?? path.join(root, 'packages/web/dist'),
    DATABASE_URL: database.urls.app,
    DATABASE_OWNER_URL: database.urls.owner,
    DATABASE_WORKER_URL: database.urls.worker,
  })
  const store = await openStore(config)
  const demo = await startDemo(config, {
    store,
    jobs: false,
    speed: 0,
    seed: { now, busy: { days: 2, perDay: 160, open: 44, customers: 200, couriers: 20 } },
  })
  await database.asOwner(`update company set due_date = to_timestamp($1) + interval '20 days'`, [paid / 1000])
  // The tour would start by itself.
  await database.asOwner(`update admin set settings = settings || '{"tour": "done"}'`)
  return {
    url: demo.url,
    database,
    async stop() {
      await demo.stop()
      await store.close()
      await database.drop()
    },
  }
}
