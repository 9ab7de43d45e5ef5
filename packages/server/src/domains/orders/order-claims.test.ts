import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertRow } from '#server/test/seed'
import { startTestServer, type TestServer } from '#server/test/test-server'

let server: TestServer
let token: string
let users: [number, number]
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('owner')
  await server.database.asOwner('update company set allow_promocode = 1, limit_user = null where company_id = $1', [
    server.world.a,
  ])
  const dates = { date_start: '2020-01-01', date_finish: '2199-01-01' }
  const codes = [
    { code: 'MINE', type: 1, use: 1 },
    { code: 'ALL', type: 2, use: 2 },
  ]
  for (const code of codes)
    await insertRow(server.database, 'promocode', { company: server.world.a, discount_type: 1, discount: 1, ...dates, ...code })
})
afterAll(() => server.stop())

const SCORE = 10
const status = (number: number): number => server.world.statuses[number] as number
const call = (api: string, method: string, data: object) => server.call(api, method, data, { token, company: server.world.a })
const save = (...rows: { id?: number; row: object }[]) =>
  call('Reference', 'saveData', { tables: rows.map((row) => ({ table: 'order', ...row })) })
const remove = (id: number) => call('Reference', 'deleteData', { tables: [{ table: 'order', id }] })
const dish = [{ id: 1, name: 'Pizza', qty: 1, price: '50.00' }]
const order = (more: object) => ({ row: { user: users[0], merchant: server.world.merchants[0], type: 2, cart: dish, ...more } })
const idOf = (answer: Record<string, unknown>): number =>
  (answer['data'] as { order: { data: { order_id: number } } }).order.data.order_id
const make = async (more: object) => idOf(await save(order(more)))
async function move(order_id: number, from: number, to: number, undo?: string) {
  const intent_id = randomUUID()
  const intent = { intent_id, order_id, from: status(from), to: status(to), reason: 'Closed', ...(undo ? { undo } : {}) }
  const answer = await call('Order', 'move', { intents: [intent] })
  const [result] = (answer['data'] as { results: { status: string; code?: string; params?: unknown[] }[] }).results
  return { ...result, intent_id }
}
const score = async (user = users[0]) =>
  (
    await server.database.asOwner<{ score: string }>('select bonus_score::text as score from "user" where user_id = $1', [user])
  )[0]?.score
const setScore = (value: string) =>
  server.database.asOwner('update "user" set bonus_score = $1 where user_id = $2', [value, users[0]])

beforeEach(async () => {
  // Each test has its own customers and uses.
  await server.database.asOwner(`update "order" set "delete" = 1`)
  const customer = () =>
    insertRow(server.database, 'user', { company: server.world.a, name: 'Saver', bonus_score: `${SCORE}.00` })
  users = [await customer(), await customer()]
})

describe('bonus', () => {
  it('is refunded once when an order is cancelled, and charged again when it leaves Cancelled', async () => {
    const id = await make({ bonus: '4.00' })
    const { intent_id } = await move(id, 2, 0)
    expect(await score()).toBe('10.00')
    expect(await move(id, 0, 2, intent_id)).toMatchObject({ status: 'OK' })
    expect(await score()).toBe('6.00')
    await move(id, 2, 0)
    expect(await remove(id)).toMatchObject({ status: 'OK' })
    expect(await score()).toBe('10.00')
  })

  it.each([
    ['a move', (id: number) => move(id, 0, 2)],
    ['a whole row', async (id: number) => save({ id, row: { order_status: status(2) } })],
  ])('is refused if the customer has spent it since: %s out of Cancelled', async (_how, leave) => {
    const id = await make({ bonus: '4.00' })
    await move(id, 2, 0)
    await setScore('3.00')
    expect(await leave(id)).toMatchObject({ status: 'FAIL', code: 'bonus_insufficient', params: ['3.00'] })
    expect(await score()).toBe('3.00')
  })

  it('is charged for one of two orders that leave Cancelled at once', async () => {
    const ids = [await make({ bonus: '8.00' })]
    await move(ids[0] as number, 2, 0)
    ids.push(await make({ bonus: '8.00' }))
    await move(ids[1] as number, 2, 0)
    const results = await Promise.all(ids.map((id) => move(id, 0, 2)))
    expect(results.map((result) => result.status)).toEqual(expect.arrayContaining(['FAIL', 'OK']))
    expect(await score()).toBe('2.00')
  })

  it('is refunded once, however many cancel the order at once', async () => {
    const id = await make({ bonus: '4.00' })
    await Promise.all([1, 2, 3].map(() => move(id, 2, 0)))
    expect(await score()).toBe('10.00')
  })
})

it('refuses to change whether a status is Cancelled while it has orders with bonus', async () => {
  const rename = (number: number, row: object) =>
    call('Reference', 'saveData', { tables: [{ table: 'order_status', id: status(number), row }] })
  const id = await make({ bonus: '4.00' })
  expect(await rename(2, { merchant: 0, value: { en: 'Canceled' } })).toMatchObject({ status: 'FAIL', code: 'in_use' })
  await move(id, 2, 0)
  expect(await rename(0, { done: 1 })).toMatchObject({ status: 'FAIL', code: 'in_use' })
  expect(await rename(0, { color: { background: '#000000', text: '#FFFFFF' } })).toMatchObject({ status: 'OK' })
})

describe('promo codes', () => {
  const used = { status: 'FAIL', code: 'promocode_used_up' }

  it('PROMO-04: counts a use again for another customer when an order changes its customer', async () => {
    await make({ promocode: 'MINE' })
    const other = await make({ user: users[1], promocode: 'mine' })
    expect(await save({ id: other, row: { user: users[0] } })).toMatchObject(used)
    const plain = await make({ user: users[1] })
    expect(await save({ id: plain, row: { promocode: 'MINE' } })).toMatchObject(used)
    // Also in one save.
    expect(await save({ id: other, row: { user: users[0], tips: '1.00' } }, { id: plain, row: { tips: '1.00' } })).toMatchObject(
      used,
    )
  })

  it('PROMO-04: does not count a code limited in total twice when an order changes its customer', async () => {
    const id = await make({ promocode: 'ALL' })
    await make({ promocode: 'ALL' })
    expect(await save({ id, row: { user: users[1] } })).toMatchObject({ status: 'OK' })
  })

  it.each([
    ['a cancelled order', (id: number) => move(id, 2, 0)],
    ['a deleted order', (id: number) => remove(id)],
  ])('PROMO-04: %s uses none', async (_what, end) => {
    await end(await make({ promocode: 'MINE' }))
    expect(await save(order({ promocode: 'MINE' }))).toMatchObject({ status: 'OK' })
  })

  it.each([
    ['a move', (id: number) => move(id, 0, 2)],
    ['a whole row', async (id: number) => save({ id, row: { order_status: status(2) } })],
  ])('PROMO-04: an order leaves Cancelled only if its code has a use left: %s', async (_how, leave) => {
    const id = await make({ promocode: 'MINE' })
    const { intent_id } = await move(id, 2, 0)
    await make({ promocode: 'MINE' })
    expect(await leave(id)).toMatchObject(used)
    expect(await move(id, 0, 2, intent_id)).toMatchObject(used)
  })

  it('PROMO-04: a code in use can’t be renamed, because its uses would restart from zero', async () => {
    const { a: company } = server.world
    const dates = { date_start: '2020-01-01', date_finish: '2199-01-01' }
    const id = await insertRow(server.database, 'promocode', { company, code: 'OLD', use: 1, discount: 1, ...dates })
    const rename = (code: string) => call('Reference', 'saveData', { tables: [{ table: 'promocode', id, row: { code } }] })
    const refused = {
      status: 'FAIL',
      code: 'in_use',
      field: 'code',
      error: "This code is used in orders and can't be renamed. End it and create a new one.",
    }
    expect(await rename('FIRST')).toMatchObject({ status: 'OK' })
    const used = await make({ promocode: 'first' })
    expect(await rename('SECOND')).toMatchObject(refused)
    expect(await rename('First')).toMatchObject({ status: 'OK' })
    // The cancelled order could be restored next to an order with the renamed code.
    await move(used, 2, 0)
    expect(await rename('SECOND')).toMatchObject(refused)
    await remove(used)
    expect(await rename('SECOND')).toMatchObject({ status: 'OK' })
  })

  it('refuses a code of one merchant when the order moves to another', async () => {
    const [first, , third] = server.world.merchants
    const dates = { date_start: '2020-01-01', date_finish: '2199-01-01' }
    const code = await insertRow(server.database, 'promocode', {
      company: server.world.a,
      code: 'HERE',
      type: 2,
      use: 9,
      discount_type: 1,
      discount: 5,
      merchant: [first],
      ...dates,
    })
    const id = await make({ promocode: 'HERE' })
    const refused = { status: 'FAIL', code: 'promocode_merchant', row: 0 }
    expect(await save(order({ promocode: 'HERE', merchant: third }))).toMatchObject(refused)
    expect(await save({ id, row: { merchant: third } })).toMatchObject(refused)
    expect(await save({ id, row: { merchant: third, promocode: 'here' } })).toMatchObject(refused)
    // The discount stays as it was when the code was accepted.
    await server.database.asOwner('update promocode set merchant = $2, discount = 7 where promocode_id = $1', [
      code,
      JSON.stringify([first, third]),
    ])
    expect(await save({ id, row: { merchant: third } })).toMatchObject({
      data: { order: { data: { promocode_amount: '5.00' } } },
    })
    await server.database.asOwner('delete from promocode where promocode_id = $1', [code])
    expect(await save({ id, row: { merchant: first } })).toMatchObject({ status: 'FAIL', code: 'promocode_unknown' })
    expect(await save({ id, row: { merchant: first, promocode: '' } })).toMatchObject({ status: 'OK' })
  })

  it('PROMO-04: of 50 orders placed at once with a code that has 10 uses left, exactly 10 are saved', async () => {
    await insertRow(server.database, 'promocode', {
      company: server.world.a,
      code: 'TEN',
      type: 2,
      use: 12,
      discount_type: 1,
      discount: 1,
      date_start: '2020-01-01',
      date_finish: '2199-01-01',
    })
    for (const user of users) await make({ user, promocode: 'TEN' })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => save(order({ user: users[index % 2], promocode: 'TEN' }))),
    )
    const refused = answers.filter((answer) => answer['code'] === 'promocode_used_up')
    expect(answers.filter((answer) => answer['status'] === 'OK')).toHaveLength(10)
    expect(refused).toHaveLength(40)
    const [row] = await server.database.asOwner(
      `select count(*)::int as uses from "order" where promocode = 'TEN' and "delete" = 0`,
    )
    expect(row).toEqual({ uses: 12 })
  })

  it('PROMO-04: one of several orders assigned to a customer at once gets the use', async () => {
    const third = await insertRow(server.database, 'user', { company: server.world.a, name: 'Third' })
    const ids = [await make({ user: users[1], promocode: 'MINE' }), await make({ user: third, promocode: 'MINE' })]
    const answers = await Promise.all(ids.map((id) => save({ id, row: { user: users[0] } })))
    expect(answers.map((answer) => answer['status']).toSorted()).toEqual(['FAIL', 'OK'])
  })
})

describe('any sequence of order changes', () => {
  const place = fc.nat(5)
  const part = fc.record(
    {
      user: fc.nat(1),
      bonus: fc.integer({ min: 0, max: 6 }),
      promocode: fc.constantFrom('', 'MINE', 'all'),
      order_status: fc.constantFrom(0, 2, 3),
    },
    { requiredKeys: [] },
  )
  const step = fc.oneof(
    fc.record({ kind: fc.constant('make' as const), part }),
    fc.record({ kind: fc.constant('save' as const), rows: fc.array(fc.tuple(place, part), { minLength: 1, maxLength: 2 }) }),
    fc.record({ kind: fc.constant('move' as const), place, to: fc.constantFrom(0, 2, 3) }),
    fc.record({ kind: fc.constant('undo' as const), place }),
    fc.record({ kind: fc.constant('delete' as const), place }),
  )
  const rowOf = ({
    user,
    bonus,
    promocode,
    order_status,
  }: {
    user?: number
    bonus?: number
    promocode?: string
    order_status?: number
  }) => ({
    ...(promocode === undefined ? {} : { promocode }),
    ...(user === undefined ? {} : { user: users[user] }),
    ...(bonus === undefined ? {} : { bonus: `${bonus}.00` }),
    ...(order_status === undefined ? {} : { order_status: status(order_status), cancel_reason: 'Closed' }),
  })
  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

  it('keeps bonus plus spent bonus constant, and no code above its limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 12 }),
        async (history) => {
          await server.database.asOwner(`update "order" set "delete" = 1`)
          await server.database.asOwner('update "user" set bonus_score = $2 where user_id = any($1)', [users, SCORE])
          const orders: { id: number; undo?: string }[] = []
          const numberOf = async (id: number) => {
            const [row] = await server.database.asOwner<{ status: number }>(
              'select s.status from "order" o join order_status s on s.order_status_id = o.order_status where o.order_id = $1',
              [id],
            )
            return row?.status ?? 2
          }
          async function act(other: Step): Promise<void> {
            if (other.kind === 'make') {
              const { order_status: _, ...given } = other.part
              const answer = await save(order(rowOf(given)))
              if (answer['status'] === 'OK') orders.push({ id: idOf(answer) })
              return
            }
            const at = (index: number) => orders[index % Math.max(1, orders.length)]
            if (other.kind === 'save') {
              const rows = other.rows.flatMap(([index, given]) => {
                const own = at(index)
                return own ? [{ id: own.id, row: rowOf(given) }] : []
              })
              if (rows.length > 0) await save(...rows)
              return
            }
            const own = at(other.place)
            if (!own) return
            if (other.kind === 'delete') await remove(own.id)
            else if (other.kind === 'move') {
              const { intent_id, ...result } = await move(own.id, await numberOf(own.id), other.to)
              if (result.status === 'OK') own.undo = intent_id
            } else if (own.undo) {
              const from = await numberOf(own.id)
              for (const to of [0, 2, 3]) if (to !== from) await move(own.id, from, to, own.undo)
            }
          }
          // Steps in one list run at the same time.
          for (const steps of history) await Promise.all(steps.map(act))
          const kept = await server.database.asOwner<{ total: string }>(
            `select (bonus_score + coalesce((select sum(bonus) from "order" o join order_status s on s.order_status_id = o.order_status
             where o."user" = u.user_id and o."delete" = 0 and s.status > 0), 0))::text as total from "user" u where user_id = any($1)`,
            [users],
          )
          expect(kept.map(({ total }) => total)).toEqual(['10.00', '10.00'])
          const over = await server.database.asOwner(
            `select p.code, case p.type when 1 then o."user" end, count(*) from promocode p join "order" o on lower(o.promocode) = lower(p.code)
           join order_status s on s.order_status_id = o.order_status where o."delete" = 0 and s.status > 0
           group by 1, 2, p.use having count(*) > p.use`,
          )
          expect(over).toEqual([])
        },
      ),
      { numRuns: 25 },
    )
  }, 120_000)
})
