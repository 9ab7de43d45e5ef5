import { insertRow, startTestServer, storedPaySettings, type Answer, type TestServer } from '@tiffin/server/test'
import { addMonths } from '@tiffin/core/rules'
import { companyOptions, type Entity, entities, type EntityName, type Field } from '@tiffin/sdk/contract'
import { expectedTables } from '../fixtures/entities.ts'
import { expectedScreens } from '../fixtures/screens.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// The documented behaviour of records, tested on the server like any client.
let server: TestServer
let tokens: Record<'owner' | 'operator' | 'platform', string>
beforeAll(async () => {
  server = await startTestServer()
  const { database, world } = server
  await database.asOwner(
    'update company set allow_courier_app = 1, allow_banner = 1, allow_mailing = 1, allow_push = 1, allow_promocode = 1, allow_online_payment = 1',
  )
  // The test world has inserted languages with fixed keys.
  await database.asOwner(`select setval(pg_get_serial_sequence('global_lang', 'global_lang_id'), 100)`)
  await database.asOwner(`update pay_system set field = '{"api_key": "Key", "token": "Token", "secret": "Secret"}'`)
  await database.asOwner(`update country set currency_name = 'Euro', currency_rate = 1.1`)
  await insertRow(database, 'message', {
    company: world.a,
    user_id: world.userA,
    subject: { en: 'Friday' },
    text: { en: 'Free soup' },
  })
  tokens = {
    owner: await server.signIn('owner'),
    operator: await server.signIn('operator'),
    platform: await server.signIn('platform'),
  }
})
afterAll(() => server.stop())

type Who = keyof typeof tokens
type Row = Record<string, unknown>
const isGlobal = (table: EntityName): boolean => entities[table].scope === 'global'
const ask = (who: Who, method: string, table: EntityName, query: Row): Promise<Answer> =>
  server.call(
    'Reference',
    method,
    { tables: [{ table, ...query }] },
    { token: tokens[who], ...(isGlobal(table) ? {} : { company: server.world.a }) },
  )
const writerOf = (table: EntityName): Who => (isGlobal(table) ? 'platform' : 'owner')

async function read(table: EntityName, search: readonly Row[], who: Who = writerOf(table)): Promise<Row[]> {
  const answer = await ask(who, 'getData', table, { search })
  expect(answer.status, answer.error).toBe('OK')
  return (answer['data'] as Record<string, { data: Row[] }>)[table]?.data ?? []
}
/** Saves a row and returns it as the server has it afterwards. */
async function saved(table: EntityName, row: Row, id = 0): Promise<Row> {
  const answer = await ask(writerOf(table), 'saveData', table, { id, row })
  expect(answer.status, `${answer.error} ${JSON.stringify(answer['field'])}`).toBe('OK')
  return (answer['data'] as Record<string, { rows: { data: Row }[] }>)[table]?.rows[0]?.data ?? {}
}

describe('search', () => {
  const expectFound = async (table: EntityName, texts: readonly string[]): Promise<void> => {
    await server.database.asOwner(`update "user" set comment = 'Rings twice' where user_id = $1`, [server.world.userA])
    for (const text of texts) expect(await read(table, [{ text }]), text).toHaveLength(1)
    expect(await read(table, [{ text: 'nothing of this' }])).toHaveLength(0)
  }
  it('USER-02 LIST-06: finds customers by phone, name and comment', () => expectFound('user', ['0123456', 'nN', 'RINGS']))
  it('PUSH-08 LIST-06: finds messages by text and subject', () => expectFound('message', ['soup', 'frid']))
})

it.each(Object.values(expectedScreens).filter(({ list }) => list?.searches))(
  'LIST-06: the list of $table searches $list.searches',
  ({ table, list }) => {
    const { search }: Entity = entities[table]
    expect(search).toEqual(expect.arrayContaining([...(list?.searches ?? [])]))
  },
)

const named = { name: { en: 'Named' } }

describe('payment system settings', () => {
  it.each<[string, Row, unknown, string[]]>([
    ['another system', { pay_system: 2 }, [], []],
    [
      'another system with its own settings',
      { pay_system: 2, pay_system_settings: [{ token: 'new' }] },
      [{ token: 'new' }],
      ['token'],
    ],
    [
      'another system with the same settings',
      { pay_system: 2, pay_system_settings: [{ api_key: 'old' }] },
      [{ api_key: 'old' }],
      ['api_key'],
    ],
    ['no system', { pay_system: null }, [], []],
    ['the same system, sent again', { pay_system: 1 }, [{ api_key: 'old' }], ['api_key']],
    ['another name of the payment type', { name: { en: 'Cash' } }, [{ api_key: 'old' }], ['api_key']],
  ])('PAY-07: after %s', async (_what, change, settings, filled) => {
    const { pay_type_id: id } = await saved('pay_type', { ...named, pay_system: 1, pay_system_settings: [{ api_key: 'old' }] })
    expect((await saved('pay_type', change, Number(id)))['pay_system_filled']).toEqual(filled)
    expect(await storedPaySettings(server.database, server.context.secretBox, id)).toEqual(settings)
  })
})

describe('initial values of a new record', () => {
  const expectStart = async (table: EntityName, given: Row, values: Row): Promise<void> => {
    const row = await saved(table, given)
    const [stored] = await read(table, [{ key: entities[table].key, prm: row[entities[table].key] }])
    expect(stored).toMatchObject(values)
  }
  const currency = { symbol: '€', code: 'EUR', name: 'Euro', rate: 1.1 }

  it('COUR-06: a courier', () => expectStart('courier', { phone: '79990000001' }, { working: 2, courier_status: 1 }))
  it('USER-04: a customer', () => expectStart('user', { name: 'New' }, { status: 1 }))
  it('TAG-03 TAG-04: a cuisine', () => expectStart('cuisine', named, { status: 1, show: 1 }))
  it('BANNER-03: a banner', () => expectStart('banner', {}, { type: 1, status: 1 }))
  it('PAY-04: a payment type', () => expectStart('pay_type', named, { status: 1 }))
  it('TARIFF-09: a tariff', () => expectStart('tariff', named, { status: 1 }))
  it('TARIFF-12: a subscription period', () => expectStart('subscribe_period', named, { status: 1, default: 0 }))
  it('REF-08: an order status', () =>
    expectStart('order_status', { value: { en: 'New' } }, { merchant: 0, courier: 0, transfer: [], sound: '' }))
  it('REF-13: an order path', () => expectStart('order_step', named, { type: 1, status: [] }))
  it('MERCH-22: a merchant is open, of type 1 wherever that is in the order, for delivery and pickup', async () => {
    const { database, world } = server
    await insertRow(database, 'merchant_type', { company: world.a, type: { en: 'First' }, order: -1 })
    await expectStart('merchant', named, { status: 1, type: 1, delivery_mode: 1 })
  })
  it('MERCH-23: a merchant cooks for 20 minutes', () => expectStart('merchant', named, { cooking_time: 20 }))
  it('MERCH-24: a merchant has no minimum order and no pre-order days', () =>
    expectStart('merchant', named, { min_order_cost: '0.00', preliminary_indent_days: 0 }))
  it('MERCH-25: a merchant is first in order', () => expectStart('merchant', named, { order: 1 }))
  it('MERCH-26: a merchant tracks no stock', () =>
    expectStart('merchant', named, { use_balance: 0, show_zero_balance: 0, separate_categories: 0 }))
  it("MERCH-18 REF-16: a merchant has the currency of the company's country", async () => {
    await expectStart('merchant', named, { currency })
    const { database, world } = server
    const dollar = { currency_symbol: '$', currency_code: 'USD', currency_name: 'US dollar', currency_rate: 1 }
    const other = await insertRow(database, 'country', { country_id: 3, alpha2: 'US', name: { en: 'United States' }, ...dollar })
    const moveTo = (country: unknown) =>
      database.asOwner('update company set country = $1 where company_id = $2', [country, world.a])
    const [own] = await database.asOwner('select country from company where company_id = $1', [world.a])
    await moveTo(other)
    await expectStart('merchant', named, { currency: { symbol: '$', code: 'USD', name: 'US dollar', rate: 1 } })
    await moveTo(own?.['country'])
  })

  it.each(['promocode', 'banner'] as const)(
    'KDS-21 BANNER-04 PROMO-06: a new %s begins on the company’s current day and ends a month later',
    async (table) => {
      const { database, world } = server
      // One of these zones is on another date than UTC at any hour.
      for (const timezone of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
        await database.asOwner('update company set timezone = $1 where company_id = $2', [timezone, world.a])
        const day = (offset: number) =>
          new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(Date.now() + offset * 86_400_000)
        const row = await saved(table, table === 'promocode' ? { code: `DAY${timezone.length}` } : {})
        expect(row['date_start']).toBe(day(0))
        expect(row['date_finish']).toBe(addMonths(day(0), 1))
      }
      await database.asOwner(`update company set timezone = 'Europe/Berlin' where company_id = $1`, [world.a])
    },
  )

  it('MERCH-27: a new merchant is open from 10:00 to 22:00 on each of seven days', async () => {
    const { work_time: days } = await saved('merchant', { name: { en: 'New' } })
    expect(days).toHaveLength(7)
    const hours = { work: 1, periods: [{ start: '10:00', end: '22:00' }] }
    expect(days).toEqual([0, 1, 2, 3, 4, 5, 6].map((day) => expect.objectContaining({ day, ...hours }) as unknown))
  })

  it('MERCH-28: a new merchant gets its own token, which is stored hashed', async () => {
    for (const name of ['One', 'Another']) await saved('merchant', { name: { en: name } })
    const rows = await server.database.asOwner<{ token: string }>(
      'select token::text from merchant order by merchant_id desc limit 2',
    )
    expect(new Set(rows.map(({ token }) => token)).size).toBe(2)
    for (const { token } of rows) expect(token).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('accepted values', () => {
  /** Checks values that a field accepts, and values refused with its name. */
  const expectValues = async (
    table: EntityName,
    field: string,
    row: Row,
    good: readonly unknown[],
    bad: readonly unknown[],
  ): Promise<void> => {
    const made = await saved(table, row)
    const { key } = entities[table]
    for (const value of good) {
      const now = await saved(table, { [field]: value }, Number(made[key]))
      if (field !== 'pay_system_settings') expect(now[field]).toEqual(value)
    }
    for (const value of bad) {
      const answer = await ask(writerOf(table), 'saveData', table, { id: made[key], row: { [field]: value } })
      expect([answer.http, answer.status, answer.code, answer['field']]).toEqual([200, 'FAIL', 'invalid_value', field])
    }
    await server.database.asOwner(`delete from "${table}" where "${key}" = $1`, [made[key]])
  }
  const typed = { type: { en: 'Named' } }
  const language = { name: 'Named', code: 'xx' }
  const secrets = [[{ secret: 'x' }, { api_key: 'y' }], { secret: 'x' }, 'x']
  const option = (field: string) => ({ field, free: 0, enable: 1, show: 1, value: '', description: { en: 'What it is' } })
  const options = ['allow_chat', 'limit_user', 'overlimit_order_price'].map(option)

  it('CAT-05: a category is normal or big', () => expectValues('merchant_type', 'col', typed, [1, 2], [0, 3]))
  it('CAT-06: a category has its alcohol warning on or off', () =>
    expectValues('merchant_type', 'alcohol_warning', typed, [1, 2], [0, 3]))
  it('TAG-04: a cuisine is shown or not', () => expectValues('cuisine', 'show', named, [1, 2], [0, 3]))
  it('PAY-05: a payment type is for administrators', () => expectValues('pay_type', 'admin', named, [1, 2], [0, 3]))
  it('PAY-05: a payment type is for the app', () => expectValues('pay_type', 'app', named, [1, 2], [0, 3]))
  it('PAY-05: a payment type asks for change', () => expectValues('pay_type', 'odd', named, [1, 2], [0, 3]))
  it('PAY-06: a payment type is online', () => expectValues('pay_type', 'online', named, [0, 1], [2, -1]))
  it('PAY-07: payment settings have one entry', () =>
    expectValues('pay_type', 'pay_system_settings', { ...named, pay_system: 1 }, [[{ secret: 'x' }]], secrets))
  it('TARIFF-04: a trial has whole days', () => expectValues('tariff', 'trial_period', named, [0, 14, 365], [-1, 1.5, '14 days']))
  it('TARIFF-05: a tariff can be the best value', () => expectValues('tariff', 'most_value', named, [0, 1], [2, -1]))
  it('TARIFF-05: a tariff can be subscribed to', () => expectValues('tariff', 'subscription', named, [0, 1], [2, -1]))
  it('TARIFF-07: tariff options are complete', () =>
    expectValues('tariff', 'option', named, [[option('allow_chat')]], [[{ field: 'allow_chat' }]]))
  it('TARIFF-08 GATE-03 GATE-04: tariff options are the documented ones', () =>
    expectValues('tariff', 'option', named, [options], [[option('chat')], [option('allow_company')]]))
  const hours = (more: object = {}) => ({ work: 1, periods: [{ start: '10:00', end: '22:00' }], ...more })
  const week = [0, 1, 2, 3, 4, 5, 6].map((day) => hours({ name: `Day ${day}`, day }))
  const closed = week.map((day) => ({ ...day, work: 0, periods: [] }))
  it('MERCH-19: store hours cover seven days', () =>
    expectValues(
      'merchant',
      'work_time',
      named,
      [week, closed],
      [
        week.slice(0, 6),
        [...week, hours({ name: 'Day 6', day: 6 })],
        ...[{ day: 7 }, { work: 2 }, { periods: [{ start: '10:00' }] }, { periods: [{ start: '25:00', end: '26:00' }] }].map(
          (wrong) => week.map((day) => (day.work === 1 ? { ...day, ...wrong } : day)),
        ),
      ],
    ))
  it('MERCH-21 PERM-10: an access entry has a person and at most 11 levels from 0 to 2', async () => {
    const entry = (access: readonly number[], user: unknown = server.world.operatorA) => [{ user, access }]
    const zeros = (length: number) => Array.from({ length }, () => 0)
    const good = [[], entry([0, 2, 1, 1]), entry([0, 1, 0, 2, ...zeros(6), 2])]
    await expectValues('merchant', 'access', named, good, [
      entry([0, 3]),
      entry([-1]),
      entry(zeros(12)),
      entry([0], 'otto'),
      [{}],
    ])
  })

  it('LANG-03: a language is left-to-right or right-to-left', () =>
    expectValues('global_lang', 'dir', language, ['ltr', 'rtl'], ['up', 'auto', '']))
  it('LANG-04: a language is supported or not', () => expectValues('global_lang', 'support', language, [0, 1], [2, -1]))

  /** Checks that a list of keys accepts those of its own company and refuses those of another. */
  const expectOwnOnly = async (table: EntityName, row: Row, field: string, to: EntityName): Promise<void> => {
    const { a, b } = server.world
    const [own, foreign] = [
      await insertRow(server.database, to, { company: a }),
      await insertRow(server.database, to, { company: b }),
    ]
    const made = await saved(table, { ...row, [field]: [own] })
    expect(made[field]).toEqual([own])
    const answer = await ask('owner', 'saveData', table, { id: made[entities[table].key], row: { [field]: [own, foreign] } })
    expect([answer.status, answer.code, answer['field']]).toEqual(['FAIL', 'bad_reference', field])
    const [stored] = await read(table, [{ key: entities[table].key, prm: made[entities[table].key] }])
    expect(stored?.[field]).toEqual([own])
  }
  it('PROMO-09: a promo code refers to merchants of its company', () =>
    expectOwnOnly('promocode', { code: 'NINE' }, 'merchant', 'merchant'))
  it('REF-12: an order path refers to statuses of its company', () =>
    expectOwnOnly('order_step', named, 'status', 'order_status'))
  it('MERCH-17: a merchant refers to cuisines of its company', () => expectOwnOnly('merchant', named, 'cuisine', 'cuisine'))

  const moment = '2026-01-01T00:00:00.000Z'
  const app = { platform: 'x', ver: 'x', ip: 'x', code_value: 'x', code_time: moment, active: moment, create: moment }
  it.each<[string, EntityName, Row]>([
    ['USER-05', 'user', app],
    ['COUR-07', 'courier', { ...app, coords_refresh: moment, coords: [52.5, 13.4] }],
  ])('%s: no one can change the data that the app stores of a %s', async (_id, table, values) => {
    const { database, world } = server
    const id = await insertRow(database, table, { company: world.a, name: 'App', phone: '4917099887' })
    const stored = () => database.asOwner(`select * from "${table}" where "${entities[table].key}" = $1`, [id])
    const before = await stored()
    for (const [name, value] of Object.entries(values)) await ask('owner', 'saveData', table, { id, row: { [name]: value } })
    expect(await stored()).toEqual(before)
  })

  it('PROMO-10: no one can read, create or change promo codes of another company', async () => {
    const { database, world } = server
    const foreign = await insertRow(database, 'promocode', { company: world.b, code: 'FOREIGN' })
    const key = [{ key: 'promocode_id', prm: foreign }]
    for (const who of ['owner', 'operator'] as const) {
      // Operators read promo codes only if an owner chose that screen for them.
      if (who === 'owner') expect(await read('promocode', key, who)).toEqual([])
      for (const query of [
        { id: foreign, row: { code: 'TAKEN' } },
        { id: 0, row: { code: 'NEW', company: world.b } },
      ])
        expect((await ask(who, 'saveData', 'promocode', query)).status).toBe('FAIL')
      expect((await ask(who, 'deleteData', 'promocode', { id: foreign })).status).toBe('FAIL')
      const acting = { token: tokens[who], company: world.b }
      expect((await server.call('Reference', 'getData', { tables: [{ table: 'promocode' }] }, acting)).status).toBe('FAIL')
    }
    expect(await database.asOwner('select code from promocode where company = $1', [world.b])).toEqual([{ code: 'FOREIGN' }])
  })

  /** The name of a stored picture. */
  async function storePicture(): Promise<string> {
    const name = `${'c'.repeat(64)}.webp`
    await server.database.asOwner(
      `insert into stored_picture (who, name, bytes) values ('company 1', $1, 1) on conflict do nothing`,
      [name],
    )
    return name
  }

  /** Checks that every documented field exists and, if users fill it in, is returned as sent. */
  const expectKept = async (table: EntityName, values: Row): Promise<void> => {
    const made = await saved(table, values)
    const [stored = {}] = await read(table, [{ key: entities[table].key, prm: made[entities[table].key] }])
    expect(stored).toMatchObject(values)
    const shown = Object.entries(entities[table].fields as Record<string, Field>).filter(
      ([, { kind, read: gate }]) => kind !== 'secret' && gate !== 'nobody',
    )
    const missing = Object.keys(expectedTables[table]?.fields ?? {}).filter((name) => !(name in stored))
    expect(missing.filter((name) => !(name in entities[table].fields) || shown.some(([one]) => one === name))).toEqual([])
  }
  const days = { date_start: '2027-01-01', date_finish: '2027-02-01' }
  it('PROMO-03: a promo code keeps every documented field', () =>
    expectKept('promocode', {
      code: 'KEPT',
      type: 2,
      discount_type: 2,
      discount: 7.5,
      use: 3,
      comment: { en: 'Why' },
      merchant: [],
      ...days,
    }))
  it('BANNER-06: a banner keeps every documented field', async () =>
    expectKept('banner', {
      type: 2,
      status: 0,
      title: { en: 'Soup' },
      description: { en: 'Hot' },
      link: 'https://example.com/',
      img: await storePicture(),
      product: '7',
      lang: 'en',
      ...days,
    }))

  it('MERCH-14: a merchant keeps every documented field', async () => {
    const image = await storePicture()
    const [type] = await read('merchant_type', [])
    await expectKept('merchant', {
      name: { en: 'Kept', ru: 'Хранится' },
      description: { en: 'Hot soup' },
      status: 0,
      type: type?.['merchant_type_id'] ?? null,
      delivery_mode: 2,
      address: { coords: [59.37, 28.19], city: null, address: 'Peetri 1', info: {} },
      logo: image,
      cover: image,
      order: 4,
      delivery: [{ from_km: 0, to_km: 3, price: 2, per_km: 0.5 }],
      separate_categories: 1,
      alcohol_warning: 1,
      cutlery: 1,
      use_balance: 1,
      show_zero_price: 1,
      show_zero_balance: 1,
      show_tags_description: 1,
      product_card_text_fit: 1,
      cooking_time: 35,
      min_order_cost: '12.50',
      min_stock_balance: 2.5,
      preliminary_indent_days: 3,
      contact: { contact_name: 'Ida', contact_position: 'Cook', contact_other: 'Rings twice' },
      access: [{ user: server.world.operatorA, access: [0, 2, 1, 2] }],
    })
  })
  it('PAY-08: a payment type keeps its commissions, a percentage and an amount', async () => {
    await expectKept('pay_type', { ...named, commission_percent: 2.5, commission_fixed: '0.30' })
    await expectValues('pay_type', 'commission_percent', named, [0, 2.5, 100, null], [-1, 100.5])
    await expectValues('pay_type', 'commission_fixed', named, ['0.00', '12.50', null], ['-0.01', 'much'])
  })
  it('TARIFF-06: the amount of a tariff has cents, and no currency is stored with it', async () => {
    await expectValues('tariff', 'amount', named, ['0.00', '79.00', '1234.56'], ['-1.00', '79 $', 'free'])
    expect(entities.tariff.fields.amount.dollars).toBe(true)
  })
  it('COMP-22 COMP-23 COMP-25: a company keeps its contacts, legal details and files', async () => {
    const { a } = server.world
    const legal = ['name', 'tax', 'address', 'bank', 'bic', 'iban'].map((part) => [`legal_${part}`, `The ${part}`])
    const values: Row = {
      ...(Object.fromEntries(legal) as Row),
      legal_phone: '4930123',
      legal_email: 'office@alpha.example',
      contact: { contact_name: 'Ida', contact_position: 'Cook', contact_email: 'ida@alpha.example', contact_other: 'Door 3' },
      docs: [{ name: 'licence.pdf', type: 'link', content: 'https://example.com/licence.pdf' }],
    }
    await saved('company', values, a)
    const [stored] = await read('company', [{ key: 'company_id', prm: a }])
    expect(stored).toMatchObject(values)
    for (const docs of ['licence.pdf', [{ name: 'licence.pdf' }]]) {
      const answer = await ask('owner', 'saveData', 'company', { id: a, row: { docs } })
      expect([answer.status, answer['field']]).toEqual(['FAIL', 'docs'])
    }
  })

  it('PUSH-10: a message has statuses of message_status and push_status, set only by the server', async () => {
    const [made] = await read('message', [])
    expect(made).toMatchObject({ status: 0, push: 0 })
    const joined = await ask('owner', 'getData', 'message', { join: ['status', 'push'], limit: [0, 1] })
    const named = { id: 0, name: { en: expect.any(String) as string } }
    expect(joined).toMatchObject({ data: { message: { data: [{ status_obj: named, push_obj: named }] } } })
    for (const field of ['status', 'push'])
      expect((await ask('owner', 'saveData', 'message', { id: made?.['message_id'], row: { [field]: 1 } })).status).toBe('FAIL')
    for (const [field, from] of [
      ['status', 'message_status'],
      ['push', 'push_status'],
    ] as const) {
      expect(entities.message.fields[field].to).toBe(from)
      const row = { [field]: 99 }
      await expect(insertRow(server.database, 'message', { company: server.world.a, ...row })).rejects.toThrow(/foreign key/)
    }
  })

  it('MERCH-16: the city of a merchant is that of its address, which has coordinates', async () => {
    const city = await insertRow(server.database, 'city', { name: { en: 'Narva' } })
    const address = { coords: [59.37, 28.19], city, address: 'Peetri 1', info: {} }
    const { merchant_id: id } = await saved('merchant', { ...named, address })
    const [stored] = await read('merchant', [{ key: 'merchant_id', prm: id }])
    expect(stored?.['address']).toMatchObject({ coords: [59.37, 28.19], city, address: 'Peetri 1' })
    expect(stored).not.toHaveProperty('city')
  })

  it.each(['promocode', 'banner'] as const)("EDIT-13: date_create and date_update of %s can't be written", async (table) => {
    const made = await saved(table, table === 'promocode' ? { code: 'THIRTEEN' } : {})
    for (const field of ['date_create', 'date_update']) {
      const answer = await ask('owner', 'saveData', table, {
        id: made[entities[table].key],
        row: { [field]: '2001-01-01T00:00:00.000Z' },
      })
      expect([answer.http, answer.status]).toEqual([200, 'FAIL'])
    }
    const [stored] = await read(table, [{ key: entities[table].key, prm: made[entities[table].key] }])
    expect(stored).toMatchObject({ date_create: made['date_create'] })
  })
})

it('EDIT-34: switches of a company are 1 for on and 0 for off, and nothing else', async () => {
  const id = server.world.a
  const names = ['enable', 'price_show_decimal', ...companyOptions]
  const stored = () => server.database.asOwner(`select * from company where company_id = $1`, [id])
  const [before] = await stored()
  const all = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]))
  for (const value of [0, 1]) {
    expect((await ask('platform', 'saveData', 'company', { id, row: all(value) })).status).toBe('OK')
    expect(await stored()).toMatchObject([all(value)])
  }
  for (const name of names)
    for (const value of [2, -1, true, null])
      expect((await ask('platform', 'saveData', 'company', { id, row: { [name]: value } })).status, name).toBe('FAIL')
  expect(await stored()).toMatchObject([all(1)])
  const back = Object.fromEntries(names.map((name) => [name, before?.[name]]))
  expect((await ask('platform', 'saveData', 'company', { id, row: back })).status).toBe('OK')
})

const mix = 'Password must contain special characters, numbers and Latin letters in different cases'
it.each([
  ['EDIT-25', 'aA1!x', 'FAIL', 'Password must be more than 6 characters'],
  ['EDIT-26', 'abcdefgh', 'FAIL', mix],
  ['EDIT-26', '12345678', 'FAIL', mix],
  ['EDIT-26', 'ABCDEFGH', 'FAIL', mix],
  ['EDIT-26', '!!!!!!!!', 'FAIL', mix],
  ['EDIT-27', 'abc123', 'OK', undefined],
])('%s: an administrator with the password %s is answered with %s', async (_id, password, status, error) => {
  const row = { login: `weak-${password.length}`, name: 'Wanda', password }
  const answer = await ask('platform', 'saveData', 'admin', { id: 0, row })
  expect([answer.status, answer.error]).toEqual([status, error])
})

describe('rights', () => {
  it('PERM-17: owners and platform administrators delete merchants, operators do not', async () => {
    const { world, database } = server
    for (const [who, status] of [
      ['operator', 'FAIL'],
      ['owner', 'OK'],
      ['platform', 'OK'],
    ] as const) {
      const access = [{ user: world.operatorA, access: Array(11).fill(2) }]
      const id = await insertRow(database, 'merchant', { company: world.a, name: { en: 'Goes' }, access })
      expect((await ask(who, 'deleteData', 'merchant', { id })).status, who).toBe(status)
      expect(await read('merchant', [{ key: 'merchant_id', prm: id }])).toHaveLength(status === 'OK' ? 0 : 1)
    }
  })

  it('COMP-27: owners and operators read and change no company but their own', async () => {
    const { a, b } = server.world
    for (const who of ['owner', 'operator'] as const) {
      expect((await read('company', [], who)).map((row) => row['company_id'])).toEqual([a])
      expect(await read('company', [{ key: 'company_id', prm: b }], who)).toEqual([])
      const query = { id: b, row: { description: { en: 'Taken' } } }
      expect((await ask(who, 'saveData', 'company', query)).status).toBe('FAIL')
      const tables = { tables: [{ table: 'company' }] }
      expect((await server.call('Reference', 'getData', tables, { token: tokens[who], company: b })).code).toBe('foreign_company')
    }
  })

  it('COMP-17: owners choose the company of the next sign-in only for themselves', async () => {
    const { a, ownerA, operatorA } = server.world
    expect(await ask('owner', 'saveData', 'admin', { id: ownerA, row: { company: a } })).toMatchObject({ status: 'OK' })
    const others = await ask('owner', 'saveData', 'admin', { id: operatorA, row: { company: null } })
    expect(others).toMatchObject({ status: 'FAIL', code: 'forbidden', field: 'company' })
  })

  it('COMP-16: the owner table lists the companies that a person belongs to, and all for the platform', async () => {
    const { database, world } = server
    const [disabled, foreign, deleted] = [
      await insertRow(database, 'company', { name: { en: 'Disabled' }, status: 0, owner_id: world.ownerA }),
      await insertRow(database, 'company', { name: { en: 'Foreign' }, status: 1, owner_id: world.ownerB }),
      await insertRow(database, 'company', { name: { en: 'Deleted' }, status: 1, deleted: '2026-11-20T12:00:00Z' }),
    ]
    for (const company of [disabled, deleted])
      await insertRow(database, 'membership', { company, admin: world.ownerA, company_role: 1 })
    const ids = async (who: Who, search: Row[]) =>
      (await read('owner', search, who)).map((row) => Number(row['company_id'])).toSorted((a, b) => a - b)
    const active = [{ key: 'status', prm: 1 }]
    expect(await ids('owner', [])).toEqual([world.a, disabled])
    expect(await ids('owner', active)).toEqual([world.a])
    expect(await ids('operator', active)).toEqual([world.a])
    expect(await ids('platform', active)).toEqual([world.a, world.b, foreign])
    await database.asOwner('delete from membership where company > $1', [world.b])
    await database.asOwner('delete from company where company_id > $1', [world.b])
  })

  it.each([
    ['AUDIT-04', 'audit', 'platform'],
    ['PAY-09', 'payment', 'platform'],
    ['PAY-09', 'payment', 'owner'],
  ] as const)('%s: rows of %s can’t be changed or deleted, not even by %s', async (_id, table, who) => {
    const { world, database } = server
    if (table === 'payment') await insertRow(database, 'payment', { company: world.a, type: 1, amount: '5.00' })
    const { key } = entities[table]
    const [row = {}] = await read(table, [], who)
    const id = row[key]
    expect(id).toBeDefined()
    const change = table === 'audit' ? { user_login: 'someone' } : { amount: '500.00' }
    expect((await ask(who, 'saveData', table, { id, row: change })).status).toBe('FAIL')
    expect((await ask(who, 'deleteData', table, { id })).status).toBe('FAIL')
    expect(await read(table, [{ key, prm: id }], who)).toEqual([row])
  })

  it.each(['country', 'global_lang', 'tariff', 'subscribe_period', 'global_settings'] as const)(
    'PERM-06: rows of %s belong to no company',
    (table) => {
      expect(entities[table].scope).toBe('global')
      expect(Object.keys(entities[table].fields)).not.toContain('company')
    },
  )
})
