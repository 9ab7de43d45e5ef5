import { type Call, calls, entities, type EntityName, weekdays } from '@tiffin/sdk/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertOrder, insertRow } from '#server/test/seed'
import { startTestServer, type TestServer } from '#server/test/test-server'

let server: TestServer
let owner: string
let platform: string
let company: number

beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signIn('owner')
  platform = await server.signIn('platform')
  company = server.world.a
  // before any call: sessions cache the options for a second
  await server.database.asOwner('update company set allow_promocode = 1, allow_banner = 1 where company_id = $1', [company])
})
afterAll(() => server.stop())

/** Calls like a client, and checks the response against the contract. */
async function ask(method: 'getData' | 'saveData' | 'deleteData', tables: unknown, options: object = {}) {
  const answer = await server.call('Reference', method, { tables }, { token: owner, company, ...options })
  if (answer.status === 'OK') (calls.Reference[method] as Call).output.parse(answer)
  return answer as typeof answer & { data: Record<string, { data: never; rows: never[]; status: string }>; feed: number }
}

describe('Reference', () => {
  it('REF-24 REF-25: serves the short lists to everyone who signs in, with icon and value of the order types', async () => {
    const lists = ['company_status', 'global_lang', 'order_mode', 'order_type']
    const { data } = await ask(
      'getData',
      lists.map((table) => ({ table })),
    )
    for (const table of lists) expect(((data[table]?.data ?? []) as unknown as object[]).length, table).toBeGreaterThan(1)
    const types = data['order_type']?.data as unknown as Record<string, unknown>[]
    const named = { icon: expect.any(String) as string, value: { en: expect.any(String) as string } }
    for (const order_type_id of [1, 2]) expect(types.find((type) => type['order_type_id'] === order_type_id)).toMatchObject(named)
    const options = await ask('getData', [{ table: 'tariff_option' }], { token: platform, company: 0 })
    expect(((options.data['tariff_option']?.data ?? []) as unknown as object[]).length).toBeGreaterThan(1)
  })

  it.each(['app_settings', 'global_settings'])('REF-23: a save of %s writes the row of its name, and no other', async (table) => {
    for (const name of ['greeting', 'farewell'])
      await server.database.asOwner(`insert into ${table} (name, value) values ($1, 'Hi') on conflict (name) do nothing`, [name])
    const asked = { token: platform, company: 0 }
    expect(await ask('saveData', [{ table, id: 'greeting', row: { value: 'Welcome' } }], asked)).toMatchObject({ status: 'OK' })
    const rows = await server.database.asOwner(
      `select name, value from ${table} where name in ('greeting', 'farewell') order by 1`,
    )
    expect(rows).toEqual([
      { name: 'farewell', value: 'Hi' },
      { name: 'greeting', value: 'Welcome' },
    ])
  })

  it('API-14 API-15 API-16 API-20 API-21: creates, reads and deletes a row over the wire', async () => {
    const saved = await ask('saveData', [{ table: 'cuisine', id: 0, row: { name: { en: 'Vegan' } } }])
    expect(saved).toMatchObject({ status: 'OK', data: { cuisine: { status: 'OK', data: { cuisine_id: 1 } } } })
    const [made] = await server.database.asOwner('select max(change_id)::int as change from change')
    expect(saved).toMatchObject(made ?? {})
    const query = [{ table: 'cuisine', search: [{ key: 'cuisine_id', prm: 1 }], statistic: ['order'] }]
    const found = await ask('getData', query)
    expect(found).toMatchObject({
      server_time: expect.any(Number) as number,
      data: { cuisine: { data: [{ name: { en: 'Vegan' } }], count: 1, statistic: { order: '1' } } },
      feed: saved.feed,
    })
    expect(await ask('deleteData', [{ table: 'cuisine', id: 1, row: {} }])).toMatchObject({
      status: 'OK',
      data: { status: 'OK' },
    })
    expect(await ask('getData', query)).toMatchObject({ data: { cuisine: { data: [], count: 0 } }, feed: saved.feed + 1 })
  })

  it('API-16 API-21: answers a refusal with the place and the reason', async () => {
    const refused = await ask('saveData', [{ table: 'cuisine', row: { name: 7 } }])
    expect(refused).toMatchObject({ http: 200, status: 'FAIL', code: 'invalid_value', table: 'cuisine', row: 0, field: 'name' })
    expect(refused.data).toMatchObject({ status: 'FAIL', cuisine: { status: 'FAIL' } })
    const used = await ask('deleteData', [{ table: 'user', id: 99_999 }])
    expect(used).toMatchObject({ http: 200, status: 'FAIL', code: 'not_found', data: { status: 'FAIL' } })
  })

  describe('refusals in the words of the editor', () => {
    const band = (from_km: number, to_km: number) => ({ from_km, to_km, price: 1, per_km: 0 })
    const day = (date: number) => `2027-01-0${date}`
    const made = (table: EntityName, values: object = {}) => insertRow(server.database, table, { company, ...values })
    const pluginsAlone = () => ({ access: [{ user: server.world.operatorA, access: [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2] }] })
    let lands = 90
    const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
    const period = (start: number, end: number) => ({ start: clock(start), end: clock(end) })
    const hours = (periods: object[]) =>
      weekdays.map((name, day) => ({ name, day, work: 1, periods: day === 1 ? periods : [period(10, 22)] }))
    const twice = () => ({ access: [0, 2].map((level) => ({ user: server.world.operatorA, access: [0, level] })) })
    const of = {
      country: async () =>
        insertRow(server.database, 'country', {
          country_id: (lands += 1),
          alpha2: `${lands}`,
          phone_mask: '+99 ###',
          phone_len: 5,
        }),
      merchant: async () => made('merchant'),
      promocode: async () => made('promocode', { date_start: day(3), date_finish: day(5), discount: 50 }),
      banner: async () => made('banner', { date_start: day(3), date_finish: day(5) }),
      tariff: async () => insertRow(server.database, 'tariff', {}),
      order_step: async () => made('order_step'),
      order_status: async () => made('order_status'),
      admin: async () => {
        const admin = await insertRow(server.database, 'admin', {})
        await made('membership', { admin })
        return admin
      },
    }
    const reversed = 'A band ends before it starts'
    const apart = 'Bands leave a gap between %1 and %2 km'
    const overlap = 'Bands overlap between %1 and %2 km'
    const doubled = 'Duplicate option: %1'
    const digits = 'Must match the number of digits in the phone mask: %1'
    const option = (field: string) => ({ field, free: 0, enable: 1, show: 1, value: '', description: {} })
    const early = "The end can't be before the start"
    type Given = Record<string, unknown> | ((id: number) => object)
    const cases: [table: keyof typeof of, row: Given, field: string, error: string, params?: (number | string)[]][] = [
      ['merchant', { delivery: [band(3, 3)] }, 'delivery', reversed],
      ['merchant', { delivery: [band(0, 3), band(4, 6)] }, 'delivery', apart, [3, 4]],
      ['merchant', { delivery: [band(2, 6), band(0, 3)] }, 'delivery', overlap, [2, 3]],
      ['merchant', { work_time: hours([]) }, 'work_time', 'Add store hours for %1', ['Monday']],
      ['merchant', { work_time: hours([period(9, 13), period(12, 15)]) }, 'work_time', 'Store hours overlap: %1', ['Monday']],
      ['merchant', { work_time: hours([period(20, 23), period(18, 2)]) }, 'work_time', 'Store hours overlap: %1', ['Monday']],
      ['merchant', twice, 'access', 'Duplicate staff member'],
      ['merchant', pluginsAlone, 'access', "Plugins access alone doesn't give access to the merchant"],
      ['promocode', { date_start: day(6) }, 'date_finish', early],
      ['promocode', { date_finish: day(2) }, 'date_finish', early],
      ['promocode', { discount_type: 2, discount: 101 }, 'discount', 'Must be %1 or less', [100]],
      ['banner', { date_start: day(7), date_finish: day(6) }, 'date_finish', early],
      ['order_status', (id) => ({ transfer: [id] }), 'transfer', "A status can't lead to itself"],
      ['country', { phone_mask: '+99 ####' }, 'phone_len', digits, [6]],
      ['country', { phone_len: 3 }, 'phone_len', digits, [5]],
      ['tariff', { option: ['limit_user', 'allow_chat', 'limit_user'].map(option) }, 'option', doubled, ['limit_user']],
      ['order_step', () => ({ status: [2, 3, 2].map((at) => server.world.statuses[at]) }), 'status', 'Duplicate status'],
      ['admin', { login: 'renamed' }, 'login', 'Changing the login requires a new password'],
    ]
    it.each(cases)(
      'REF-06 REF-12 REF-21 GATE-03 GATE-04: %s with %j, alone, among others, and for many rows',
      async (table, given, field, error, params = []) => {
        const asker = entities[table].scope === 'global' ? { token: platform } : {}
        const id = await of[table]()
        const item = { table, id, row: typeof given === 'function' ? given(id) : given }
        const other = { table: 'cuisine', row: { name: { en: 'Not made' } } }
        const bulk = { ...item, id: await of[table]() }
        for (const [rows, row] of [
          [[item], 0],
          [[other, item], 1],
          [[item, bulk], 0],
        ] as const)
          expect(await ask('saveData', rows, asker)).toMatchObject({ code: 'invalid_value', table, row, field, error, params })
        const { key } = entities[table]
        const read = [
          { table, search: [{ key, prm: id }] },
          { table: 'cuisine', search: [{ text: 'Not made' }] },
        ]
        expect(await ask('getData', read, asker)).toMatchObject({
          data: { [table]: { data: [{ revision: 1 }] }, cuisine: { data: [] } },
        })
      },
    )

    it('MERCH-19: opening hours may end on the next day, be adjacent, and be absent on a closed day', async () => {
      const id = await made('merchant')
      const days = hours([period(18, 2), period(2, 4), period(10, 18)])
      const work_time = days.map((day) => (day.day === 0 ? { ...day, work: 0, periods: [] } : day))
      expect(await ask('saveData', [{ table: 'merchant', id, row: { work_time } }])).toMatchObject({ status: 'OK' })
    })

    it.each(['promocode', 'banner'] as const)('EDIT-14: refuses a new %s that ends before it starts today', async (table) => {
      const row = { ...(table === 'promocode' ? { code: 'LATE' } : {}), date_finish: '2020-01-01' }
      expect(await ask('saveData', [{ table, row }])).toMatchObject({
        code: 'invalid_value',
        field: 'date_finish',
        error: early,
      })
    })

    it('allows other changes to a record that was already invalid, and correcting it', async () => {
      const id = await made('merchant', { delivery: [band(0, 3), band(4, 6)] })
      const save = (row: object) => ask('saveData', [{ table: 'merchant', id, row }])
      expect(await save({ cooking_time: 9 })).toMatchObject({ status: 'OK' })
      expect(await save({ delivery: [band(0, 4), band(4, 6)] })).toMatchObject({ status: 'OK' })
    })

    it.each(['merchant', 'courier', 'company'] as const)(
      'EDIT-18 EDIT-22: the contact of a %s has a phone in digits and an email, or none; existing values may stay',
      async (table) => {
        await server.database.asOwner('update company set allow_courier_app = 1 where company_id = $1', [company])
        const old = { contact_phone: 'ask Ann', contact_email: 'ann at home', contact_other: '' }
        const id = table === 'company' ? company : await made(table, { contact: old })
        if (table === 'company') await server.database.asOwner('update company set contact = $1 where company_id = $2', [old, id])
        const save = async (contact: object) => {
          const answer = await ask('saveData', [{ table, id, row: { contact } }])
          return (answer.data[table]?.data as { contact: object } | undefined)?.contact ?? answer
        }
        expect(await save({ ...old, contact_other: 'Bell' })).toEqual({ ...old, contact_other: 'Bell' })
        const error = { code: 'invalid_value', field: 'contact' }
        expect(await save({ ...old, contact_phone: 'Ann' })).toMatchObject({ ...error, error: 'Enter a valid phone number' })
        const email = 'Enter an email address, such as name@example.com'
        expect(await save({ ...old, contact_phone: '', contact_email: 'ann' })).toMatchObject({ ...error, error: email })
        const typed = { contact_phone: '+49 (30) ١٢٣', contact_email: 'ann@example.com' }
        expect(await save(typed)).toEqual({ ...typed, contact_phone: '4930123' })
        expect(await save({ contact_phone: ' ', contact_email: '' })).toEqual({ contact_phone: '', contact_email: '' })
      },
    )

    it('API-21: does not delete a row in use, alone or among others', async () => {
      const [used, free] = [await made('merchant_type'), await made('merchant_type')]
      await made('merchant', { type: used })
      const rows = [free, used].map((id) => ({ table: 'merchant_type', id }))
      for (const [ids, row] of [
        [rows.slice(1), 0],
        [rows, 1],
      ] as const)
        expect(await ask('deleteData', ids)).toMatchObject({ code: 'in_use', table: 'merchant_type', row })
      expect(await ask('deleteData', rows.slice(0, 1))).toMatchObject({ status: 'OK' })
    })

    it("API-21 LIST-03: names every row that can't be deleted with its reason, and deletes none", async () => {
      const [gone, used, free, alsoUsed] = [
        99_998,
        await made('merchant_type'),
        await made('merchant_type'),
        await made('merchant_type'),
      ]
      for (const type of [used, alsoUsed]) await made('merchant', { type })
      const ids = [gone, used, free, alsoUsed]
      const answer = await ask(
        'deleteData',
        ids.map((id) => ({ table: 'merchant_type', id })),
      )
      const inUse = (row: number) => ({
        row,
        code: 'in_use',
        error: 'Record is in use',
        because: { uses: [{ table: 'merchant' }] },
      })
      expect(answer).toMatchObject({
        status: 'FAIL',
        code: 'not_found',
        row: 0,
        refused: [{ row: 0, code: 'not_found' }, inUse(1), inUse(3)],
      })
      const left = { table: 'merchant_type', search: [{ key: 'merchant_type_id', op: 'in', prm: ids }] }
      expect(await ask('getData', [left])).toMatchObject({ data: { merchant_type: { count: 3 } } })
    })

    it('API-18: names every row that someone else has changed, with the current row for the first', async () => {
      const ids = [await made('cuisine'), await made('cuisine'), await made('cuisine')]
      const save = (rows: object[]) => ask('saveData', rows)
      const row = (id: number, revision: number, en: string) => ({ table: 'cuisine', id, row: { name: { en }, revision } })
      await save([row(ids[0] ?? 0, 1, 'Theirs'), row(ids[2] ?? 0, 1, 'Theirs')])
      const answer = await save(ids.map((id) => row(id, 1, 'Mine')))
      expect(answer).toMatchObject({
        code: 'conflict',
        current: { name: { en: 'Theirs' } },
        refused: [
          { row: 0, code: 'conflict' },
          { row: 2, code: 'conflict' },
        ],
      })
      expect((answer as unknown as { refused: object[] }).refused.filter((entry) => 'current' in entry)).toEqual([])
    })
  })

  describe.each([
    ['subscribe_period', 'default'],
    ['tariff', 'most_value'],
  ] as const)('of all rows of %s exactly one is %s', (table, flag) => {
    const { key } = entities[table]
    const mark = async (...rows: { id?: number | undefined; [flag]?: number }[]) => {
      const tables = rows.map(({ id, ...row }) => ({ table, id, row: { ...(id ? {} : { name: { en: 'New' } }), ...row } }))
      const answer = await ask('saveData', tables, { token: platform, company: 0 })
      expect(answer).toMatchObject({ status: 'OK' })
      return (answer.data[table]?.rows as { data: Record<string, number> }[] | undefined)?.map(({ data }) => data) ?? []
    }
    const chosen = async (): Promise<number[]> => {
      const found = await server.database.asOwner<{ id: number }>(`select "${key}" as id from "${table}" where "${flag}" = 1`)
      return found.map(({ id }) => id)
    }
    const made = () => insertRow(server.database, table, {})

    it('moves the flag from the row that had it, in one change that is undone as one', async () => {
      const [first, second] = [await made(), await made()]
      await mark({ id: first, [flag]: 1 })
      await mark({ id: second, [flag]: 1 })
      expect(await chosen()).toEqual([second])
      const [change] = await server.database.asOwner<{ id: number; rows: number[] }>(
        `select change_id as id, array_agg(row_key::int order by row_key::int) as rows from audit_row where table_name = $1
         group by 1 order by 1 desc limit 1`,
        [table],
      )
      expect(change?.rows).toEqual([first, second])
      const undone = await server.call('Audit', 'undo', { change: change?.id }, { token: platform, company: 0 })
      expect(undone).toMatchObject({ status: 'OK' })
      expect(await chosen()).toEqual([first])
      await mark({ id: first, [flag]: 0 })
      expect(await chosen()).toEqual([])
    })

    it('gives it to a new row too, and to the last of several in one save', async () => {
      const [had, other] = [await made(), await made()]
      await mark({ id: had, [flag]: 1 })
      const [kept, fresh] = await mark({ id: had }, { [flag]: 1 })
      expect([kept?.[flag], fresh?.[flag]]).toEqual([0, 1])
      expect(await chosen()).toEqual([fresh?.[key]])
      const both = await mark({ id: had, [flag]: 1 }, { id: other, [flag]: 1 })
      expect(both.map((row) => row[flag])).toEqual([0, 1])
      expect(await chosen()).toEqual([other])
    })

    it('gives it to the later of two simultaneous saves', async () => {
      const ids = await Promise.all([made(), made(), made(), made()])
      await Promise.all(ids.map((id) => mark({ id, [flag]: 1 })))
      expect(await chosen()).toHaveLength(1)
    })
  })

  it('API-11: a read sorts texts by the language of its call, else by English', async () => {
    const names = [
      { en: 'Apple', ru: 'Я', ar: 'ب' },
      { en: 'Bread', ru: 'А', ar: 'أ' },
    ]
    for (const name of names) await insertRow(server.database, 'cuisine', { company, name })
    const sorted = async (options: object) => {
      const tables = [{ table: 'cuisine', order: [{ field: 'name' }], include: ['name'] }]
      const { data } = await ask('getData', tables, options)
      const found = data['cuisine']?.data as unknown as { name: { en: string } }[]
      return found.map(({ name }) => name.en).filter((name) => names.some(({ en }) => en === name))
    }
    expect(await sorted({})).toEqual(['Apple', 'Bread'])
    for (const lang of ['ru', 'ar']) expect(await sorted({ lang })).toEqual(['Bread', 'Apple'])
  })

  it.each(['ru', 'ar'])('API-15: a save applies to the language of its call: %s', async (lang) => {
    const { merchants, userA } = server.world
    const row = { merchant: merchants[0], user: userA, type: 2 }
    const answer = await server.call(
      'Reference',
      'saveData',
      { tables: [{ table: 'order', row }] },
      { token: owner, company, lang },
    )
    expect(answer).toMatchObject({ status: 'OK', data: { order: { status: 'OK', data: { lang } } } })
  })

  it('ORDER-08: an order is either paid, 1, or unpaid, 0', async () => {
    const order = await insertOrder(server.database, server.world)
    const save = (paid: unknown) => ask('saveData', [{ table: 'order', id: order, row: { paid } }])
    for (const paid of [1, 0]) expect(await save(paid)).toMatchObject({ data: { order: { data: { paid } } } })
    for (const paid of [2, -1, '1', true]) expect(await save(paid)).toMatchObject({ code: 'invalid_value', field: 'paid' })
    expect(await save(null)).toMatchObject({ code: 'required', field: 'paid' })
  })

  it('a save sent twice with its key runs once', async () => {
    const row = [{ table: 'cuisine', row: { name: { en: 'Twice' } } }]
    const both = await Promise.all([ask('saveData', row, { key: 'same-key' }), ask('saveData', row, { key: 'same-key' })])
    expect(both[0].data).toEqual(both[1].data)
    expect(await ask('saveData', [{ table: 'cuisine', row: { name: { en: 'Other' } } }], { key: 'same-key' })).toMatchObject({
      code: 'idempotency_mismatch',
    })
  })

  it.each<[what: string, data: object, code?: string]>([
    ['nothing', {}],
    ['no list', { tables: 'order' }],
    ['an empty list', { tables: [] }],
    ['too many tables', { tables: Array.from({ length: 21 }, () => ({ table: 'role' })) }],
    [
      'too long a list of values',
      { tables: [{ table: 'order', search: [{ key: 'order_id', prm: Array.from({ length: 1001 }, (_, n) => n) }] }] },
    ],
    [
      'an unknown operator',
      { tables: [{ table: 'order', search: [{ key: 'order_id', op: 'or 1=1', prm: 1 }] }] },
      'unknown_operator',
    ],
    ['a limit below 0', { tables: [{ table: 'order', limit: [-1, 5] }] }],
    ['an unknown direction', { tables: [{ table: 'order', order: [{ field: 'order_id', dir: 'desc; drop table "order"' }] }] }],
  ])('API-10 API-12: refuses %s instead of failing', async (_name, data, code = 'invalid_value') => {
    expect(await server.call('Reference', 'getData', data, { token: owner, company })).toMatchObject({
      http: 200,
      status: 'FAIL',
      code,
    })
  })
})
