import { type Actor } from '@tiffin/core/rules'
import { calls, type TableQuery } from '@tiffin/sdk/contract'
import type { Database } from '#db/database'
import { type ChangeResult, makeChange } from '#engine/change'
import { deleteRows } from '#engine/delete-rows'
import { readTables, scopeOf } from '#engine/read-tables'
import { planSave } from '#engine/save-plan'
import type { RowToSave } from '#engine/planned-row'
import { saveRows, type SaveResult } from '#engine/save-rows'
import { createSecretBox, type SecretBox } from '#sessions/secret-box'
import { actorsOf, seedWorld, type World } from './seed.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

type Row = Record<string, unknown>

export interface WriteOptions {
  now?: Date
  idempotency?: { key: string; hash: Buffer }
}

/** The engine with its own database, without a server. */
export interface TestEngine {
  test: TestDatabase
  db: Database
  secretBox: SecretBox
  world: World
  actors: ReturnType<typeof actorsOf>
  /** Feed numbers passed to the listener. */
  published: number[]
  save: (actor: Actor, rows: RowToSave[], options?: WriteOptions) => Promise<ChangeResult<Record<string, SaveResult>>>
  saveOne: (actor: Actor, table: string, row: Row, id?: number | string, options?: WriteOptions) => Promise<Row>
  remove: (actor: Actor, table: string, id: number | string) => Promise<unknown>
  read: (actor: Actor, query: TableQuery) => Promise<Row[]>
  readOne: (actor: Actor, table: string, key: string, id: unknown) => Promise<Row>
}

/** The time of the engine's writes, unless a test sets another: the 21st in UTC, and 23:30 on the 21st in Berlin. */
export const NOW = new Date('2026-11-21T22:30:00.000Z')

export async function createTestEngine(): Promise<TestEngine> {
  const test = await createTestDatabase()
  const db = test.open()
  const secretBox = createSecretBox({ TIFFIN_SECRET_KEY: 'a key for tests that is long enough' }, '')
  const world = await seedWorld(test)
  const published: number[] = []
  const listener = {
    published: (feeds: readonly { number: number }[]) =>
      void published.push(...feeds.map(({ number }) => number).filter((number) => number > 0)),
  }
  const info = (actor: Actor, options: WriteOptions) => ({
    admin: actor.admin_id,
    company: actor.company ?? 0,
    app: 'api',
    device: '',
    idempotency: options.idempotency,
  })
  const engine: TestEngine = {
    test,
    db,
    secretBox,
    world,
    actors: actorsOf(world),
    published,
    async save(actor, rows, options = {}) {
      const planned = await planSave(actor, rows)
      const context = { actor, now: options.now ?? NOW, lang: 'en', secretBox }
      return makeChange(db, listener, info(actor, options), (change) => saveRows(change, planned, context))
    },
    async saveOne(actor, table, row, id, options) {
      const { value } = await engine.save(actor, [{ table, id, row }], options)
      return value[table]?.data ?? {}
    },
    remove: (actor, table, id) =>
      makeChange(db, listener, info(actor, {}), (change) => deleteRows(change, [{ table, id }], { actor })),
    async read(actor, query) {
      const { tables } = calls.Reference.getData.input.parse({ tables: [query] })
      const { json } = await db.read(scopeOf(actor), (tx) => readTables(tx, actor, tables, { lang: 'en', now: NOW }))
      return (JSON.parse(json) as Record<string, { data: Row[] }>)[query.table]?.data ?? []
    },
    async readOne(actor, table, key, id) {
      return (await engine.read(actor, { table, search: [{ key, prm: id as number }] }))[0] ?? {}
    },
  }
  return engine
}
