import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { insertOrder, insertRow } from '../test/seed.ts'
import { createTestEngine, type TestEngine } from '../test/test-engine.ts'

let engine: TestEngine

beforeAll(async () => {
  engine = await createTestEngine()
})
afterAll(() => engine.test.drop())

/** Number of statements that some work sends. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(Client.prototype, 'query')
  try {
    await work()
    return query.mock.calls.length
  } finally {
    query.mockRestore()
  }
}

it('API-15 BOARD-26: a row sent back as it was read passes, even with a value that would be refused today', async () => {
  const { test, world, actors, read, save } = engine
  const id = await insertRow(test, 'order_status', { company: world.a, status: 20, color: 'none', transfer: [999_999] })
  const [row] = await read(actors.ownerA, { table: 'order_status', search: [{ key: 'order_status_id', prm: id }] })
  const saving = (more: Record<string, unknown>) =>
    save(actors.ownerA, [{ table: 'order_status', id, row: { ...row, revision: undefined, ...more } }])
  const { value } = await saving({ ready: 1 })
  expect(value['order_status']?.data).toMatchObject({ ready: 1, color: 'none', transfer: [999_999], revision: 2 })
  await expect(saving({ color: 'nothing' })).rejects.toMatchObject({ code: 'invalid_value', field: 'color' })
  await expect(saving({ transfer: [999_998] })).rejects.toMatchObject({ code: 'bad_reference', field: 'transfer' })
})

it('API-15 ORDER-13: a list or object with one part that would be refused today may change in its other parts', async () => {
  const { test, world, actors, saveOne } = engine
  const [less, pizza] = [
    { id: 1, name: 'Salad', qty: 1, price: '9.00', addons: [{ name: 'Without feta', qty: 1, price: '-2.00' }] },
    { id: 2, name: 'Pizza', qty: 2, price: '7.50' },
  ]
  const order = await insertOrder(test, world, { cart: [less] })
  const saving = (cart: unknown[]) => saveOne(actors.ownerA, 'order', { cart }, order)
  const saved = await saving([pizza, less])
  expect(saved).toMatchObject({ cart: [pizza, less] })
  const [, old] = saved['cart'] as object[]
  await expect(saving([pizza, { ...old, qty: 2 }])).rejects.toMatchObject({ code: 'invalid_value', field: 'cart' })
  await expect(saving([old, { ...pizza, qty: -1 }])).rejects.toMatchObject({ code: 'invalid_value', field: 'cart' })
  await expect(saving(Array.from({ length: 251 }, () => old))).rejects.toMatchObject({ code: 'invalid_value', field: 'cart' })

  const status = await insertRow(test, 'order_status', { company: world.a, color: { background: 'green', text: '#000000' } })
  const painting = (color: object) => saveOne(actors.ownerA, 'order_status', { color }, status)
  expect(await painting({ background: 'green', text: '#FFFFFF' })).toMatchObject({
    color: { background: 'green', text: '#FFFFFF' },
  })
  await expect(painting({ background: 'red', text: '#FFFFFF' })).rejects.toMatchObject({ code: 'invalid_value', field: 'color' })
})

it('API-15 ORDER-13 API-34: cart lines may refer to stored pictures, and keep what they had before', async () => {
  const { test, world, actors, saveOne } = engine
  const [stored, forgotten, unknown] = ['a', 'b', 'c'].map((letter) => `${letter.repeat(64)}.webp`)
  await test.asOwner(`insert into stored_picture (who, name, bytes) values ('company 1', $1, 1)`, [stored])
  const line = (img: string | undefined, qty = 1) => ({ id: 1, name: 'Pizza', qty, price: '7.50', img })
  const old = [line('pizza.png'), line(forgotten)]
  const order = await insertOrder(test, world, { cart: old })
  const saving = (cart: unknown[]) => saveOne(actors.ownerA, 'order', { cart }, order)
  const saved = await saving([...old, line(stored), line('')])
  expect((saved['cart'] as { img: string }[]).map(({ img }) => img)).toEqual(['pizza.png', forgotten, stored, ''])
  const refused = { code: 'invalid_value', field: 'cart', message: 'Enter the address of an uploaded image' }
  for (const img of ['other.png', 'https://example.com/pizza.png', 'javascript:alert(1)', unknown])
    await expect(saving([line(img, 2)])).rejects.toMatchObject(refused)
  await saving([line('pizza.png', 2), line(forgotten, 2)])
})

it.each([
  ['pay_type', { online: 1 }, { online: 0 }, { order: 9 }, 'allow_online_payment'],
  [
    'merchant',
    { webhook_sale: 'https://till.example.com/sale' },
    { webhook_sale: '' },
    { cooking_time: 31 },
    'allow_acc_sys_integration',
  ],
  ['company', { domain_config: 'eat.example.com' }, { domain_config: '' }, { rate_count: 7 }, 'allow_external_domain'],
] as const)(
  'API-15 PERM-23: a %s may keep or clear, but not set, a value of an option that has ended',
  async (table, had, none, more, option) => {
    const { test, world, actors, read, saveOne } = engine
    const key = `${table}_id`
    const id = table === 'company' ? world.a : await insertRow(test, table, { company: world.a })
    const [[name, value]] = Object.entries(had) as [[string, unknown]]
    await test.asOwner(`update ${table} set ${name} = $2 where ${key} = $1`, [id, value])
    await test.asOwner(`update company set ${option} = 0 where company_id = $1`, [world.a])
    const [row] = await read(actors.ownerA, {
      table,
      search: [{ key, prm: id }],
      include: [key, ...Object.keys({ ...had, ...more })],
    })
    expect(await saveOne(actors.ownerA, table, { ...row, ...more }, id)).toMatchObject({ ...had, ...more })
    expect(await saveOne(actors.ownerA, table, none, id)).toMatchObject(none)
    await expect(saveOne(actors.ownerA, table, had, id)).rejects.toMatchObject({ code: 'option_required', field: name })
  },
)

it('BOARD-26: whole orders check nothing that they did not change, however many there are', async () => {
  const { test, world, actors, read, save } = engine
  for (let made = 0; made < 6; made += 1) await insertOrder(test, world)
  const rows = await read(actors.ownerA, { table: 'order' })
  const saving = (count: number, comment: string) =>
    save(
      actors.ownerA,
      rows
        .slice(0, count)
        .map((row) => ({ table: 'order', id: Number(row['order_id']), row: { ...row, revision: undefined, comment } })),
    )
  const item = await statementsOf(() => saving(1, 'one'))
  const all = await statementsOf(() => saving(6, 'all'))
  expect(all).toBe(item)
  // Transaction, company, rows, constraints, history, feed.
  expect(all).toBe(10)
})

it('ORDER-10 KDS-22: many new orders look up shared data once, and get consecutive positions', async () => {
  const { test, world, actors, save } = engine
  const [first, second, third] = world.merchants
  const saving = (merchants: readonly number[]) =>
    save(
      actors.ownerA,
      merchants.map((merchant) => ({
        table: 'order',
        row: { merchant, user: world.userA, pay_type: world.payType, cart: [{ id: 1, name: 'Pizza', qty: 1, price: '5.00' }] },
      })),
    )
  await saving([first, second, third])
  const three = await statementsOf(() => saving([first, second, third]))
  let made: Record<string, unknown>[] = []
  const nine = await statementsOf(async () => {
    const { value } = await saving([first, second, third, second, first, first, third, second, first])
    made = value['order']?.rows.map(({ data }) => data) ?? []
  })
  expect(nine).toBe(three)
  const [{ order } = {}] = made
  expect(made.map((row) => row['order'])).toEqual(made.map((_, index) => Number(order) + index))
  for (const merchant of world.merchants) {
    const own = made.filter((row) => row['merchant'] === merchant)
    const [{ ticket } = {}] = own
    expect(own.map((row) => row['ticket'])).toEqual(own.map((_, index) => Number(ticket) + index))
    const [last] = await test.asOwner<{ last: number }>(`select max(last)::int as last from ticket_counter where merchant = $1`, [
      merchant,
    ])
    expect(last?.last).toBe(own.at(-1)?.['ticket'])
  }
})

it('API-15: a save hashes no more passwords than a server can bear', async () => {
  const { actors, save } = engine
  const people = Array.from({ length: 21 }, (_, index) => ({
    table: 'admin',
    row: { login: `many-${index}`, name: 'Many', password: 'long enough 1' },
  }))
  await expect(save(actors.ownerA, people)).rejects.toMatchObject({ code: 'too_many', table: 'admin', params: [20] })
})
