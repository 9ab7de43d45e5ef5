import { hasOption, limitDecision, missingOption, optionDecision, type RouteName } from '@tiffin/core/rules'
import { type CompanyLimit, type CompanyOption, entities, type Entity, type Field, weekdays } from '@tiffin/sdk/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertOrder, insertRow } from '#server/test/seed'
import { createTestEngine, type TestEngine } from '#server/test/test-engine'

let engine: TestEngine
let order: number
beforeAll(async () => {
  engine = await createTestEngine()
  order = await insertOrder(engine.test, engine.world)
  const dates = { date_start: '2020-01-01', date_finish: '2199-01-01' }
  await insertRow(engine.test, 'promocode', { company: engine.world.a, code: 'GATED', ...dates })
})
afterAll(() => engine.test.drop())

const periods = [{ start: '09:00', end: '18:00' }]
const week = weekdays.map((name, day) => ({ name, day, work: 1, periods }))
const registry: Record<string, Entity> = entities
const put = (name: CompanyOption | CompanyLimit, value: number | null) =>
  engine.test.asOwner(`update company set "${name}" = $2 where company_id = $1`, [engine.world.a, value])

/** Typed by hand from GATE-05 to GATE-10: the option, the page it opens, and the table behind it. */
const gates: [string, CompanyOption, RouteName, string | null, Record<string, unknown>][] = [
  ['GATE-05', 'allow_courier_app', 'Company-Courier-List', 'courier', { name: 'Kim', phone: '4917011' }],
  ['GATE-06', 'allow_banner', 'Company-Marketing-Banner', 'banner', { title: { en: 'New' } }],
  ['GATE-07', 'allow_mailing', 'Company-Marketing-Mailing', 'mailing', { text: { en: 'New' } }],
  ['GATE-07', 'allow_mailing', 'Company-Marketing-BlockList', 'mail_block', { address: 'ann@example.com' }],
  ['GATE-08', 'allow_push', 'Company-Marketing-Push', 'message', { text: { en: 'New' }, user_id: 1 }],
  ['GATE-09', 'allow_promocode', 'Company-Marketing-Promocode', 'promocode', { code: 'NEW' }],
  ['GATE-01', 'allow_chat', 'Company-ChatAnswer', 'chat_answer', { title: 'Late', text: { en: 'Sorry' } }],
  ['GATE-10', 'allow_report', 'Company-Report-Orders', null, {}],
]

describe('options', () => {
  it.each(gates)('%s: %s opens %s, and writes to %s', async (_id, option, route, table, row) => {
    for (const value of [0, 1]) {
      await put(option, value)
      expect(missingOption({ [option]: value }, route)).toBe(value === 1 ? null : option)
      if (table === null) continue
      const decision = optionDecision({ [option]: value }, registry[table] as Entity)
      const saving = engine.saveOne(engine.actors.ownerA, table, row)
      if (decision.allowed) await expect(saving).resolves.toBeTypeOf('object')
      else await expect(saving).rejects.toMatchObject({ code: decision.code, params: decision.params })
    }
  })

  it('no table has a gate missing from the list above', () => {
    // Chat has its own socket (AMB-081).
    const listed = ['chat_message allow_chat', ...gates.flatMap(([, option, , table]) => (table ? [`${table} ${option}`] : []))]
    const gated = Object.values(registry).flatMap(({ name, gate }) => (gate ? [`${name} ${gate}`] : []))
    expect(gated.sort()).toEqual(listed.sort())
  })

  /** Typed by hand: fields that require an option (PERM-23, AMB-081). */
  const fields: [string, string, CompanyOption, unknown, unknown, () => number][] = [
    ['pay_type', 'online', 'allow_online_payment', 1, 0, () => engine.world.payType],
    ['merchant', 'webhook_sale', 'allow_acc_sys_integration', 'https://books.example', '', () => engine.world.merchants[0]],
    ['company', 'domain_config', 'allow_external_domain', 'food.example', '', () => engine.world.a],
    ['company', 'chat_hours', 'allow_chat', week, null, () => engine.world.a],
    ['order', 'courier', 'allow_courier_app', () => engine.world.courierA, 0, () => order],
    ['order', 'promocode', 'allow_promocode', 'GATED', '', () => order],
  ]

  it.each(fields)('PERM-23: %s.%s needs %s, and can be cleared without it', async (table, field, option, given, off, key) => {
    const on = typeof given === 'function' ? (given as () => number)() : given
    await put(option, 0)
    const decision = hasOption({ [option]: 0 }, option)
    await expect(engine.saveOne(engine.actors.ownerA, table, { [field]: on }, key())).rejects.toMatchObject({
      code: decision.allowed ? '' : decision.code,
      field,
    })
    await put(option, 1)
    expect(await engine.saveOne(engine.actors.ownerA, table, { [field]: on }, key())).toMatchObject({ [field]: on })
    await put(option, 0)
    expect(await engine.saveOne(engine.actors.ownerA, table, { [field]: off }, key())).toMatchObject({ [field]: off })
  })

  it('GATE-05 GATE-09: an order keeps its courier and promo code when the options end', async () => {
    const has = { courier: engine.world.courierA, promocode: 'GATED' }
    const old = await insertOrder(engine.test, engine.world, has)
    await put('allow_courier_app', 0)
    await put('allow_promocode', 0)
    const { ownerA } = engine.actors
    expect(await engine.saveOne(ownerA, 'order', { ...has, comment: 'Ring twice' }, old)).toMatchObject(has)
    const made = { user: engine.world.userA, merchant: engine.world.merchants[0], type: 2, cart: [] }
    for (const [field, value] of Object.entries(has))
      await expect(engine.saveOne(ownerA, 'order', { ...made, [field]: value })).rejects.toMatchObject({
        code: 'option_required',
        field,
      })
  })

  it('PERM-23: no field has an option missing from the list above', () => {
    const named = Object.values(registry).flatMap((entity) =>
      Object.entries(entity.fields).flatMap(([name, field]: [string, Field]) => (field.option ? [`${entity.name}.${name}`] : [])),
    )
    expect(named.sort()).toEqual(fields.map(([table, name]) => `${table}.${name}`).sort())
  })
})

describe('limits', () => {
  const login = () => `limited${Math.random()}`
  let phone = 4917013
  it.each<[string, CompanyLimit, string, () => Record<string, unknown>]>([
    ['GATE-04 MERCH-06', 'limit_merchant', 'merchant', () => ({ name: { en: 'One more' } })],
    ['GATE-04 COUR-05', 'limit_courier', 'courier', () => ({ name: 'One more', phone: '4917012' })],
    ['GATE-04', 'limit_user', 'user', () => ({ name: 'One more', phone: String((phone += 1)) })],
    ['GATE-04', 'limit_admin', 'admin', () => ({ login: login(), password: 'Long-enough-1' })],
  ])('%s: %s counts rows of %s, the same on server and client', async (_ids, limit, table, row) => {
    await put('allow_courier_app', 1)
    const counted = table === 'admin' ? 'membership' : table
    const [found] = await engine.test.asOwner<{ count: number }>(
      `select count(*)::int as count from "${counted}" where company = $1`,
      [engine.world.a],
    )
    const count = found?.count ?? 0
    for (const max of [0, count, count + 1, null]) {
      await put(limit, max)
      const now = max === null ? count + 1 : count
      const decision = limitDecision({ [limit]: max }, limit, now)
      const saving = engine.saveOne(engine.actors.ownerA, table, row())
      if (decision.allowed) await expect(saving).resolves.toBeTypeOf('object')
      else await expect(saving).rejects.toMatchObject({ code: 'limit_reached', params: [max] })
    }
  })
})

describe('push messages', () => {
  it('PUSH-07: a new message gets the phone and language of its customer, and its author', async () => {
    await put('allow_push', 1)
    const { userA, ownerA } = engine.world
    await engine.test.asOwner(`update "user" set lang = 'de' where user_id = $1`, [userA])
    const made = await engine.saveOne(engine.actors.ownerA, 'message', { user_id: userA, text: { en: 'Hello' } })
    expect(made).toMatchObject({ phone: '49301234567', lang: 'de', creator: ownerA, status: 0, push: 0 })
  })

  it('PUSH-09: refuses a customer without a phone or of another company', async () => {
    const mute = (await engine.saveOne(engine.actors.ownerA, 'user', { name: 'Mute' }))['user_id']
    for (const user_id of [mute, engine.world.userB])
      await expect(engine.saveOne(engine.actors.ownerA, 'message', { user_id, text: { en: 'Hello' } })).rejects.toMatchObject({
        field: 'user_id',
      })
  })

  it('is refused in a company that is not enabled', async () => {
    const { a, userA } = engine.world
    await engine.test.asOwner('update company set enable = 0 where company_id = $1', [a])
    const saving = engine.saveOne(engine.actors.ownerA, 'message', { user_id: userA, text: { en: 'Hello' } })
    await expect(saving).rejects.toMatchObject({ code: 'company_disabled' })
    await engine.test.asOwner('update company set enable = 1 where company_id = $1', [a])
  })

  it('PUSH-08: is found by subject and text', async () => {
    const { userA } = engine.world
    await engine.saveOne(engine.actors.ownerA, 'message', { user_id: userA, subject: { en: 'Sunday' }, text: { en: 'closed' } })
    for (const text of ['sunda', 'close'])
      expect(await engine.read(engine.actors.ownerA, { table: 'message', search: [{ text }] }), text).toHaveLength(1)
  })
})
