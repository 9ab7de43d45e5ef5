import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Handoff } from '@tiffin/sdk/contract'
import { insertOrder } from '#server/test/seed'
import { startTestServer, type TestServer } from '#server/test/test-server'

let server: TestServer
let tokens: Record<'owner' | 'operator' | 'ownerB', string>
let id: number
beforeAll(async () => {
  server = await startTestServer()
  const [owner, operator, ownerB] = await Promise.all(['owner', 'operator', 'owner-b'].map((login) => server.signIn(login)))
  tokens = { owner: String(owner), operator: String(operator), ownerB: String(ownerB) }
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.database.asOwner('update company set handoff_codes = 1')
  id = await insertOrder(server.database, server.world, { type: 1 })
})

const status = (number: number): number => server.world.statuses[number] as number
const call = (method: string, data: object, who: keyof typeof tokens = 'owner') =>
  server.call('Order', method, data, { token: tokens[who], company: who === 'ownerB' ? server.world.b : server.world.a })

async function code(order_id = id): Promise<string> {
  const { data } = (await call('handoff', { order_id })) as unknown as { data: { code: string } }
  return data.code
}
const wrong = async () => ((Number(await code()) + 1) % 10_000).toString().padStart(4, '0')

interface Options {
  from?: number
  to?: number
  undo?: string
  intent_id?: string
}
async function move(handoff?: Handoff, { from = 2, to = 8, ...more }: Options = {}) {
  const intent = {
    intent_id: randomUUID(),
    order_id: id,
    from: status(from),
    to: status(to),
    ...(handoff ? { handoff } : {}),
    ...more,
  }
  const { data } = (await call('move', { intents: [intent] }, 'operator')) as unknown as {
    data: { results: { status: string; code?: string }[] }
  }
  return { ...data.results[0], intent_id: intent.intent_id }
}
const order = async () =>
  (
    await server.database.asOwner<{ status: number; reason: string; revision: number }>(
      'select order_status::int as status, handoff_reason as reason, revision::int as revision from "order" where order_id = $1',
      [id],
    )
  )[0]

describe('the hand-off code', () => {
  it('KDS-13: is made once per delivery, four digits, and told only to those who may overrule', async () => {
    const first = await code()
    expect(first).toMatch(/^\d{4}$/)
    expect(await code()).toBe(first)
    const codes = new Set<string>()
    for (let count = 0; count < 20; count += 1)
      codes.add(await code(await insertOrder(server.database, server.world, { type: 1 })))
    expect(codes.size).toBeGreaterThan(10)
    expect(await call('handoff', { order_id: id }, 'operator')).toMatchObject({ code: 'forbidden' })
    await server.database.asOwner('update membership set overrule = 1')
    const token = await server.signIn('operator')
    expect(await server.call('Order', 'handoff', { order_id: id }, { token, company: server.world.a })).toMatchObject({
      data: { code: first },
    })
    // The operator only sees the orders of the second merchant.
    const seen = await insertOrder(server.database, server.world, { type: 1, merchant: server.world.merchants[1] })
    expect(await server.call('Order', 'handoff', { order_id: seen }, { token, company: server.world.a })).toMatchObject({
      code: 'forbidden',
    })
    await server.database.asOwner('update membership set overrule = 0')
    expect(await call('handoff', { order_id: id }, 'ownerB')).toMatchObject({ code: 'not_found' })
  })

  it('KDS-13: stays the same if several people ask for it at once', async () => {
    expect(new Set(await Promise.all(Array.from({ length: 10 }, () => code()))).size).toBe(1)
  })

  it('KDS-13: is none for a pickup, and in a company that does not use codes', async () => {
    const pickup = await insertOrder(server.database, server.world, { type: 2 })
    expect(await call('handoff', { order_id: pickup })).toMatchObject({ data: { code: null } })
    await server.database.asOwner('update company set handoff_codes = 0')
    expect(await call('handoff', { order_id: id })).toMatchObject({ data: { code: null } })
    expect(await move()).toMatchObject({ status: 'OK' })
  })

  it('KDS-13: is in no order that is read, and in no history', async () => {
    const made = await code()
    await move({ code: made })
    const read = await server.call(
      'Reference',
      'getData',
      { tables: [{ table: 'order', mode: 'board', search: [{ key: 'order_id', prm: id }] }] },
      { token: tokens.owner, company: server.world.a },
    )
    const history = await call('timeline', { order_id: id })
    for (const answer of [read, history]) expect(JSON.stringify(answer)).not.toMatch(new RegExp(`"${made}"`))
  })
})

describe('a delivery is handed over', () => {
  it('KDS-13: with its code', async () => {
    expect(await move()).toMatchObject({ status: 'FAIL', code: 'handoff_required' })
    expect(await move({ code: await wrong() })).toMatchObject({ status: 'FAIL', code: 'handoff_wrong' })
    expect(await order()).toMatchObject({ status: status(2), revision: 1 })
    expect(await move({ code: await code() })).toMatchObject({ status: 'OK' })
    expect(await order()).toMatchObject({ status: status(8), reason: '' })
  })

  it('KDS-13: without its code only with a reason, which the history keeps', async () => {
    const blank = { intent_id: randomUUID(), order_id: id, from: status(2), to: status(8), handoff: { without: '  ' } }
    expect(await call('move', { intents: [blank] }, 'operator')).toMatchObject({ code: 'invalid_value' })
    const { intent_id } = await move({ without: 'Phone is off' })
    expect(await order()).toMatchObject({ status: status(8), reason: 'Phone is off' })
    const history = JSON.stringify(await call('timeline', { order_id: id }))
    expect(history).toContain('"handoff_reason":"Phone is off"')
    // The undo needs no code, nor does its own undo.
    const back = await move(undefined, { from: 8, to: 2, undo: intent_id })
    expect(await order()).toMatchObject({ status: status(2), reason: '' })
    expect(await move(undefined, { undo: back.intent_id })).toMatchObject({ status: 'OK' })
    expect(await order()).toMatchObject({ status: status(8), reason: 'Phone is off' })
  })

  it('KDS-13: after five wrong codes only with a reason, also with the right code and in parallel', async () => {
    const [right, other] = [await code(), await wrong()]
    const tried = await Promise.all(Array.from({ length: 12 }, () => move({ code: other })))
    expect(tried.map(({ code = '' }) => code).toSorted((a, b) => a.localeCompare(b))).toEqual([
      ...Array.from({ length: 8 }, () => 'handoff_locked'),
      ...Array.from({ length: 4 }, () => 'handoff_wrong'),
    ])
    expect(await move({ code: right })).toMatchObject({ code: 'handoff_locked' })
    expect(await move({ without: 'Forgot the code' })).toMatchObject({ status: 'OK' })
  })

  it('KDS-13: once, however often the same intent arrives', async () => {
    const intent_id = randomUUID()
    for (let sent = 0; sent < 8; sent += 1)
      expect(await move({ code: await wrong() }, { intent_id })).toMatchObject({ code: 'handoff_wrong' })
    expect(await move({ code: await code() })).toMatchObject({ status: 'OK' })
  })

  it('KDS-13: by a save of the order only with a reason', async () => {
    const save = async (row: object) =>
      server.call(
        'Reference',
        'saveData',
        { tables: [{ table: 'order', id, row }] },
        { token: tokens.owner, company: server.world.a },
      )
    expect(await save({ order_status: status(8) })).toMatchObject({ code: 'handoff_required' })
    expect(await save({ order_status: status(8), handoff_reason: 'Neighbour took it' })).toMatchObject({ status: 'OK' })
    expect(await order()).toMatchObject({ status: status(8), reason: 'Neighbour took it' })
  })
})
