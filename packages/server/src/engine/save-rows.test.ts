import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { entities, type Entity } from '@tiffin/sdk/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertOrder, insertRow } from '../test/seed.ts'
import { storedPaySettings } from '../test/stored-pay-settings.ts'
import { createTestEngine, type TestEngine } from '../test/test-engine.ts'
import { verifyPassword } from '#domains/people/password'
import { isStorable } from './search-value.ts'

let engine: TestEngine
let test: TestEngine['test']
let world: TestEngine['world']
let actors: TestEngine['actors']
let published: number[]
let save: TestEngine['save']
let saveOne: TestEngine['saveOne']
let remove: TestEngine['remove']
let read: TestEngine['read']
let readOne: TestEngine['readOne']

beforeAll(async () => {
  engine = await createTestEngine()
  ;({ test, world, actors, published, save, saveOne, remove, read, readOne } = engine)
})
afterAll(() => test.drop())
beforeEach(() => published.splice(0))

const order = (more: Record<string, unknown> = {}) => ({
  merchant: world.merchants[0],
  user: world.userA,
  cart: [{ id: 1, name: 'Pizza', qty: 2, price: '7.50' }],
  ...more,
})

let lastSystem = 100
/** A payment system with settings of these names. */
const paySystem = (...names: string[]): Promise<number> =>
  insertRow(test, 'pay_system', {
    pay_system_id: (lastSystem += 1),
    name: 'Till',
    field: Object.fromEntries(names.map((name) => [name, name])),
  })

describe('a save', () => {
  it('API-15 API-16 API-22: creates and changes rows of several tables and answers by table, in request order', async () => {
    const { value } = await save(actors.ownerA, [
      { table: 'cuisine', row: { name: { en: 'Vegan' } } },
      { table: 'user', row: { phone: '+49 (30) 555-11', name: 'Zoe' } },
      { table: 'cuisine', row: { name: { en: 'Hot' }, comment: { en: 'Spicy' } } },
      { table: 'merchant', id: world.merchants[2], row: { cooking_time: 35 } },
    ])
    expect(value['cuisine']?.rows.map(({ data }) => data['name'])).toEqual([{ en: 'Vegan' }, { en: 'Hot' }])
    expect(value['cuisine']).toMatchObject({
      status: 'OK',
      data: { order: 1, company: world.a },
      rows: [{}, { data: { order: 2 } }],
    })
    expect(value['user']?.data).toMatchObject({ phone: '493055511' })
    expect(value['merchant']?.data).toMatchObject({ merchant_id: world.merchants[2], cooking_time: 35, revision: 2 })
    expect(published).toHaveLength(1)
  })

  it('API-15: writes all rows or none', async () => {
    const [before] = await test.asOwner<{ n: number }>('select count(*)::int as n from change')
    await expect(
      save(actors.ownerA, [
        { table: 'cuisine', row: { name: { en: 'Lost' } } },
        { table: 'user', id: world.userA, row: { name: 'Lost' } },
        { table: 'promocode', row: { code: 'X', merchant: [world.merchantB] } },
      ]),
    ).rejects.toMatchObject({ code: 'option_required', table: 'promocode', row: 2 })
    expect(await read(actors.ownerA, { table: 'cuisine', search: [{ text: 'Lost' }] })).toEqual([])
    expect(await readOne(actors.ownerA, 'user', 'user_id', world.userA)).toMatchObject({ name: 'Anna' })
    expect((await test.asOwner<{ n: number }>('select count(*)::int as n from change'))[0]).toEqual(before)
    expect(published).toEqual([])
  })

  it('API-15 PERM-23: takes no locks and does not wait for any if company state refuses it', async () => {
    const holder = await engine.db.pool.connect()
    await holder.query(`begin; select set_config('tiffin.company', '${world.a}', true)`)
    await holder.query('select from "user" where user_id = $1 for update', [world.userA])
    const rows = [
      { table: 'user', id: world.userA, row: { name: 'Lost' } },
      { table: 'promocode', row: { code: 'X' } },
    ]
    const refused = save(actors.ownerA, rows).catch(({ code }: { code: string }) => code)
    const released = setTimeout(2000)
      .then(() => holder.query('rollback'))
      .finally(() => holder.release())
    expect(await Promise.race([refused, released])).toBe('option_required')
    await released
  })

  it.each([
    ['their values', { name: { en: 'x' }, show: 7 }],
    ['what they lack', {}],
  ])('API-16: names each of several new rows refused for %s', async (_name, bad) => {
    const rows = [bad, { name: { en: 'Good' } }, bad].map((row) => ({ table: 'cuisine', row }))
    await expect(save(actors.ownerA, rows)).rejects.toMatchObject({ row: 0, refused: [{ row: 0 }, { row: 2 }] })
  })

  it('API-16: names each of several rows that break a rule between fields', async () => {
    const rows = ['LATE', 'LATER'].map((code) => ({
      table: 'promocode',
      row: { code, date_start: '2026-11-30', date_finish: '2026-11-01' },
    }))
    await test.asOwner('update company set allow_promocode = 1 where company_id = $1', [world.b])
    await expect(save(actors.ownerB, rows)).rejects.toMatchObject({ row: 0, refused: [{ row: 0 }, { row: 1 }] })
  })

  it.each([
    ['order_status', { transfer: [999_999] }, 'bad_reference', 'transfer'],
    ['merchant', { address: { city: 999_999 } }, 'bad_reference', 'address'],
    ['cuisine', { img: `${'0'.repeat(64)}.webp` }, 'invalid_value', 'img'],
  ])(
    'API-16 MERCH-16: names each of several rows of %s with a missing reference, with its field',
    async (table, bad, code, field) => {
      const named = table === 'order_status' ? { value: { en: 'Named' } } : { name: { en: 'Named' } }
      const rows = [bad, {}, bad].map((more) => ({ table, row: { ...named, ...more } }))
      const refused = [0, 2].map((row) => ({ code, row, field }))
      await expect(save(actors.ownerA, rows)).rejects.toMatchObject({ code, row: 0, field, refused })
    },
  )

  it('API-15: never changes fields that were not sent', async () => {
    const entity: Entity = entities.merchant
    const values: Record<string, fc.Arbitrary<unknown>> = {
      // A name of spaces is refused.
      name: fc.record({
        en: fc
          .string({ maxLength: 20 })
          .filter(isStorable)
          .map((text) => `N${text}`),
      }),
      cooking_time: fc.integer({ min: 0, max: 600 }),
      cutlery: fc.constantFrom(0, 1),
      min_order_cost: fc.integer({ min: 0, max: 99_999 }).map((cents) => (cents / 100).toFixed(2)),
      min_stock_balance: fc.option(fc.integer({ min: 0, max: 50 })),
      delivery: fc
        .array(fc.record({ price: fc.nat(20), per_km: fc.nat(3) }), { maxLength: 3 })
        .map((bands) => bands.map((band, km) => ({ from_km: km, to_km: km + 1, ...band }))),
      contact: fc.record({ contact_name: fc.string({ maxLength: 10 }).filter(isStorable) }),
      type: fc.constantFrom(null, 1),
    }
    await fc.assert(
      fc.asyncProperty(fc.subarray(Object.keys(values)), fc.record(values), async (names, all) => {
        const key = world.merchants[2]
        const before = await readOne(actors.ownerA, 'merchant', 'merchant_id', key)
        const sent = Object.fromEntries(names.map((name) => [name, all[name as keyof typeof all]]))
        await saveOne(actors.ownerA, 'merchant', sent, key)
        const after = await readOne(actors.ownerA, 'merchant', 'merchant_id', key)
        for (const name of Object.keys(entity.fields)) {
          if (name === 'revision' || entity.fields[name]?.kind === 'secret') continue
          if (!(name in sent)) expect(after[name]).toEqual(before[name])
        }
        expect(after).toMatchObject(JSON.parse(JSON.stringify(sent)) as object)
      }),
      { numRuns: 25 },
    )
  })

  it('API-15 API-14: returns the same bytes as a read and the history', async () => {
    const saved = await saveOne(
      actors.ownerA,
      'order',
      order({
        pay_type: world.payType,
        time_finish: '2026-11-21T20:00:00+02:00',
        overruled: ['too_early'],
        tips_percent: 12.5,
        comment: 'é€"\\',
      }),
    )
    const [row] = await read(actors.ownerA, { table: 'order', search: [{ key: 'order_id', prm: saved['order_id'] as number }] })
    expect(JSON.stringify(row)).toBe(JSON.stringify(saved))
    const [history] = await test.asOwner<{ after: Record<string, unknown> }>(
      `select after from audit_row where table_name = 'order' and row_key = $1`,
      [String(saved['order_id'])],
    )
    const sorted = (value: Record<string, unknown>) =>
      JSON.stringify(Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b)))
    expect(sorted(history?.after ?? {})).toBe(sorted(saved))
    expect(saved).toMatchObject({ time_finish: '2026-11-21T18:00:00.000Z', tips: '1.88', fee: '1.50' })
  })
})

describe('wrong input', () => {
  const cases: [string, string, Record<string, unknown>, number | string | undefined, object][] = [
    ['a missing field', 'cuisine', {}, undefined, { code: 'required', field: 'name', row: 0 }],
    ['an emptied field', 'merchant', { name: { en: '' } }, 1, { code: 'required', field: 'name' }],
    ['a name of blanks', 'merchant', { name: { en: '  ' } }, 1, { code: 'required', field: 'name' }],
    ['a code of blanks', 'promocode', { code: ' \u00a0' }, undefined, { code: 'required', field: 'code' }],
    ['an unknown field', 'cuisine', { name: { en: 'x' }, nope: 1 }, undefined, { code: 'unknown_field', field: 'nope' }],
    ['an inherited name', 'cuisine', { name: { en: 'x' }, constructor: 1 }, undefined, { code: 'unknown_field' }],
    ['a wrong type', 'cuisine', { name: 'x' }, undefined, { code: 'invalid_value', field: 'name' }],
    ['a wrong choice', 'cuisine', { name: { en: 'x' }, show: 7 }, undefined, { code: 'invalid_value', field: 'show' }],
    ['a text with NUL', 'user', { name: 'a\u0000' }, undefined, { code: 'invalid_value', field: 'name' }],
    ['half a surrogate pair in a list', 'merchant', { name: { en: '\udc00' } }, 1, { code: 'invalid_value' }],
    ['a cart too large for boards', 'order', { cart: Array.from({ length: 14 }, (_, id) => ({ id, qty: 1, description: 'x'.repeat(5000) })) }, 'ORDER', { code: 'invalid_value', field: 'cart', message: 'Enter at most 250 items, 64 kB in total' }],
    ['a moment outside our era', 'order', { time_finish: '0000-01-01T00:00:00Z' }, 'ORDER', { code: 'invalid_value' }],
    ['a moment that is one only in its own zone', 'order', { time_finish: '9999-12-31T23:59:59-14:00' }, 'ORDER', { code: 'invalid_value' }],
    ['a moment before our era elsewhere', 'order', { time_finish: '0001-01-01T00:00:00+14:00' }, 'ORDER', { code: 'invalid_value' }],
    ['a moment in a zone that does not exist', 'order', { time_finish: '2026-11-20T10:00:00+16:00' }, 'ORDER', { code: 'invalid_value' }],
    ['a read-only field', 'user', { platform: 'x' }, 1, { code: 'forbidden', field: 'platform' }],
    ['a secret that only the server sets', 'user', { token: 'x' }, 1, { code: 'unknown_field', field: 'token' }],
    ['what only the platform may', 'company', { balance: '100.00' }, 'A', { code: 'forbidden', field: 'balance' }],
    ['another company', 'cuisine', { name: { en: 'x' }, company: 2 }, undefined, { code: 'foreign_company', field: 'company' }],
    ['a company that does not exist', 'cuisine', { name: { en: 'x' }, company: 9999 }, undefined, { code: 'foreign_company' }],
    ['a key of a wrong type', 'cuisine', {}, 'one', { code: 'invalid_value', field: 'cuisine_id' }],
    ['two keys', 'cuisine', { cuisine_id: 2 }, 1, { code: 'invalid_value', field: 'cuisine_id' }],
    ['a row that does not exist', 'cuisine', { show: 2 }, 99_999, { code: 'not_found' }],
    ['a number too large', 'merchant', { cooking_time: 1e12 }, 1, { code: 'invalid_value', field: 'cooking_time' }],
    ['a weak password', 'admin', { login: 'new', password: 'abc' }, undefined, { code: 'weak_password', field: 'password' }],
    ['a view', 'owner', {}, undefined, { code: 'forbidden' }],
    ['an unknown table', 'session', {}, undefined, { code: 'unknown_table' }],
    ['Plugins alone', 'merchant', { access: [{ user: 3, access: [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2] }] }, 1, { code: 'invalid_value', field: 'access' }],
  ] // prettier-ignore
  it.each(cases)('API-16: refuses %s and writes nothing', async (_name, table, row, id, error) => {
    const key = id === 'A' ? world.a : id === 'ORDER' ? await insertOrder(test, world) : id
    await expect(saveOne(actors.ownerA, table, row, key)).rejects.toMatchObject({ table, ...error })
    expect(published).toEqual([])
  })

  it('treats a reference to another company’s row like one to a missing row', async () => {
    const refusals: unknown[] = []
    for (const merchant of [world.merchantB, 99_999]) {
      await test.asOwner('update company set allow_promocode = 1 where company_id = $1', [world.a])
      refusals.push(await saveOne(actors.ownerA, 'promocode', { code: `M${merchant}`, merchant: [merchant] }).catch(shape))
    }
    for (const user of [world.userB, 99_999]) refusals.push(await saveOne(actors.ownerA, 'order', order({ user })).catch(shape))
    expect(refusals).toEqual([
      { code: 'bad_reference', field: 'merchant' }, { code: 'bad_reference', field: 'merchant' },
      { code: 'bad_reference', field: 'user' }, { code: 'bad_reference', field: 'user' },
    ]) // prettier-ignore
  })
  const shape = ({ code, field }: { code: string; field?: string }) => ({ code, field })

  it('PERM-21: gives access to a merchant only to people of the company', async () => {
    for (const user of [world.ownerB, 99_999]) {
      const opened = saveOne(actors.ownerA, 'merchant', { access: [{ user, access: [0, 2] }] }, world.merchants[2])
      await expect(opened).rejects.toMatchObject({ code: 'bad_reference', field: 'access' })
    }
  })

  it('treats another company’s row like a missing one', async () => {
    const answers = []
    for (const id of [world.userB, 99_999])
      answers.push(await saveOne(actors.ownerA, 'user', { name: 'Mine' }, id).catch((error: unknown) => Object.assign({}, error)))
    for (const id of [world.userB, 99_999])
      answers.push(await remove(actors.ownerA, 'user', id).catch((error: unknown) => Object.assign({}, error)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ code: 'not_found', table: 'user' })
    expect(await readOne(actors.ownerB, 'user', 'user_id', world.userB)).toMatchObject({ name: 'Boris' })
  })

  it('refuses a value that must be unique as duplicate', async () => {
    await test.asOwner('update company set allow_promocode = 1 where company_id = $1', [world.a])
    await saveOne(actors.ownerA, 'promocode', { code: 'ONCE' })
    await expect(saveOne(actors.ownerA, 'promocode', { code: 'ONCE' })).rejects.toMatchObject({
      code: 'duplicate',
      table: 'promocode',
      field: 'code',
      row: 0,
    })
  })

  it('refuses a login that differs from another only in case, because it would lock the other out', async () => {
    const twin = { login: 'PlatForm', password: 'Quite-New-Pass-42' }
    await expect(saveOne(actors.ownerB, 'admin', twin)).rejects.toMatchObject({
      code: 'duplicate',
      table: 'admin',
      field: 'login',
    })
  })
})

describe('phone number', () => {
  it.each(['852 6123 4567', '+84 91 234 5678', '8 915 123-45-67'])(
    'EDIT-22 API-12: %s keeps its digits, whatever it begins with, and is found as typed',
    async (phone) => {
      const user = await saveOne(actors.ownerA, 'user', { name: 'Far away', phone })
      expect(user['phone']).toBe(phone.replaceAll(/\D/g, ''))
      for (const search of [{ key: 'phone', prm: phone }, { text: phone }]) {
        const found = await read(actors.ownerA, { table: 'user', include: ['user_id'], search: [search] })
        expect(found).toContainEqual({ user_id: user['user_id'] })
      }
    },
  )

  it('EDIT-23 API-12: stored with 7 is found by 8', async () => {
    const user = await saveOne(actors.ownerA, 'user', { name: 'Vera', phone: '79031112233' })
    for (const phone of ['abc', '1'.repeat(21)])
      await expect(saveOne(actors.ownerA, 'user', { phone }, user['user_id'] as number)).rejects.toMatchObject({
        code: 'invalid_value',
        field: 'phone',
      })
    for (const search of [{ key: 'phone', prm: '8 903 111-22-33' }, { text: '8 903 111-22-33' }]) {
      const found = await read(actors.ownerA, { table: 'user', include: ['user_id'], search: [search] })
      expect(found).toEqual([{ user_id: user['user_id'] }])
    }
  })
})

describe('stale edits', () => {
  let phone = 4910
  const fresh = () => saveOne(actors.ownerA, 'user', { name: 'Nora', comment: 'old', phone: String((phone += 1)) })

  it('refuses only if one of the sent fields has changed since, and returns the current row', async () => {
    const user = await fresh()
    const id = user['user_id'] as number
    await saveOne(actors.ownerA, 'user', { comment: 'theirs' }, id)
    await expect(saveOne(actors.operatorA, 'user', { name: 'Mine', revision: 1 }, id)).resolves.toMatchObject({
      name: 'Mine',
      comment: 'theirs',
      revision: 3,
    })
    await expect(saveOne(actors.operatorA, 'user', { comment: 'mine', revision: 1 }, id)).rejects.toMatchObject({
      code: 'conflict', table: 'user', row: 0, field: 'comment', current: { comment: 'theirs', revision: 3 },
      because: { fields: ['comment'] },
    }) // prettier-ignore
    await expect(saveOne(actors.operatorA, 'user', { comment: 'mine', revision: 3 }, id)).resolves.toMatchObject({ revision: 4 })
  })

  it('treats changes up to the sent revision as seen', async () => {
    const id = (await fresh())['user_id'] as number
    await saveOne(actors.ownerA, 'user', { name: 'Theirs' }, id)
    await saveOne(actors.ownerA, 'user', { comment: 'theirs' }, id)
    await expect(saveOne(actors.operatorA, 'user', { name: 'Mine', revision: 2 }, id)).resolves.toMatchObject({ revision: 4 })
  })

  it('the current row in a conflict has no fields hidden from the user', async () => {
    const id = (await fresh())['user_id'] as number
    await test.asOwner(`update "user" set code_value = '4711' where user_id = $1`, [id])
    await saveOne(actors.ownerA, 'user', { name: 'Theirs' }, id)
    const error: unknown = await saveOne(actors.operatorA, 'user', { name: 'Mine', revision: 1 }, id).catch(
      (caught: unknown) => caught,
    )
    expect(JSON.stringify(error)).not.toContain('4711')
  })

  it('refuses a revision from the future', async () => {
    const id = (await fresh())['user_id'] as number
    const save = (row: object) => saveOne(actors.ownerA, 'user', { ...row, revision: 2 }, id)
    await expect(save({ comment: 'mine' })).rejects.toMatchObject({
      code: 'conflict',
      field: 'comment',
      current: { revision: 1 },
    })
    await expect(save({ comment: 'old' })).resolves.toMatchObject({ comment: 'old', revision: 1 })
  })

  it('without the history, treats every difference as changed since', async () => {
    const id = (await fresh())['user_id'] as number
    await saveOne(actors.ownerA, 'user', { comment: 'theirs' }, id)
    await test.asOwner(`delete from audit_row where table_name = 'user' and row_key = $1`, [String(id)])
    await expect(saveOne(actors.ownerA, 'user', { name: 'Mine', revision: 1 }, id)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('a save without changes leaves revision and history unchanged', async () => {
    const user = await fresh()
    await saveOne(actors.ownerA, 'user', { name: 'Nora', bonus_score: '0' }, user['user_id'] as number)
    expect(await readOne(actors.ownerA, 'user', 'user_id', user['user_id'])).toEqual(user)
    const rows = await test.asOwner(`select 1 from audit_row where table_name = 'user' and row_key = $1`, [
      String(user['user_id']),
    ])
    expect(rows).toHaveLength(1)
  })
})

describe('repeated requests', () => {
  const idempotency = (key: string, text = key) => ({ idempotency: { key, hash: createHash('sha256').update(text).digest() } })
  const named = (name: string) => [{ table: 'cuisine', row: { name: { en: name } } }]

  it('are carried out once and answered alike', async () => {
    const first = await save(actors.ownerA, named('Once'), idempotency('k1'))
    const second = await save(actors.ownerA, named('Once'), idempotency('k1'))
    expect(second).toEqual({ ...first, repeated: true })
    expect(published).toEqual([first.feed])
    expect(await read(actors.ownerA, { table: 'cuisine', search: [{ text: 'Once' }] })).toHaveLength(1)
  })

  it('are carried out once when simultaneous', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => save(actors.ownerA, named('Eight'), idempotency('k8'))))
    expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1)
    expect(new Set(all.map(({ value }) => value['cuisine']?.data['cuisine_id'])).size).toBe(1)
    expect(await read(actors.ownerA, { table: 'cuisine', search: [{ text: 'Eight' }] })).toHaveLength(1)
  })

  it('are refused with the key of another request', async () => {
    await save(actors.ownerA, named('Two'), idempotency('k2'))
    await expect(save(actors.ownerA, named('Three'), idempotency('k2', 'other'))).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    })
  })

  it('may be retried after a refusal', async () => {
    await expect(
      save(actors.ownerA, [{ table: 'cuisine', id: 99_999, row: { show: 2 } }], idempotency('k3')),
    ).rejects.toMatchObject({ code: 'not_found' })
    await expect(save(actors.ownerA, named('Again'), idempotency('k3'))).resolves.toMatchObject({ repeated: false })
  })
})

it('numbers a company’s changes without gaps in commit order under eight writers', async () => {
  const start = await read(actors.ownerA, { table: 'cuisine', limit: [0, 0] }).then(() =>
    test.asOwner<{ last: number }>('select last from feed_counter where company = $1', [world.a]),
  )
  const feeds: number[] = []
  await Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; n < 6; n += 1)
        feeds.push(
          (
            await save(actors.ownerA, [
              { table: 'user', row: { name: `w${writer}-${n}` } },
              { table: 'user', id: world.userA, row: { comment: `${writer}-${n}` } },
            ])
          ).feed,
        )
    }),
  )
  const first = (start[0]?.last ?? 0) + 1
  expect(feeds.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 48 }, (_, n) => first + n))
  const [gaps] = await test.asOwner<{ n: number }>(
    `select count(*)::int as n from (select number - row_number() over (order by number) as gap from company_feed where company = $1) f where gap <> 0`,
    [world.a],
  )
  expect(gaps?.n).toBe(0)
})

describe('history', () => {
  const history = async (table: string, key: unknown) =>
    test.asOwner<{ action: string; before: Record<string, unknown> | null; after: Record<string, unknown> | null }>(
      'select action, before, after from audit_row where table_name = $1 and row_key = $2 order by audit_id',
      [table, String(key)],
    )

  it('keeps the changed fields before and after, and deleted rows', async () => {
    const { cuisine_id: id } = await saveOne(actors.ownerA, 'cuisine', { name: { en: 'Gone' } })
    await saveOne(actors.ownerA, 'cuisine', { name: { en: 'Going' }, show: 1 }, id as number)
    await remove(actors.ownerA, 'cuisine', id as number)
    const rows = await history('cuisine', id)
    expect(rows.map(({ action }) => action)).toEqual(['Create', 'Update', 'Delete'])
    expect(rows[1]).toMatchObject({ before: { name: { en: 'Gone' } }, after: { name: { en: 'Going' } } })
    expect(Object.keys(rows[1]?.before ?? {})).toEqual(['name'])
    expect(rows[2]).toMatchObject({ before: { cuisine_id: id, name: { en: 'Going' } }, after: null })
  })

  it('AUDIT-05: is shown by the audit table', async () => {
    const { cuisine_id: id } = await saveOne(actors.ownerA, 'cuisine', { name: { en: 'Seen' } })
    await saveOne(actors.ownerA, 'cuisine', { show: 2 }, id as number)
    const [row] = await read(actors.platformInA, {
      table: 'audit',
      order: [{ field: 'date', dir: 'desc' }],
      limit: [0, 1],
      search: [{ key: 'action', prm: 'Update' }],
    })
    expect(row).toMatchObject({
      action: 'Update',
      table: 'cuisine',
      user_login: 'owner',
      user_name: 'Olga Ames',
      data: { before: { show: 1 }, after: { show: 2 } },
    })
  })

  it('shows that a secret was written, but never its value', async () => {
    await test.asOwner('update company set allow_online_payment = 1 where company_id = $1', [world.a])
    const settings = {
      pay_system: await paySystem('api_key', 'shop'),
      pay_system_settings: [{ api_key: 'sk_topsecret', shop: '' }],
    }
    await saveOne(actors.ownerA, 'pay_type', settings, world.payType)
    const made = await saveOne(actors.ownerA, 'admin', { login: 'cook', password: 'Topsecret-1', name: 'Cook' })
    await saveOne(actors.ownerA, 'admin', { password: 'Topsecret-2' }, made['admin_id'] as number)
    const rows = [...(await history('pay_type', world.payType)), ...(await history('admin', made['admin_id']))]
    expect(JSON.stringify(rows)).not.toMatch(/topsecret|argon2/i)
    expect(rows[0]?.after).toMatchObject({ pay_system_settings: '', pay_system_filled: ['api_key'] })
    expect(rows.at(-1)).toMatchObject({ before: { password: '' }, after: { password: '' } })
    expect(await readOne(actors.ownerA, 'pay_type', 'pay_type_id', world.payType)).not.toHaveProperty('pay_system_settings')
    const [payType] = await test.asOwner('select pay_type::text from pay_type where pay_type_id = $1', [world.payType])
    expect(JSON.stringify(payType)).toMatch(/sealed:/)
    expect(JSON.stringify(payType)).not.toMatch(/topsecret/)
    const [stored] = await test.asOwner<{ password: string }>('select password from admin where admin_id = $1', [
      made['admin_id'],
    ])
    expect(await verifyPassword('Topsecret-2', stored?.password ?? '')).toBe(true)
  })

  it('new records get their IDs in the order of the rows, whatever fields each row has', async () => {
    const texts = [{ comment: { en: 'first' } }, {}, { comment: { en: 'third' } }]
    const rows = texts.map((more, at) => ({ table: 'cuisine', row: { name: { en: `Cuisine ${at}` }, ...more } }))
    const { value } = await save(actors.ownerA, rows)
    const ids = (value['cuisine']?.rows ?? []).map(({ data }) => Number(data['cuisine_id']))
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(new Set(ids).size).toBe(3)
  })

  it('PAY-07: payment system settings that are not sent stay until another system is chosen', async () => {
    await test.asOwner('update company set allow_online_payment = 1 where company_id = $1', [world.a])
    const [item, other] = [await paySystem('shop', 'api_key'), await paySystem('token')]
    const save = async (row: Record<string, unknown>) => {
      const saved = await saveOne(actors.ownerA, 'pay_type', row, world.payType)
      return [await storedPaySettings(test, engine.secretBox, world.payType), saved['pay_system_filled']]
    }
    await save({ pay_system: item, pay_system_settings: [{ shop: '7', api_key: 'old' }] })
    expect(await save({ pay_system_settings: [{ api_key: 'new' }] })).toEqual([
      [{ shop: '7', api_key: 'new' }],
      ['api_key', 'shop'],
    ])
    expect(await save({ pay_system_settings: [{ shop: '' }] })).toEqual([[{ shop: '', api_key: 'new' }], ['api_key']])
    expect(await save({ pay_system: other, pay_system_settings: [{ token: 'x' }] })).toEqual([[{ token: 'x' }], ['token']])
    expect(await save({ pay_system: item, pay_system_settings: [] })).toEqual([[], []])
  })

  it('PAY-07: accepts only setting names of the selected payment system; stored ones may stay', async () => {
    await test.asOwner('update company set allow_online_payment = 1 where company_id = $1', [world.a])
    const [entry, other] = [await paySystem('shop', 'api_key'), await paySystem('token')]
    const name = { en: 'Card' }
    const settings = (row: Record<string, string>, system?: number | null) => ({
      ...(system === undefined ? {} : { pay_system: system }),
      pay_system_settings: [row],
    })
    const { pay_type_id } = await saveOne(actors.ownerA, 'pay_type', { name, ...settings({ shop: '7', api_key: 'x' }, entry) })
    const id = pay_type_id as number
    const refused = { code: 'invalid_value', field: 'pay_system_settings', message: 'This payment system has no setting %1' }
    const invalidRows = [
      { name, ...settings({ shop: '7', token: 'x' }, entry) },
      { name, ...settings({ constructor: 'x' }, other) },
    ]
    const rows = invalidRows.map((row) => ({ table: 'pay_type', row }))
    await expect(save(actors.ownerA, rows)).rejects.toMatchObject({
      ...refused,
      params: ['token'],
      refused: [{ row: 0 }, { row: 1, params: ['constructor'] }],
    })
    for (const row of [settings({ token: 'x' }), settings({ shop: '7' }, other)])
      await expect(saveOne(actors.ownerA, 'pay_type', row, id)).rejects.toMatchObject(refused)
    await expect(saveOne(actors.ownerA, 'pay_type', { name, ...settings({ shop: '7' }) })).rejects.toMatchObject({
      ...refused,
      message: 'Choose a payment system first',
    })

    await test.asOwner(`update pay_system set field = '{"api_key": "Key"}' where pay_system_id = $1`, [entry])
    const filled = async (row: Record<string, string>) =>
      (await saveOne(actors.ownerA, 'pay_type', settings(row), id))['pay_system_filled']
    expect(await filled({ api_key: 'y' })).toEqual(['api_key', 'shop'])
    expect(await filled({ shop: '' })).toEqual(['api_key'])
  })

  it('PAY-07 EDIT-02: reports a conflict if someone else has replaced the payment system', async () => {
    await test.asOwner('update company set allow_online_payment = 1 where company_id = $1', [world.a])
    const [candidate, other] = [await paySystem('api_key'), await paySystem('api_key')]
    const made = await saveOne(actors.ownerA, 'pay_type', { name: { en: 'Card' }, pay_system: candidate })
    const id = made['pay_type_id'] as number
    await saveOne(actors.ownerA, 'pay_type', { pay_system: other }, id)
    const typed = { pay_system_settings: [{ api_key: 'mine' }], revision: 1 }
    await expect(saveOne(actors.ownerA, 'pay_type', typed, id)).rejects.toMatchObject({
      code: 'conflict',
      because: { fields: ['pay_system_settings'] },
    })
  })

  it('PAY-07: a stale save does not reveal whether a guessed setting is right', async () => {
    await test.asOwner('update company set allow_online_payment = 1 where company_id = $1', [world.a])
    const row = { name: { en: 'Card' }, pay_system: await paySystem('api_key'), pay_system_settings: [{ api_key: 'topsecret' }] }
    const { pay_type_id } = await saveOne(actors.ownerA, 'pay_type', row)
    for (const api_key of ['topsecret', 'guess'])
      await expect(
        saveOne(actors.ownerA, 'pay_type', { pay_system_settings: [{ api_key }], revision: 0 }, pay_type_id as number),
      ).rejects.toMatchObject({ code: 'conflict', because: { fields: ['pay_system_settings'] } })
  })
})
