import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { insertOrder } from '#server/test/seed'
import { type ReceivedMessage, type Receiver, startReceiver } from '#server/test/start-receiver'
import { parseNetworks } from '#providers/public-address'
import { postWebhook } from '#providers/post-webhook'
import { type Answer, startTestServer, type TestServer } from '#server/test/test-server'
import { queueDue } from './queue-jobs.ts'
import { sealPlainSecrets } from './secrets.ts'

vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let owner: string
let receiver: Receiver
let webhook: number

beforeAll(async () => {
  server = await startTestServer({ TIFFIN_WEBHOOK_NETWORKS: '127.0.0.1' })
  owner = await server.signIn('owner')
})
afterAll(() => server.stop())
beforeEach(async () => {
  receiver = await startReceiver()
  webhook = await create({ url: receiver.url })
})
afterEach(async () => {
  await call('Reference', 'deleteData', { tables: [{ table: 'webhook', id: webhook }] })
  await receiver.stop()
})

const call = (api: string, method: string, data: unknown, token = owner, company = server.world.a): Promise<Answer> =>
  server.call(api, method, data, { token, company })

const save = (id: number, row: Record<string, unknown>, token = owner, company = server.world.a): Promise<Answer> =>
  call('Reference', 'saveData', { tables: [{ table: 'webhook', id, row }] }, token, company)

async function create(row: Record<string, unknown>): Promise<number> {
  await expect(save(0, row)).resolves.toMatchObject({ status: 'OK' })
  const [made] = await server.database.asOwner<{ id: number }>('select max(webhook_id) as id from webhook')
  return made?.id ?? 0
}

interface Delivery {
  webhook_delivery_id: number
  event: string
  type: string
  feed: number
  state: string
  attempts: number
  problem: string | null
  http_status: number | null
  answer: string
  wait: number | null
}

/** The deliveries of the webhook, oldest first; `wait` is the number of seconds until the next attempt. */
const deliveries = (of = webhook): Promise<Delivery[]> =>
  server.database.asOwner<Delivery>(
    `select *, extract(epoch from next_attempt - now())::int as wait from webhook_delivery where webhook = $1 order by webhook_delivery_id`,
    [of],
  )

const when = <T>(check: () => Promise<T> | T): Promise<T> => vi.waitFor(check, { timeout: 45_000, interval: 50 })

/** Waits until the newest delivery is as described. */
const settled = (expected: Partial<Delivery>): Promise<Delivery> =>
  when(async () => {
    const last = (await deliveries()).at(-1)
    expect(last).toMatchObject(expected)
    return last as Delivery
  })

const status = (number: number): number => server.world.statuses[number] as number

/** Moves an order from New to Accepted, unless told otherwise. */
async function move(order: number, to = 3, reason?: string): Promise<void> {
  const intent = { intent_id: randomUUID(), order_id: order, from: status(2), to: status(to), ...(reason ? { reason } : {}) }
  const response = await call('Order', 'move', { intents: [intent] })
  expect((response['data'] as { results: { status: string }[] }).results[0]).toMatchObject({ status: 'OK' })
}

async function moveNewOrder(): Promise<number> {
  const order = await insertOrder(server.database, server.world)
  await move(order)
  return order
}

interface Message {
  type: string
  timestamp: string
  data: { company: number; feed: number; order_id: number | null; order: Record<string, unknown> | null }
}
const bodies = (): Message[] => receiver.messages.map(({ body }) => JSON.parse(body) as Message)

const webhookRow = async (): Promise<Record<string, unknown>> =>
  (
    await server.database.asOwner(
      `select w.*, s.failing_since from webhook w left join webhook_state s on s.webhook = w.webhook_id
    where w.webhook_id = $1`,
      [webhook],
    )
  )[0] ?? {}

/** Makes the next attempt due, as if the time had passed. */
const passTime = (): Promise<unknown> =>
  server.database.asOwner(`update webhook_delivery set next_attempt = now() where webhook = $1 and state = 'pending'`, [webhook])
/** Looks for due deliveries, as a job does every minute. */
const lookForDue = (): Promise<void> => queueDue(server.context.db)

async function rotate(): Promise<string> {
  const response = await call('Webhook', 'rotate', { webhook_id: webhook })
  return (response['data'] as { secret: string }).secret
}

const verify = (secret: string, { body, headers }: ReceivedMessage): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>)

describe('messages', () => {
  it('say which order was moved, with its feed number, signed', async () => {
    const secret = await rotate()
    const order = await moveNewOrder()
    const { event, feed } = await settled({ state: 'delivered', type: 'order.moved', attempts: 1, http_status: 204 })
    const [message] = receiver.messages
    expect(verify(secret, message as ReceivedMessage)).toMatchObject({
      type: 'order.moved',
      data: { company: server.world.a, feed, order_id: order, order: { order_id: order, order_status: status(3) } },
    })
    expect(message?.headers['webhook-id']).toBe(event)
    expect(() => verify(secret, { body: `${message?.body ?? ''} `, headers: message?.headers ?? {} })).toThrow(
      'No matching signature',
    )
  })

  it('say which order was created, cancelled or deleted', async () => {
    const saved = await call('Reference', 'saveData', {
      tables: [{ table: 'order', id: 0, row: { user: server.world.userA, merchant: server.world.merchants[0], type: 2 } }],
    })
    expect(saved).toMatchObject({ status: 'OK' })
    await settled({ type: 'order.created', state: 'delivered' })
    const [created] = bodies()
    const order = created?.data.order_id ?? 0
    expect(created?.data.order).toMatchObject({ order_id: order, merchant: server.world.merchants[0] })
    await move(order, 0, 'No one is at home')
    await settled({ type: 'order.cancelled', state: 'delivered' })
    const deleted = await insertOrder(server.database, server.world)
    await call('Reference', 'deleteData', { tables: [{ table: 'order', id: deleted }] })
    await when(() => expect(bodies().map(({ type }) => type)).toEqual(['order.created', 'order.cancelled', 'order.cancelled']))
    expect(bodies().at(-1)?.data.order).toMatchObject({ order_id: deleted, delete: 1 })
  })

  it('are sent only for the chosen events', async () => {
    await save(webhook, { order_moved: 0 })
    const order = await moveNewOrder()
    await call('Reference', 'deleteData', { tables: [{ table: 'order', id: order }] })
    await settled({ type: 'order.cancelled', state: 'delivered' })
    expect((await deliveries()).map(({ type }) => type)).toEqual(['order.cancelled'])
  })

  it('are signed with every secret of the last day', async () => {
    const secrets = [await rotate(), await rotate(), await rotate()]
    await moveNewOrder()
    await settled({ state: 'delivered' })
    const message = receiver.messages[0] as ReceivedMessage
    for (const item of secrets) expect(verify(item, message)).toMatchObject({ type: 'order.moved' })
  })

  it('are signed with both secrets for a day after a rotation', async () => {
    const [previous, secret] = [await rotate(), await rotate()]
    await moveNewOrder()
    await settled({ state: 'delivered' })
    const first = receiver.messages[0] as ReceivedMessage
    expect(String(first.headers['webhook-signature']).split(' ')).toHaveLength(2)
    for (const entry of [previous, secret]) expect(verify(entry, first)).toMatchObject({ type: 'order.moved' })
    await server.database.asOwner(
      `update webhook_state set former_secrets = jsonb_set(former_secrets, '{0,until}', to_jsonb(now())) where webhook = $1`,
      [webhook],
    )
    await moveNewOrder()
    await when(() => expect(receiver.messages).toHaveLength(2))
    const second = receiver.messages[1] as ReceivedMessage
    expect(verify(secret, second)).toMatchObject({ type: 'order.moved' })
    expect(() => verify(previous, second)).toThrow('No matching signature')
  })

  it('of a test say so', async () => {
    await call('Webhook', 'test', { webhook_id: webhook })
    await settled({ type: 'test', state: 'delivered', feed: 0 })
    expect(bodies()[0]).toMatchObject({ type: 'test', data: { company: server.world.a, order: null } })
  })
})

describe('attempts', () => {
  it('are repeated with the same id, later each time, and stop after ten', async () => {
    receiver.answer = { status: 500, body: `out of order ${'x'.repeat(2000)}` }
    await moveNewOrder()
    const failed = await settled({ state: 'pending', attempts: 1, problem: 'status', http_status: 500 })
    expect(failed.answer).toMatch(/^out of order x{900,}$/)
    expect(failed.answer).toHaveLength(1000)
    await server.database.asOwner('update webhook_delivery set attempts = 8 where webhook = $1', [webhook])
    await passTime()
    await lookForDue()
    const { wait } = await settled({ state: 'pending', attempts: 9 })
    expect(wait).toBeGreaterThan(19 * 3600)
    await passTime()
    await lookForDue()
    const last = await settled({ state: 'failed', attempts: 10, wait: null })
    expect(new Set(receiver.messages.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([last.event]))
  })

  it('go on by themselves when the receiver recovers', async () => {
    receiver.answer = { status: 503 }
    await moveNewOrder()
    await settled({ state: 'pending', attempts: 1 })
    expect((await webhookRow())['failing_since']).not.toBeNull()
    receiver.answer = { status: 200, body: 'thanks' }
    await settled({ state: 'delivered', http_status: 200, answer: 'thanks', problem: null })
    expect((await webhookRow())['failing_since']).toBeNull()
  })

  it('wait as long as the receiver asks', async () => {
    receiver.answer = { status: 429, headers: { 'retry-after': '3600' } }
    await moveNewOrder()
    const { wait } = await settled({ state: 'pending', attempts: 1, http_status: 429 })
    expect(wait).toBeGreaterThan(3500)
  })

  it('never follow a redirect', async () => {
    const inside = await startReceiver()
    receiver.answer = { status: 307, headers: { location: inside.url } }
    await moveNewOrder()
    await settled({ state: 'pending', attempts: 1, problem: 'redirect', http_status: 307 })
    expect(inside.messages).toEqual([])
    await inside.stop()
  })

  it('end after ten seconds, a few at a time, while other webhooks go on', async () => {
    const fast = await startReceiver()
    const other = await create({ url: fast.url })
    receiver.answer = { status: 200, delayMs: Number.POSITIVE_INFINITY }
    const orders = await Promise.all(Array.from({ length: 7 }, () => insertOrder(server.database, server.world)))
    await Promise.all(orders.map((order) => move(order)))
    await when(() => expect(fast.messages).toHaveLength(7))
    await when(async () => {
      const problems = (await deliveries()).map(({ problem }) => problem)
      expect(problems.filter((problem) => problem === 'timeout').length).toBeGreaterThanOrEqual(4)
    })
    expect(receiver.mostOpen).toBe(4)
    await call('Reference', 'deleteData', { tables: [{ table: 'webhook', id: other }] })
    await fast.stop()
  })

  it('end for good when the receiver is gone', async () => {
    receiver.answer = { status: 410 }
    await moveNewOrder()
    await settled({ state: 'failed', problem: 'gone', attempts: 1 })
    await when(async () => expect(await webhookRow()).toMatchObject({ enabled: 0, disabled_reason: 'gone' }))
    await moveNewOrder()
    await settled({ state: 'skipped', problem: 'disabled', attempts: 0 })
    expect(receiver.messages).toHaveLength(1)
    expect(await call('Webhook', 'test', { webhook_id: webhook })).toMatchObject({ code: 'webhook_disabled' })
    receiver.answer = { status: 200 }
    expect(await save(webhook, { enabled: 1 })).toMatchObject({ status: 'OK' })
    expect(await webhookRow()).toMatchObject({ enabled: 1, disabled_reason: null, disabled_at: null })
    await moveNewOrder()
    await settled({ state: 'delivered' })
  })

  it('do not end after days without any', async () => {
    receiver.answer = { status: 500 }
    await moveNewOrder()
    await settled({ state: 'pending', attempts: 1 })
    await server.database.asOwner(
      `update webhook_state set failing_since = now() - interval '9 days', last_attempt = now() - interval '3 days' where webhook = $1`,
      [webhook],
    )
    await passTime()
    await lookForDue()
    await when(async () => expect((await deliveries()).at(-1)?.attempts).toBeGreaterThan(1))
    await settled({ state: 'pending', problem: 'status' })
    expect(await webhookRow()).toMatchObject({ enabled: 1, failing_since: expect.any(Date) as Date })
  })

  it('that fail before anything is sent are repeated and counted', async () => {
    await server.database.asOwner(`update webhook_state set secret = 'whsec_' where webhook = $1`, [webhook])
    await moveNewOrder()
    await settled({ state: 'pending', attempts: 1, problem: null })
    expect(receiver.messages).toEqual([])
    expect((await webhookRow())['failing_since']).toBeNull()
  })

  it('end after five days of failures', async () => {
    receiver.answer = { status: 500 }
    await moveNewOrder()
    await settled({ state: 'pending', attempts: 1 })
    await server.database.asOwner(`update webhook_state set failing_since = now() - interval '121 hours' where webhook = $1`, [
      webhook,
    ])
    await passTime()
    await lookForDue()
    await when(async () => expect(await webhookRow()).toMatchObject({ enabled: 0, disabled_reason: 'failing' }))
    const [change] = await server.database.asOwner(
      `select c.admin, c.app from audit_row a join change c using (change_id) where a.table_name = 'webhook' order by a.audit_id desc limit 1`,
    )
    expect(change).toEqual({ admin: null, app: 'server' })
    const noticed = async (login: string) =>
      (await call('Auth', 'checkAuth', {}, await server.signIn(login)))['auth'] as { user: { stopped_webhooks?: number } }
    expect((await noticed('owner')).user.stopped_webhooks).toBe(1)
    expect((await noticed('operator')).user.stopped_webhooks).toBeUndefined()
    await save(webhook, { enabled: 1 })
    expect((await noticed('owner')).user.stopped_webhooks).toBeUndefined()
  })
})

describe('addresses', () => {
  it.each([
    ['private', 'https://10.1.2.3/hooks'],
    ['loopback in IPv6', 'https://[::1]/hooks'],
    ['loopback as IPv4 inside IPv6', 'https://[::ffff:10.0.0.1]/hooks'],
    ['link-local', 'https://169.254.169.254/latest'],
    ['another loopback', 'https://127.0.0.2/'],
    ['public without encryption', 'http://93.184.216.34/'],
  ])('that are %s are never called', async (_what, url) => {
    await save(webhook, { url })
    await call('Webhook', 'test', { webhook_id: webhook })
    const refused = await settled({ state: 'pending', problem: 'address' })
    expect(refused.http_status).toBeNull()
  })

  it('are checked after their names are resolved', async () => {
    const other = await server.another({ TIFFIN_WEBHOOK_NETWORKS: '127.0.0.9' })
    const url = receiver.url.replace('127.0.0.1', 'localhost')
    const request = { url, headers: {}, body: '{}', timeoutMs: 5000, signal: new AbortController().signal }
    expect(await postWebhook({ ...request, allowed: parseNetworks(other.context.config.TIFFIN_WEBHOOK_NETWORKS) })).toBe(
      'address',
    )
    expect(await postWebhook({ ...request, allowed: parseNetworks(['127.0.0.0/8', '::1']) })).toMatchObject({ status: 204 })
    await other.stop()
  })

  it.each([
    ['not a link', 'ftp://example.com'],
    ['empty', ''],
  ])('that are %s are refused', async (_what, url) => {
    expect(await save(0, { url })).toMatchObject({ status: 'FAIL', field: 'url' })
  })
})

describe('rights', () => {
  it('of an owner who has left the company send nothing, and the delivery says so', async () => {
    await server.database
      .asOwner(`insert into admin (login, password, name, role, admin_status, company) select 'second-owner', password, '', 2, 1, company
      from admin where login = 'owner' on conflict do nothing`)
    const [second] = await server.database.asOwner<{ admin_id: number }>(
      `select admin_id from admin where login = 'second-owner'`,
    )
    await server.database.asOwner(`update webhook set admin = $1 where webhook_id = $2`, [second?.admin_id, webhook])
    await moveNewOrder()
    await settled({ state: 'skipped', problem: 'rights' })
    expect(receiver.messages).toEqual([])
    await server.database.asOwner(`insert into membership (company, admin, company_role) values ($1, $2, 2)`, [
      server.world.a,
      second?.admin_id,
    ])
    await moveNewOrder()
    await when(async () => expect((await deliveries()).map(({ problem }) => problem)).toEqual(['rights', 'rights']))
    expect(receiver.messages).toEqual([])
  })

  it.each([
    ['an operator', 'operator', 'a', 'forbidden'],
    ['an owner of another company', 'owner-b', 'a', 'foreign_company'],
    ['an owner of another company, in that company', 'owner-b', 'b', 'not_found'],
  ] as const)('of %s reach no webhook', async (_who, login, where, code) => {
    const token = await server.signIn(login)
    const company = server.world[where]
    for (const [method, data] of [
      ['rotate', {}],
      ['test', {}],
      ['replay', { deliveries: [1] }],
    ] as const)
      expect(await call('Webhook', method, { webhook_id: webhook, ...data }, token, company), method).toMatchObject({ code })
    const change = await save(webhook, { name: 'mine' }, token, company)
    expect(change['code'] ?? JSON.stringify(change['data'])).toContain(code)
    const read = await call(
      'Reference',
      'getData',
      { tables: [{ table: 'webhook' }, { table: 'webhook_delivery' }] },
      token,
      company,
    )
    if (code === 'not_found') expect(read).toMatchObject({ data: { webhook: { data: [] }, webhook_delivery: { data: [] } } })
    else expect(read).toMatchObject({ code })
  })

  it('of an access token reach where orders are sent only with the scope `read`', async () => {
    const tokenWith = async (scopes: string[]) =>
      (await call('Token', 'create', { name: 'ci', scopes, days: 1 }))['data'] as { token: string }
    const token = (await tokenWith(['config'])).token
    const refused = { code: 'scope_required', params: ['read'] }
    expect(await save(0, { url: receiver.url }, token)).toMatchObject(refused)
    expect(await save(webhook, { url: 'https://93.184.216.34/' }, token)).toMatchObject(refused)
    expect(await save(webhook, { enabled: 0 }, token)).toMatchObject(refused)
    for (const [method, data] of [
      ['rotate', {}],
      ['test', {}],
      ['replay', { deliveries: [1] }],
    ] as const)
      expect(await call('Webhook', method, { webhook_id: webhook, ...data }, token), method).toMatchObject(refused)
    expect(await webhookRow()).toMatchObject({ url: receiver.url, enabled: 1 })
    expect(await save(webhook, { name: 'Shop', url: receiver.url }, token)).toMatchObject({ status: 'OK' })
    const both = (await tokenWith(['config', 'read'])).token
    expect(await save(webhook, { enabled: 0 }, both)).toMatchObject({ status: 'OK' })
  })

  it('never include the secret', async () => {
    const secret = await rotate()
    const texts = [
      await call('Reference', 'getData', { tables: [{ table: 'webhook' }, { table: 'webhook_delivery' }] }),
      await server.database.asOwner(`select before, after from audit_row where table_name = 'webhook'`),
    ]
    expect(JSON.stringify(texts)).not.toContain(secret.slice(6, 30))
  })
})

describe('the secrets in the database', () => {
  const stored = async (): Promise<string> =>
    JSON.stringify(
      await server.database.asOwner('select secret, former_secrets from webhook_state where webhook = $1', [webhook]),
    )
  /** Whether one of the secrets, all of which sign, is readable in the database. */
  const isReadable = async (secrets: string[]): Promise<boolean> => {
    const text = await stored()
    return secrets.some((secret) => text.includes(secret.slice(6, 30)))
  }

  it('are encrypted, also after a rotation', async () => {
    const secrets = [await rotate(), await rotate()]
    expect(await isReadable(secrets)).toBe(false)
    await moveNewOrder()
    await settled({ state: 'delivered' })
    for (const secret of secrets) expect(verify(secret, receiver.messages[0] as ReceivedMessage)).toMatchObject({})
  })

  it('that an older server stored as they are become encrypted, and still sign', async () => {
    await rotate()
    const [former, current] = [1, 2].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`) as [string, string]
    await server.database.asOwner(
      `update webhook_state set secret = $2, former_secrets = jsonb_build_array(
         jsonb_build_object('secret', $3::text, 'until', now() + interval '1 hour')) where webhook = $1`,
      [webhook, current, former],
    )
    expect(await isReadable([current])).toBe(true)
    // The older server may store them after this one has started.
    await moveNewOrder()
    await settled({ state: 'delivered' })
    const early = receiver.messages.pop() as ReceivedMessage
    for (const secret of [former, current]) expect(verify(secret, early)).toMatchObject({ type: 'order.moved' })
    await sealPlainSecrets(server.context)
    expect(await isReadable([current, former])).toBe(false)
    const once = await stored()
    await sealPlainSecrets(server.context)
    expect(await stored()).toBe(once)
    const next = await rotate()
    await moveNewOrder()
    await when(() => expect(receiver.messages).toHaveLength(1))
    const message = receiver.messages[0] as ReceivedMessage
    for (const secret of [former, current, next]) expect(verify(secret, message)).toMatchObject({ type: 'order.moved' })
  })

  it('of another webhook or another key open nothing; a new secret signs again', async () => {
    await rotate()
    const other = await create({ url: receiver.url })
    await call('Webhook', 'rotate', { webhook_id: other })
    await server.database.asOwner(
      `update webhook_state set secret = (select secret from webhook_state where webhook = $2) where webhook = $1`,
      [webhook, other],
    )
    await call('Reference', 'deleteData', { tables: [{ table: 'webhook', id: other }] })
    await moveNewOrder()
    await settled({ state: 'pending', attempts: 1, problem: null })
    expect(receiver.messages).toEqual([])
    const secret = await rotate()
    await passTime()
    await lookForDue()
    await settled({ state: 'delivered' })
    expect(verify(secret, receiver.messages[0] as ReceivedMessage)).toMatchObject({ type: 'order.moved' })
  })

  it('are not kept before they are shown; messages are signed all the same', async () => {
    expect(await stored()).toBe('[{"secret":null,"former_secrets":[]}]')
    await moveNewOrder()
    await settled({ state: 'delivered' })
    expect(receiver.messages[0]?.headers['webhook-signature']).toMatch(/^v1,\S+$/)
  })
})

describe('a webhook restored by undo', () => {
  it('asks for a new signing secret', async () => {
    await rotate()
    expect((await webhookRow())['secret_shown']).not.toBeNull()
    await call('Reference', 'deleteData', { tables: [{ table: 'webhook', id: webhook }] })
    const [{ change } = { change: 0 }] = await server.database.asOwner<{ change: number }>(
      'select max(change_id) as change from change where company = $1',
      [server.world.a],
    )
    expect(await call('Audit', 'undo', { change })).toMatchObject({ status: 'OK' })
    expect(await webhookRow()).toMatchObject({ url: receiver.url, secret_shown: null })
  })
})

describe('a company that is not enabled', () => {
  it('sends nothing and can change nothing', async () => {
    const order = await insertOrder(server.database, server.world)
    await server.database.asOwner('update company set enable = 0 where company_id = $1', [server.world.a])
    try {
      expect(await call('Webhook', 'test', { webhook_id: webhook })).toMatchObject({ code: 'company_disabled' })
      await server.database.asOwner(
        `insert into webhook_delivery (company, webhook, event, type, "order", next_attempt) values ($1, $2, 'evt_x', 'order.moved', $3, now())`,
        [server.world.a, webhook, order],
      )
      await lookForDue()
      await settled({ state: 'skipped', problem: 'company_disabled' })
    } finally {
      await server.database.asOwner('update company set enable = 1 where company_id = $1', [server.world.a])
    }
    expect(receiver.messages).toEqual([])
  })
})

describe('an owner who lacks the required second factor', () => {
  const require = (flag: 0 | 1) =>
    server.database.asOwner('update company set owner_second_factor = $1 where company_id = $2', [flag, server.world.a])
  const [event, waiting] = ['evt_held', { state: 'held', problem: 'factor_required', attempts: 0, wait: null }]
  beforeEach(async () => {
    const order = await insertOrder(server.database, server.world)
    await require(1)
    await server.database.asOwner(
      `insert into webhook_delivery (company, webhook, event, type, "order", next_attempt) values ($1, $2, $4, 'order.moved', $3, now())`,
      [server.world.a, webhook, order, event],
    )
    await lookForDue()
    await settled(waiting)
  })
  afterEach(async () => {
    await require(0)
    await server.database.asOwner('delete from second_factor where admin = $1', [server.world.ownerA])
  })
  const setUp = () =>
    server.database.asOwner(`insert into second_factor (admin, kind) values ($1, 'totp')`, [server.world.ownerA])

  it('gets no messages until it is set up, and then all of them', async () => {
    await lookForDue()
    await settled(waiting)
    expect(receiver.messages).toEqual([])
    await setUp()
    await lookForDue()
    await settled({ state: 'delivered', problem: null, attempts: 1 })
    expect(receiver.messages.map(({ headers }) => headers['webhook-id'])).toEqual([event])
  })

  it('gets them also when the company no longer requires one', async () => {
    await require(0)
    await lookForDue()
    await settled({ state: 'delivered' })
    expect(receiver.messages).toHaveLength(1)
  })

  it('gets nothing from a webhook that was disabled while messages waited', async () => {
    await server.database.asOwner('update webhook set enabled = 0 where webhook_id = $1', [webhook])
    await setUp()
    await lookForDue()
    await settled({ state: 'skipped', problem: 'disabled' })
    expect(receiver.messages).toEqual([])
  })
})

describe('replay', () => {
  it('sends listed deliveries and those of a period again, under the same ids', async () => {
    await moveNewOrder()
    const first = await settled({ state: 'delivered' })
    await call('Webhook', 'replay', { webhook_id: webhook, deliveries: [first.webhook_delivery_id] })
    await when(() => expect(receiver.messages).toHaveLength(2))
    await settled({ state: 'delivered', attempts: 1 })
    const day = 86_400_000
    const period = { from: new Date(Date.now() - day).toISOString(), to: new Date(Date.now() + day).toISOString() }
    const undelivered = await call('Webhook', 'replay', { webhook_id: webhook, ...period, undelivered: true })
    expect(undelivered).toMatchObject({ data: { count: 0 } })
    expect(await call('Webhook', 'replay', { webhook_id: webhook, ...period })).toMatchObject({ data: { count: 1 } })
    await when(() => expect(receiver.messages).toHaveLength(3))
    expect(new Set(receiver.messages.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([first.event]))
    const reverse = { from: period.to, to: period.from }
    expect(await call('Webhook', 'replay', { webhook_id: webhook, ...reverse })).toMatchObject({ code: 'invalid_value' })
  })

  it('includes deliveries skipped while the webhook was disabled', async () => {
    await save(webhook, { enabled: 0 })
    await moveNewOrder()
    await settled({ state: 'skipped', problem: 'disabled' })
    await save(webhook, { enabled: 1 })
    expect(receiver.messages).toEqual([])
    const from = new Date(Date.now() - 86_400_000).toISOString()
    const to = new Date(Date.now() + 86_400_000).toISOString()
    await call('Webhook', 'replay', { webhook_id: webhook, from, to, undelivered: true })
    await settled({ state: 'delivered' })
    expect(receiver.messages).toHaveLength(1)
  })
})

describe('events', () => {
  it('are listed after a feed number, with the rights of the caller', async () => {
    const listed = async (token: string, since?: number) =>
      (await call('Webhook', 'events', since === undefined ? {} : { since }, token))['data'] as {
        events: { id: string; type: string; feed: number; body: string }[]
        feed: number
        missed: boolean
      }
    const operator = await server.signIn('operator')
    const { feed } = await listed(owner)
    const own = await moveNewOrder()
    const hidden = await insertOrder(server.database, server.world, { merchant: server.world.merchants[2] })
    await move(hidden)
    const all = await listed(owner, feed)
    expect(all.events.map(({ type, body }) => [type, (JSON.parse(body) as Message).data.order_id])).toEqual([
      ['order.moved', own],
      ['order.moved', hidden],
    ])
    await when(async () => expect((await deliveries()).map(({ event }) => event)).toEqual(all.events.map(({ id }) => id)))
    const seen = await listed(operator, feed)
    expect(seen.events.map(({ id }) => id)).toEqual([all.events[0]?.id])
    expect(seen.feed).toBe(all.feed)
    expect((await listed(owner, all.feed)).events).toEqual([])
    expect(await listed(owner, all.feed + 1000)).toMatchObject({ feed: all.feed, missed: true, events: [] })
  })

  it('of one change with many orders come in pages, none twice and none missing', async () => {
    await save(webhook, { enabled: 0 })
    interface Page {
      events: { id: string; body: string }[]
      feed: number
      offset: number
      more: boolean
    }
    const page = async (from: object, token = owner) => (await call('Webhook', 'events', from, token))['data'] as Page
    const before = await page({})
    const { merchants, userA } = server.world
    const orderOf = (index: number) => ({ merchant: merchants[index % 2 === 0 ? 0 : 2], user: userA, order_status: status(2) })
    const tables = Array.from({ length: 1203 }, (_, index) => ({ table: 'order', row: orderOf(index) }))
    expect(await call('Reference', 'saveData', { tables })).toMatchObject({ status: 'OK' })
    const after = await moveNewOrder()

    async function readAll(token: string): Promise<{ sizes: number[]; orders: number[] }> {
      const pages = [await page({ since: before.feed }, token)]
      for (let last = pages[0]; last?.more; last = pages.at(-1))
        pages.push(await page({ since: last.feed, offset: last.offset }, token))
      const events = pages.flatMap((one) => one.events)
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
      expect(pages.at(-1)).toMatchObject({ feed: before.feed + 2, offset: 0 })
      return {
        sizes: pages.map((one) => one.events.length),
        orders: events.map(({ body }) => (JSON.parse(body) as Message).data.order_id ?? 0),
      }
    }
    const all = await readAll(owner)
    expect(all.sizes.slice(0, 2)).toEqual([500, 500])
    expect(all.orders).toHaveLength(1204)
    expect(all.orders).toEqual(all.orders.toSorted((one, other) => one - other))
    expect(all.orders.at(-1)).toBe(after)
    // Pages count the events that the caller may not see.
    const seen = await readAll(await server.signIn('operator'))
    expect(seen.orders).toEqual(all.orders.filter((order, index) => index % 2 === 0 || order === after))
  })

  it('are reported as missing if the feed no longer has them', async () => {
    const last = async () => (await call('Webhook', 'events', {}))['data'] as { feed: number }
    const { feed: since } = await last()
    await moveNewOrder()
    const { feed } = await last()
    expect(feed).toBeGreaterThan(since)
    await settled({ state: 'delivered' })
    await server.database.asOwner('delete from company_feed where company = $1', [server.world.a])
    const response = await call('Webhook', 'events', { since })
    expect(response['data']).toMatchObject({ events: [], feed, missed: true, more: false })
    expect((await call('Webhook', 'events', { since: feed }))['data']).toMatchObject({ feed, missed: false })
  })
})
