import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.server.stop())

const tables = { courier: 'allow_courier_app', banner: 'allow_banner', mailing: 'allow_mailing', message: 'allow_push' } as const
const gated = Object.entries({ ...tables, promocode: 'allow_promocode', chat_message: 'allow_chat' })

const setCompany = (field: string, value: number) =>
  stage.server.database.asOwner(`update company set ${field} = $1 where company_id = $2`, [value, stage.server.world.a])

/** Signs in again, so that the current state of the company applies. */
async function asking(login: string, company: number = stage.server.world.a) {
  const token = await stage.server.signIn(login)
  const call = (api: string, method: string, data: unknown) => stage.server.call(api, method, data, { token, company })
  return { token, call, get: (query: object) => call('Reference', 'getData', { tables: [query] }) }
}
const key = (table: string) =>
  stage.samples.find(({ entity, company }) => entity.name === table && company === stage.server.world.a)?.key

describe('table whose option is off', () => {
  it.each(gated)(
    'GATE-01 GATE-05 GATE-06 GATE-07 GATE-08: %s answers no read, sum or export in the company area',
    async (table, option) => {
      await setCompany(option, 0)
      for (const login of ['owner', 'platform']) {
        const { call, get } = await asking(login)
        const answers = [
          await get({ table }),
          await get({ table, include: [table === 'chat_message' ? 'uuid' : `${table}_id`], count: 'exact', limit: [0, 0] }),
          await get({ table, group: ['company'] }),
          await call('Export', 'ticket', { params: { tables: [{ table }] } }),
        ]
        expect(
          answers.map(({ code }) => code),
          login,
        ).toEqual(answers.map(() => 'option_required'))
      }
      const { get } = await asking('platform', 0)
      expect((await get({ table })).status).toBe('OK')
      await setCompany(option, 1)
      expect((await (await asking('owner')).get({ table })).status).toBe('OK')
    },
  )

  it('GATE-05: shows the names of couriers on existing orders', async () => {
    const order = key('order')
    await stage.save('owner', [{ table: 'order', id: order, row: { courier: key('courier') } }])
    await setCompany('allow_courier_app', 0)
    const { get } = await asking('owner')
    const answer = await get({ table: 'order', search: [{ key: 'order_id', prm: order }], join: ['courier'] })
    expect(answer['data']).toMatchObject({ order: { data: [{ courier_obj: { courier_id: key('courier') } }] } })
    await setCompany('allow_courier_app', 1)
  })

  it('GATE-10: without allow_report, orders can be read, but not summed, exported or read as a report', async () => {
    const { token, call } = await asking('owner')
    const ticket = await call('Export', 'ticket', { params: { tables: [{ table: 'order' }] } })
    expect(ticket.status).toBe('OK')
    await setCompany('allow_report', 0)
    // Sessions cache their company for up to a second.
    await new Promise((resolve) => setTimeout(resolve, 1100))
    const { ticket: secret } = ticket['data'] as { ticket: string }
    const address = new URLSearchParams({ api: 'Export', method: 'Excel', token: secret })
    const download = await fetch(`${stage.server.url}/api?${address.toString()}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await download.json()).toMatchObject({ status: 'FAIL', code: 'option_required' })
    const owner = await asking('owner')
    const codes = [
      await owner.get({ table: 'order', mode: 'report' }),
      await owner.get({ table: 'order', statistic: ['total'] }),
      await owner.call('Export', 'ticket', { params: { tables: [{ table: 'order' }] } }),
    ].map(({ code }) => code)
    expect(codes).toEqual(['option_required', 'option_required', 'option_required'])
    expect((await owner.get({ table: 'order', mode: 'board' })).status).toBe('OK')
    await setCompany('allow_report', 1)
  })
})

describe('disabled company', () => {
  it('BOARD-24: refuses changes of its orders by any call', async () => {
    const { world } = stage.server
    const order = { merchant: world.merchants[0], order_status: world.statuses[2], user: world.userA }
    const id = Number(await stage.insert('order', world.a, order))
    const before = await stage.stored(stage.samples.find(({ entity }) => entity.name === 'order')!.entity, id)
    await setCompany('enable', 0)
    const { call } = await asking('owner')
    const save = (row: object) => call('Reference', 'saveData', { tables: [{ table: 'order', ...row }] })
    const intent = { intent_id: randomUUID(), order_id: id }
    const move = { ...intent, from: world.statuses[2], to: world.statuses[3] }
    const given = { ...intent, intent_id: randomUUID(), from: 0, courier: world.courierA }
    const answers = {
      comment: await save({ id, row: { comment: 'late' } }),
      cart: await save({ id, row: { cart: [{ id: 1, name: 'Soup', qty: 1, price: '5.00' }] } }),
      place: await save({ id, row: { order: 7 } }),
      status: await save({ id, row: { order_status: world.statuses[3] } }),
      create: await save({ row: { merchant: order.merchant, user: order.user } }),
      delete: await call('Reference', 'deleteData', { tables: [{ table: 'order', id }] }),
      move: await call('Order', 'move', { intents: [move] }),
      assign: await call('Order', 'assign', { intents: [given] }),
      tick: await call('Order', 'tick', { order_id: id, line: 'x', done: true }),
      acknowledge: await call('Order', 'shown', { console: 'c', shown: [], acknowledged: [id] }),
      print: await call('Print', 'request', { order_id: id }),
    }
    const codeOf = (answer: Record<string, unknown>): unknown =>
      answer['code'] ?? (answer['data'] as { results?: { code?: string }[] }).results?.[0]?.code ?? 'OK'
    const codes = Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, codeOf(answer)]))
    expect(codes).toEqual(Object.fromEntries(Object.keys(answers).map((name) => [name, 'company_disabled'])))
    expect(await stage.stored(stage.samples.find(({ entity }) => entity.name === 'order')!.entity, id)).toEqual(before)
    await setCompany('enable', 1)
    expect((await save({ id, row: { comment: 'late' } })).status).toBe('OK')
  })
})
