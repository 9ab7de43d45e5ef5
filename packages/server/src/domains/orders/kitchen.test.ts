import { randomUUID } from 'node:crypto'
import { ticketLines } from '@tiffin/core/rules'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { escalateDue } from './escalate.ts'
import { insertOrder, insertRow } from '#server/test/seed'
import { startTestServer, type TestServer } from '#server/test/test-server'

let server: TestServer
let owner: string
let operator: string
let id: number
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signIn('owner')
  operator = await server.signIn('operator')
})
afterAll(() => server.stop())
beforeEach(async () => {
  id = await insertOrder(server.database, server.world, { cart })
})

const line = (item: number, name: string, more: object = {}) => ({ id: item, name, qty: 1, price: '1.00', note: '', ...more })
const cart = [line(1, 'Soup'), line(2, 'Pizza'), line(2, 'Pizza')]
const [soup, pizza, secondPizza] = ticketLines({ cart }).map(({ key }) => key) as [string, string, string]

const call = (method: string, data: unknown, token = owner) =>
  server.call('Order', method, data, { token, company: server.world.a })
const row = async (order = id) =>
  (await server.database.asOwner<Record<string, unknown>>('select * from "order" where order_id = $1', [order]))[0] as Record<
    string,
    unknown
  >
const courier = (values: object = {}) =>
  insertRow(server.database, 'courier', { company: server.world.a, name: 'Cleo', working: 1, ...values })
const feed = async (): Promise<number> =>
  (await server.database.asOwner<{ last: number }>('select last from feed_counter where company = $1', [server.world.a]))[0]
    ?.last ?? 0
const order = (merchant: number) => insertOrder(server.database, server.world, { merchant })

interface CourierIntent {
  order_id?: number
  from?: number
  courier: number
  intent_id?: string
}
async function assign(given: CourierIntent[], token = owner) {
  const intents = given.map((intent) => ({ intent_id: randomUUID(), order_id: id, from: 0, ...intent }))
  const answer = await call('assign', { intents }, token)
  return (answer['data'] as { results: { status: string; code?: string; order?: { courier: number } }[] }).results
}

describe('assigning couriers', () => {
  it('KDS-20 ORDER-06: takes effect with history, and courier 0 undoes it', async () => {
    const chosen = await courier()
    expect(await assign([{ courier: chosen }])).toMatchObject([{ status: 'OK', order: { courier: chosen, revision: 2 } }])
    expect(await assign([{ from: chosen, courier: 0 }])).toMatchObject([{ status: 'OK', order: { courier: 0 } }])
    const { events } = (await call('timeline', { order_id: id }))['data'] as { events: { after: object }[] }
    expect(events.map(({ after }) => after)).toMatchObject([{ courier: chosen }, { courier: 0 }])
  })

  it('KDS-16 KDS-20: answers each of several orders separately', async () => {
    const [chosen, second] = [await courier(), await order(server.world.merchants[0])]
    const results = await assign([
      { order_id: 999_999, courier: chosen },
      { courier: chosen },
      { order_id: second, courier: chosen },
    ])
    expect(results.map(({ status, code }) => code ?? status)).toEqual(['not_found', 'OK', 'OK'])
    expect((await row(second))['courier']).toBe(chosen)
  })

  it.each<[string, string, () => Promise<{ code?: string }[]>]>([
    ['to a blocked courier', 'courier_blocked', async () => assign([{ courier: await courier({ courier_status: 3 }) }])],
    ['to a courier who does not exist', 'bad_reference', () => assign([{ courier: 999_999 }])],
    [
      'to a courier of another company',
      'bad_reference',
      async () => assign([{ courier: await insertRow(server.database, 'courier', { company: server.world.b }) }]),
    ],
    [
      'that someone else has given away meanwhile',
      'conflict',
      async () => {
        await assign([{ courier: await courier() }])
        return assign([{ courier: await courier() }])
      },
    ],
    [
      'by someone who may only look',
      'view_only',
      async () => assign([{ order_id: await order(server.world.merchants[1]), courier: await courier() }], operator),
    ],
    [
      'of a merchant that the person does not see',
      'not_found',
      async () => assign([{ order_id: await order(server.world.merchants[2]), courier: await courier() }], operator),
    ],
  ])('KDS-20: refuses an order %s with %s', async (_what, code, act) => {
    expect(await act()).toMatchObject([{ status: 'FAIL', code }])
  })

  it("KDS-20: an editor can't assign a blocked courier either", async () => {
    const blocked = await courier({ courier_status: 3 })
    const tables = [{ table: 'order', id, row: { courier: blocked } }]
    expect(await server.call('Reference', 'saveData', { tables }, { token: owner, company: server.world.a })).toMatchObject({
      code: 'courier_blocked',
    })
  })

  it('KDS-16: carries out a repeated intent once, and refuses its key for another', async () => {
    const [first, other, intent_id] = [await courier(), await courier(), randomUUID()]
    await assign([{ courier: first, intent_id }])
    expect(await assign([{ courier: first, intent_id }])).toMatchObject([{ status: 'OK' }])
    expect(await assign([{ courier: other, intent_id }])).toMatchObject([{ code: 'idempotency_mismatch' }])
    expect((await row())['revision']).toBe(2)
  })
})

const tick = (item: string, done = true, token = owner, order_id = id) => call('tick', { order_id, line: item, done }, token)
const ticksOf = async (order?: number) => (await row(order))['ticks']

describe('ticking items', () => {
  it('KDS-10: is visible on all boards at once, without history or a new revision', async () => {
    const board = server.live(operator, { since: await feed() })
    await board.next((frame) => frame['type'] === 'welcome')
    expect(await tick(pizza)).toMatchObject({ data: { ticks: [pizza] } })
    await tick(pizza)
    await board.next(
      (frame) =>
        frame['type'] === 'orders' &&
        (frame['rows'] as { order_id: number; ticks: string[] }[]).some(
          (item) => item.order_id === id && item.ticks[0] === pizza,
        ),
    )
    expect(await tick(secondPizza)).toMatchObject({ data: { ticks: [pizza, secondPizza] } })
    expect(await tick(pizza, false)).toMatchObject({ data: { ticks: [secondPizza] } })
    expect((await row())['revision']).toBe(1)
    const history = await server.database.asOwner(`select 1 from audit_row where table_name = 'order' and row_key = $1`, [
      String(id),
    ])
    expect(history).toEqual([])
    board.socket.close()
  })

  it('KDS-10: loses nothing when many tick at once', async () => {
    await Promise.all([soup, pizza, secondPizza].map((key) => tick(key)))
    expect(await ticksOf()).toEqual([soup, pizza, secondPizza])
  })

  it('KDS-10: keeps the ticks of unchanged lines when the cart changes, and ticks never conflict with edits', async () => {
    await Promise.all([soup, pizza].map((key) => tick(key)))
    const changed = [line(2, 'Pizza', { qty: 2 }), line(1, 'Soup'), line(3, 'Tea')]
    const tables = [{ table: 'order', id, row: { cart: changed, revision: 1 } }]
    expect(await server.call('Reference', 'saveData', { tables }, { token: owner, company: server.world.a })).toMatchObject({
      status: 'OK',
    })
    const now = (await row()) as Parameters<typeof ticketLines>[0]
    expect(ticketLines(now).map(({ done }) => done)).toEqual([false, true, false])
    const tea = ticketLines(now)[2]?.key ?? ''
    expect(await tick(tea)).toMatchObject({ data: { ticks: [soup, tea] } })
  })

  it.each<[string, string, () => Promise<{ code?: string }>]>([
    ['a line that the cart does not have', 'not_found', () => tick('nonsense')],
    ['an order that does not exist', 'not_found', () => tick(soup, true, owner, 999_999)],
    ['what one may only look at', 'view_only', async () => tick(soup, true, operator, await order(server.world.merchants[1]))],
    ['what one does not see', 'not_found', async () => tick(soup, true, operator, await order(server.world.merchants[2]))],
  ])('KDS-10: refuses %s with %s', async (_what, code, act) => {
    expect(await act()).toMatchObject({ code })
  })
})

const shown = (input: object, token = owner) => call('shown', { console: 'invented', ...input }, token)
async function receipts(order = id) {
  const { events } = (await call('timeline', { order_id: order }))['data'] as {
    events: { table: string; action: string; after: object; admin: { login: string } | null }[]
  }
  return events
    .filter(({ table }) => table === 'receipt')
    .map(({ action, after, admin }) => ({ action, ...after, by: admin?.login }))
}

describe('delivery receipts', () => {
  it('MOON-02: shows in the timeline where an order was first shown, and who acknowledged it there', async () => {
    await shown({ shown: [id] })
    await shown({ shown: [id], acknowledged: [id] }, operator)
    await shown({ acknowledged: [id] }, operator)
    expect(await receipts()).toEqual([
      { action: 'Shown', console: 'owner', app: 'api', by: undefined },
      { action: 'Shown', console: 'operator', app: 'api', by: undefined },
      { action: 'Acknowledged', console: 'operator', app: 'api', by: 'operator' },
    ])
    expect(await row()).toMatchObject({ acknowledged: 1, revision: 1 })
  })

  it('MOON-02: treats two boards of one person as two consoles', async () => {
    await shown({ shown: [id] })
    await shown({ shown: [id] }, await server.signIn('owner'))
    expect(await receipts()).toHaveLength(2)
  })

  it('KDS-14 MOON-02: shows the newest events of a long timeline, and invented consoles do not displace any', async () => {
    const rows = (sql: string) => server.database.asOwner(sql, [server.world.a, id])
    await rows(`insert into order_receipt (company, order_id, console, shown)
      select $1, $2, 'invented-' || n, now() + make_interval(secs => n) from generate_series(1, 600) n`)
    await rows(`insert into audit_row (change_id, company, table_name, row_key, action, after, at)
      select (select max(change_id) from change), $1, 'order', $2::text, 'Update', jsonb_build_object('comment', n), now() + make_interval(hours => n)
      from generate_series(1, 600) n`)
    const { events } = (await call('timeline', { order_id: id }))['data'] as { events: { after: { comment?: number } }[] }
    expect(events).toHaveLength(500)
    expect(events.at(-1)?.after).toMatchObject({ comment: 600 })
    expect(await receipts()).toEqual([])
  })

  it('KDS-14 MOON-02: consoles invented later do not displace changes in the timeline', async () => {
    await assign([{ courier: await courier() }])
    await server.database.asOwner(
      `insert into order_receipt (company, order_id, console, shown)
       select $1, $2, 'invented-' || n, now() + make_interval(secs => n) from generate_series(1, 600) n`,
      [server.world.a, id],
    )
    const { events } = (await call('timeline', { order_id: id }))['data'] as { events: { action: string }[] }
    expect(events.map(({ action }) => action)).toEqual(['Update', ...Array<string>(50).fill('Shown')])
  })

  it.each([
    ['20 minutes before it is reported', -20, -20],
    ['tomorrow, by a clock that is ahead', 1440, 0],
    ['years before the order, by a clock that is behind', -10_000_000, -60],
    ['at an unknown time', null, 0],
  ])('MOON-02 KDS-08: moves an acknowledgement made %s to the nearest possible time', async (_, made, noted) => {
    await server.database.asOwner(`update "order" set time_create = now() - interval '1 hour' where order_id = $1`, [id])
    const time = made === null ? null : new Date(Date.now() + made * 60_000).toISOString()
    await shown({ acknowledged: [id], acknowledged_at: [time] })
    const minutes = (column: string) => `round(extract(epoch from ${column} - now()) / 60)::int as ${column}`
    expect(
      await server.database.asOwner(
        `select ${minutes('shown')}, ${minutes('acknowledged')} from order_receipt where order_id = $1`,
        [id],
      ),
    ).toEqual([{ shown: noted, acknowledged: noted }])
  })

  it('MOON-02: accepts no receipts from people who may only view an order or can’t see it, nor in a company that is not enabled', async () => {
    const [viewed, hidden] = [await order(server.world.merchants[1]), await order(server.world.merchants[2])]
    expect(await shown({ shown: [viewed, hidden, 999_999], acknowledged: [viewed, hidden] }, operator)).toMatchObject({
      status: 'OK',
    })
    expect(await receipts(viewed)).toEqual([])
    expect(await receipts(hidden)).toEqual([])
    const own = await order(server.world.merchants[0])
    await server.database.asOwner('update company set enable = 0 where company_id = $1', [server.world.a])
    for (const input of [{ shown: [own] }, { acknowledged: [own] }])
      expect(await shown(input, operator)).toMatchObject({ code: 'company_disabled' })
    expect(await receipts(own)).toEqual([])
    await server.database.asOwner('update company set enable = 1 where company_id = $1', [server.world.a])
    expect((await row(viewed))['acknowledged']).toBe(0)
  })
})

describe('a merchant that accepts orders automatically', () => {
  const create = async (more: object = {}) => {
    const { merchants, userA } = server.world
    const tables = [{ table: 'order', row: { merchant: merchants[0], user: userA, type: 2, cart, ...more } }]
    const answer = await server.call('Reference', 'saveData', { tables }, { token: operator, company: server.world.a })
    return (answer['data'] as { order: { data: { order_id: number; order_status: number } } }).order.data
  }
  const accept = (on: 0 | 1) =>
    server.database.asOwner('update merchant set auto_accept = $2 where merchant_id = $1', [server.world.merchants[0], on])

  it('KDS-08: gets new orders in the next column, with its ticket, and they do not escalate', async () => {
    const { statuses } = server.world
    expect(await create()).toMatchObject({ order_status: statuses[2] })
    await accept(1)
    const { order_id, order_status } = await create()
    expect(order_status).toBe(statuses[3])
    const tickets = await server.database.asOwner('select purpose from print_job where "order" = $1', [order_id])
    expect(tickets).toHaveLength(1)
    await server.database.asOwner(`update "order" set last_time = now() - interval '1 hour' where order_id = $1`, [order_id])
    await escalateDue(server.context)
    expect(await row(order_id)).toMatchObject({ escalated: 0 })
    await accept(0)
  })

  it('KDS-08: leaves an order in the status that was asked for, and accepts none into a done one', async () => {
    const { statuses } = server.world
    await accept(1)
    expect(await create({ order_status: statuses[1] })).toMatchObject({ order_status: statuses[1] })
    expect(await create({ order_status: statuses[5] })).toMatchObject({ order_status: statuses[5] })
    const [before] = await server.database.asOwner<{ transfer: number[] }>(
      'select transfer from order_status where order_status_id = $1',
      [statuses[2]],
    )
    const transfer = (to: unknown) =>
      server.database.asOwner('update order_status set transfer = $2 where order_status_id = $1', [
        statuses[2],
        JSON.stringify(to),
      ])
    await transfer([statuses[8]])
    expect(await create()).toMatchObject({ order_status: statuses[2] })
    await transfer(before?.transfer)
    await accept(0)
  })
})

describe('unacknowledged orders', () => {
  const age = (minutes: number, order = id) =>
    server.database.asOwner(`update "order" set last_time = now() - make_interval(mins => $2) where order_id = $1`, [
      order,
      minutes,
    ])
  const sweep = () => escalateDue(server.context)
  const escalationOf = (order: number) => (frame: Record<string, unknown>) =>
    frame['type'] === 'escalation' && (frame['orders'] as { order_id: number }[]).some((item) => item.order_id === order)

  it.each([
    ['for less than the company allows', 4, {}, 0],
    ['for longer', 6, {}, 1],
    ['for twice as long', 11, {}, 2],
    ['for longer than a day', 24 * 60 + 1, {}, 0],
    ['though someone has acknowledged it', 60, { acknowledged: 1 }, 0],
    ['though it has left the created status', 60, { status: 3 }, 0],
  ])(
    'KDS-08: escalate to the right step after waiting %s',
    async (_what, minutes, { status, ...values }: Record<string, number>, step) => {
      const order_status = server.world.statuses[status ?? 2]
      const waiting = await insertOrder(server.database, server.world, { ...values, order_status })
      await age(minutes, waiting)
      await sweep()
      expect((await row(waiting))['escalated']).toBe(step)
    },
  )

  it('KDS-08 WIZ-07: escalate in a company without a status marked as created, where new orders start elsewhere', async () => {
    const flag = (created: number) =>
      server.database.asOwner('update order_status set created = $2 where order_status_id = $1', [
        server.world.statuses[2],
        created,
      ])
    await flag(0)
    await age(6)
    await sweep()
    await flag(1)
    expect((await row())['escalated']).toBe(1)
  })

  it('KDS-08: do not escalate in a disabled company', async () => {
    const enable = (on: number) =>
      server.database.asOwner('update company set enable = $2 where company_id = $1', [server.world.a, on])
    await age(6)
    await enable(0)
    await sweep()
    await enable(1)
    expect((await row())['escalated']).toBe(0)
  })

  it('KDS-08: follow the merchant’s own delay, or none', async () => {
    const [, patient, silent] = server.world.merchants
    await server.database.asOwner(
      'update merchant set escalate_after = case merchant_id when $1 then 30 else 0 end where merchant_id = any($2)',
      [patient, [patient, silent]],
    )
    const orders = [await order(patient), await order(silent)]
    for (const entry of orders) await age(20, entry)
    await sweep()
    expect([(await row(orders[0]))['escalated'], (await row(orders[1]))['escalated']]).toEqual([0, 0])
    await age(31, orders[0])
    await sweep()
    expect((await row(orders[0]))['escalated']).toBe(1)
  })

  it('KDS-08 MOON-02: take each step once with two processes; boards get the first, owners the second on any page', async () => {
    const other = await server.another()
    const [board, boss] = [
      server.live(operator, { since: await feed() }),
      server.live(owner, { since: await feed(), merchants: [server.world.merchants[2]] }),
    ]
    await Promise.all([board, boss].map((probe) => probe.next((frame) => frame['type'] === 'welcome')))
    await age(6)
    await Promise.all([sweep(), escalateDue(other.context), sweep()])
    expect(await board.next(escalationOf(id))).toMatchObject({ orders: [{ order_id: id, step: 1, shown: false, minutes: 6 }] })
    await shown({ shown: [id] })
    await age(12)
    await Promise.all([sweep(), escalateDue(other.context)])
    const told = await boss.next(escalationOf(id))
    expect(told).toMatchObject({ orders: [{ order_id: id, step: 2, shown: true, minutes: 12 }] })
    await sweep()
    await shown({ acknowledged: [id] })
    expect(await row()).toMatchObject({ escalated: 0, acknowledged: 1, revision: 1 })
    const steps = (await receipts()).filter(({ action }) => action === 'Escalated')
    expect(steps).toMatchObject([{ step: 1 }, { step: 2 }])
    expect(boss.frames.filter(escalationOf(id))).toHaveLength(1)
    for (const probe of [board, boss]) probe.socket.close()
  })

  it('KDS-08 KDS-05: start over at another merchant, and the timeline shows both', async () => {
    await age(12)
    await sweep()
    await server.database.asOwner('update merchant set escalate_after = null')
    const tables = [{ table: 'order', id, row: { merchant: server.world.merchants[1] } }]
    await server.call('Reference', 'saveData', { tables }, { token: owner, company: server.world.a })
    await sweep()
    expect((await row())['escalated']).toBe(0)
    await age(6)
    await sweep()
    expect((await row())['escalated']).toBe(1)
    await age(12)
    await sweep()
    expect((await row())['escalated']).toBe(2)
    const steps = (await receipts()).filter(({ action }) => action === 'Escalated')
    expect(steps).toMatchObject([{ step: 2 }, { step: 1 }, { step: 2 }])
  })

  it('KDS-08: stop the alarm when moved', async () => {
    await age(6)
    await sweep()
    const intent = { intent_id: randomUUID(), order_id: id, from: server.world.statuses[2], to: server.world.statuses[3] }
    await call('move', { intents: [intent] })
    expect(await row()).toMatchObject({ escalated: 0, acknowledged: 1 })
  })
})
