import { insertRow, startTestServer, type Answer, type TestServer } from '@tiffin/server/test'
import { type Entity, entities, type EntityName } from '@tiffin/sdk/contract'
import { expectedScreens } from '../fixtures/screens.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// What the documents say of records, asked of the server as any client would.
let server: TestServer
let tokens: Record<'owner' | 'operator' | 'platform', string>
beforeAll(async () => {
  server = await startTestServer()
  const { database, world } = server
  await database.asOwner(
    'update company set allow_courier_app = 1, allow_banner = 1, allow_mailing = 1, allow_push = 1, allow_promocode = 1, allow_online_payment = 1',
  )
  // The world has given its languages keys of their own.
  await database.asOwner(`select setval(pg_get_serial_sequence('global_lang', 'global_lang_id'), 100)`)
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
/** Saves a row and gives it as the server then has it. */
async function saved(table: EntityName, row: Row, id = 0): Promise<Row> {
  const answer = await ask(writerOf(table), 'saveData', table, { id, row })
  expect(answer.status, `${answer.error} ${JSON.stringify(answer['field'])}`).toBe('OK')
  return (answer['data'] as Record<string, { rows: { data: Row }[] }>)[table]?.rows[0]?.data ?? {}
}

describe('a search', () => {
  it.each([
    ['USER-02', 'user', 'phone', '0123456'],
    ['USER-02', 'user', 'name', 'nN'],
    ['USER-02', 'user', 'comment', 'RINGS'],
    ['PUSH-08', 'message', 'text', 'soup'],
    ['PUSH-08', 'message', 'subject', 'frid'],
  ] as const)('%s LIST-06: of %s looks into the %s for what contains "%s"', async (_id, table, _field, text) => {
    await server.database.asOwner(`update "user" set comment = 'Rings twice' where user_id = $1`, [server.world.userA])
    expect(await read(table, [{ text }])).toHaveLength(1)
    expect(await read(table, [{ text: 'nothing of this' }])).toHaveLength(0)
  })
})

it.each(Object.values(expectedScreens).filter(({ list }) => list?.searches))(
  'LIST-06: the list of $table looks into $list.searches',
  ({ table, list }) => {
    const { search }: Entity = entities[table]
    expect(search).toEqual(expect.arrayContaining([...(list?.searches ?? [])]))
  },
)

describe('a new record', () => {
  it.each([
    ['COUR-06', 'courier', { phone: '79990000001' }, { working: 2, courier_status: 1 }],
    ['USER-04', 'user', { name: 'New' }, { status: 1 }],
    ['TAG-03 TAG-04', 'cuisine', { name: { en: 'New' } }, { status: 1, show: 1 }],
    ['BANNER-03', 'banner', {}, { type: 1, status: 1 }],
    ['PAY-04', 'pay_type', { name: { en: 'New' } }, { status: 1 }],
    ['TARIFF-09', 'tariff', { name: { en: 'New' } }, { status: 1 }],
    ['TARIFF-12', 'subscribe_period', { name: { en: 'New' } }, { status: 1, default: 0 }],
    ['REF-08', 'order_status', { value: { en: 'New' } }, { merchant: 0, courier: 0, transfer: [], sound: '' }],
    ['REF-13', 'order_step', { name: { en: 'New' } }, { type: 1, status: [] }],
    ['MERCH-22', 'merchant', { name: { en: 'New' } }, { status: 1, type: 1, delivery_mode: 1 }],
    ['MERCH-23', 'merchant', { name: { en: 'New' } }, { cooking_time: 20 }],
    ['MERCH-24', 'merchant', { name: { en: 'New' } }, { min_order_cost: '0.00', preliminary_indent_days: 0 }],
    ['MERCH-25', 'merchant', { name: { en: 'New' } }, { order: 1 }],
    ['MERCH-26', 'merchant', { name: { en: 'New' } }, { use_balance: 0, show_zero_balance: 0, separate_categories: 0 }],
    ['MERCH-18', 'merchant', { name: { en: 'New' } }, { currency: { symbol: '€', code: 'EUR', name: 'Euro', rate: 1.1 } }],
  ] as const)('%s: a new %s, of which only %j is said, begins with %j', async (_id, table, given, begins) => {
    const row = await saved(table, given)
    const [stored] = await read(table, [{ key: entities[table].key, prm: row[entities[table].key] }])
    expect(stored).toMatchObject(begins)
  })

  it('MERCH-27: a new merchant works from 10:00 to 22:00 on each of seven days', async () => {
    const { work_time: days } = await saved('merchant', { name: { en: 'New' } })
    expect(days).toHaveLength(7)
    const hours = { work: 1, periods: [{ start: '10:00', end: '22:00' }] }
    expect(days).toEqual([0, 1, 2, 3, 4, 5, 6].map((day) => expect.objectContaining({ day, ...hours }) as unknown))
  })

  it('MERCH-28: a new merchant gets a token of its own, a uuid', async () => {
    for (const name of ['One', 'Another']) await saved('merchant', { name: { en: name } })
    const rows = await server.database.asOwner<{ token: string }>(
      'select token::text from merchant order by merchant_id desc limit 2',
    )
    expect(new Set(rows.map(({ token }) => token)).size).toBe(2)
    for (const { token } of rows) expect(token).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  })
})

const option = (field: string) => ({ field, free: 0, enable: 1, show: 1, value: '', description: { en: 'What it is' } })
const named = { name: { en: 'Named' } }

describe('a value', () => {
  it.each([
    ['CAT-05', 'merchant_type', 'col', { type: { en: 'Named' } }, [1, 2], [0, 3]],
    ['CAT-06', 'merchant_type', 'alcohol_warning', { type: { en: 'Named' } }, [1, 2], [0, 3]],
    ['TAG-04', 'cuisine', 'show', named, [1, 2], [0, 3]],
    ['PAY-05', 'pay_type', 'admin', named, [1, 2], [0, 3]],
    ['PAY-05', 'pay_type', 'app', named, [1, 2], [0, 3]],
    ['PAY-05', 'pay_type', 'odd', named, [1, 2], [0, 3]],
    ['PAY-06', 'pay_type', 'online', named, [0, 1], [2, -1]],
    ['PAY-07', 'pay_type', 'pay_system_settings', named, [[{ secret: 'x' }]], [[{ a: 'x' }, { b: 'y' }], { secret: 'x' }, 'x']],
    ['TARIFF-05', 'tariff', 'most_value', named, [0, 1], [2, -1]],
    ['TARIFF-05', 'tariff', 'subscription', named, [0, 1], [2, -1]],
    ['TARIFF-07', 'tariff', 'option', named, [[option('allow_chat')]], [[{ field: 'allow_chat' }]]],
    [
      'TARIFF-08',
      'tariff',
      'option',
      named,
      [[option('allow_chat'), option('limit_user'), option('overlimit_order_price')]],
      [[option('chat')], [option('company')]],
    ],
    ['LANG-03', 'global_lang', 'dir', { name: 'Named', code: 'xx' }, ['ltr', 'rtl'], ['up', '']],
    ['LANG-04', 'global_lang', 'support', { name: 'Named', code: 'xx' }, [0, 1], [2, -1]],
  ] as const)('%s: %s.%s takes the values of the documents and no others', async (_id, table, field, row, good, bad) => {
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
  })

  it.each([
    ['PROMO-09', 'promocode', { code: 'NINE' }, 'merchant', 'merchantB'],
    ['REF-12', 'order_step', named, 'status', 'statusB'],
  ] as const)(
    '%s: of %s, beside %j, a %s of another company is refused, one of its own is taken',
    async (_id, table, row, field, foreign) => {
      const { world } = server
      const own = field === 'merchant' ? world.merchants[0] : world.statuses[2]
      const made = await saved(table, { ...row, [field]: [own] })
      expect(made[field]).toEqual([own])
      const answer = await ask('owner', 'saveData', table, { id: made[entities[table].key], row: { [field]: [world[foreign]] } })
      expect([answer.status, answer.code, answer['field']]).toEqual(['FAIL', 'bad_reference', field])
    },
  )

  it.each(['promocode', 'banner'] as const)('EDIT-13: date_create and date_update of %s cannot be written', async (table) => {
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

  it.each([
    ['AUDIT-04', 'audit', 'platform'],
    ['PAY-09', 'payment', 'platform'],
    ['PAY-09', 'payment', 'owner'],
  ] as const)('%s: rows of %s are changed and deleted by nobody, not even by %s', async (_id, table, who) => {
    const { world, database } = server
    if (table === 'payment') await insertRow(database, 'payment', { company: world.a, type: 1, amount: '5.00' })
    const { key } = entities[table]
    const [row = {}] = await read(table, [], who)
    const id = row[key]
    expect(id).toBeDefined()
    const change = table === 'audit' ? { user_login: 'somebody' } : { amount: '500.00' }
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
