import { randomUUID } from 'node:crypto'
import { type Call, calls, tokenScopes } from '@tiffin/sdk/contract'
import { type Answer, insertOrder, insertRow, startTestServer, type TestServer } from '@tiffin/server/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** In every value that a token without the scope `read` must not learn. */
const UNREAD = 'unread-'

let server: TestServer
let owner: string
/** Has every scope but `read` and `export`, which reads. */
let writer: string
let order: number
let courier: number
let ticket: number
let promocode: number
let mailing: number
let paused: number
let phone = 1_000_000
const feast = [{ id: 1, name: 'Feast', qty: 1, price: '100.00' }]
beforeAll(async () => {
  server = await startTestServer()
  const { world, database } = server
  owner = await server.signIn('owner')
  const scopes = tokenScopes.filter((scope) => scope !== 'read' && scope !== 'export')
  const made = await server.call('Token', 'create', { name: 'till', scopes, days: 1 }, { token: owner })
  writer = (made['data'] as { token: string }).token
  await database.asOwner('update company set allow_chat = 1, allow_promocode = 1, allow_mailing = 1')
  await database.asOwner(`update "user" set name = $1, email = $1, comment = $1, bonus_score = 47.11`, [`${UNREAD}customer`])
  courier = await insertRow(database, 'courier', { company: world.a, name: `${UNREAD}courier`, working: 1 })
  promocode = await insertRow(database, 'promocode', { company: world.a, code: `${UNREAD}code`, merchant: [world.merchants[0]] })
  order = await insertOrder(database, world, { comment: `${UNREAD}order`, cancel_reason: `${UNREAD}reason` })
  const text = { company: world.a, subject: { en: 'News' }, text: { en: 'Soup' } }
  mailing = await insertRow(database, 'mailing', text)
  paused = await insertRow(database, 'mailing', { ...text, state: 'paused' })
  const content = { lines: [{ name: `${UNREAD}line` }] }
  ticket = await insertRow(database, 'print_job', {
    company: world.a,
    merchant: world.merchants[0],
    order,
    purpose: 'kitchen',
    content,
  })
})
afterAll(() => server.stop())

const ask = (token: string, api: string, method: string, data: unknown): Promise<Answer> =>
  server.call(api, method, data, { token, company: server.world.a })
const saveAs = (token: string, ...tables: object[]): Promise<Answer> => ask(token, 'Reference', 'saveData', { tables })

const move = (from: number, to: number) => ({
  intents: [{ intent_id: randomUUID(), order_id: order, from: server.world.statuses[from], to: server.world.statuses[to] }],
})
const assign = (from: number) => ({ intents: [{ intent_id: randomUUID(), order_id: order, from, courier }] })

/** Makes the plan of an import that changes a customer. */
async function importPlan(token: string, values: object = { comment: 'Imported' }): Promise<object> {
  const begun = await ask(token, 'Import', 'begin', { table: 'user', total: 1, file: 'a'.repeat(64) })
  const { import_id } = begun['data'] as { import_id: string }
  const rows = [{ row: 2, id: server.world.userA, values }]
  expect(await ask(token, 'Import', 'rows', { import_id, part: 0, rows })).toMatchObject({ data: { planned: true } })
  return { import_id, page: { after: 0, limit: 10 } }
}

/**
 * Calls whose responses reveal rows, and their responses to a token without the scope `read`. Someone who may read gets
 * a marked value from each of the same calls.
 */
const tellers: [what: string, call: string, input: (token: string) => unknown, told: () => object, readerGets?: string][] = [
  [
    'a save that changes nothing',
    'Reference.saveData',
    () => ({
      tables: [
        { table: 'user', id: server.world.userA, row: {} },
        { table: 'order', id: order, row: {} },
        { table: 'courier', id: courier, row: {} },
        { table: 'promocode', id: promocode, row: {} },
      ],
    }),
    () => ({
      change: 0,
      data: {
        user: { data: { user_id: server.world.userA, revision: 1 } },
        order: { data: { order_id: order, revision: 1 } },
        courier: { data: { courier_id: courier, revision: 1 } },
        promocode: { data: { promocode_id: promocode, revision: 1 } },
      },
    }),
  ],
  [
    'a save that conflicts',
    'Reference.saveData',
    () => ({ tables: [{ table: 'courier', id: courier, row: { name: 'Guess', phone: '4911', revision: 0 } }] }),
    () => ({ code: 'conflict', current: { courier_id: courier, revision: 1 } }),
  ],
  [
    'a save of an order that was moved since',
    'Reference.saveData',
    () => ({
      tables: [{ table: 'order', id: order, row: { order_status: server.world.statuses[3], last_time: '2000-01-01T00:00:00Z' } }],
    }),
    () => ({ data: { order: { rows: [{ data: { order_id: order, revision: 1 }, skipped: ['order_status'] }] } } }),
  ],
  ['a refused move', 'Order.move', () => move(5, 8), () => ({ data: { results: [{ status: 'FAIL', code: 'not_in_status' }] } })],
  [
    'a refused assignment',
    'Order.assign',
    () => assign(999),
    () => ({ data: { results: [{ status: 'FAIL', code: 'conflict' }] } }),
    '"courier":0',
  ],
  [
    'the plan of an import',
    'Import.status',
    importPlan,
    () => ({ data: { rows: [{ changes: { comment: [null, 'Imported'] } }] } }),
  ],
  [
    'a request for a ticket',
    'Print.request',
    () => ({ order_id: order }),
    () => ({ data: { job: { order, state: 'queued', purpose: 'kitchen' } } }),
  ],
  [
    'a ticket to print',
    'Print.claim',
    () => ({ console: 'till', print_job_id: ticket }),
    () => ({ code: 'scope_required', params: ['read'] }),
  ],
  [
    'a conversation that is assigned',
    'Chat.assign',
    () => ({ user_id: server.world.userA, admin_id: null }),
    () => ({ code: 'scope_required', params: ['read'] }),
  ],
  [
    'an order that spends more bonus than its customer has',
    'Reference.saveData',
    () => ({ tables: [{ table: 'order', id: order, row: { cart: feast, bonus: '50.00' } }] }),
    () => ({ code: 'bonus_insufficient' }),
    '47.11',
  ],
  [
    'a mailing whose customers were counted wrong',
    'Mailing.start',
    () => ({ mailing_id: mailing, count: 999 }),
    () => ({ code: 'scope_required', params: ['read'] }),
    'selection_changed',
  ],
  [
    'a mailing that is resumed',
    'Mailing.resume',
    () => ({ mailing_id: paused, count: 999 }),
    () => ({ code: 'scope_required', params: ['read'] }),
    'selection_changed',
  ],
  [
    'a save',
    'Reference.saveData',
    () => ({ tables: [{ table: 'user', id: server.world.userA, row: { phone: `4930${(phone += 1)}` } }] }),
    () => ({ data: { user: { data: { user_id: server.world.userA, revision: 2, phone: `4930${phone}` } } } }),
  ],
]

// Typed by hand: opening another call to tokens requires deciding its response to those without the scope `read`.
const DECIDED: Record<string, string> = {
  'only keys, revisions and what was sent': `Reference.saveData Order.move Order.assign Print.begin Print.confirm Print.fail
    Print.request Print.dismiss Import.status`,
  'nothing: needs the scope read too': `Print.claim Chat.assign Webhook.rotate Webhook.test Webhook.replay Mailing.start
    Mailing.resume`,
  'keys and numbers': `Reference.deleteData Audit.undo Order.shown Print.offer Mailing.pause Mailing.stop Config.apply Import.begin Import.rows Import.commit`,
  'what the call makes, or is for': `Order.handoff Order.ring Order.tick Chat.upload Mailing.test Merchant.pace Image.save
    Image.removeBackground Image.generate Sound.save Translation.translate`,
  'rows, with the scope export': 'Export.ticket Export.Excel',
}

describe('an access token without the scope read', () => {
  it('learns only the agreed fields from each call', () => {
    const declared = Object.values(calls).flatMap((methods) => Object.values(methods) as Call[])
    const open = declared.filter(({ tokens }) => tokens !== undefined && tokens !== 'any' && !tokens.includes('read'))
    expect(open.map(({ api, method }) => `${api}.${method}`).toSorted()).toEqual(
      Object.values(DECIDED)
        .flatMap((names) => names.split(/\s+/))
        .toSorted(),
    )
  })

  it.each(tellers)('learns no unread value from %s', async (_what, call, input, told, readerGets = UNREAD) => {
    const [api, method] = call.split('.') as [string, string]
    const answer = await ask(writer, api, method, await input(writer))
    expect(answer).toMatchObject(told())
    expect(JSON.stringify(answer)).not.toContain(UNREAD)
    expect(JSON.stringify(answer)).not.toContain(readerGets)
    expect(JSON.stringify(await ask(owner, api, method, await input(owner)))).toContain(readerGets)
  })

  it('API-16: gets only the key, the revision and the sent fields of a saved row', async () => {
    const answer = await saveAs(
      writer,
      { table: 'courier', id: courier, row: { phone: '491511' } },
      { table: 'courier', row: { name: 'Nia', phone: '491512' } },
    )
    const [changed, created] = (answer['data'] as { courier: { rows: { data: object }[] } }).courier.rows
    expect(changed?.data).toEqual({ courier_id: courier, revision: 2, phone: '491511' })
    expect(created?.data).toEqual({ courier_id: expect.any(Number) as number, revision: 1, name: 'Nia', phone: '491512' })
  })

  it.each(['saveData', 'deleteData'])('cannot count rows with the search of %s', async (method) => {
    const expected = { table: 'user', search: [{ key: 'name', op: 'like', prm: UNREAD }] }
    const input = { tables: [{ table: 'courier', id: courier, row: {} }], expect: expected }
    expect(await ask(writer, 'Reference', method, input)).toMatchObject({ code: 'scope_required', params: ['read'] })
    expect(await ask(owner, 'Reference', method, input)).toMatchObject({ code: 'selection_changed' })
  })

  it.each(['Guess', ''])('can’t find out by a stale save or an import plan whether a record has the value %j', async (guess) => {
    const answersWith = async (stored: string): Promise<unknown[]> => {
      await server.database.asOwner('update "user" set comment = $1', [stored])
      const saved = await saveAs(writer, { table: 'user', id: server.world.userA, row: { comment: guess, revision: 0 } })
      const status = await ask(writer, 'Import', 'status', await importPlan(writer, { comment: guess }))
      const plan = status['data'] as { totals: object; rows: object[] }
      return [saved.code, saved['current'], saved['because'], plan.totals, plan.rows]
    }
    expect(await answersWith(guess)).toEqual(await answersWith(UNREAD))
  })

  it('applies a plan whose changes it can’t read', async () => {
    for (const values of [{ comment: 'Applied', name: `${UNREAD}customer` }, { comment: 'Applied' }]) {
      const { import_id } = (await importPlan(writer, values)) as { import_id: string }
      expect(await ask(writer, 'Import', 'commit', { import_id })).toMatchObject({ data: { records: 1 } })
      const [row] = await server.database.asOwner('select name, comment from "user" where user_id = $1', [server.world.userA])
      expect(row).toEqual({ comment: 'Applied', name: `${UNREAD}customer` })
    }
  })
})
