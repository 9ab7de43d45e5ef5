import { type Core, createCore, createPairing, marksOf, memoryStorage, type Pairing, type Ports } from '@tiffin/core'
import { ticketLines, tickProgress } from '@tiffin/core/rules'
import { insertOrder, insertRow, PASSWORD, startTestServer, type TestServer } from '@tiffin/server/test'
import { systemClock } from '@tiffin/sdk/client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let server: TestServer
let id: number
const cores: Core[] = []
beforeAll(async () => {
  server = await startTestServer()
  await server.database.asOwner(`update global_lang set support = 1 where code in ('en', 'ru')`)
})
afterAll(() => server.stop())
beforeEach(async () => {
  id = await place()
})
afterEach(async () => {
  for (const core of cores.splice(0)) core.board.close()
  await server.database.asOwner('truncate print_job, "order" cascade')
})

const status = (number: number): number => server.world.statuses[number] as number
const line = (item: number, name: string) => ({ id: item, name, qty: 1, price: '1.00' })
const place = (values: Record<string, unknown> = {}) =>
  insertOrder(server.database, server.world, {
    time_create: new Date().toISOString(),
    cart: [line(1, 'Soup'), line(2, 'Pizza')],
    ...values,
  })

function makeCore(options: { ports?: Partial<Ports> } = {}): Core {
  const core = createCore({
    url: server.url,
    app: { name: 'api', version: '0' },
    keep: 'bearer',
    ports: { clock: systemClock, storage: memoryStorage(), log: () => {}, ...options.ports },
    validate: true,
  })
  cores.push(core)
  return core
}

async function openBoard(login: string | null = 'owner', core = makeCore()): Promise<Core> {
  if (login !== null) {
    await core.session.start()
    expect(await core.session.signIn(login, PASSWORD)).toBe(true)
  }
  await core.board.open()
  await expect.poll(() => core.board.store.getState().live.phase, { timeout: 5000 }).toBe('online')
  return core
}

const rowOf = (core: Core, order = id) => core.board.store.getState().rows.get(order)
const settled = (core: Core) => expect.poll(() => core.board.store.getState().pending).toEqual([])
const notices = (core: Core) => core.notices.store.getState().notices
const courier = (values: object = {}) =>
  insertRow(server.database, 'courier', { company: server.world.a, name: 'Cleo', phone: '491', working: 1, ...values })

const to = (target: number, ...orders: number[]) => orders.map((order_id) => ({ order_id, to: target }))

describe('several orders at once', () => {
  it('KDS-16 KDS-06: keep their order when they are moved and moved back', async () => {
    await server.database.asOwner('update "order" set "order" = 1 where order_id = $1', [id])
    const queue = [id, await place({ order: 2 }), await place({ order: 3 }), await place({ order: 4 })]
    const core = await openBoard()
    const shown = () => queue.toSorted((a, b) => (rowOf(core, a)?.order ?? 0) - (rowOf(core, b)?.order ?? 0))
    await core.board.moveMany(to(status(3), ...queue.slice(0, 3)))
    notices(core)[0]?.action?.run()
    await settled(core)
    expect(shown()).toEqual(queue)
    const stored = await server.database.asOwner<{ order_id: number }>(
      'select order_id from "order" where order_id = any($1) order by "order"',
      [queue],
    )
    expect(stored.map(({ order_id }) => order_id)).toEqual(queue)
  })

  it('KDS-16: move at once and are answered separately; one notice reports all and undoes those that moved', async () => {
    const [second, refused] = [await place(), await place()]
    const core = await openBoard()
    await server.database.asOwner('update "order" set delete = 1 where order_id = $1', [refused])
    const results = core.board.moveMany(to(status(3), id, second, refused))
    expect(core.board.store.getState().pending).toHaveLength(3)
    expect((await results).map(({ order_id, code }) => [order_id, code ?? 'OK'])).toEqual([
      [id, 'OK'],
      [second, 'OK'],
      [refused, 'not_found'],
    ])
    expect(notices(core)).toHaveLength(1)
    expect(notices(core)[0]).toMatchObject({ type: 'warning', text: '%1 moved to %4, %2 failed: %3' })
    expect(notices(core)[0]?.params?.slice(0, 2)).toEqual([2, 1])
    notices(core)[0]?.action?.run()
    await settled(core)
    const rows = await server.database.asOwner('select order_status from "order" where order_id = any($1)', [[id, second]])
    expect(rows).toEqual([{ order_status: status(2) }, { order_status: status(2) }])
  })

  it('KDS-16 KDS-02: one notice undoes those that still can be, and names those that can’t', async () => {
    const [back, elsewhere] = [await place(), await place()]
    const [core, other] = [await openBoard(), await openBoard('operator')]
    await core.board.moveMany(to(status(3), id, back, elsewhere))
    core.board.undo(core.board.store.getState().undoable[1]?.intent_id)
    await settled(core)
    await expect.poll(() => rowOf(other, elsewhere)?.order_status, { timeout: 5000 }).toBe(status(3))
    other.board.move(elsewhere, status(5))
    await expect.poll(() => rowOf(core, elsewhere)?.order_status, { timeout: 5000 }).toBe(status(5))
    const [offer] = notices(core)
    expect(offer?.text).toBe('%1 orders moved to %2')
    offer?.action?.run()
    await settled(core)
    const told = () => notices(core).find(({ text }) => text === '%1 moved back, %2 failed: %3')
    await expect.poll(told).toMatchObject({ type: 'warning', params: [1, 1, expect.stringContaining(`#${elsewhere} `)] })
    const rows = await server.database.asOwner('select order_status from "order" where order_id = any($1) order by order_id', [
      [id, back, elsewhere],
    ])
    expect(rows).toEqual([status(2), status(2), status(5)].map((order_status) => ({ order_status })))
    expect(core.board.store.getState().undoable).toEqual([])
  })

  it('KDS-16 KDS-02: offer no Undo once each was undone separately', async () => {
    const second = await place()
    const core = await openBoard()
    await core.board.moveMany(to(status(3), id, second))
    const lastMove = () => core.board.store.getState().undoable.at(-1)?.intent_id
    const offers = () => notices(core).filter(({ text, action }) => text === '%1 orders moved to %2' && action).length
    core.board.undo(lastMove())
    expect(offers()).toBe(1)
    core.board.undo(lastMove())
    expect(offers()).toBe(0)
    await settled(core)
  })

  it('KDS-16: are not moved further than the person saw: those moved since are named, with who moved them', async () => {
    const [moved, gone] = [await place({ ticket: 13 }), await place({ ticket: 14 })]
    const [core, other] = [await openBoard(), await openBoard('operator')]
    const marks = marksOf([id, moved, gone].flatMap((order) => rowOf(core, order) ?? []))
    other.board.move(moved, status(3))
    other.board.move(gone, status(0), { reason: 'burnt' })
    await settled(other)
    await expect.poll(() => rowOf(core, moved)?.order_status, { timeout: 5000 }).toBe(status(3))
    await expect.poll(() => rowOf(core, gone)?.order_status, { timeout: 5000 }).not.toBe(status(2))
    core.commands.bump([...marks.keys()], marks)
    await settled(core)
    const statuses = await server.database.asOwner<{ order_status: number }>(
      'select order_status from "order" where order_id = any($1) order by order_id',
      [[id, moved, gone]],
    )
    expect(statuses.map(({ order_status }) => order_status)).toEqual([status(3), status(3), status(0)])
    await expect
      .poll(() => notices(core).map(({ params }) => params))
      .toEqual([
        [
          1,
          2,
          expect.stringMatching(/^#13.*: .+ moved it from New to Accepted at .+; #14.*: .+ moved it from New to /),
          'Accepted',
        ],
      ])
  })

  it('KDS-16 KDS-02: are undone together, also those of other columns and after the notice has gone', async () => {
    const cooked = await place({ order_status: status(3) })
    const core = await openBoard()
    core.commands.bump([id, cooked])
    await expect.poll(() => notices(core).map(({ params }) => params)).toEqual([[2, 'Accepted, Ready']])
    for (const { id: notice } of notices(core)) core.notices.close(notice)
    core.commands.undo()
    await settled(core)
    expect([rowOf(core)?.order_status, rowOf(core, cooked)?.order_status]).toEqual([status(2), status(3)])
  })

  it('KDS-16: name the right that is missing', async () => {
    const viewed = await place({ merchant: server.world.merchants[1] })
    const core = await openBoard('operator')
    core.commands.bump([id, viewed])
    await expect.poll(() => notices(core)[0]?.params?.map(String).join(' ')).toContain('You can view this merchant')
    expect(notices(core)[0]?.params?.slice(0, 2)).toEqual([1, 1])
  })

  it('KDS-16: leave those alone that are already at the target', async () => {
    const core = await openBoard()
    expect(await core.board.moveMany(to(status(2), id))).toEqual([])
    expect(notices(core)).toEqual([])
  })
})

describe('couriers', () => {
  it('KDS-20: are offered with their workload, free ones first, without blocked ones', async () => {
    const [free, busy, off] = [
      await courier({ name: 'Free' }),
      await courier({ name: 'Busy' }),
      await courier({ name: 'Off', working: 2 }),
    ]
    await courier({ name: 'Blocked', courier_status: 3 })
    await place({ courier: busy })
    await place({ courier: free, order_status: status(8) })
    const core = await openBoard()
    const list = (await core.board.couriers()).filter(({ courier_id }) => [free, busy, off].includes(courier_id))
    expect(list.map(({ name, open, mark }) => [name, open, mark])).toEqual([
      ['Free', 0, null],
      ['Busy', 1, 'busy'],
      ['Off', 0, 'off_duty'],
    ])
    expect((await core.board.couriers()).some(({ name }) => name === 'Blocked')).toBe(false)
  })

  it('KDS-20 KDS-16: are shown at once on all boards when assigned, and Undo restores each order’s former courier', async () => {
    const [first, next] = [await courier({ name: 'First' }), await courier({ name: 'Next' })]
    const second = await place({ courier: first })
    const [core, other] = [await openBoard(), await openBoard('operator')]
    await core.board.couriers()
    const results = core.board.assignCourier([id, second], next)
    expect(rowOf(core)).toMatchObject({ courier: next, courier_obj: { name: 'Next' } })
    expect((await results).map(({ status: how }) => how)).toEqual(['OK', 'OK'])
    await expect.poll(() => rowOf(other, second)?.courier_obj?.name, { timeout: 5000 }).toBe('Next')
    notices(core)[0]?.action?.run()
    expect([rowOf(core)?.courier, rowOf(core, second)?.courier]).toEqual([0, first])
    await expect.poll(() => [rowOf(other)?.courier, rowOf(other, second)?.courier], { timeout: 5000 }).toEqual([0, first])
  })

  it('ORDER-06: are unassigned with courier 0, on every board', async () => {
    await server.database.asOwner('update "order" set courier = $2 where order_id = $1', [id, await courier({ name: 'Former' })])
    const [core, other] = [await openBoard(), await openBoard('operator')]
    expect(rowOf(core)?.courier_obj?.name).toBe('Former')
    const results = core.board.assignCourier([id], null)
    expect(rowOf(core)).toMatchObject({ courier: 0, courier_obj: null })
    expect(await results).toMatchObject([{ status: 'OK' }])
    await expect.poll(() => rowOf(other), { timeout: 5000 }).toMatchObject({ courier: 0, courier_obj: null })
    expect(notices(core)[0]?.text).toBe('Courier unassigned from %1')
  })

  it('KDS-20 KDS-16: are kept by Undo if someone else has assigned the order since, with a message', async () => {
    const [mine, theirs] = [await courier({ name: 'Mine' }), await courier({ name: 'Theirs' })]
    const second = await place()
    const [core, other] = [await openBoard(), await openBoard('operator')]
    await core.board.couriers()
    await core.board.assignCourier([id, second], mine)
    const [offer] = notices(core)
    await expect.poll(() => rowOf(other, second)?.courier, { timeout: 5000 }).toBe(mine)
    await other.board.assignCourier([second], theirs)
    await expect.poll(() => rowOf(core, second)?.courier, { timeout: 5000 }).toBe(theirs)
    offer?.action?.run()
    const told = () => notices(core).at(-1)
    await expect.poll(told).toMatchObject({ type: 'warning', text: '%1 assigned, %2 failed: %3' })
    expect(told()?.params?.slice(0, 2)).toEqual([1, 1])
    expect([rowOf(core)?.courier, rowOf(core, second)?.courier]).toEqual([0, theirs])
  })

  it('KDS-20: are restored after a refusal, with the reason', async () => {
    const [blocked, before] = [await courier(), await courier({ name: 'Before' })]
    await server.database.asOwner('update "order" set courier = $2 where order_id = $1', [id, before])
    const core = await openBoard()
    await core.board.couriers()
    await server.database.asOwner('update courier set courier_status = 3 where courier_id = $1', [blocked])
    expect(await core.board.assignCourier([id], blocked)).toMatchObject([{ status: 'FAIL', code: 'courier_blocked' }])
    expect(rowOf(core)).toMatchObject({ courier: before, courier_obj: { name: 'Before' } })
    expect(notices(core).map(({ text, params }) => core.i18n.t.message(text, params))).toEqual([
      `#${id} Pizzeria: The courier is blocked`,
    ])
  })
})

it('KDS-10: a tick shows here at once and soon on other boards; a refused one is removed', async () => {
  const [core, other] = [await openBoard(), await openBoard('operator')]
  const [soup] = ticketLines(rowOf(core) ?? {})
  const done = core.board.tick(id, soup?.key ?? '', true)
  expect(tickProgress(rowOf(core) ?? {})).toEqual({ done: 1, total: 2 })
  expect(await done).toMatchObject({ status: 'OK' })
  await expect.poll(() => tickProgress(rowOf(other) ?? {}).done, { timeout: 5000 }).toBe(1)
  await server.database.asOwner('update company set enable = 0 where company_id = $1', [server.world.a])
  try {
    expect(await core.board.tick(id, soup?.key ?? '', false)).toMatchObject({ code: 'company_disabled' })
  } finally {
    await server.database.asOwner('update company set enable = 1 where company_id = $1', [server.world.a])
  }
  expect(tickProgress(rowOf(core) ?? {}).done).toBe(1)
})

describe('receipts', () => {
  const receiptsOf = async (order: number) =>
    server.database.asOwner(
      'select console, acknowledged is not null as acknowledged from order_receipt where order_id = $1 order by console',
      [order],
    )

  it('MOON-02: a board reports automatically what it shows, and who acknowledged it; then it flashes nowhere', async () => {
    const [core, other] = [await openBoard(), await openBoard('operator')]
    await expect
      .poll(() => receiptsOf(id), { timeout: 5000 })
      .toEqual([
        { console: 'operator', acknowledged: false },
        { console: 'owner', acknowledged: false },
      ])
    core.board.acknowledge(id)
    expect(rowOf(core)?.acknowledged).toBe(1)
    await expect.poll(() => rowOf(other)?.acknowledged, { timeout: 5000 }).toBe(1)
    expect(await receiptsOf(id)).toEqual([
      { console: 'operator', acknowledged: false },
      { console: 'owner', acknowledged: true },
    ])
  })

  it('MOON-02: an order in a column not drawn, or hidden by the search, does not count as shown', async () => {
    const [accepted, found] = [await place({ order_status: status(3) }), await place({ ticket: 4711 })]
    const core = makeCore()
    core.board.showing([status(3)])
    await openBoard('owner', core)
    const receipt = { console: 'owner', acknowledged: false }
    await expect.poll(() => receiptsOf(accepted), { timeout: 5000 }).toEqual([receipt])
    expect(await receiptsOf(found)).toEqual([])
    core.board.setSearch('4711')
    core.board.showing([status(2), status(3)])
    await expect.poll(() => receiptsOf(found), { timeout: 5000 }).toEqual([receipt])
    expect(await receiptsOf(id)).toEqual([])
  })

  it('MOON-02: an order in a hidden tab, or done, does not count as shown', async () => {
    const done = await place({ order_status: status(8) })
    const hidden = await openBoard('owner', makeCore({ ports: { isVisible: () => false } }))
    await openBoard('owner')
    await expect.poll(() => receiptsOf(id), { timeout: 5000 }).toEqual([{ console: 'owner', acknowledged: false }])
    expect(rowOf(hidden)).toBeDefined()
    expect(await receiptsOf(done)).toEqual([])
  })
})

describe('pairing', () => {
  const code = (pairing: Pairing) => pairing.store.getState().code
  const confirm = async (shown: string) => {
    const token = await server.signIn('owner')
    const merchants = [server.world.merchants[0]]
    expect(
      await server.call('Device', 'confirm', { code: shown, merchants, name: 'Grill' }, { token, company: server.world.a }),
    ).toMatchObject({
      status: 'OK',
    })
  }

  it('KDS-25: a device shows a code, signs in once confirmed, works its board, and returns after a power cut', async () => {
    const elsewhere = await place({ merchant: server.world.merchants[1] })
    const core = makeCore()
    await core.session.start()
    const pairing = createPairing(core)
    const paired = pairing.startPairing('grill')
    await expect.poll(() => code(pairing), { timeout: 5000 }).toMatch(/^\w{4}-\w{4}$/)
    expect(pairing.store.getState().phase).toBe('waiting')
    await confirm(code(pairing))
    expect(await paired).toBe(true)
    expect(core.session.store.getState()).toMatchObject({ phase: 'signed_in', user: { device: { name: 'Grill' } } })
    await openBoard(null, core)
    expect([rowOf(core) !== undefined, rowOf(core, elsewhere)]).toEqual([true, undefined])
    core.board.move(id, status(3))
    await settled(core)
    expect(rowOf(core)?.order_status).toBe(status(3))
    const later = createCore({
      url: server.url,
      app: { name: 'api', version: '0' },
      keep: 'bearer',
      token: core.client.session.token(),
      ports: { clock: systemClock, storage: memoryStorage(), log: () => {} },
    })
    await later.session.start()
    expect(later.session.store.getState()).toMatchObject({ phase: 'signed_in', user: { name: 'Grill' } })
  })

  it('KDS-25: a power cut while waiting loses nothing, and an expired code is replaced by another', async () => {
    const storage = memoryStorage()
    const makePairing = () => createPairing(makeCore({ ports: { storage } }))
    const before = makePairing()
    void before.startPairing('grill')
    await expect.poll(() => code(before), { timeout: 5000 }).not.toBe('')
    const shown = code(before)
    const secret = storage.get('pairing')
    before.cancel()
    storage.set('pairing', secret)
    await confirm(shown)
    expect(await makePairing().startPairing('grill')).toBe(true)
    storage.set('pairing', 'long-gone-secret-of-before')
    const next = makePairing()
    const waiting = next.startPairing('grill')
    await expect.poll(() => code(next), { timeout: 5000 }).toMatch(/^\w{4}-\w{4}$/)
    next.cancel()
    expect(await waiting).toBe(false)
  })
})
