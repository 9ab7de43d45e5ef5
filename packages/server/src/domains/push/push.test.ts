import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWebPush } from '#providers/push/web-push'
import { parseNetworks } from '#providers/public-address'
import { hashSecret } from '#sessions/credentials'
import { insertRow } from '#server/test/seed'
import { type FakeFirebase, startFirebase } from '#server/test/start-firebase'
import { type FakePushService, type PushDevice, startPushService } from '#server/test/start-push-service'
import { type Answer, startTestServer, type TestServer } from '#server/test/test-server'

vi.setConfig({ testTimeout: 60_000 })

let service: FakePushService
let firebase: FakeFirebase
let server: TestServer
let owner: string
let user: number
let customer_token: string

beforeAll(async () => {
  service = await startPushService()
  firebase = await startFirebase()
  server = await startTestServer({
    TIFFIN_PUSH_NETWORKS: '127.0.0.1',
    TIFFIN_FCM_CREDENTIALS: firebase.credentials,
    TIFFIN_FCM_URL: firebase.url,
  })
  await server.database.asOwner('update company set allow_chat = 1, allow_mailing = 1, allow_push = 1, enable = 1')
  owner = await server.signIn('owner')
})
afterAll(async () => {
  await server.stop()
  await service.stop()
  await firebase.stop()
})
beforeEach(async () => {
  service.pushes.length = 0
  const { a } = server.world
  user = await insertRow(server.database, 'user', { company: a, name: 'Ida', phone: '4930777', lang: 'ru', push_consent: 1 })
  customer_token = `customer_${randomUUID()}`
  await server.database.asOwner(
    `insert into customer_session (token_hash, company, user_id, expires) values ($1, $2, $3, now() + interval '1 day')`,
    [hashSecret(customer_token), a, user],
  )
})
afterEach(() => sql('delete from push_target'))

const sql = <R extends object>(text: string, values: unknown[] = []): Promise<R[]> => server.database.asOwner<R>(text, values)
const asCustomer = (method: string, data: object = {}): Promise<Answer> =>
  server.call('Customer', method, { customer_token, ...data })
const asOwner = (api: string, method: string, data: unknown): Promise<Answer> =>
  server.call(api, method, data, { token: owner, company: server.world.a })
const subscribe = async (device: PushDevice): Promise<void> => {
  await expect(asCustomer('pushSubscribe', { subscription: device.subscription })).resolves.toMatchObject({ status: 'OK' })
}
const targets = async (): Promise<number> => (await sql<{ n: number }>('select count(*)::int as n from push_target'))[0]?.n ?? 0

interface Message {
  message_id: number
  push: number
  status: number
  attempts: number
  result: string
  phone: string
  lang: string
  creator: number
  wait: number | null
}

/** Saves a push message to the customer. */
async function write(row: object = {}): Promise<number> {
  const values = { user_id: user, subject: { en: 'Hello', ru: 'Привет' }, text: { en: 'Soup', ru: 'Суп' }, ...row }
  const answer = await asOwner('Reference', 'saveData', { tables: [{ table: 'message', id: 0, row: values }] })
  expect(answer).toMatchObject({ status: 'OK' })
  return (await sql<{ id: number }>('select max(message_id) as id from message'))[0]?.id ?? 0
}
const reached = (id: number, expected: Partial<Message>): Promise<Message> =>
  vi.waitFor(
    async () => {
      const [found] = await sql<Message>(
        'select *, extract(epoch from next_attempt - now())::int as wait from message where message_id = $1',
        [id],
      )
      expect(found).toMatchObject(expected)
      return found as Message
    },
    { timeout: 30_000, interval: 50 },
  )

describe('Web Push', () => {
  it('PUSH-07: a saved message takes phone, language and creator, and the device of the customer decrypts it', async () => {
    const device = service.addDevice()
    await subscribe(device)
    const id = await write()
    const sent = await reached(id, { push: 1, status: 1 })
    expect(sent).toMatchObject({
      user_id: user,
      phone: '4930777',
      lang: 'ru',
      creator: server.world.ownerA,
      result: expect.stringMatching(/^sent 201/) as string,
    })
    expect(service.pushes).toMatchObject([
      {
        device: device.id,
        content: { title: 'Привет', body: 'Суп', url: `/chat/${server.world.a}/`, tag: `message-${id}` },
        headers: { ttl: '86400', urgency: 'normal' },
      },
    ])
  })

  it('signs once for all messages to a service, with a key that outlives the server', async () => {
    await subscribe(service.addDevice())
    await subscribe(service.addDevice())
    await reached(await write(), { push: 1 })
    await reached(await write(), { push: 1 })
    expect(service.pushes).toHaveLength(4)
    expect(new Set(service.pushes.map(({ headers }) => headers.authorization)).size).toBe(1)
    const key = (await asCustomer('pushKey'))['data'] as { key: string }
    expect(Buffer.from(key.key, 'base64url')).toHaveLength(65)
    const other = await server.another()
    expect(await other.context.keys.vapid()).toEqual(await server.context.keys.vapid())
    // It would take jobs of the tests that follow.
    await other.stop()
    expect((await asOwner('Push', 'key', {}))['data']).toMatchObject({ key: key.key })
    expect(JSON.stringify(await sql('select * from server_key'))).not.toContain((await server.context.keys.vapid()).privateKey)
  })

  it.each([404, 410])('forgets a device that is gone (%i)', async (status) => {
    const device = service.addDevice()
    await subscribe(device)
    device.answer = { status }
    await reached(await write(), { push: 2, result: `gone ${status}` })
    expect(await targets()).toBe(0)
    await reached(await write(), { push: 5, result: 'no_device' })
  })

  it.each([
    [429, { 'retry-after': '120' }, 110],
    [500, {}, 3],
  ])('tries again later after %i, as the service asks', async (status, headers, least) => {
    const device = service.addDevice()
    await subscribe(device)
    device.answer = { status, headers }
    const id = await write()
    const waiting = await reached(id, {
      push: 0,
      result: expect.stringMatching(new RegExp(`^unreachable ${status}`)) as string,
    })
    expect(waiting.wait).toBeGreaterThanOrEqual(least)
    device.answer = { status: 201 }
    if (status === 500) await reached(id, { push: 1 })
    expect(service.pushes).toHaveLength(status === 500 ? 1 : 0)
  })

  it('does not retry a message that the service rejects for good', async () => {
    const device = service.addDevice()
    await subscribe(device)
    device.answer = { status: 413, body: 'too large' }
    await reached(await write(), { push: 2, result: 'refused 413 too large' })
    expect(service.pushes).toEqual([])
  })

  it('does not resend a message that may have arrived', async () => {
    const device = service.addDevice()
    await subscribe(device)
    const id = await write()
    await reached(id, { push: 1 })
    await sql(`update message set push = 3, next_attempt = now() - interval '1 second' where message_id = $1`, [id])
    await write()
    await reached(id, { push: 4, result: 'interrupted' })
    expect(service.pushes.filter(({ content }) => content.tag === `message-${id}`)).toHaveLength(1)
  })

  it.each([
    'http://10.0.0.5/push',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/x',
    'https://192.168.1.1:8443/',
    'http://push.example.com/not-encrypted',
  ])('refuses the address %s, when it is given and when it is sent to', async (endpoint) => {
    const { subscription } = service.addDevice()
    const inside = { ...subscription, endpoint }
    const refused = { code: 'invalid_value', field: 'endpoint' }
    await expect(asCustomer('pushSubscribe', { subscription: inside })).resolves.toMatchObject(refused)
    await expect(asOwner('Push', 'subscribe', { subscription: inside })).resolves.toMatchObject(refused)
    if (!/\d/.test(new URL(endpoint).hostname)) return
    await sql(
      `insert into push_target (kind, company, user_id, provider, endpoint, p256dh, auth) values ('customer', $1, $2, 'webpush', $3, $4, $5)`,
      [server.world.a, user, endpoint, subscription.keys.p256dh, subscription.keys.auth],
    )
    await reached(await write(), { push: 2, result: 'refused private address' })
  })

  it('refuses addresses and tokens that are too long to be found again', async () => {
    const { subscription } = service.addDevice()
    const letters = (length: number): string => Buffer.from(crypto.getRandomValues(new Uint8Array(length))).toString('base64url')
    const endpoint = `${subscription.endpoint}/${Array.from({ length: 1900 }, () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000))).join('')}`
    for (const target of [{ fcm: letters(3000) }, { subscription: { ...subscription, endpoint } }])
      await expect(asCustomer('pushSubscribe', target)).resolves.toMatchObject({ code: 'invalid_value' })
  })

  it('refuses keys that encrypt nothing', async () => {
    const { subscription } = service.addDevice()
    const other = subscription.keys.p256dh
    const besideTheCurve = Buffer.from(other, 'base64url').fill(7, 1).toString('base64url')
    for (const p256dh of [`A${other.slice(1)}`, besideTheCurve]) {
      const keys = { ...subscription.keys, p256dh }
      await expect(asCustomer('pushSubscribe', { subscription: { ...subscription, keys } })).resolves.toMatchObject({
        code: 'invalid_value',
        field: 'keys',
      })
    }
  })

  it('sends nothing without consent, and a text of any length fits', async () => {
    await subscribe(service.addDevice())
    await asCustomer('consent', { push: false })
    await reached(await write(), { push: 5, result: 'no_consent' })
    expect((await asCustomer('consent', { push: true, mail: true, email: 'ida@example.com' }))['data']).toEqual({
      status: 'OK',
      push: true,
      mail: true,
      email: 'ida@example.com',
    })
    await reached(await write({ text: { ru: 'щ👩‍🍳"\\'.repeat(2000) } }), { push: 1 })
    expect(service.pushes).toHaveLength(1)
    expect(service.pushes[0]?.bytes).toBeLessThanOrEqual(4096)
    expect(service.pushes[0]?.content.body).toMatch(/…$/)
    const history = await sql(`select from audit_row where table_name = 'user' and row_key = $1 and action = 'Update'`, [
      String(user),
    ])
    expect(history).toHaveLength(2)
  })

  it('a long title leaves room for the rest', async () => {
    await subscribe(service.addDevice())
    await reached(await write({ subject: { ru: 'щ'.repeat(10_000) } }), { push: 1 })
    expect(service.pushes[0]?.bytes).toBeLessThanOrEqual(4096)
    expect(service.pushes[0]?.content).toMatchObject({ title: expect.stringMatching(/^щ{50,}…$/) as string, body: 'Суп' })
  })

  it('tries again when the name of the service is not found', async () => {
    const { subscription } = service.addDevice()
    const send = createWebPush({
      keys: () => server.context.keys.vapid(),
      subject: () => 'mailto:a@example.com',
      allowed: parseNetworks([]),
      signal: new AbortController().signal,
    })
    const content = { title: 'a', body: 'b', url: '/', tag: 'c' }
    expect(await send({ ...subscription.keys, endpoint: 'https://push.invalid/1' }, content)).toMatchObject({
      result: 'unreachable',
    })
  })

  it('sends nothing for a company that was disabled after the message was written', async () => {
    const device = service.addDevice()
    await subscribe(device)
    device.answer = { status: 503 }
    const id = await write()
    await reached(id, { push: 0, attempts: 1 })
    device.answer = { status: 201 }
    await sql('update company set enable = 0 where company_id = $1', [server.world.a])
    await reached(id, { push: 5, result: 'stopped' })
    await sql('update company set enable = 1 where company_id = $1', [server.world.a])
    expect(service.pushes).toEqual([])
  })

  it('a customer can resubscribe an address only if no other customer has it', async () => {
    const { a } = server.world
    const blocks = () => sql('select address from mail_block')
    const other = await insertRow(server.database, 'user', { company: a, name: 'Max', email: 'Max@example.com' })
    await insertRow(server.database, 'mail_block', { company: a, address: 'max@example.com', reason: 'unsubscribed' })
    await asCustomer('consent', { mail: true, email: 'max@example.com' })
    await asCustomer('consent', { mail: true })
    expect(await blocks()).toHaveLength(1)
    // Nor once that customer has another address: this one entered it after it was blocked.
    await sql(`update "user" set email = '' where user_id = $1`, [other])
    await asCustomer('consent', { mail: true })
    expect(await blocks()).toHaveLength(1)
    await sql(`insert into mail_block (company, address, reason) values ($1, 'eve@example.com', 'unsubscribed')`, [a])
    await asCustomer('consent', { mail: true, email: 'eve@example.com' })
    expect(await blocks()).toHaveLength(2)
    await sql(`update mail_block set date = now() + interval '1 second'`)
    await asCustomer('consent', { mail: true })
    expect(await blocks()).toEqual([{ address: 'max@example.com' }])
  })

  it('a device belongs to the person who used it last, and only they can turn it off', async () => {
    const device = service.addDevice()
    await subscribe(device)
    await expect(asOwner('Push', 'subscribe', { subscription: device.subscription })).resolves.toMatchObject({ status: 'OK' })
    expect(await sql('select kind, user_id from push_target')).toEqual([{ kind: 'admin', user_id: null }])
    await asCustomer('pushUnsubscribe', { endpoint: device.subscription.endpoint })
    expect(await targets()).toBe(1)
    await asOwner('Push', 'unsubscribe', { endpoint: device.subscription.endpoint })
    expect(await targets()).toBe(0)
    await expect(
      server.call('Customer', 'pushSubscribe', { customer_token: 'customer_x', subscription: device.subscription }),
    ).resolves.toMatchObject({ code: 'session_expired' })
  })

  it('a mailing reaches each customer once, and its test the devices of the caller alone', async () => {
    const own = service.addDevice()
    await asOwner('Push', 'subscribe', { subscription: own.subscription })
    await subscribe(service.addDevice())
    const values = { text: { en: 'Soup' }, quiet_from: '00:00', quiet_until: '00:00' }
    await asOwner('Reference', 'saveData', { tables: [{ table: 'mailing', id: 0, row: values }] })
    const id = (await sql<{ id: number }>('select max(mailing_id) as id from mailing'))[0]?.id ?? 0
    const tested = await asOwner('Mailing', 'test', { mailing_id: id })
    expect(tested['data']).toMatchObject({ sent: [{ result: 'sent' }] })
    expect(service.pushes.map(({ device }) => device)).toEqual([own.id])
    const counts = (await asOwner('Mailing', 'count', { mailing_id: id }))['data'] as { will_get: number }
    expect(counts.will_get).toBe(1)
    await expect(asOwner('Mailing', 'start', { mailing_id: id, count: 1 })).resolves.toMatchObject({ status: 'OK' })
    await vi.waitFor(
      async () =>
        expect((await sql<{ state: string }>('select state from mailing where mailing_id = $1', [id]))[0]?.state).toBe('done'),
      {
        timeout: 30_000,
      },
    )
    expect(service.pushes).toHaveLength(2)
  })
})

describe('Firebase', () => {
  const token = () => `fcm-${randomUUID()}`

  it('sends with the account, asking for one access token', async () => {
    const device = token()
    await expect(asCustomer('pushSubscribe', { fcm: device })).resolves.toMatchObject({ status: 'OK' })
    await Promise.all([reached(await write(), { push: 1 }), reached(await write(), { push: 1 })])
    expect(firebase.messages.filter((message) => message.token === device)).toHaveLength(2)
    expect(firebase.messages[0]).toMatchObject({
      notification: { title: 'Привет', body: 'Суп' },
      data: { url: `/chat/${server.world.a}/` },
    })
    expect(firebase.tokens).toBe(1)
  })

  it('a text of any length fits', async () => {
    const device = token()
    await asCustomer('pushSubscribe', { fcm: device })
    await reached(await write({ subject: { ru: 'щ'.repeat(10_000) }, text: { ru: 'щ👩‍🍳"\\'.repeat(2000) } }), { push: 1 })
    const sent = firebase.messages.find((message) => message.token === device)
    const { notification, data } = sent ?? {}
    expect(notification).toEqual({
      title: expect.stringMatching(/^щ{50,}…$/) as string,
      body: expect.stringMatching(/^щ.{100,}…$/s) as string,
    })
    expect(Buffer.byteLength(JSON.stringify({ notification, data }))).toBeLessThanOrEqual(4096)
  })

  it('forgets an app that was removed, and waits when the quota is used up', async () => {
    const [gone, busy] = [token(), token()]
    const details = (errorCode: string) => [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }]
    firebase.answers.set(gone, { status: 404, error: { status: 'NOT_FOUND', details: details('UNREGISTERED') } })
    firebase.answers.set(busy, {
      status: 429,
      headers: { 'retry-after': '60' },
      error: { status: 'RESOURCE_EXHAUSTED', details: details('QUOTA_EXCEEDED') },
    })
    await asCustomer('pushSubscribe', { fcm: gone })
    await reached(await write(), { push: 2, result: expect.stringMatching(/^gone 404/) as string })
    expect(await targets()).toBe(0)
    await asCustomer('pushSubscribe', { fcm: busy })
    const waiting = await reached(await write(), {
      push: 0,
      result: expect.stringMatching(/^unreachable 429/) as string,
    })
    expect(waiting.wait).toBeGreaterThan(50)
  })
})

it('without services, messages are kept and readable', async () => {
  const plain = await startTestServer()
  try {
    const { a } = plain.world
    await plain.database.asOwner('update company set allow_mailing = 1, allow_push = 1, enable = 1')
    const id = await insertRow(plain.database, 'user', {
      company: a,
      email: 'ida@example.com',
      mail_consent: 1,
      push_consent: 1,
      phone: '4930',
    })
    await plain.database.asOwner(
      `insert into push_target (kind, company, user_id, provider, endpoint) values ('customer', $1, $2, 'fcm', 'fcm-token')`,
      [a, id],
    )
    const token = await plain.signIn('owner')
    const ask = (api: string, method: string, data: unknown) => plain.call(api, method, data, { token, company: a })
    await ask('Reference', 'saveData', { tables: [{ table: 'message', id: 0, row: { user_id: id, text: { en: 'x' } } }] })
    const values = { channel: 'mail', text: { en: 'Soup' }, quiet_from: '00:00', quiet_until: '00:00' }
    await ask('Reference', 'saveData', { tables: [{ table: 'mailing', id: 0, row: values }] })
    const [mailing] = await plain.database.asOwner<{ id: number }>('select max(mailing_id) as id from mailing')
    await ask('Mailing', 'start', { mailing_id: mailing?.id, count: 1 })
    await vi.waitFor(
      async () =>
        expect(
          await plain.database.asOwner(
            'select channel, push::int as push, result from message where push = 6 order by message_id',
          ),
        ).toEqual([
          { channel: 'push', push: 6, result: 'kept' },
          { channel: 'mail', push: 6, result: 'kept' },
        ]),
      { timeout: 30_000 },
    )
    const [counted] = await plain.database.asOwner('select kept, success from mailing')
    expect(counted).toMatchObject({ success: 0 })
  } finally {
    await plain.stop()
  }
})
