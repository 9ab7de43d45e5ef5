import type { Actor } from '@tiffin/core/rules'
import { entities } from '@tiffin/sdk/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertOrder, insertRow } from '../test/seed.ts'
import { createTestEngine, type TestEngine } from '../test/test-engine.ts'

let engine: TestEngine
let test: TestEngine['test']
let world: TestEngine['world']
let actors: TestEngine['actors']

beforeAll(async () => {
  engine = await createTestEngine()
  ;({ test, world, actors } = engine)
})
afterAll(() => test.drop())

describe('deletion', () => {
  it('API-20 API-21: deletes an unused row', async () => {
    const id = await insertRow(test, 'cuisine', { company: world.a })
    await expect(engine.remove(actors.ownerA, 'cuisine', id)).resolves.toMatchObject({
      value: { cuisine: { status: 'OK', data: { cuisine_id: id } } },
    })
    expect(await engine.readOne(actors.ownerA, 'cuisine', 'cuisine_id', id)).toEqual({})
  })

  it('names what uses the row, by reference and in lists', async () => {
    const order = await insertOrder(test, world, { courier: world.courierA })
    const cuisine = await insertRow(test, 'cuisine', { company: world.a })
    await test.asOwner('update merchant set cuisine = jsonb_build_array($1::bigint) where merchant_id = $2', [
      cuisine,
      world.merchants[0],
    ])
    await test.asOwner('update company set allow_courier_app = 1 where company_id = $1', [world.a])
    const uses: [string, number, object][] = [
      ['courier', world.courierA, { table: 'order', field: 'courier', count: 1, ids: [order] }],
      ['cuisine', cuisine, { table: 'merchant', field: 'cuisine', count: 1, ids: [world.merchants[0]] }],
      ['order_status', world.statuses[3] ?? 0, { table: 'order_status', field: 'transfer', count: 5 }],
      ['admin', world.operatorA, { table: 'merchant', field: 'access', count: 2 }],
    ]
    for (const [table, id, use] of uses)
      await expect(engine.remove(actors.ownerA, table, id)).rejects.toMatchObject({
        code: 'in_use',
        table,
        row: 0,
        because: { uses: [use] },
      })
  })

  it('API-21: counts no more than needed to say that there are many', async () => {
    const user = await insertRow(test, 'user', { company: world.a })
    const first = await insertOrder(test, world, { user })
    await test.asOwner(
      `insert into "order" (company, "user", merchant, admin, order_status)
       select company, "user", merchant, admin, order_status from "order" cross join generate_series(1, 10020) where order_id = $1`,
      [first],
    )
    await expect(engine.remove(actors.ownerA, 'user', user)).rejects.toMatchObject({
      because: { uses: [{ table: 'order', count: 10_000, count_is: 'at_least', ids: { length: 5 } }] },
    })
    await test.asOwner('delete from "order" where "user" = $1', [user])
  })

  it('PERM-03: names no table and no row that the reader may not read', async () => {
    const courier = await insertRow(test, 'courier', { company: world.a, phone: '49170333' })
    await insertOrder(test, world, { courier, merchant: world.merchants[2] })
    const chosen: Actor = { ...actors.operatorA, navigation: ['Company-Courier-List'] }
    const removed = (actor: Actor) => engine.remove(actor, 'courier', courier)
    const elsewhere = { code: 'in_use', because: { uses: [], elsewhere: true } }
    await expect(removed(chosen)).rejects.toMatchObject(elsewhere)
    // Only orders of merchants on their own board.
    const board: Actor = { ...chosen, navigation: ['Company-Courier-List', 'Company-Order'] }
    await expect(removed(board)).rejects.toMatchObject(elsewhere)
    const seen = await insertOrder(test, world, { courier })
    const uses = [{ table: 'order', field: 'courier', count: 1, ids: [seen] }]
    await expect(removed(board)).rejects.toMatchObject({ because: { uses, elsewhere: true } })
    await expect(removed(actors.ownerA)).rejects.toMatchObject({ because: { uses: [{ count: 2 }] } })
  })

  describe('deletion while a list adds a reference', () => {
    /** An unreferenced row, who deletes it, and the merchant value that refers to it. */
    const named = {
      async cuisine() {
        const id = await insertRow(test, 'cuisine', { company: world.a })
        return { id, who: actors.ownerA, value: [id] }
      },
      async access() {
        await test.asOwner(`update merchant set access = '[]'`)
        const [level] = await test.asOwner<{ id: number }>('select access_id as id from access where access = 1')
        return { id: level?.id ?? 0, who: actors.platform, value: [{ user: world.operatorA, access: [1] }] }
      },
    }
    const tables = ['cuisine', 'access'] as const
    /** Adds the reference like a save: locks the referenced row first, then the row that refers to it. */
    const name = async (table: (typeof tables)[number], id: number, value: unknown) => {
      await test.asOwner('begin')
      await test.asOwner(`select from ${table} where ${entities[table].key} = $1 for key share`, [id])
      await test.asOwner(`update merchant set ${table} = $1 where merchant_id = $2`, [JSON.stringify(value), world.merchants[1]])
    }
    const used = () => ({ code: 'in_use', because: { uses: [{ table: 'merchant', ids: [world.merchants[1]] }] } })
    beforeEach(() => test.asOwner('create temp table kept as select merchant_id as id, access as levels from merchant'))
    beforeEach(() => test.asOwner('create temp table kept_levels as select * from access'))
    afterEach(async () => {
      await test.asOwner(`update merchant set access = levels, cuisine = '[]' from kept where id = merchant_id`)
      await test.asOwner('insert into access select * from kept_levels on conflict do nothing')
      await test.asOwner('drop table kept, kept_levels')
    })

    it.each(tables)('API-15 API-20 REF-14: the list waits for a deletion and is then refused: %s', async (table) => {
      const { id, value } = await named[table]()
      await test.asOwner('begin')
      await test.asOwner(`delete from ${table} where ${entities[table].key} = $1`, [id])
      const saved = engine
        .saveOne(actors.ownerA, 'merchant', { [table]: value }, world.merchants[1])
        .catch((error: unknown) => error)
      await expect.poll(() => test.waiting()).toBeGreaterThan(0)
      await test.asOwner('commit')
      expect(await saved).toMatchObject({ code: 'bad_reference', field: table })
    })

    it.each(tables)('API-20 REF-14: a deletion waits for the list and is then refused: %s', async (table) => {
      const { id, who, value } = await named[table]()
      await name(table, id, value)
      const removed = engine.remove(who, table, id).catch((error: unknown) => error)
      await expect.poll(() => test.waiting()).toBeGreaterThan(0)
      await test.asOwner('commit')
      expect(await removed).toMatchObject(used())
    })

    it('REF-14: changing the number of a level waits for the list and is then refused', async () => {
      const { id, who, value } = await named.access()
      await name('access', id, value)
      const renumbered = engine.saveOne(who, 'access', { access: 0 }, id).catch((error: unknown) => error)
      await expect.poll(() => test.waiting()).toBeGreaterThan(0)
      await test.asOwner('commit')
      expect(await renumbered).toMatchObject(used())
    })
  })

  it('of a platform row finds uses in all companies', async () => {
    await expect(engine.remove(actors.platform, 'country', 1)).rejects.toMatchObject({
      code: 'in_use',
      because: { uses: [{ table: 'company', count: 2 }] },
    })
    await test.asOwner(`update company set lang = '[3]' where company_id = $1`, [world.b])
    await expect(engine.remove(actors.platform, 'global_lang', 3)).rejects.toMatchObject({
      code: 'in_use',
      because: { uses: [{ table: 'company', field: 'lang', ids: [world.b] }] },
    })
    await expect(engine.remove(actors.platform, 'global_lang', 2)).resolves.toBeTruthy()
    const city = await insertRow(test, 'city', { name: { en: 'Narva' } })
    const address = JSON.stringify({ coords: null, city, address: 'Peetri 1', info: {} })
    await test.asOwner('update merchant set address = $1 where merchant_id = $2', [address, world.merchants[0]])
    await expect(engine.remove(actors.platform, 'city', city)).rejects.toMatchObject({
      code: 'in_use',
      because: { uses: [{ table: 'merchant', field: 'address', ids: [world.merchants[0]] }] },
    })
    await test.asOwner('update merchant set address = default where merchant_id = $1', [world.merchants[0]])
    await expect(engine.remove(actors.platform, 'city', city)).resolves.toBeTruthy()
  })

  it('REF-14 API-21: an access level that a merchant grants keeps its unique number and can’t be deleted', async () => {
    const [edit] = await test.asOwner<{ access_id: number }>('select access_id from access where access = 2')
    const used = { code: 'in_use', table: 'access', because: { uses: [{ table: 'merchant', field: 'access' }] } }
    const key = edit?.access_id ?? 0
    const unused = await test.asOwner<{ id: number }>(
      `select merchant_id as id from merchant where access @> '[{"access": [2]}]'`,
    )
    expect(unused).not.toEqual([])
    await expect(engine.remove(actors.platform, 'access', key)).rejects.toMatchObject(used)
    await expect(engine.saveOne(actors.platform, 'access', { access: 1 }, key)).rejects.toMatchObject(used)
    await expect(engine.saveOne(actors.platform, 'access', { access: 2, name: 'Change' }, key)).resolves.toMatchObject({
      name: 'Change',
    })
    const add = (access: number) => engine.saveOne(actors.platform, 'access', { access, name: 'Again' })
    await expect(add(2)).rejects.toMatchObject({ code: 'duplicate', field: 'access' })
    await expect(add(3)).rejects.toMatchObject({ code: 'invalid_value', field: 'access' })
  })

  it('hides an order and keeps it', async () => {
    const id = await insertOrder(test, world)
    await engine.remove(actors.ownerA, 'order', id)
    expect(await engine.readOne(actors.ownerA, 'order', 'order_id', id)).toEqual({})
    expect(await test.asOwner('select "delete" from "order" where order_id = $1', [id])).toEqual([{ delete: 1 }])
    await expect(engine.saveOne(actors.ownerA, 'order', { comment: 'x' }, id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(engine.remove(actors.ownerA, 'order', id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it.each<[string, keyof TestEngine['actors'], string, () => number | string, string]>([
    ['by someone without the right', 'operatorA', 'user', () => world.userA, 'forbidden'],
    ['of a booking', 'platformInA', 'payment', () => 1, 'forbidden'],
    ['of a setting', 'platform', 'app_settings', () => 'reload', 'forbidden'],
    ['of oneself', 'ownerA', 'admin', () => world.ownerA, 'forbidden'],
    ['of a foreign administrator', 'ownerA', 'admin', () => world.ownerB, 'not_found'],
    ['without the option', 'ownerA', 'promocode', () => 1, 'option_required'],
    ['with a text for a number', 'ownerA', 'kanban_settings', () => "1'", 'invalid_value'],
    ['with a key of another kind', 'ownerA', 'cuisine', () => '1; drop table "order"', 'invalid_value'],
  ])('API-21: refuses %s', async (_name, who, table, id, code) => {
    await expect(engine.remove(actors[who], table, id())).rejects.toMatchObject({ code, table })
  })
})

describe('administrators', () => {
  const make = (more: Record<string, unknown> = {}) =>
    engine.saveOne(actors.ownerA, 'admin', { login: `cook${Math.random()}`, password: 'Long-enough-1', ...more })

  it('an administrator created by an owner works only for that company', async () => {
    const made = await make({ company_role: 2 })
    expect(made).toMatchObject({ role: 2, company: world.a, company_role: 2 })
    expect(await test.asOwner('select company, company_role from membership where admin = $1', [made['admin_id']])).toEqual([
      { company: world.a, company_role: 2 },
    ])
    await engine.remove(actors.ownerA, 'admin', made['admin_id'] as number)
    expect(await engine.readOne(actors.ownerA, 'admin', 'admin_id', made['admin_id'])).toEqual({})
  })

  it('owners may make someone an owner, but never a platform administrator', async () => {
    const { admin_id } = await make()
    await expect(engine.saveOne(actors.ownerA, 'admin', { company_role: 1 }, admin_id as number)).resolves.toMatchObject({
      company_role: 1,
    })
    await expect(engine.saveOne(actors.ownerA, 'admin', { role: 1 }, admin_id as number)).rejects.toMatchObject({
      code: 'forbidden',
      field: 'role',
    })
  })

  it('a changed login needs a new password', async () => {
    const { admin_id } = await make()
    await expect(engine.saveOne(actors.ownerA, 'admin', { login: 'renamed' }, admin_id as number)).rejects.toMatchObject({
      code: 'invalid_value',
      field: 'login',
    })
    await expect(
      engine.saveOne(actors.ownerA, 'admin', { login: 'renamed', password: 'Long-enough-2' }, admin_id as number),
    ).resolves.toMatchObject({ login: 'renamed' })
  })

  it('no one can take over a person who also works for another company', async () => {
    const { admin_id } = await make()
    await insertRow(test, 'membership', { company: world.b, admin: admin_id, company_role: 1 })
    for (const row of [{ password: 'Mine-now-123' }, { email: 'mine@example.com' }])
      await expect(engine.saveOne(actors.ownerA, 'admin', row, admin_id as number)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(engine.saveOne(actors.ownerA, 'admin', { company_role: 2 }, admin_id as number)).resolves.toBeTruthy()
    await expect(engine.saveOne(actors.ownerA, 'membership', { admin: world.ownerB, company_role: 2 })).rejects.toMatchObject({
      code: 'bad_reference',
      field: 'admin',
    })
    await expect(engine.saveOne(actors.ownerA, 'admin', { name: 'x' }, world.ownerB)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('API-18 COMP-17: anyone selects the company of their next sign-in among their own, whichever they act for', async () => {
    await expect(engine.saveOne(actors.operatorA, 'admin', { company: world.a }, world.operatorA)).resolves.toBeTruthy()
    await expect(engine.saveOne(actors.operatorA, 'admin', { company: world.b }, world.operatorA)).rejects.toMatchObject({
      code: 'bad_reference',
    })
    const inBoth = await insertRow(test, 'admin', { login: 'in-both', company: world.a })
    for (const company of [world.a, world.b]) await insertRow(test, 'membership', { company, admin: inBoth, company_role: 2 })
    const choose = (who: Parameters<typeof engine.saveOne>[0], company: number | null) =>
      engine.saveOne(who, 'admin', { company }, inBoth)
    await expect(choose({ ...actors.operatorA, admin_id: inBoth }, world.b)).resolves.toBeTruthy()
    expect(await test.asOwner('select company from admin where admin_id = $1', [inBoth])).toEqual([{ company: world.b }])
    await expect(choose(actors.ownerA, world.a)).rejects.toMatchObject({ code: 'forbidden', field: 'company' })
    await test.asOwner('update company set status = 0 where company_id = $1', [world.b])
    await expect(choose({ ...actors.operatorA, admin_id: inBoth }, world.a)).resolves.toBeTruthy()
    await expect(choose({ ...actors.operatorA, admin_id: inBoth }, world.b)).rejects.toMatchObject({ code: 'bad_reference' })
    await test.asOwner('update company set status = 1 where company_id = $1', [world.b])
    await expect(choose(actors.platform, 999_999)).rejects.toMatchObject({ code: 'bad_reference', field: 'company' })
    await expect(engine.saveOne(actors.operatorA, 'admin', { name: 'x' }, world.operatorA)).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})

describe('other tables', () => {
  it('limits also apply to simultaneous inserts', async () => {
    await test.asOwner('update company set limit_merchant = 4 where company_id = $1', [world.a])
    // Separate connections, opened in advance, so that all of them count at the same moment.
    const clients = await Promise.all([1, 2, 3].map(() => engine.db.pool.connect()))
    for (const client of clients) client.release()
    const made = await Promise.allSettled(
      [1, 2, 3].map((n) => engine.saveOne(actors.ownerA, 'merchant', { name: { en: `M${n}` } })),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refusal = made.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(refusal.reason).toMatchObject({ code: 'limit_reached', params: [4] })
  })

  it('a new merchant has the currency of the country, a category and seven working days', async () => {
    await test.asOwner('update company set limit_merchant = null where company_id = $1', [world.a])
    const made = await engine.saveOne(actors.ownerA, 'merchant', { name: { en: 'New' } })
    expect(made).toMatchObject({ currency: { symbol: '€', code: 'EUR' }, type: 1, order: 1, cooking_time: 20 })
    expect(made['work_time']).toHaveLength(7)
  })

  it('MERCH-22: without a category 1, new merchants are in the company’s first category', async () => {
    await insertRow(test, 'merchant_type', { company: world.b, type: { en: 'Second' }, order: 2 })
    const first = await insertRow(test, 'merchant_type', { company: world.b, type: { en: 'First' }, order: 1 })
    expect(await engine.saveOne(actors.ownerB, 'merchant', { name: { en: 'New' } })).toMatchObject({ type: first })
  })

  it('operators edit a merchant by its tabs', async () => {
    const [first] = world.merchants
    await test.asOwner(`update merchant set access = $2 where merchant_id = $1`, [
      first,
      JSON.stringify([{ user: world.operatorA, access: [0, 2, 1, 2, 0, 1] }]),
    ])
    await expect(engine.saveOne(actors.operatorA, 'merchant', { name: { en: 'By operator' } }, first)).resolves.toBeTruthy()
    await expect(engine.saveOne(actors.operatorA, 'merchant', { cooking_time: 1 }, first)).rejects.toMatchObject({
      code: 'forbidden',
      field: 'cooking_time',
    })
    await expect(engine.saveOne(actors.operatorA, 'merchant', { name: { en: 'x' } }, world.merchants[2])).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('API-18 REF-06: statuses swap positions in one save, and never lead to themselves', async () => {
    const [new2, accepted] = [world.statuses[2] ?? 0, world.statuses[3] ?? 0]
    const swap = [
      { table: 'order_status', id: new2, row: { status: 3 } },
      // Different fields make a separate statement: in between, two statuses have the same number.
      { table: 'order_status', id: accepted, row: { status: 2, sound: 'builtin:late' } },
    ]
    const { value } = await engine.save(actors.ownerA, swap)
    expect(value['order_status']?.rows.map(({ data }) => [data['status'], data['created']])).toEqual([
      [3, 1],
      [2, 0],
    ])
    await expect(engine.saveOne(actors.ownerA, 'order_status', { transfer: [new2] }, new2)).rejects.toMatchObject({
      code: 'invalid_value',
      field: 'transfer',
    })
    await expect(engine.saveOne(actors.ownerA, 'order_status', { status: 4 }, world.statuses[0])).rejects.toMatchObject({
      code: 'forbidden',
      field: 'status',
    })
  })

  it('API-17: settings are saved by name and can’t be added', async () => {
    await insertRow(test, 'merchant_settings', { name: 'map', value: 'a' })
    await expect(engine.saveOne(actors.platform, 'merchant_settings', { value: 'b' }, 'map')).resolves.toMatchObject({
      name: 'map',
      value: 'b',
    })
    await expect(engine.saveOne(actors.platform, 'merchant_settings', { value: 'b' }, 'new')).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(engine.saveOne(actors.ownerA, 'merchant_settings', { value: 'c' }, 'map')).rejects.toMatchObject({
      code: 'forbidden',
    })
  })

  it('API-16: a lookup row with key 0 is edited if its revision is sent, and not created again', async () => {
    const [before] = await engine.read(actors.platform, { table: 'user_status', search: [{ key: 'user_status_id', prm: 0 }] })
    const revision = before?.['revision'] as number
    const edit = (row: object) => engine.saveOne(actors.platform, 'user_status', { name: { en: 'Off' }, ...row }, 0)
    expect(await edit({ revision })).toMatchObject({ user_status_id: 0, name: { en: 'Off' } })
    await expect(edit({ name: { en: 'Out' }, revision: revision - 1 })).rejects.toMatchObject({ code: 'conflict' })
    await test.asOwner(`select setval(pg_get_serial_sequence('user_status', 'user_status_id'), 100)`)
    expect(await edit({ name: { en: 'New' } })).not.toMatchObject({ user_status_id: 0 })
    const rows = await engine.read(actors.platform, { table: 'user_status', search: [{ key: 'user_status_id', prm: 0 }] })
    expect(rows).toMatchObject([{ name: { en: 'Off' } }])
  })

  it('API-19: a payment returns its key, and ignores the client’s amounts but the requested top-up', async () => {
    const { value } = await engine.save(actors.ownerA, [
      { table: 'payment', row: { type: 1, bill: '500.00', amount: '500.00', set_trial: 1 } },
    ])
    expect(value['payment']).toMatchObject({
      status: 'OK',
      data: { payment_id: 1, amount: '0.00', bill: '500.00', set_trial: 0, user: world.ownerA },
    })
  })

  it('personal board settings are saved without history', async () => {
    await engine.saveOne(actors.operatorA, 'kanban_settings', { settings: { card: 'short' } })
    await engine.saveOne(actors.operatorA, 'kanban_settings', { settings: { card: 'full' } })
    expect(await engine.read(actors.operatorA, { table: 'kanban_settings' })).toEqual([
      { admin: world.operatorA, settings: { card: 'full' }, revision: 2 },
    ])
    const stale = { settings: { card: 'short' }, revision: 1 }
    await expect(engine.saveOne(actors.operatorA, 'kanban_settings', stale)).rejects.toMatchObject({ code: 'conflict' })
    await expect(engine.saveOne(actors.operatorA, 'kanban_settings', { ...stale, revision: 2 })).resolves.toMatchObject({
      revision: 3,
    })
    expect(await engine.read(actors.ownerA, { table: 'kanban_settings' })).toEqual([])
    await expect(engine.saveOne(actors.ownerA, 'kanban_settings', { settings: {} }, world.operatorA)).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('PERM-24: people edit only their own languages of the dictionary', async () => {
    const id = await insertRow(test, 'dictionary', { texts: { en: 'Save', de: 'Sichern' } })
    const translator = { ...actors.platform, dictionary_edit: ['de'] }
    expect(await engine.saveOne(translator, 'dictionary', { de: 'Speichern', en: 'Save' }, id)).toMatchObject({
      en: 'Save',
      de: 'Speichern',
    })
    await expect(engine.saveOne(translator, 'dictionary', { en: 'Store' }, id)).rejects.toMatchObject({
      code: 'forbidden',
      field: 'en',
    })
    await expect(engine.saveOne(translator, 'dictionary', { xx: 'x' }, id)).rejects.toMatchObject({
      code: 'unknown_field',
      field: 'xx',
    })
    await expect(engine.saveOne(translator, 'dictionary', { de: 'Sichern', revision: 1 }, id)).rejects.toMatchObject({
      code: 'conflict',
    })
  })
})
