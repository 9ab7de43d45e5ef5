import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { hashSecret } from '#sessions/credentials'
import { insertRow } from '#server/test/seed'
import { type FakePushService, type PushDevice, startPushService } from '#server/test/start-push-service'
import { startTestServer, type TestServer } from '#server/test/test-server'
import { pushReplies } from './push-replies.ts'

let service: FakePushService
let server: TestServer
let user: number
let chat_id: number
let device: PushDevice
beforeAll(async () => {
  service = await startPushService()
  server = await startTestServer({ TIFFIN_PUSH_NETWORKS: '127.0.0.1' }, { jobs: false })
  await server.database.asOwner('update company set allow_chat = 1')
})
afterAll(async () => {
  await server.stop()
  await service.stop()
})
beforeEach(async () => {
  const { a } = server.world
  await server.database.asOwner('delete from push_target')
  service.pushes.length = 0
  chat_id = 0
  user = await insertRow(server.database, 'user', { company: a, name: 'Ida', lang: 'ru', push_consent: 1 })
  await server.database.asOwner('insert into chat_conversation (company, user_id) values ($1, $2)', [a, user])
  const customer_token = `customer_${randomUUID()}`
  await server.database.asOwner(
    `insert into customer_session (token_hash, company, user_id, expires) values ($1, $2, $3, now() + interval '1 day')`,
    [hashSecret(customer_token), a, user],
  )
  device = service.addDevice()
  await server.call('Customer', 'pushSubscribe', { customer_token, subscription: device.subscription })
})

async function write(text: string, values: { type?: 0 | 1; status?: number; minutes?: number; file?: object } = {}) {
  const { type = 1, status = 1, minutes = 3, file } = values
  chat_id += 1
  await server.database.asOwner(
    `insert into chat_message (uuid, company, chat_id, type, text, file, status, user_id, user_name, admin_name, date)
     values ($1, $2, $3, $4, $5, $6, $7, $8, '', '', now() - make_interval(mins => $9))`,
    [randomUUID(), server.world.a, chat_id, type, text, file ? JSON.stringify(file) : null, status, user, minutes],
  )
  await server.database.asOwner('update chat_conversation set last = $1 where user_id = $2', [chat_id, user])
}
async function pushed(): Promise<unknown[]> {
  await pushReplies(server.context)
  return service.pushes.splice(0).map(({ content }) => content)
}

it('sends a reply that stays unread for two minutes on to the customer, once', async () => {
  await write('Is it coming?', { type: 0 })
  await write('Yes, at <b>7</b> &amp; warm<br>Enjoy')
  const sent = { title: 'Alpha', body: 'Yes, at 7 & warm Enjoy', url: `/chat/${server.world.a}/`, tag: 'chat' }
  expect(await pushed()).toEqual([expect.objectContaining(sent)])
  expect(await pushed()).toEqual([])
  await write('', { file: { flag: 2, name: 'menu.pdf', type: 'application/pdf', content: '' } })
  expect(await pushed()).toMatchObject([{ body: 'menu.pdf' }])
})

it.each<[string, () => Promise<unknown>]>([
  ['is read', () => write('a', { status: 3 })],
  ['is new', () => write('a', { minutes: 1 })],
  ['is older than a day', () => write('a', { minutes: 1441 })],
  ['is the customer’s own message', () => write('a', { type: 0 })],
  ['was deleted', async () => [await write('a'), await sql('update chat_message set delete = 1')]],
  ['goes to nobody who agreed', async () => [await write('a'), await sql('update "user" set push_consent = 0')]],
  ['is of a company that has no chat any more', async () => [await write('a'), await sql('update company set allow_chat = 0')]],
])('sends nothing on that %s', async (_what, prepare) => {
  await prepare()
  expect(await pushed()).toEqual([])
  await sql('update company set allow_chat = 1')
})
const sql = (text: string) => server.database.asOwner(text)

it('tries again after the push service could not be reached', async () => {
  await write('a')
  device.answer = { status: 503 }
  expect(await pushed()).toEqual([])
  device.answer = { status: 201 }
  expect(await pushed()).toMatchObject([{ body: 'a' }])
  expect(await pushed()).toEqual([])
})

it('two servers send it once', async () => {
  await write('a')
  await Promise.all([pushReplies(server.context), pushReplies(server.context)])
  expect(await pushed()).toHaveLength(1)
})
