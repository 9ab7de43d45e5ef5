import { randomUUID } from 'node:crypto'
import { callAt, createTestDatabase, insertOrder, PASSWORD, passwordHash, seedWorld, startReceiver } from '@tiffin/server/test'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startServerProcess } from './server-process.ts'

const when = <T>(check: () => Promise<T> | T): Promise<T> => vi.waitFor(check, { timeout: 90_000, interval: 100 })

it('kill -9 of the server between a move and its message: the message is sent after the restart, with one id', async () => {
  const database = await createTestDatabase()
  const receiver = await startReceiver()
  onTestFinished(async () => {
    await receiver.stop()
    await database.drop()
  })
  const world = await seedWorld(database)
  await database.asOwner(`update admin set password = $1, company = $2 where login = 'owner'`, [passwordHash, world.a])
  const env = {
    DATABASE_URL: database.urls.app,
    DATABASE_OWNER_URL: database.urls.owner,
    DATABASE_WORKER_URL: database.urls.worker,
    TIFFIN_WEBHOOK_NETWORKS: '127.0.0.1',
  }
  const start = () => startServerProcess(env, { endWith: (end) => onTestFinished(async () => void (await end())) })
  let server = await start()
  const login = await callAt(server.url, 'Auth', 'Login', { login: 'owner', password: PASSWORD })
  const { token } = (login['auth'] as { user: { token: string } }).user
  const call = (api: string, method: string, data: unknown) => callAt(server.url, api, method, data, { token, company: world.a })
  await call('Reference', 'saveData', { tables: [{ table: 'webhook', id: 0, row: { url: receiver.url } }] })

  const order = await insertOrder(database, world)
  const [from, to] = [world.statuses[2], world.statuses[3]]
  receiver.answer = { status: 204, delayMs: Number.POSITIVE_INFINITY }
  const moved = await call('Order', 'move', { intents: [{ intent_id: randomUUID(), order_id: order, from, to }] })
  expect(moved).toMatchObject({ data: { results: [{ status: 'OK' }] } })
  const delivered = (attempts: number) =>
    when(async () => {
      const rows = await database.asOwner('select state, attempts from webhook_delivery')
      expect(rows).toEqual([{ state: 'delivered', attempts }])
    })

  // While the message is under way. Its lease ends half a minute later.
  await when(() => expect(receiver.messages).toHaveLength(1))
  await server.kill()
  await database.asOwner('update webhook_delivery set next_attempt = now()')
  receiver.answer = { status: 204 }
  server = await start()
  await delivered(2)

  // A server killed before it read the feed: only its position there shows the missing event.
  await server.kill()
  await database.asOwner('delete from webhook_delivery')
  await database.asOwner('update webhook_state set position = position - 1')
  server = await start()
  await delivered(1)
  const ids = receiver.messages.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(3)
  expect(new Set(ids).size).toBe(1)
}, 180_000)
