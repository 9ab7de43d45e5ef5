import { randomUUID } from 'node:crypto'
import { apiError, CONTRACT_VERSION } from '@tiffin/sdk/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { insertOrder, insertRow } from '../test/seed.ts'
import { createSessions } from '#sessions/sessions'
import { Room, type Subscription } from './room.ts'
import { type LiveProbe, openChat, openLive, startTestServer, type TestServer } from '../test/test-server.ts'
import { fullRunOnly } from '#server/test/full'

let server: TestServer
let owner: string
let operator: string
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signIn('owner')
  operator = await server.signIn('operator')
})
afterAll(() => server.stop())

const feed = async (): Promise<number> => {
  const [row] = await server.database.asOwner<{ last: number }>('select last from feed_counter where company = $1', [
    server.world.a,
  ])
  return row?.last ?? 0
}

async function move(order_id: number, from: number, to: number, url = server.url): Promise<string> {
  const { statuses } = server.world
  const intent_id = randomUUID()
  const form = new URLSearchParams({
    api: 'Order',
    method: 'move',
    company: String(server.world.a),
    data: JSON.stringify({ intents: [{ intent_id, order_id, from: statuses[from], to: statuses[to] }] }),
  })
  const response = await fetch(`${url}/api`, { method: 'POST', body: form, headers: { authorization: `Bearer ${owner}` } })
  expect(await response.json()).toMatchObject({ data: { results: [{ status: 'OK' }] } })
  return intent_id
}

/** Another user of company A who may edit one merchant; returns their token. */
async function newOperator(login: string, merchant: number): Promise<string> {
  const { database, world } = server
  const admin = await insertRow(database, 'admin', { login, name: login, company: world.a })
  await database.asOwner(
    `update admin set password = (select password from admin where login = 'operator') where admin_id = $1`,
    [admin],
  )
  await insertRow(database, 'membership', { company: world.a, admin, company_role: 2 })
  await database.asOwner('update merchant set access = access || $1::jsonb where merchant_id = $2', [
    JSON.stringify([{ user: admin, access: [0, 2] }]),
    merchant,
  ])
  return server.signIn(login)
}

const idOf = async (login: string): Promise<number> =>
  (await server.database.asOwner<{ admin_id: number }>('select admin_id::int from admin where login = $1', [login]))[0]
    ?.admin_id ?? 0

const carries = (order_id: number) => (frame: Record<string, unknown>) =>
  frame['type'] === 'orders' && (frame['rows'] as { order_id: number }[]).some((row) => row.order_id === order_id)

describe('open board', () => {
  it('gets a move made by another person, in board form and with its intent', async () => {
    const id = await insertOrder(server.database, server.world)
    const board = server.live(operator, { since: await feed() })
    await board.next((frame) => frame['type'] === 'welcome')
    const intent = await move(id, 2, 3)
    const frame = await board.next(carries(id))
    expect(frame).toMatchObject({
      rows: [
        {
          order_id: id,
          order_status: server.world.statuses[3],
          user_obj: { name: 'Anna' },
          merchant_obj: {},
          status: { print: 1 },
        },
      ],
      gone: [],
      intents: [intent],
    })
    board.socket.close()
  })

  it('gets what happened while it was disconnected, and nothing twice', async () => {
    const id = await insertOrder(server.database, server.world)
    const since = await feed()
    await move(id, 2, 3)
    await move(id, 3, 2)
    const board = server.live(owner, { since })
    await board.next(carries(id))
    const end = await feed()
    await board.next((frame) => frame['feed'] === end && frame['type'] !== 'welcome')
    const next = await insertOrder(server.database, server.world)
    await move(next, 2, 3)
    await board.next(carries(next))
    expect(board.frames.filter(carries(id))).toHaveLength(1)
    board.socket.close()
  })

  it('gets changes made by another server process', async () => {
    const other = await server.another()
    const id = await insertOrder(server.database, server.world)
    const board = server.live(owner, { since: await feed() })
    await board.next((frame) => frame['type'] === 'welcome')
    await move(id, 2, 3, other.url)
    expect(await board.next(carries(id))).toMatchObject({ gone: [] })
    board.socket.close()
  })

  it('PERM-09: never gets orders of merchants that its user can’t see', async () => {
    const [, , unseen] = server.world.merchants
    const secret = await insertOrder(server.database, server.world, { merchant: unseen })
    const shown = await insertOrder(server.database, server.world)
    const board = server.live(operator, { since: await feed() })
    await board.next((frame) => frame['type'] === 'welcome')
    await move(secret, 2, 3)
    await move(shown, 2, 3)
    await board.next(carries(shown))
    expect(board.frames.some(carries(secret))).toBe(false)
    board.socket.close()
  })

  it('gets only the merchants it asked for', async () => {
    const [first, second] = server.world.merchants
    const [here, there] = [
      await insertOrder(server.database, server.world, { merchant: first }),
      await insertOrder(server.database, server.world, { merchant: second }),
    ]
    const board = server.live(owner, { since: await feed(), merchants: [second] })
    await board.next((frame) => frame['type'] === 'welcome')
    await move(here, 2, 3)
    await move(there, 2, 3)
    await board.next(carries(there))
    expect(board.frames.some(carries(here))).toBe(false)
    board.socket.close()
  })

  it('is told to reload when rights change', async () => {
    const board = server.live(owner, { since: await feed() })
    await board.next((frame) => frame['type'] === 'welcome')
    const tables = [{ table: 'merchant', id: server.world.merchants[0], row: { description: { en: 'New' } } }]
    await server.call('Reference', 'saveData', { tables }, { token: owner, company: server.world.a })
    expect(await board.next((frame) => frame['type'] === 'resync')).toMatchObject({ reason: 'access' })
    board.socket.close()
  })

  /** Adds changes that each touch `rows` orders to the feed, bypassing all rules. */
  async function publish(changes: number, touched: string): Promise<void> {
    await server.database.asOwner(
      `with c as (insert into change (company, admin) values ($1, $2) returning change_id),
        n as (insert into feed_counter as f (company, last) values ($1, $3) on conflict (company) do update set last = f.last + $3 returning last)
       insert into company_feed (company, number, change_id, touched)
       select $1, n.last - $3 + g, c.change_id, ${touched} from c, n, generate_series(1, $3::int) g`,
      [server.world.a, server.world.ownerA, changes],
    )
  }

  it('reloads after more simultaneous changes than one read may return', async () => {
    const board = server.live(owner, { since: await feed() })
    await board.next((frame) => frame['type'] === 'welcome')
    await publish(11, `(select jsonb_agg(jsonb_build_array('order', 1000000 + g * 2000 + i)) from generate_series(1, 2000) i)`)
    expect(await board.next((frame) => frame['type'] === 'resync')).toMatchObject({ reason: 'large_change', feed: await feed() })
    board.socket.close()
  })

  /** A catch-up reads 500 changes at once; a client that asks for earlier ones again and again never ends it. */
  it('gets changes while others keep asking for earlier ones', async () => {
    await publish(3000, `jsonb_build_array(jsonb_build_array('order', 1000000 + g))`)
    const since = await feed()
    const { session } = await createSessions(server.context).find(owner, server.world.a)
    const room = new Room(server.world.a, server.context)
    const told = Promise.withResolvers<string>()
    const subscribe = (position: number, send: (own: Subscription, frame: string) => void): void => {
      const own: Subscription = {
        session,
        merchants: 'all',
        lang: 'en',
        position,
        send: (frame) => send(own, frame),
        refresh: async () => {},
      }
      room.subscriptions.add(own)
    }
    const askAgain = (position: number) => (own: Subscription) => {
      if (room.subscriptions.delete(own)) subscribe(position, askAgain(position))
    }
    subscribe(since, (_own, frame) => told.resolve(frame))
    await room.poll()
    for (const position of [since - 2900, since - 2800, since - 2700]) subscribe(position, askAgain(position))
    const id = await insertOrder(server.database, server.world)
    const looking = room.poll()
    await move(id, 2, 3)
    expect(JSON.parse(await told.promise)).toMatchObject({ type: 'orders', rows: [{ order_id: id }] })
    room.subscriptions.clear()
    await looking
  })

  it('is disconnected when it keeps asking for earlier changes', async () => {
    const board = server.live(owner, { since: await feed() })
    await board.next((frame) => frame['type'] === 'welcome')
    for (let sent = 0; sent < 31; sent += 1) board.socket.send(JSON.stringify({ type: 'watch', merchants: 'all', since: 0 }))
    expect(await board.next((frame) => frame['type'] === 'error')).toMatchObject({ code: 'rate_limited' })
    expect(await board.closed).toBe(4400)
  })

  it.each([0, Number.MAX_SAFE_INTEGER])(
    'gets the server’s feed number even if it sends a wrong one, such as %i',
    async (since) => {
      await move(await insertOrder(server.database, server.world), 2, 3)
      const board = server.live(owner, { since })
      expect(await board.next((frame) => frame['type'] === 'welcome')).toMatchObject({ feed: await feed() })
      board.socket.close()
    },
  )

  fullRunOnly.it('stays connected while the database can’t tell who its user is', async () => {
    const board = server.live(owner, { since: await feed() })
    await board.next((frame) => frame['type'] === 'welcome')
    const { db } = server.context
    const { read } = db
    let refused = 0
    db.read = (scope, work) => {
      if (!('global' in scope)) return read(scope, work)
      refused += 1
      return Promise.reject(apiError('database_unavailable'))
    }
    try {
      await publish(1, `jsonb_build_array(jsonb_build_array('merchant', 1))`)
      // Each second, one check for ended sessions and one by the room.
      await expect.poll(() => refused, { timeout: 10_000 }).toBeGreaterThan(4)
    } finally {
      db.read = read
    }
    expect(await board.next((frame) => frame['type'] !== 'welcome')).toMatchObject({ type: 'resync', reason: 'access' })
    board.socket.close()
  })

  it('is not treated as an ended session if it connects during the check', async () => {
    const first = server.live(owner, { since: await feed() })
    await first.next((frame) => frame['type'] === 'welcome')
    const token = await server.signIn('operator')
    const { db } = server.context
    const { read } = db
    const [looking, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let looked: Promise<unknown> | undefined
    // Without calls, only the check for ended sessions reads.
    db.read = async (scope, work) => {
      const result = await read(scope, work)
      if (looked !== undefined || !('global' in scope)) return result
      db.read = read
      looked = release.promise
      looking.resolve()
      await looked
      return result
    }
    await looking.promise
    const second = server.live(token, { since: await feed() })
    await second.next((frame) => frame['type'] === 'welcome')
    release.resolve()
    second.socket.send(JSON.stringify({ type: 'ping' }))
    expect(await second.next((frame) => frame['type'] !== 'welcome')).toMatchObject({ type: 'pong' })
    for (const { socket } of [first, second]) socket.close()
  })

  it('PERM-01: closes for someone who is no longer a platform administrator', async () => {
    const token = await server.signIn('platform')
    const board = server.live(token, { since: await feed() })
    await board.next((frame) => frame['type'] === 'welcome')
    await server.database.asOwner(`update admin set role = 2 where login = 'platform'`)
    expect(await board.closed).toBe(1012)
    const again = server.live(token, { since: await feed() })
    expect(await again.next((frame) => frame['type'] === 'signed_out')).toMatchObject({ code: 'foreign_company' })
    await server.database.asOwner(`update admin set role = 1 where login = 'platform'`)
  })

  it('is told which orders are gone: deleted ones, and those moved to a merchant hidden from its user', async () => {
    const [removed, given] = [await insertOrder(server.database, server.world), await insertOrder(server.database, server.world)]
    const board = server.live(operator, { since: await feed() })
    await board.next((frame) => frame['type'] === 'welcome')
    const ask = (method: string, row: object) =>
      server.call('Reference', method, { tables: [{ table: 'order', ...row }] }, { token: owner, company: server.world.a })
    const gone = (id: number) => board.next((frame) => frame['type'] === 'orders' && (frame['gone'] as number[]).includes(id))
    expect(await ask('deleteData', { id: removed })).toMatchObject({ status: 'OK' })
    expect(await gone(removed)).toMatchObject({ rows: [] })
    expect(await ask('saveData', { id: given, row: { merchant: server.world.merchants[2] } })).toMatchObject({ status: 'OK' })
    expect(await gone(given)).toMatchObject({ rows: [] })
    board.socket.close()
  })

  it('PERM-09: gets nothing that its user can’t see, neither orders nor their tickets', async () => {
    const hidden = await insertOrder(server.database, server.world, { merchant: server.world.merchants[2] })
    const since = await feed()
    const board = server.live(operator, { since })
    await board.next((frame) => frame['type'] === 'welcome')
    const intent = await move(hidden, 2, 3)
    const shown = await insertOrder(server.database, server.world)
    await move(shown, 2, 3)
    await board.next(carries(shown))
    const end = await feed()
    await board.next((frame) => frame['feed'] === end)
    const jobs = await server.database.asOwner<{ id: number }>(
      'select print_job_id::int as id from print_job where "order" = any($1) order by 1',
      [[hidden, shown]],
    )
    expect(jobs).toHaveLength(2)
    const tickets = board.frames.filter((frame) => frame['table'] === 'print_job').flatMap((frame) => frame['ids'])
    expect(tickets).toEqual([jobs[1]?.id])
    expect(board.frames.flatMap((frame) => frame['gone'] ?? [])).toEqual([])
    expect(JSON.stringify(board.frames)).not.toContain(intent)
    board.socket.close()
  })

  it('PERM-09 LIST-01: names a changed table and its rows to users who may read it, without values, and nothing to others', async () => {
    const since = await feed()
    const [mine, theirs] = [owner, operator].map((token) => server.live(token, { since, merchants: [] })) as [
      LiveProbe,
      LiveProbe,
    ]
    await Promise.all([mine, theirs].map((probe) => probe.next((frame) => frame['type'] === 'welcome')))
    const row = { name: 'Shop', url: 'https://shop.example/hook' }
    const saved = await server.call(
      'Reference',
      'saveData',
      { tables: [{ table: 'webhook', id: 0, row }] },
      { token: owner, company: server.world.a },
    )
    expect(saved).toMatchObject({ status: 'OK' })
    const id = (saved['data'] as { webhook: { rows: { data: { webhook_id: number } }[] } }).webhook.rows[0]?.data.webhook_id
    const told = await mine.next((frame) => frame['type'] === 'changed')
    expect(told).toEqual({ type: 'changed', feed: await feed(), table: 'webhook', ids: [id] })
    // A later change that both hear, so nothing else is on its way.
    await move(await insertOrder(server.database, server.world), 2, 3)
    const end = await feed()
    await theirs.next((frame) => frame['feed'] === end)
    expect(JSON.stringify(theirs.frames)).not.toContain('webhook')
    for (const { socket } of [mine, theirs]) socket.close()
  })

  it('reloads if changes it missed have been purged', async () => {
    const since = await feed()
    await move(await insertOrder(server.database, server.world), 2, 3)
    await move(await insertOrder(server.database, server.world), 2, 3)
    await server.database.asOwner('delete from company_feed where company = $1 and number = $2', [server.world.a, since + 1])
    const [late, current] = [server.live(owner, { since }), server.live(owner, { since: since + 1 })]
    expect(await late.next((frame) => frame['type'] !== 'welcome')).toMatchObject({ type: 'resync', reason: 'too_old' })
    expect(await current.next((frame) => frame['type'] !== 'welcome')).toMatchObject({ type: 'orders' })
    for (const { socket } of [late, current]) socket.close()
  })

  it('PERM-09: shares reads only with boards that see the same merchants', async () => {
    const [first, , third] = server.world.merchants
    const colleague = await newOperator('colleague', third)
    const [here, there] = [
      await insertOrder(server.database, server.world, { merchant: first }),
      await insertOrder(server.database, server.world, { merchant: third }),
    ]
    const since = await feed()
    const boards = [operator, colleague].map((token) => server.live(token, { since }))
    await Promise.all(boards.map((board) => board.next((frame) => frame['type'] === 'welcome')))
    await move(here, 2, 3)
    await move(there, 2, 3)
    const [mine, theirs] = boards as [LiveProbe, LiveProbe]
    await Promise.all([mine.next(carries(here)), theirs.next(carries(there))])
    const end = await feed()
    await Promise.all(boards.map((board) => board.next((frame) => frame['feed'] === end)))
    expect(mine.frames.some(carries(there))).toBe(false)
    expect(theirs.frames.some(carries(here))).toBe(false)
    for (const board of boards) board.socket.close()
  })

  it('reloads when someone joins or leaves, and closes for a person who has left', async () => {
    const leavingOperator = await newOperator('leaver', server.world.merchants[0])
    const since = await feed()
    const [mine, theirs] = [server.live(owner, { since }), server.live(leavingOperator, { since })]
    await Promise.all([mine, theirs].map((board) => board.next((frame) => frame['type'] === 'welcome')))
    const id = await idOf('leaver')
    await server.database.asOwner(
      `update merchant set access = (select coalesce(jsonb_agg(e), '[]') from jsonb_array_elements(access) e where e ->> 'user' <> $1)`,
      [String(id)],
    )
    const tables = [{ table: 'admin', id }]
    const left = await server.call('Reference', 'deleteData', { tables }, { token: owner, company: server.world.a })
    expect(left).toMatchObject({ status: 'OK' })
    expect(await mine.next((frame) => frame['type'] === 'resync')).toMatchObject({ reason: 'membership' })
    expect(await theirs.next((frame) => frame['type'] === 'signed_out')).toMatchObject({ code: 'foreign_company' })
    expect(await theirs.closed).toBe(4401)
    mine.socket.close()
  })

  const withdraw = (admin: number): Promise<unknown> =>
    server.database.asOwner(
      `update merchant set access = (select coalesce(jsonb_agg(e), '[]') from jsonb_array_elements(access) e where e ->> 'user' <> $1)`,
      [String(admin)],
    )

  /** Once it has been told everything, it has not been told of an order of this merchant. */
  async function expectNothingOf(board: LiveProbe, merchant: number): Promise<void> {
    const id = await insertOrder(server.database, server.world, { merchant })
    await move(id, 2, 3)
    const end = await feed()
    const pong = (): unknown => {
      board.socket.send(JSON.stringify({ type: 'ping' }))
      return board.frames.findLast((frame) => frame['type'] === 'pong')?.['feed']
    }
    await expect.poll(pong).toBe(end)
    expect(board.frames.some(carries(id))).toBe(false)
    board.socket.close()
  }

  it('PERM-09: starts with the rights of the feed number it has, not with those of a call a moment before', async () => {
    const [merchant] = server.world.merchants
    const token = await newOperator('reloading', merchant)
    const reload = () => server.call('Reference', 'getData', { tables: [{ table: 'order' }] }, { token, company: server.world.a })
    expect(await reload()).toMatchObject({ status: 'OK' })
    await withdraw(await idOf('reloading'))
    await publish(1, `jsonb_build_array(jsonb_build_array('merchant', ${merchant}))`)
    const board = server.live(token, { since: await feed() })
    await board.next((frame) => frame['type'] === 'welcome')
    await expectNothingOf(board, merchant)
  })

  it('PERM-09: can’t skip a change of its rights by requesting only later changes', async () => {
    const [merchant] = server.world.merchants
    const board = server.live(await newOperator('skipping', merchant), { since: await feed() })
    await board.next((frame) => frame['type'] === 'welcome')
    await withdraw(await idOf('skipping'))
    await publish(1, `jsonb_build_array(jsonb_build_array('merchant', ${merchant}))`)
    board.socket.send(JSON.stringify({ type: 'watch', merchants: 'all', since: 1_000_000_000_000 }))
    await board.next((frame) => frame['type'] === 'resync')
    await expectNothingOf(board, merchant)
  })

  it('PERM-09: reads rights again before it skips changes that were purged', async () => {
    const [merchant] = server.world.merchants
    const token = await newOperator('sleeping', merchant)
    const board = server.live(token, { since: await feed() })
    await board.next((frame) => frame['type'] === 'welcome')
    await withdraw(await idOf('sleeping'))
    // The number of a change that is no longer in the feed.
    await server.database.asOwner('update feed_counter set last = last + 1 where company = $1', [server.world.a])
    expect(await board.next((frame) => frame['type'] === 'resync')).toMatchObject({ reason: 'too_old' })
    await expectNothingOf(board, merchant)
  })

  it('PERM-09: closes for a person who is no longer a member, even if the feed does not tell', async () => {
    const token = await newOperator('removed', server.world.merchants[0])
    const board = server.live(token, { since: await feed() })
    await board.next((frame) => frame['type'] === 'welcome')
    await server.database.asOwner('delete from membership where admin = $1', [await idOf('removed')])
    expect(await board.next((frame) => frame['type'] === 'signed_out')).toMatchObject({ code: 'foreign_company' })
    expect(await board.closed).toBe(4401)
  })

  it('advances only with the last frame of a batch, so that a connection lost before it misses nothing', async () => {
    const id = await insertOrder(server.database, server.world)
    const since = await feed()
    const board = server.live(owner, { since })
    await board.next((frame) => frame['type'] === 'welcome')
    await move(id, 2, 3)
    const ticket = await board.next((frame) => frame['type'] === 'changed' && frame['table'] === 'print_job')
    expect(await board.next(carries(id))).toMatchObject({ feed: since })
    expect(ticket).toMatchObject({ feed: since + 1 })
    board.socket.close()
  })

  it('AUTH-09: closes when its session expires', async () => {
    const token = await server.signIn('owner')
    const board = server.live(token, { since: await feed() })
    await board.next((frame) => frame['type'] === 'welcome')
    await server.database.asOwner(
      `update session set expires = now() - interval '1 second' where session_id = (select max(session_id) from session)`,
    )
    expect(await board.next((frame) => frame['type'] === 'signed_out')).toMatchObject({ code: 'session_expired' })
    expect(await board.closed).toBe(4401)
  })

  it('gets a new subscription even while changes are being read for the previous one', async () => {
    const [first, second] = server.world.merchants
    const id = await insertOrder(server.database, server.world, { merchant: second })
    const since = await feed()
    const board = server.live(owner, { since, merchants: [first] })
    await board.next((frame) => frame['type'] === 'welcome')
    const { db } = server.context
    const { read } = db
    const reading = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    db.read = async (scope, work) => {
      const value = await read(scope, work)
      if ('company' in scope && Array.isArray(value)) {
        reading.resolve()
        await go.promise
      }
      return value
    }
    try {
      await move(id, 2, 3)
      await reading.promise
      board.socket.send(JSON.stringify({ type: 'watch', merchants: [second], since }))
      board.socket.send(JSON.stringify({ type: 'ping' }))
      await board.next((frame) => frame['type'] === 'pong')
      go.resolve()
      expect(await board.next(carries(id))).toMatchObject({ gone: [] })
    } finally {
      go.resolve()
      db.read = read
      board.socket.close()
    }
  })

  it('is disconnected when its client floods it with frames', async () => {
    const board = server.live(owner, { since: await feed() })
    await board.next((frame) => frame['type'] === 'welcome')
    for (let sent = 0; sent < 301; sent += 1) board.socket.send(JSON.stringify({ type: 'watch', merchants: 'all', since: 0 }))
    expect(await board.next((frame) => frame['type'] === 'error')).toMatchObject({
      code: 'rate_limited',
      error: 'Too many attempts. Try again in %1 seconds.',
      params: [10],
    })
    expect(await board.closed).toBe(4400)
  })

  it('is disconnected after a minute without a frame from its client', async () => {
    const board = server.live(owner, { since: await feed() })
    await board.next((frame) => frame['type'] === 'welcome')
    const later = Date.now() + 61_000
    const clock = vi.spyOn(Date, 'now').mockReturnValue(later)
    expect(await board.closed).toBe(1006)
    clock.mockRestore()
  })

  it('AUTH-09: keeps a kitchen signed in for the company’s time, from its first moment', async () => {
    const token = await server.signIn('operator')
    const { database, world } = server
    await database.asOwner('update company set keep_alive_timeout = 45 where company_id = $1', [world.a])
    await database.asOwner(
      `update session set expires = now() + interval '3 seconds' where session_id = (select max(session_id) from session)`,
    )
    const board = server.live(token, { since: await feed(), kiosk: true })
    await board.next((frame) => frame['type'] === 'welcome')
    const left = async () =>
      (
        await database.asOwner<{ left: number }>(
          `select extract(epoch from expires - now())::float8 as left from session where session_id = (select max(session_id) from session)`,
        )
      )[0]?.left
    await expect.poll(left).toBeGreaterThan(30)
    expect(await left()).toBeLessThanOrEqual(45)
    board.socket.close()
    await database.asOwner('update company set keep_alive_timeout = null where company_id = $1', [world.a])
  })

  it('closes within seconds when its session ends elsewhere', async () => {
    const token = await server.signIn('owner')
    const board = server.live(token, { since: await feed() })
    await board.next((frame) => frame['type'] === 'welcome')
    await server.call('Auth', 'SignOut', {}, { token })
    expect(await board.next((frame) => frame['type'] === 'signed_out')).toBeTruthy()
    expect(await board.closed).toBe(4401)
  })
})

const hello = async (): Promise<object> => ({
  type: 'hello',
  token: owner,
  app: { name: 'api', version: '0', contract: CONTRACT_VERSION },
  company: server.world.a,
  merchants: 'all',
  since: await feed(),
})

/** Sends several frames at once, before the first can have been answered. */
function sayAtOnce(...frames: object[]): LiveProbe {
  const probe = openLive(server.url, {})
  probe.socket.on('open', () => {
    for (const frame of frames) probe.socket.send(JSON.stringify(frame))
  })
  return probe
}

const ping = { type: 'ping' }

describe('socket that', () => {
  it('does not wait for its welcome is answered after it, in order', async () => {
    const [first, second] = server.world.merchants
    const watch = { type: 'watch', merchants: [second], since: await feed() }
    const board = sayAtOnce(await hello(), ping, watch, ping)
    await expect.poll(() => board.frames.map((frame) => frame['type'])).toEqual(['welcome', 'pong', 'pong'])
    const [there, here] = [
      await insertOrder(server.database, server.world, { merchant: first }),
      await insertOrder(server.database, server.world, { merchant: second }),
    ]
    await move(there, 2, 3)
    await move(here, 2, 3)
    await board.next(carries(here))
    expect(board.frames.some(carries(there))).toBe(false)
    board.socket.close()
  })

  it('floods frames before its welcome is disconnected', async () => {
    const board = sayAtOnce(await hello(), ...Array.from({ length: 300 }, () => ping))
    expect(await board.next((frame) => frame['type'] === 'error')).toMatchObject({ code: 'rate_limited' })
    expect(await board.closed).toBe(4400)
  })

  it('says hello twice at once is refused and closed', async () => {
    const board = sayAtOnce(await hello(), await hello())
    expect(await board.next((frame) => frame['type'] === 'error')).toMatchObject({ code: 'malformed' })
    expect(await board.closed).toBe(4400)
  })

  it.each([
    ['talks nonsense', 'nonsense', 4400],
    ['sends JSON that is not a frame', '{"type":"dance"}', 4400],
    ['sends frames before hello', '{"type":"ping"}', 4401],
    ['sends bytes', Buffer.from([1, 2, 3]), 4400],
  ])('%s is refused and closed', async (_what, message, code) => {
    const probe = openLive(server.url, {})
    probe.socket.on('open', () => probe.socket.send(message))
    expect(await probe.closed).toBe(code)
  })

  it.each([
    ['has no token', () => ({ token: undefined }), 'session_required'],
    ['has a forged token', () => ({ token: 'x'.repeat(43) }), 'session_required'],
    ['requests another company', () => ({ token: owner, company: server.world.b }), 'foreign_company'],
  ])('%s is disconnected', async (_what, hello, code) => {
    const probe = server.live(undefined, hello())
    expect(await probe.next((frame) => frame['type'] === 'signed_out')).toMatchObject({ code })
    expect(await probe.closed).toBe(4401)
  })

  it('has said hello while the database is slow stays signed in, on a board and in the chat', async () => {
    await server.database.asOwner('update company set allow_chat = 1 where company_id = $1', [server.world.a])
    const token = await server.signIn('owner')
    const slow = new Client({ connectionString: server.database.urls.owner })
    await slow.connect()
    await slow.query('begin; lock table session in access exclusive mode')
    const [board, chat] = [server.live(token), openChat(server.url, token, { company: server.world.a })]
    // The database gives up after as long as either waits for the first frame. After this error clients connect again.
    expect(await board.next(() => true)).toMatchObject({ type: 'error', code: 'server_busy' })
    expect(await chat.next(() => true)).toMatchObject({ mode: 'error', code: 'server_busy' })
    await slow.end()
  })

  it('comes from a foreign page is not opened', async () => {
    const probe = server.live(owner, {}, { origin: 'https://evil.example' })
    expect(await probe.closed).toBe(1006)
    expect(probe.frames).toEqual([])
  })

  it('sends too large a frame is disconnected while the server continues', async () => {
    const probe = openLive(server.url, {})
    probe.socket.on('open', () => probe.socket.send('x'.repeat(300_000)))
    expect(await probe.closed).toBe(1009)
    expect(await server.call('Auth', 'checkAuth', {}, { token: owner })).toMatchObject({ status: 'OK' })
  })
})
