import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { insertOrder } from '#server/test/seed'
import { startTestServer, type TestServer } from '#server/test/test-server'
import { renumberColumn } from './renumber-column.ts'

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
  id = await insertOrder(server.database, server.world)
})

const status = (number: number): number => server.world.statuses[number] as number

interface Intent {
  order_id?: number
  from?: number
  to: number
  after?: number | null
  intent_id?: string
  reason?: string
  undo?: string
}

async function move(intent: Intent, token = owner) {
  const full = { intent_id: randomUUID(), order_id: id, from: 2, ...intent }
  const sent = { ...full, from: status(full.from), to: status(full.to) }
  const answer = await server.call('Order', 'move', { intents: [sent] }, { token, company: server.world.a })
  const [result] = (
    answer['data'] as { results: { status: string; code?: string; order?: Record<string, unknown>; placed?: string }[] }
  ).results
  return { ...result, intent_id: full.intent_id }
}

const row = async (order = id) =>
  (await server.database.asOwner<Record<string, unknown>>('select * from "order" where order_id = $1', [order]))[0] as Record<
    string,
    unknown
  >

it('BOARD-21 BOARD-25: moves an order where the transfer list allows', async () => {
  expect(await move({ to: 3 })).toMatchObject({ status: 'OK', order: { order_id: id, order_status: status(3), revision: 2 } })
  expect((await row())['order_status']).toBe(status(3))
})

it('BOARD-28 ORDER-11: sets time_delivery on entering a done status and clears it on leaving', async () => {
  const done = await move({ to: 8 })
  expect(Date.parse(String(done.order?.['time_delivery']))).toBeCloseTo(Date.now(), -4)
  expect(await move({ from: 8, to: 3 })).toMatchObject({ order: { time_delivery: null } })
})

it.each([
  [
    'BOARD-25: against the transfer list',
    'transfer_refused',
    async () => {
      await server.database.asOwner(
        `update order_status set transfer = transfer - '${status(5)}' where order_status_id = ${status(2)}`,
      )
      await server.database.asOwner(
        `update order_status set transfer = (select jsonb_agg(e) from jsonb_array_elements(transfer) e where e <> to_jsonb(${status(5)}::bigint)) where order_status_id = ${status(2)}`,
      )
      return move({ to: 5 })
    },
  ],
  ['BOARD-22: into a locked column', 'column_locked', () => move({ to: 9 })],
  ['of an order that has left that status', 'not_in_status', () => move({ from: 3, to: 5 })],
  ['KDS-23: to Cancelled without a reason', 'reason_required', () => move({ to: 0 })],
  [
    'BOARD-23 PERM-10: by a person with view access',
    'view_only',
    async () => {
      id = await insertOrder(server.database, server.world, { merchant: server.world.merchants[1] })
      return move({ to: 3 }, operator)
    },
  ],
  [
    'PERM-09: of a merchant hidden from the person',
    'not_found',
    async () => {
      id = await insertOrder(server.database, server.world, { merchant: server.world.merchants[2] })
      return move({ to: 3 }, operator)
    },
  ],
  ['of an order that does not exist', 'not_found', () => move({ order_id: 999_999, to: 3 })],
  [
    'BOARD-14: of a deleted order',
    'not_found',
    async () => {
      await server.database.asOwner('update "order" set delete = 1 where order_id = $1', [id])
      return move({ to: 3 })
    },
  ],
  [
    'BOARD-24: in a disabled company',
    'company_disabled',
    async () => {
      await server.database.asOwner('update company set enable = 0 where company_id = $1', [server.world.a])
      const result = await move({ to: 3 })
      await server.database.asOwner('update company set enable = 1 where company_id = $1', [server.world.a])
      return result
    },
  ],
])('refuses %s with %s and changes nothing', async (_what, code, act) => {
  const result = await act()
  expect(result).toMatchObject({ status: 'FAIL', code })
  expect((await row())['order_status']).toBe(status(2))
})

it('PERM-09 BOARD-23: shows the order in a refusal only to people who can see its merchant', async () => {
  expect(await move({ from: 3, to: 5 }, operator)).toMatchObject({ code: 'not_in_status', order: { order_id: id } })
  id = await insertOrder(server.database, server.world, { merchant: server.world.merchants[2] })
  expect((await move({ to: 3 }, operator)).order).toBeUndefined()
})

it('carries out an intent once, however often and simultaneously it is sent', async () => {
  const intent_id = randomUUID()
  const results = await Promise.all(Array.from({ length: 6 }, () => move({ to: 3, intent_id })))
  expect(results.map((result) => result.status)).toEqual(Array(6).fill('OK'))
  expect((await row())['revision']).toBe(2)
  const [history] = await server.database.asOwner<{ n: number }>('select count(*)::int as n from change where intent = $1', [
    intent_id,
  ])
  expect(history?.n).toBe(1)
})

it('refuses another move under the intent id of an earlier one', async () => {
  const { intent_id } = await move({ to: 3 })
  expect(await move({ from: 3, to: 5, intent_id })).toMatchObject({ status: 'FAIL', code: 'idempotency_mismatch' })
  expect((await row())['order_status']).toBe(status(3))
})

it('lets one of two simultaneous moves of a card win and tells the other', async () => {
  const results = await Promise.all([move({ to: 3 }), move({ to: 1 })])
  expect(results.map((result) => result.code ?? 'OK').toSorted()).toEqual(['OK', 'not_in_status'])
})

it('ORDER-10: places a card after the named one, at the top for null, and at the end if that card is gone', async () => {
  await server.database.asOwner('delete from print_job')
  await server.database.asOwner('delete from "order"')
  const orders: number[] = []
  for (const order of [1, 2, 3]) orders.push(await insertOrder(server.database, server.world, { order, order_status: status(3) }))
  const [a, b, c] = orders as [number, number, number]
  const column = async () => {
    const rows = await server.database.asOwner<{ order_id: number }>(
      'select order_id from "order" where order_status = $1 order by "order", order_id',
      [status(3)],
    )
    return rows.map((each) => each.order_id)
  }
  expect(await move({ order_id: c, from: 3, to: 3, after: a })).toMatchObject({ placed: 'asked' })
  expect(await column()).toEqual([a, c, b])
  await move({ order_id: b, from: 3, to: 3, after: null })
  expect(await column()).toEqual([b, a, c])
  expect(await move({ order_id: b, from: 3, to: 3, after: 999_999 })).toMatchObject({ status: 'OK', placed: 'end' })
  expect(await column()).toEqual([a, c, b])
})

it('ORDER-10: sorts cards with equal positions by id, and places a card between them', async () => {
  await server.database.asOwner('delete from print_job')
  await server.database.asOwner('delete from "order"')
  const orders: number[] = []
  for (const order of [1, 5, 1]) orders.push(await insertOrder(server.database, server.world, { order, order_status: status(3) }))
  const [a, between, b] = orders as [number, number, number]
  await move({ order_id: between, from: 3, to: 3, after: a })
  const rows = await server.database.asOwner<{ order_id: number }>('select order_id from "order" order by "order", order_id')
  expect(rows.map(({ order_id }) => order_id)).toEqual([a, between, b])
})

it.each([
  ['the third after the first', 2, 0, [0, 2, 1]],
  ['the first after the second', 0, 1, [1, 0, 2]],
  ['the first after the third', 0, 2, [1, 2, 0]],
])(
  'ORDER-10 BOARD-26: among cards with equal positions, places %s where it was dropped',
  async (_what, moved, after, requested) => {
    await server.database.asOwner('truncate print_job, "order" cascade')
    const orders: number[] = []
    for (const order of [0, 0, 0])
      orders.push(await insertOrder(server.database, server.world, { order, order_status: status(3) }))
    await move({ order_id: orders[moved] as number, from: 3, to: 3, after: orders[after] as number })
    const rows = await server.database.asOwner<{ order_id: number }>('select order_id from "order" order by "order", order_id')
    expect(rows.map((each) => orders.indexOf(each.order_id))).toEqual(requested)
  },
)

it('renumbers a column whose cards are too close', async () => {
  await server.database.asOwner('delete from print_job')
  await server.database.asOwner('delete from "order"')
  const near = [1, 1 + 1e-10]
  const orders: number[] = []
  for (const order of [...near, 5])
    orders.push(await insertOrder(server.database, server.world, { order, order_status: status(3) }))
  const [a, b, c] = orders as [number, number, number]
  await move({ order_id: c, from: 3, to: 3, after: a })
  const rows = await server.database.asOwner<{ order_id: number; order: number }>(
    'select order_id, "order" from "order" order by "order"',
  )
  expect(rows).toEqual([a, c, b].map((order_id, index) => ({ order_id, order: index + 1 })))
})

it('ORDER-10: places a card after one of another merchant, in a sequence that includes cards hidden from the person', async () => {
  await server.database.asOwner('truncate print_job, "order" cascade')
  const [own, other, unseen] = server.world.merchants
  const insert = (merchant: number | undefined, order: number) =>
    insertOrder(server.database, server.world, { merchant, order, order_status: status(3) })
  const [first, second, hidden, last] = [
    await insert(own, 1),
    await insert(other, 2),
    await insert(unseen, 3),
    await insert(own, 4),
  ]
  id = await insert(own, 5)
  const column = async () => {
    const rows = await server.database.asOwner<{ order_id: number }>('select order_id from "order" order by "order", order_id')
    return rows.map(({ order_id }) => order_id)
  }
  expect(await move({ from: 3, to: 3, after: second }, operator)).toMatchObject({ placed: 'asked' })
  expect(await column()).toEqual([first, second, id, hidden, last])
  expect(await move({ from: 3, to: 3, after: hidden }, operator)).toMatchObject({ status: 'OK', placed: 'end' })
  expect(await column()).toEqual([first, second, hidden, last, id])
  expect(await move({ from: 3, to: 3, after: hidden })).toMatchObject({ placed: 'asked' })
  expect(await column()).toEqual([first, second, hidden, id, last])
})

it('ORDER-10: places a card where it was dropped among cards of several merchants with equal positions', async () => {
  await server.database.asOwner('truncate print_job, "order" cascade')
  const cards: number[] = []
  for (const order of [1, 2])
    for (const merchant of server.world.merchants)
      cards.push(await insertOrder(server.database, server.world, { merchant, order, order_status: status(3) }))
  const moved = cards[5] as number
  await move({ order_id: moved, from: 3, to: 3, after: cards[0] as number })
  const rows = await server.database.asOwner<{ order_id: number }>('select order_id from "order" order by "order", order_id')
  expect(rows.map(({ order_id }) => cards.indexOf(order_id))).toEqual([0, 5, 1, 2, 3, 4])
})

it('renumbering skips a card that is just leaving the column', async () => {
  const { a, merchants } = server.world
  const column = { merchant: merchants[2], status: status(5) }
  const stays = await insertOrder(server.database, server.world, {
    merchant: column.merchant,
    order_status: column.status,
    order: 7,
  })
  const leaves = await insertOrder(server.database, server.world, {
    merchant: column.merchant,
    order_status: column.status,
    order: 8,
  })
  await server.database.asOwner('begin')
  await server.database.asOwner('update "order" set order_status = $2, "order" = 500 where order_id = $1', [leaves, status(3)])
  const done = renumberColumn(server.context, a, { status: column.status, moved: leaves, after: stays })
  await expect.poll(() => server.database.waiting()).toBeGreaterThan(0)
  await server.database.asOwner('commit')
  await done
  expect([(await row(stays))['order'], (await row(leaves))['order']]).toEqual([1, 500])
})

it.each([
  ['only as many cards as needed', 1, 64],
  ['all cards if all are crowded', 1e-10, 3003],
])('renumbers %s of a long column', async (_name, apart, max) => {
  const { a, merchants } = server.world
  const column = { merchant: merchants[2], status: status(8) }
  const insert = (order: number) =>
    insertOrder(server.database, server.world, { merchant: column.merchant, order_status: column.status, order })
  await server.database.asOwner('truncate print_job, "order" cascade')
  const first = await insert(0)
  await server.database.asOwner(
    `insert into "order" (company, "user", merchant, order_status, time_finish, admin, cost, discount, bonus, fee, tips, total, "order")
     select company, "user", merchant, order_status, time_finish, admin, cost, discount, bonus, fee, tips, total, n * $2::float8
     from "order", generate_series(1, 3000) n where order_id = $1`,
    [first, apart],
  )
  const standing = () =>
    server.database.asOwner<{ order_id: number; order: number }>(
      'select order_id, "order" from "order" where merchant = $1 order by "order", order_id',
      [column.merchant],
    )
  const { order_id: after, order: place } = (await standing())[1500] as { order_id: number; order: number }
  const moved = await insert(place + 1e-12)
  const next = await insert(place + 2e-12)
  const before = await standing()
  await renumberColumn(server.context, a, { status: column.status, moved, after })
  const now = await standing()
  expect(now.map(({ order_id }) => order_id)).toEqual(before.map(({ order_id }) => order_id))
  expect(Math.min(...now.slice(1).map(({ order }, index) => order - (now[index]?.order ?? 0)))).toBeGreaterThan(1e-7)
  const numberOf = new Map(before.map(({ order_id, order }) => [order_id, order]))
  const changed = now.filter(({ order_id, order }) => numberOf.get(order_id) !== order)
  expect(changed.length).toBeLessThanOrEqual(max)
  expect(changed.map(({ order_id }) => order_id)).toContain(next)
})

it('a position in the column has no history and no new revision', async () => {
  await move({ from: 2, to: 2, after: null })
  expect((await row())['revision']).toBe(1)
  const [history] = await server.database.asOwner<{ n: number }>(
    `select count(*)::int as n from audit_row where table_name = 'order' and row_key = $1`,
    [String(id)],
  )
  expect(history?.n).toBe(0)
})

it('KDS-06 KDS-02: undoes a move and restores the stamp it overwrote, once', async () => {
  await move({ to: 8 })
  const stamped = (await row())['time_delivery']
  const back = await move({ from: 8, to: 3 })
  expect((await row())['time_delivery']).toBeNull()
  expect(await move({ from: 3, to: 8, undo: back.intent_id })).toMatchObject({ status: 'OK' })
  expect((await row())['time_delivery']).toEqual(stamped)
  expect(await move({ from: 3, to: 8, undo: back.intent_id })).toMatchObject({ code: 'not_in_status' })
})

it.each([
  [
    'too old',
    'undo_expired',
    (intent: string) =>
      server.database.asOwner(`update change set at = now() - interval '16 minutes' where intent = $1`, [intent]),
  ],
  ['followed by another move', 'not_in_status', () => move({ from: 3, to: 5 })],
])('does not undo a move that is %s', async (_what, code, spoil) => {
  const { intent_id } = await move({ to: 3 })
  await spoil(intent_id)
  const from = (await row())['order_status'] === status(5) ? 5 : 3
  expect(await move({ from, to: 2, undo: intent_id })).toMatchObject({ status: 'FAIL', code })
})

it('undoes a move only back to where the order came from, so that locks and transfer lists can’t be bypassed', async () => {
  const { intent_id } = await move({ to: 3 })
  expect(await move({ from: 3, to: 9, undo: intent_id })).toMatchObject({ status: 'FAIL', code: 'not_in_status' })
  expect((await row())['order_status']).toBe(status(3))
})

it('KDS-23: stores the reason of a cancellation', async () => {
  expect(await move({ to: 0, reason: 'Customer called' })).toMatchObject({ status: 'OK' })
  expect((await row())['cancel_reason']).toBe('Customer called')
})

it('KDS-06 KDS-23: removes the reason when a cancellation is undone', async () => {
  const { intent_id } = await move({ to: 0, reason: 'By mistake' })
  expect(await move({ from: 0, to: 2, undo: intent_id })).toMatchObject({ status: 'OK' })
  expect((await row())['cancel_reason']).toBe('')
})

it('KDS-06 KDS-23: restores the reason when an undo brings a cancellation back', async () => {
  await move({ to: 0, reason: 'Customer called' })
  const { intent_id } = await move({ from: 0, to: 2 })
  expect((await row())['cancel_reason']).toBe('')
  await move({ from: 2, to: 0, undo: intent_id })
  expect((await row())['cancel_reason']).toBe('Customer called')
})

it('KDS-14: shows in the timeline what happened, who did it and from where', async () => {
  await move({ to: 3 })
  const answer = await server.call('Order', 'timeline', { order_id: id }, { token: owner })
  const { events } = answer['data'] as { events: { action: string; admin: { login: string }; after: object }[] }
  expect(events[0]).toMatchObject({
    action: 'Update',
    app: 'api',
    admin: { login: 'owner' },
    before: { order_status: status(2) },
    after: { order_status: status(3) },
  })
})

it('KDS-14: the timeline begins with who created the order, and has every change of it', async () => {
  const { merchants, userA } = server.world
  const save = async (order_id: number, order: object) => {
    const tables = [{ table: 'order', id: order_id, row: order }]
    const answer = await server.call('Reference', 'saveData', { tables }, { token: owner, company: server.world.a })
    expect(answer).toMatchObject({ status: 'OK' })
    return (answer['data'] as { order: { rows: { data: { order_id: number } }[] } }).order.rows[0]?.data.order_id ?? 0
  }
  const made = await save(0, { merchant: merchants[0], user: userA, type: 2, cart: [] })
  await save(made, { comment: 'Knock' })
  const answer = await server.call('Order', 'timeline', { order_id: made }, { token: owner })
  const { events } = answer['data'] as { events: object[] }
  const by = { app: 'api', admin: { login: 'owner' } }
  expect(events).toMatchObject([
    { action: 'Create', ...by },
    { action: 'Update', ...by, before: { comment: '' }, after: { comment: 'Knock' } },
  ])
})

it('BOARD-49: queues one ticket on entering a status with the print flag, however often', async () => {
  await move({ to: 3 })
  await move({ from: 3, to: 2 })
  await move({ from: 2, to: 3 })
  const jobs = await server.database.asOwner('select purpose, state from print_job where "order" = $1', [id])
  expect(jobs).toEqual([{ purpose: 'kitchen', state: 'queued' }])
})

it.each([
  ['that no console has begun is withdrawn', 'queued', ['expired', 'queued']],
  ['that is on paper stays, and does not print again', 'printed', ['printed']],
])('BOARD-49 KDS-06: the ticket of an undone acceptance %s', async (_what, state, states) => {
  const accepted = await move({ to: 3 })
  await server.database.asOwner(`update print_job set state = $2 where "order" = $1`, [id, state])
  await move({ from: 3, to: 2, undo: accepted.intent_id })
  expect(await jobs()).toEqual(states.slice(0, 1).map((item) => ({ purpose: 'kitchen', state: item })))
  await move({ to: 3 })
  expect(await jobs()).toEqual(states.map((entry) => ({ purpose: 'kitchen', state: entry })))
})

const jobs = () => server.database.asOwner('select purpose, state from print_job where "order" = $1 order by print_job_id', [id])

it('KDS-06 KDS-23: undoing a cancellation queues the withdrawn ticket again', async () => {
  await move({ to: 3 })
  const cancelled = await move({ from: 3, to: 0, reason: 'By mistake' })
  expect(await jobs()).toEqual([{ purpose: 'kitchen', state: 'expired' }])
  expect(await move({ from: 0, to: 3, undo: cancelled.intent_id })).toMatchObject({ status: 'OK' })
  expect(await jobs()).toEqual([
    { purpose: 'kitchen', state: 'expired' },
    { purpose: 'kitchen', state: 'queued' },
  ])
})

it('KDS-23: undoing a cancellation withdraws its CANCELLED ticket', async () => {
  await move({ to: 3 })
  await server.database.asOwner(`update print_job set state = 'printed' where "order" = $1`, [id])
  const cancelled = await move({ from: 3, to: 0, reason: 'By mistake' })
  await move({ from: 0, to: 3, undo: cancelled.intent_id })
  expect(await jobs()).toEqual([
    { purpose: 'kitchen', state: 'printed' },
    { purpose: 'cancelled', state: 'expired' },
  ])
})

it('BOARD-49: an order cancelled before its ticket was printed gets one when it is accepted after all', async () => {
  await move({ to: 3 })
  await move({ from: 3, to: 0, reason: 'By mistake' })
  await move({ from: 0, to: 2 })
  expect(await jobs()).toEqual([{ purpose: 'kitchen', state: 'expired' }])
  await move({ from: 2, to: 3 })
  expect(await jobs()).toEqual([
    { purpose: 'kitchen', state: 'expired' },
    { purpose: 'kitchen', state: 'queued' },
  ])
})

it.each([
  ['in the kitchen', 5, ['expired', 'queued']],
  ['delivered', 8, ['expired']],
])('BOARD-49 KDS-23: an order cancelled by mistake and restored by an ordinary move %s', async (_where, to, states) => {
  await move({ to: 3 })
  await move({ from: 3, to: 0, reason: 'By mistake' })
  await move({ from: 0, to })
  expect(await jobs()).toEqual(states.map((state) => ({ purpose: 'kitchen', state })))
})
