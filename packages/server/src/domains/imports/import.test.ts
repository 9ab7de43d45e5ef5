import { randomBytes } from 'node:crypto'
import { isImportable } from '@tiffin/core/rules'
import { type Calls, entities, type Entity, type ImportRow, type Output } from '@tiffin/sdk/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { insertRow } from '#server/test/seed'
import { type Answer, startTestServer, type TestServer } from '#server/test/test-server'
import { importableEntity } from './importable.ts'

type Status = Output<Calls['Import']['status']>['data']

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let server: TestServer
const tokens: Record<string, string> = {}
let tags: number[]

beforeAll(async () => {
  server = await startTestServer()
  await server.database.asOwner(`update global_lang set support = 1 where code in ('en', 'ru', 'de')`)
  await server.database.asOwner(`update admin set dictionary_edit = 'ru,de,en' where login = 'platform'`)
  await server.database.asOwner('update company set allow_promocode = 1, limit_user = 100000 where company_id = $1', [
    server.world.a,
  ])
  for (const login of ['owner', 'operator', 'owner-b', 'platform']) tokens[login] = await server.signIn(login)
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.database.asOwner('delete from import_plan')
  tags = []
  for (const name of ['Pizza', 'Sushi', 'Soup'])
    tags.push(await insertRow(server.database, 'cuisine', { company: server.world.a, name: { en: name, ru: `${name} ru` } }))
})

const as = (login: string, api: string, method: string, data: unknown, more: object = {}): Promise<Answer> =>
  server.call(api, method, data, {
    token: tokens[login],
    company: login === 'platform' ? 0 : login === 'owner-b' ? server.world.b : server.world.a,
    ...more,
  })
const ok = async (answer: Promise<Answer>): Promise<Record<string, unknown>> => {
  const given = await answer
  expect(given).toMatchObject({ status: 'OK' })
  return given['data'] as Record<string, unknown>
}
/** The SHA-256 of some file. */
const someFile = (): string => randomBytes(32).toString('hex')
const begin = async (table: string, total: number, login = 'owner', more: object = {}): Promise<string> =>
  (await ok(as(login, 'Import', 'begin', { table, total, file: someFile(), ...more })))['import_id'] as string
const send = (import_id: string, rows: ImportRow[], part = 0, login = 'owner') =>
  as(login, 'Import', 'rows', { import_id, part, rows })
const status = async (import_id: string, login = 'owner', page: object | null = { after: 0, limit: 1000 }): Promise<Status> =>
  (await ok(as(login, 'Import', 'status', { import_id, ...(page ? { page } : {}) }))) as unknown as Status
const commit = (import_id: string, more: object = {}, login = 'owner') => as(login, 'Import', 'commit', { import_id, ...more })

/** Sends the rows, numbered from 2 as in a sheet, and returns the plan. */
async function plan(table: string, given: Omit<ImportRow, 'row'>[], login = 'owner', more: object = {}): Promise<string> {
  const id = await begin(table, given.length, login, more)
  const rows = given.map((row, index) => ({ row: index + 2, ...row }))
  expect(await ok(send(id, rows, 0, login))).toMatchObject({ received: rows.length, planned: true })
  return id
}
const names = async (): Promise<unknown[]> =>
  (
    await server.database.asOwner<{ name: unknown }>(
      `select name from cuisine where cuisine_id = any($1) order by name ->> 'en'`,
      [tags],
    )
  ).map(({ name }) => name)

describe('import plans', () => {
  it('MOON-06: shows which rows would be created, changed field by field, left and refused, applies it as one change, and one undo takes it back', async () => {
    const [pizza, sushi, soup] = tags as [number, number, number]
    const id = await plan('cuisine', [
      { values: { name: { en: 'Cakes' } } },
      { id: pizza, values: { name: { en: 'Pizzas' } } },
      { id: sushi, values: { name: { en: 'Sushi' } } },
      { id: soup, values: { name: 5 } },
      { id: 999_999, values: { name: { en: 'None' } } },
    ])
    const made = await status(id)
    expect(made).toMatchObject({
      table: 'cuisine',
      state: 'planned',
      totals: { created: 1, changed: 1, unchanged: 1, unknown: 1, refused: 1 },
      change: 0,
    })
    expect(made.rows).toMatchObject([
      { row: 2, kind: 'created', id: null, changes: { 'name.en': [null, 'Cakes'] } },
      { row: 3, kind: 'changed', id: pizza, changes: { 'name.en': ['Pizza', 'Pizzas'] } },
      { row: 4, kind: 'unchanged', id: sushi, changes: {} },
      { row: 5, kind: 'refused', id: soup, refusal: { code: 'invalid_value', field: 'name' } },
      { row: 6, kind: 'unknown', id: 999_999 },
    ])
    expect(await names()).toMatchObject([{ en: 'Pizza' }, { en: 'Soup' }, { en: 'Sushi' }])
    expect(await commit(id)).toMatchObject({ code: 'import_refused', params: [1] })
    const { change, records } = await ok(commit(id, { skip_refused: true }))
    expect(records).toBe(2)
    expect(await names()).toEqual([
      { en: 'Pizzas', ru: 'Pizza ru' },
      { en: 'Soup', ru: 'Soup ru' },
      { en: 'Sushi', ru: 'Sushi ru' },
    ])
    expect(await status(id)).toMatchObject({ state: 'applied', change, totals: { created: 1, changed: 1 } })
    expect(await ok(as('owner', 'Audit', 'undo', { change }))).toMatchObject({ records: 2 })
    expect(await names()).toMatchObject([{ en: 'Pizza' }, { en: 'Soup' }, { en: 'Sushi' }])
  })

  it('MOON-06: shows records that lose a value as deleted', async () => {
    const [pizza, sushi, soup] = tags as [number, number, number]
    const id = await plan('cuisine', [
      { id: pizza, values: { name: { en: 'Pies', ru: '' } } },
      { id: sushi, values: { name: { ru: 'Суши' } } },
      { id: soup, values: { name: { en: 'Soup' } } },
    ])
    expect(await status(id, 'owner', { after: 0, limit: 10, kinds: ['deleted'] })).toMatchObject({
      totals: { changed: 1, deleted: 1, unchanged: 1 },
      rows: [{ row: 2, kind: 'deleted', changes: { 'name.ru': ['Pizza ru', ''] } }],
    })
    expect(await ok(commit(id))).toMatchObject({ records: 2 })
    expect(await names()).toMatchObject([{ en: 'Pies', ru: '' }, { en: 'Soup' }, { en: 'Sushi', ru: 'Суши' }])
  })

  it('MOON-06: refuses a file that has created records before, and says when, by whom and how many, until asked again', async () => {
    const file = someFile()
    const twoTags = () =>
      plan('cuisine', [{ values: { name: { en: 'First' } } }, { values: { name: { en: 'Second' } } }], 'owner', { file })
    const count = () => server.database.asOwner(`select from cuisine where name ->> 'en' in ('First', 'Second')`)
    await server.database.asOwner(`update admin set name = 'Olga', surname = 'Berg' where login = 'owner'`)
    // Two plans of one file, applied at the same time, as when a command that still runs is repeated.
    const twins = [await twoTags(), await twoTags()]
    expect((await status(twins[0] as string)).earlier).toBeNull()
    const answers = await Promise.all(twins.map((id) => commit(id)))
    expect(answers.map(({ status: state, code }) => code ?? state).toSorted()).toEqual(['OK', 'already_imported'])
    const { change } = (answers.find(({ status: state }) => state === 'OK') as Answer)['data'] as { change: number }
    const again = await twoTags()
    const { earlier } = await status(again)
    expect(earlier).toEqual({
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+Z$/) as string,
      admin: 'Olga Berg',
      change,
      records: 2,
    })
    expect(await commit(again)).toMatchObject({ code: 'already_imported', params: [earlier?.at, 'Olga Berg', 2] })
    expect(await count()).toHaveLength(2)
    // Another file, another table or rows that only change records are not the same import.
    for (const other of [
      await plan('cuisine', [{ values: { name: { en: 'Other' } } }]),
      await plan('cuisine', [{ id: tags[0], values: { name: { en: 'Pizzas' } } }], 'owner', { file }),
      await plan('cuisine', [{ values: { name: { en: 'Keyed' } } }], 'owner', { file, key: 'name' }),
      await plan('promocode', [{ values: { code: 'TWICE', discount: 1 } }], 'owner', { file }),
    ]) {
      expect((await status(other)).earlier).toBeNull()
      await ok(commit(other))
    }
    await server.database.asOwner(`delete from cuisine where name ->> 'en' in ('Other', 'Keyed')`)
    await ok(commit(again, { again: true }))
    expect(await count()).toHaveLength(4)
    // The plan that was applied last counts, unless it was undone or its records were deleted.
    const last = await status(await twoTags())
    expect(last.earlier?.change).toBeGreaterThan(change)
    await ok(as('owner', 'Audit', 'undo', { change: last.earlier?.change }))
    expect((await status(await twoTags())).earlier).toMatchObject({ change, records: 2 })
    await server.database.asOwner(`delete from cuisine where name ->> 'en' in ('First', 'Second')`)
    expect((await status(await twoTags())).earlier).toBeNull()
  })

  it('MOON-06: recognises a file only in its company, and also after the history was purged', async () => {
    const file = someFile()
    const tag = [{ values: { name: { en: 'Once' } } }]
    const { change } = await ok(commit(await plan('cuisine', tag, 'owner', { file })))
    expect((await status(await plan('cuisine', tag, 'owner-b', { file }), 'owner-b')).earlier).toBeNull()
    await server.database.asOwner('delete from audit_row where change_id = $1', [change])
    await server.database.asOwner('delete from change where change_id = $1', [change])
    expect((await status(await plan('cuisine', tag, 'owner', { file }))).earlier).toMatchObject({ change: 0, records: 1 })
    await server.database.asOwner(`delete from cuisine where name ->> 'en' = 'Once'`)
  })

  it('takes rows in parts of any order, and a repeated part is the same part', async () => {
    const id = await begin('cuisine', 3)
    const part = (row: number): ImportRow[] => [{ row, id: tags[row - 2], values: { name: { en: `New ${row}` } } }]
    expect(await ok(send(id, part(4), 2))).toMatchObject({ received: 1, planned: false })
    expect(await ok(send(id, part(4), 2))).toMatchObject({ received: 1, planned: false })
    expect(await send(id, part(3), 2)).toMatchObject({ code: 'import_part_differs', params: [2] })
    expect(await status(id)).toMatchObject({ state: 'open', received: 1, parts: [2], totals: null, rows: [] })
    expect(await commit(id)).toMatchObject({ code: 'import_open' })
    await ok(send(id, part(2), 0))
    expect(await send(id, [...part(3), ...part(4)], 3)).toMatchObject({ code: 'too_many' })
    expect(await ok(send(id, part(3), 1))).toMatchObject({ received: 3, planned: true })
    // The response with the plan may get lost.
    expect(await ok(send(id, part(3), 1))).toMatchObject({ received: 3, planned: true })
    expect(await send(id, part(3), 4)).toMatchObject({ code: 'import_closed' })
    expect((await status(id)).rows.map(({ row, kind }) => [row, kind])).toEqual([
      [2, 'changed'],
      [3, 'changed'],
      [4, 'changed'],
    ])
  })

  it('answers a repeated request with the plan it opened, and a repeated commit with the same change', async () => {
    const data = { table: 'cuisine', total: 1, file: 'a'.repeat(64) }
    const open = () => ok(as('owner', 'Import', 'begin', data, { key: 'one' }))
    const [first, second] = [await open(), await open()]
    expect(second['import_id']).toBe(first['import_id'])
    const other = await as('owner', 'Import', 'begin', { ...data, total: 2 }, { key: 'one' })
    expect(other).toMatchObject({ code: 'idempotency_mismatch' })
    const id = first['import_id'] as string
    await ok(send(id, [{ row: 2, id: tags[0], values: { name: { en: 'Pies' } } }]))
    const [item, two] = await Promise.all([ok(commit(id)), ok(commit(id))])
    expect(item['change']).toBeGreaterThan(0)
    expect(two).toEqual(item)
    expect(await ok(commit(id, { skip_refused: true }))).toEqual(item)
  })

  it('applies only what the plan changes, and refuses if one of its fields has changed since (AMB-227)', async () => {
    const [pizza = 0, sushi = 0] = tags
    const id = await plan('cuisine', [
      { id: pizza, values: { name: { en: 'Pizzas' }, show: 1 } },
      { id: sushi, values: { name: { en: 'Sushi' } } },
    ])
    const save = (key: number, row: object) =>
      ok(as('owner', 'Reference', 'saveData', { tables: [{ table: 'cuisine', id: key, row }] }))
    // Another language, another field of the row, and a row that the plan leaves as it is.
    await save(pizza, { name: { en: 'Pizza', ru: 'Пицца' }, show: 2 })
    await save(sushi, { name: { en: 'Sashimi' } })
    const late = await plan('cuisine', [{ id: pizza, values: { name: { en: 'Late' } } }])
    expect(await ok(commit(id))).toMatchObject({ records: 1 })
    expect(await names()).toMatchObject([{ en: 'Pizzas', ru: 'Пицца' }, { en: 'Sashimi' }, { en: 'Soup' }])
    expect(await commit(late)).toMatchObject({
      code: 'plan_outdated',
      table: 'cuisine',
      field: 'name.en',
      because: { row: 2 },
    })
    const gone = await plan('cuisine', [
      { id: sushi, values: { name: { en: 'Gone' } } },
      { values: { name: { en: 'Not kept' } } },
    ])
    await ok(as('owner', 'Reference', 'deleteData', { tables: [{ table: 'cuisine', id: sushi }] }))
    expect(await commit(gone)).toMatchObject({ code: 'plan_outdated' })
    expect(await server.database.asOwner(`select from cuisine where name ->> 'en' = 'Not kept'`)).toEqual([])
  })

  it('refuses rows by the checks of a save: rights, ranges, references, fields, repeated rows and values of the sheet', async () => {
    const company = server.world.a
    const courier = await insertRow(server.database, 'courier', { company, name: 'Ann', phone: '4930111', courier_status: 1 })
    const twice = await insertRow(server.database, 'courier', { company, name: 'Ben', phone: '4930112', courier_status: 1 })
    const id = await plan('courier', [
      { id: courier, values: { courier_status: 999 } },
      { values: { name: 'No phone' } },
      { values: { phone: '4930113', no_such_field: 1 } },
      { values: { phone: '4930114', ip: '1.2.3.4' } },
      { values: { phone: '4930115', token: 'x' } },
      { values: { phone: '4930116', company: server.world.b } },
      { id: twice, values: { name: 'One' } },
      { id: twice, values: { name: 'Two' } },
      { values: {}, refusal: { code: 'formula', message: 'The cell has a formula. Paste its value instead.', column: 'B' } },
      { id: 'x', values: { name: 'x' } },
      { values: { phone: '4930117', name: 'Good' } },
    ])
    const { rows, totals } = await status(id)
    expect(totals).toMatchObject({ created: 1, changed: 0, refused: 10 })
    expect(rows.map(({ refusal }) => [refusal?.code, refusal?.field ?? refusal?.column])).toEqual([
      ['bad_reference', 'courier_status'],
      ['required', 'phone'],
      ['unknown_field', 'no_such_field'],
      ['forbidden', 'ip'],
      ['undo_forbidden_kind', 'token'],
      ['foreign_company', 'company'],
      ['repeated_row', undefined],
      ['repeated_row', undefined],
      ['formula', 'B'],
      ['invalid_value', 'courier_id'],
      [undefined, undefined],
    ])
    expect(rows[6]?.refusal?.params).toEqual(['8, 9'])
    expect(await server.database.asOwner(`select from courier where name in ('Good', 'One', 'Two')`)).toEqual([])
  })

  it('finds refusals that only the database knows, also between rows of the sheet', async () => {
    const codes = Array.from({ length: 30 }, (_, index) => `CODE${index === 20 ? 5 : index}`)
    const id = await plan(
      'promocode',
      codes.map((code) => ({ values: { code, discount: 1 } })),
    )
    const { rows, totals } = await status(id)
    expect(totals).toMatchObject({ created: 29, refused: 1 })
    expect(rows.filter(({ refusal }) => refusal)).toMatchObject([{ refusal: { code: 'duplicate', field: 'code' } }])
    expect(await ok(commit(id, { skip_refused: true }))).toMatchObject({ records: 29 })
    const again = await plan('promocode', [{ values: { code: 'CODE1' } }, { values: { code: 'CODE100' } }])
    expect((await status(again)).rows.map(({ kind }) => kind)).toEqual(['refused', 'created'])
  })

  it('plans dictionary texts only in languages that the person may edit', async () => {
    const text = await insertRow(server.database, 'dictionary', { texts: { en: 'Save', de: 'Sichern' } })
    const id = await plan('dictionary', [{ id: text, values: { de: 'Speichern' } }], 'platform')
    expect((await status(id, 'platform')).rows[0]).toMatchObject({ kind: 'changed', changes: { de: ['Sichern', 'Speichern'] } })
    await server.database.asOwner(`update admin set dictionary_edit = 'ru' where login = 'platform'`)
    const mine = await server.signIn('platform')
    const began = await server.call(
      'Import',
      'begin',
      { table: 'dictionary', total: 1, file: 'b'.repeat(64) },
      { token: mine, company: 0 },
    )
    const { import_id } = began['data'] as { import_id: string }
    await server.call(
      'Import',
      'rows',
      { import_id, part: 0, rows: [{ row: 2, id: text, values: { de: 'x' } }] },
      { token: mine, company: 0 },
    )
    const made = await server.call('Import', 'status', { import_id, page: { after: 0, limit: 1 } }, { token: mine, company: 0 })
    expect(made['data']).toMatchObject({ rows: [{ kind: 'refused', refusal: { code: 'forbidden', field: 'de' } }] })
    await server.database.asOwner(`update admin set dictionary_edit = 'ru,de,en' where login = 'platform'`)
  })

  it('belongs to one person and company, and ends after 24 hours', async () => {
    const id = await plan('cuisine', [{ id: tags[0], values: { name: { en: 'Pies' } } }])
    for (const login of ['operator', 'owner-b', 'platform']) {
      expect(await as(login, 'Import', 'status', { import_id: id })).toMatchObject({ code: 'not_found' })
      expect(await commit(id, {}, login)).toMatchObject({ code: 'not_found' })
      expect(await send(id, [{ row: 2, values: {} }], 0, login)).toMatchObject({ code: 'not_found' })
    }
    const [row] = await server.database.asOwner<{ hours: number }>(
      'select extract(epoch from expires - created)::int / 3600 as hours from import_plan',
    )
    expect(row?.hours).toBe(24)
    // Row-level security hides the plan from statements of another user.
    const seen = await server.database.open().read({ company: server.world.a }, (tx) => tx.sql('select from import_plan'))
    expect(seen).toEqual([])
    await server.database.asOwner('update import_plan set expires = now()')
    expect(await commit(id)).toMatchObject({ code: 'not_found' })
  })

  it.each(['order', 'payment', 'print_job', 'mailing', 'message', 'chat_message', 'kanban_settings', 'audit'])(
    'MOON-06: refuses the table %s, whose changes cannot be undone (AMB-224)',
    async (table) => {
      const answer = await as('owner', 'Import', 'begin', { table, total: 1, file: 'a'.repeat(64) })
      expect(answer).toMatchObject({ code: 'undo_forbidden_kind' })
    },
  )

  it('can no longer be read by a person who has lost the right to the table', async () => {
    const { a, operatorA, userA } = server.world
    const id = await plan('user', [{ id: userA, values: { comment: 'Called' } }], 'operator')
    const read = () => as('operator', 'Import', 'status', { import_id: id, page: { after: 0, limit: 10 } })
    expect(await read()).toMatchObject({ data: { rows: [{ changes: { comment: ['', 'Called'] } }] } })
    const narrow = (routes: string[]) =>
      as('owner', 'Reference', 'saveData', { tables: [{ table: 'membership', id: membership?.id, row: { navigation: routes } }] })
    const [membership] = await server.database.asOwner<{ id: number }>(
      'select membership_id as id from membership where company = $1 and admin = $2',
      [a, operatorA],
    )
    expect(await narrow(['Company-Order'])).toMatchObject({ status: 'OK' })
    expect(await read()).toMatchObject({ code: 'forbidden', table: 'user' })
    expect(await narrow(['Company-Order', 'Company-User'])).toMatchObject({ status: 'OK' })
    expect(await read()).toMatchObject({ status: 'OK' })
    await server.database.asOwner('update membership set navigation = default where admin = $1', [operatorA])
  })

  it('shows of merchants only the fields that its person may still read', async () => {
    const [first, second] = server.world.merchants
    const access = [{ user: server.world.operatorA, access: [0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2] }]
    const own = 'select merchant_id as id, access from merchant where merchant_id = any($1)'
    const former = await server.database.asOwner<{ id: number; access: unknown }>(own, [[first, second]])
    const grant = async (rows: { id: number; access: unknown }[]) =>
      ok(
        as('owner', 'Reference', 'saveData', {
          tables: rows.map((row) => ({ table: 'merchant', id: row.id, row: { access: row.access } })),
        }),
      )
    await grant([first, second].map((id) => ({ id, access })))
    const rows = [first, second].map((id) => ({ id, values: { cooking_time: 55 } }))
    const id = await plan('merchant', rows, 'operator')
    const changes = async () => (await status(id, 'operator')).rows.map((line) => Object.keys(line.changes))
    expect(await changes()).toEqual([['cooking_time'], ['cooking_time']])
    await grant([{ id: first, access: [] }])
    await expect.poll(changes).toEqual([[], ['cooking_time']])
    await grant(former)
  })

  it('offers exactly the tables that the server takes', () => {
    const isTaken = (entity: Entity): boolean => {
      try {
        importableEntity(entity.name, 1)
        return true
      } catch {
        return false
      }
    }
    const all: Entity[] = Object.values(entities)
    expect(all.filter(isImportable).map(({ name }) => name)).toEqual(all.filter(isTaken).map(({ name }) => name))
  })

  it('a plan of many rows lets others save its records before it is made', async () => {
    const rows = await server.database.asOwner<{ id: number }>(
      `insert into cuisine (company, "order", name) select $1, 0, jsonb_build_object('en', 'Long ' || n) from generate_series(1, 5000) n
       returning cuisine_id::int as id`,
      [server.world.a],
    )
    const lock = (place: number) =>
      server.database.asOwner('select from cuisine where cuisine_id = $1 for update', [rows[place]?.id])
    await server.database.asOwner('begin')
    try {
      // The plan stops in its third part, with the records of the first two locked, and again in its last.
      await lock(4500)
      await server.database.asOwner('savepoint last')
      await lock(2500)
      const planning = plan(
        'cuisine',
        rows.map(({ id }) => ({ id, values: { name: { en: `Longer ${id}` } } })),
      )
      await expect.poll(() => server.database.waiting()).toBe(1)
      const saved = { tables: [{ table: 'cuisine', id: rows[0]?.id, row: { show: 2 } }] }
      const saving = ok(as('owner', 'Reference', 'saveData', saved))
      await expect.poll(() => server.database.asOwner(`select from pg_locks where not granted`)).toHaveLength(2)
      await server.database.asOwner('rollback to savepoint last')
      await saving
      await server.database.asOwner('commit')
      const id = await planning
      expect(await status(id)).toMatchObject({ state: 'planned', totals: { changed: 5000, refused: 0 } })
      expect(await ok(commit(id))).toMatchObject({ records: 5000 })
    } finally {
      await server.database.asOwner('rollback')
      await server.database.asOwner(`delete from cuisine where name ->> 'en' like 'Long%'`)
    }
  })

  it('tells that a plan is being applied', async () => {
    const id = await plan('cuisine', [{ id: tags[0], values: { name: { en: 'Pizzas' } } }])
    await server.database.asOwner('begin')
    try {
      await server.database.asOwner('select from cuisine where cuisine_id = $1 for update', [tags[0]])
      const applying = commit(id)
      await expect.poll(() => server.database.waiting()).toBeGreaterThan(0)
      expect((await status(id)).state).toBe('applying')
      await server.database.asOwner('commit')
      await ok(applying)
    } finally {
      await server.database.asOwner('rollback')
    }
    expect((await status(id)).state).toBe('applied')
  })

  it('refuses tables that the tariff or the person lacks, and tables of a company without one', async () => {
    const open = (login: string, table: string) =>
      as(login, 'Import', 'begin', { table, total: 1, file: 'a'.repeat(64) }).then(({ code }) => code)
    expect(await open('owner-b', 'promocode')).toBe('option_required')
    expect(await open('operator', 'courier')).toBe('forbidden')
    expect(await open('platform', 'courier')).toBe('company_required')
    expect(await open('owner', 'nothing')).toBe('unknown_table')
  })

  it('replaces the oldest of ten open plans, but no applied one', async () => {
    const applied = await plan('cuisine', [{ id: tags[0], values: { name: { en: 'Pies' } } }])
    await ok(commit(applied))
    const ids: string[] = []
    for (let index = 0; index < 11; index += 1) ids.push(await begin('cuisine', 1))
    expect(await as('owner', 'Import', 'status', { import_id: ids[0] })).toMatchObject({ code: 'not_found' })
    for (const id of [applied, ids[1], ids[10]])
      expect(await as('owner', 'Import', 'status', { import_id: id })).toMatchObject({ status: 'OK' })
  })

  it('leaves a plan that is being applied, and does not wait for it', async () => {
    const applying = await begin('cuisine', 1)
    for (let index = 0; index < 9; index += 1) await begin('cuisine', 1)
    await server.database.asOwner('begin')
    try {
      await server.database.asOwner('select from import_plan where import_id = $1 for update', [applying])
      await begin('cuisine', 1)
    } finally {
      await server.database.asOwner('rollback')
    }
    expect(await status(applying)).toMatchObject({ state: 'open' })
  })

  it('applies above 1,000 rows as one change, for which live connections reload (AMB-225)', async () => {
    const { a } = server.world
    const given = Array.from({ length: 1200 }, (_, index) => ({
      values: { phone: `49301${index + 10_000}`, name: `New ${index}` },
    }))
    const { change } = await ok(commit(await plan('user', given)))
    const [row] = await server.database.asOwner<{ touched: unknown; rows: number }>(
      `select touched, (select count(*)::int from audit_row r where r.change_id = f.change_id and table_name = 'user') as rows
       from company_feed f where company = $1 and change_id = $2`,
      [a, change],
    )
    expect(row).toEqual({ touched: null, rows: 1200 })
    expect(await ok(as('owner', 'Audit', 'undo', { change }))).toMatchObject({ records: 1200 })
  })
})
