import { soundFile, textOf } from '@tiffin/core/rules'
import { checkField } from '@tiffin/core/screens'
import { entities, type Entity, type EntityName } from '@tiffin/sdk/contract'
import { type Answer, insertOrder, startTestServer, type TestServer } from '@tiffin/server/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusalProblem } from '../conformance/http/refusal.ts'

let server: TestServer
let owner: string
let platform: string
let keys: Partial<Record<EntityName, number>>
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signIn('owner')
  platform = await server.signIn('platform')
  const { world } = server
  await server.database.asOwner('update company set allow_promocode = 1, allow_banner = 1')
  keys = {
    company: world.a,
    merchant: world.merchants[0] ?? 0,
    user: world.userA,
    order: await insertOrder(server.database, world),
  }
})
afterAll(() => server.stop())

type Row = Record<string, unknown>
const save = (table: EntityName, row: Row, by = platform): Promise<Answer> =>
  server.call(
    'Reference',
    'saveData',
    { tables: [{ table, ...(keys[table] === undefined ? {} : { id: keys[table] }), row }] },
    { token: by, company: server.world.a },
  )

/** One green dot. */
const dot = {
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  width: 1,
  height: 1,
  transparent: true,
}

const line = { id: 1, name: 'Tea', qty: 1 }
const amount = 'Enter an amount of 0 or more'
const year = 'Enter a year from 2000 to 2199'

/** Values refused by each field, with the message next to it. */
const refused: [EntityName, string, unknown, string][] = [
  ['company', 'fee', '-0.01', amount],
  ['company', 'lang', [], '%1 is required'],
  ['company', 'tips', [101], 'Must be %1 or less'],
  ['company', 'tips', [-1], 'Must be %1 or more'],
  ['company', 'limit_user', -1, 'Must be %1 or more'],
  ['company', 'rate_count', -1, 'Must be %1 or more'],
  ['company', 'overlimit_order_price', '-1.00', amount],
  ['company', 'due_date', '9999-12-31T00:00:00Z', year],
  ['user', 'bonus_score', '-1.00', amount],
  ['user', 'phone', 'call me', 'Enter a valid phone number'],
  ['user', 'status', null, '%1 is required'],
  ['merchant', 'min_order_cost', '-5', amount],
  ['merchant', 'min_stock_balance', -1, 'Must be %1 or more'],
  ['merchant', 'order', -1, 'Must be %1 or more'],
  ['merchant', 'delivery', [{ from_km: 0, to_km: 5, price: -1, per_km: 0 }], 'Must be %1 or more'],
  ['order', 'discount', '-1.00', amount],
  ['order', 'bonus', '-1.00', amount],
  ['order', 'fee', '-1.00', amount],
  ['order', 'tips_percent', 101, 'Must be %1 or less'],
  ['order', 'time_finish', '0001-01-01T00:00:00Z', year],
  ['order', 'cart', [{ ...line, price: '-1.00' }], amount],
  ['order', 'cart', [{ ...line, addons: [{ name: 'Milk', price: '-1.00' }] }], amount],
  ['pay_type', 'order', -1, 'Must be %1 or more'],
  ['pay_type', 'commission_fixed', '-1', amount],
  ['pay_type', 'commission_percent', 100.5, 'Must be %1 or less'],
  ['promocode', 'discount', -1, 'Must be %1 or more'],
  ['promocode', 'use', 0, 'Must be %1 or more'],
  ['promocode', 'code', '\u200b \u00ad', '%1 is required'],
  ['promocode', 'date_start', '0001-01-01', year],
  ['promocode', 'date_finish', '9999-12-31', year],
  ['banner', 'date_start', '1999-12-31', year],
  ['country', 'currency_rate', 0, 'Must be more than %1'],
  ['country', 'currency_rate', -1, 'Must be more than %1'],
  ['tariff', 'amount', '-1', amount],
  [
    'tariff',
    'option',
    [{ field: 'allow_teleport', free: 0, enable: 1, show: 1, value: '', description: {} }],
    'Enter an option, such as allow_chat or limit_order',
  ],
  ['city', 'radius', 1050, 'Must be a multiple of %1'],
  ['merchant', 'address', { radius: 1050 }, 'Must be a multiple of %1'],
  ['tariff', 'order', -1, 'Must be %1 or more'],
  ['tariff', 'option', [{ field: 'allow_chat', free: 0, enable: 1, show: 1, value: '-1', description: {} }], amount],
  ['subscribe_period', 'discount', 101, 'Must be %1 or less'],
  ['merchant', 'logo', 'https://elsewhere.example/x.png', 'Enter the address of an uploaded image'],
  ['merchant', 'cover', '../../etc/passwd', 'Enter the address of an uploaded image'],
  ['user', 'img', 'javascript:alert(1)', 'Enter the address of an uploaded image'],
  ['pay_type', 'icon', '"><script>', 'Enter the address of an uploaded image'],
  ['banner', 'img', `${'0'.repeat(64)}-200.webp`, 'Enter the address of an uploaded image'],
  ['order_status', 'sound', '/api', 'Enter the address of an uploaded sound'],
  ['order_status', 'sound', `${'0'.repeat(64)}.webp`, 'Enter the address of an uploaded sound'],
  ['company', 'docs', [{ name: 'x', type: 'link', content: 'javascript:alert(1)' }], 'Enter a link, such as https://example.com'],
]

describe('implausible value', () => {
  it.each(refused)('API-15 EDIT-14: %s.%s with %j is refused by server and editor: %s', async (table, field, value, sentence) => {
    const entity: Entity = entities[table]
    // The tested field comes first, before other fields that a new row requires.
    const answer = await save(table, { [field]: value })
    expect(answer).toMatchObject({ http: 200, status: 'FAIL', table, field, error: sentence })
    expect(refusalProblem(answer)).toBeUndefined()
    const problem = checkField(entity, field, value)
    expect(problem && textOf(problem)).toBe(sentence)
  })

  it('API-15 LANG-04: refuses a text in an unknown language, and keeps one in a former language', async () => {
    const row = { name: { en: 'Tea', tlh: 'Dargh' } }
    expect(await save('cuisine', row)).toMatchObject({
      code: 'invalid_value',
      field: 'name',
      error: "Language %1 isn't available on this platform",
    })
    const { database, world } = server
    const merchant = keys.merchant ?? 0
    await database.asOwner(`update merchant set name = name || '{"tlh":"Dargh"}' where merchant_id = $1`, [merchant])
    expect(await save('merchant', { name: { en: 'Tea', tlh: 'Dargh' } })).toMatchObject({ status: 'OK' })
    await database.asOwner(`update merchant set name = name - 'tlh' where company = $1`, [world.a])
  })
})

describe('picture or sound', () => {
  const acting = () => ({ token: owner, company: server.world.a })

  it('API-34 REF-05: is accepted if stored here, and refused with an invented name', async () => {
    const picture = await server.call('Image', 'save', { ...dot, filename: 'dot.png' }, acting())
    const sound = await server.call(
      'Sound',
      'save',
      { data: Buffer.from(soundFile(new Uint8Array(800), 8000)).toString('base64') },
      acting(),
    )
    const stored = (answer: Answer) => (answer['data'] as { filename: string }).filename
    expect(await save('user', { img: stored(picture) }, owner)).toMatchObject({ status: 'OK' })
    const ready = { value: { en: 'Ready' } }
    expect(await save('order_status', { ...ready, sound: stored(sound) }, owner)).toMatchObject({ status: 'OK' })
    expect(await save('order_status', { ...ready, sound: 'builtin:late' }, owner)).toMatchObject({ status: 'OK' })
    for (const [table, field, ending, error] of [
      ['user', 'img', 'webp', 'Enter the address of an uploaded image'],
      ['order_status', 'sound', 'wav', 'Enter the address of an uploaded sound'],
    ] as const) {
      const answer = await save(table, { ...(table === 'user' ? {} : ready), [field]: `${'0'.repeat(64)}.${ending}` }, owner)
      expect(answer).toMatchObject({ code: 'invalid_value', field, error })
      expect(refusalProblem(answer)).toBeUndefined()
    }
  })
})

describe('negative values with a reason', () => {
  it.each([
    ['merchant', 'address', { coords: [-33.9, -70.6] }],
    ['city', 'geo', [-33.9, -70.6]],
  ] as [EntityName, string, unknown][])('API-15: %s.%s accepts %j', async (table, field, value) => {
    expect(checkField(entities[table], field, value)).toBeUndefined()
    const needed = { city: { name: { en: 'Santiago' }, country: 1 } }
    const more = table in needed ? needed[table as keyof typeof needed] : {}
    expect(await save(table, { ...more, [field]: value })).toMatchObject({ status: 'OK' })
  })
})

describe('promo code', () => {
  const typed = [
    'Summer 10',
    ' summer 10',
    'SUM\u200bMER 10',
    'Summer\u00a010 ',
    'ＳＵＭＭＥＲ 10',
    'Summer\u00ad 10',
    'summer\t10',
  ]

  it('PROMO-03: is the same in any case, with spaces and with invisible characters', async () => {
    const first = await save('promocode', { code: '\u200eSummer\u00a0\u00a010 ' }, owner)
    expect(first['data']).toMatchObject({ promocode: { data: { code: 'Summer 10' } } })
    for (const code of typed)
      expect(await save('promocode', { code }, owner), JSON.stringify(code)).toMatchObject({ code: 'duplicate', field: 'code' })
  })

  it.each(typed)('PROMO-04: of an order is found as %j and counted as one', async (promocode) => {
    const { world } = server
    const cart = [{ ...line, price: '5.00' }]
    const row = { merchant: keys.merchant, user: world.userA, type: 2, cart, promocode, overruled: ['closed'] }
    await server.database.asOwner(`update promocode set discount = 1, use = 1000`)
    const made = await server.call(
      'Reference',
      'saveData',
      { tables: [{ table: 'order', row }] },
      { token: owner, company: world.a },
    )
    expect(made['data']).toMatchObject({ order: { data: { promocode: 'Summer 10', promocode_amount: '1.00' } } })
  })
})
