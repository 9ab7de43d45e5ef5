import { randomUUID } from 'node:crypto'
import { type Core, createCore, memoryStorage, type Ports, saveNamedBoard, selectColumns, showNamedBoard } from '@tiffin/core'
import { insertOrder, insertRow, PASSWORD, startTestServer, type TestServer } from '@tiffin/server/test'
import { systemClock } from '@tiffin/sdk/client'
import { apiError, builtinAlarm, errors } from '@tiffin/sdk/contract'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { sampled } from '../fixtures/full.ts'

let server: TestServer
const cores: Core[] = []
beforeAll(async () => {
  server = await startTestServer()
  await server.database.asOwner(`update global_lang set support = 1 where code in ('en', 'ru')`)
})
afterAll(() => server.stop())
afterEach(async () => {
  for (const core of cores.splice(0)) core.board.close()
  await server.database.asOwner('truncate print_job, "order" cascade')
})

async function signedIn(login: string, ports: Partial<Ports> = {}): Promise<Core> {
  const core = createCore({
    url: server.url,
    app: { name: 'api', version: '0' },
    keep: 'bearer',
    ports: { clock: systemClock, storage: memoryStorage(), log: () => {}, ...ports },
    validate: true,
  })
  cores.push(core)
  await core.session.start()
  expect(await core.session.signIn(login, PASSWORD)).toBe(true)
  return core
}

async function openBoard(login = 'owner', ports: Partial<Ports> = {}): Promise<Core> {
  const core = await signedIn(login, ports)
  await core.board.open()
  await expect.poll(() => core.board.store.getState().live.phase, { timeout: 5000 }).toBe('online')
  return core
}

const today = new Date().toISOString()
const place = (values: Record<string, unknown> = {}) =>
  insertOrder(server.database, server.world, { time_create: today, ...values })
const status = (number: number): number => server.world.statuses[number] as number
const shown = (core: Core) => selectColumns(core.board.store.getState(), core.board.bounds())
const columnOf = (core: Core, id: number): string | undefined =>
  shown(core).columns.find((column) => column.cards.some((card) => card.order_id === id))?.status.value['en']
/** Counts reads of the board from now on; `instead` replaces the server's response. */
function countReads(core: Core, instead?: () => Promise<never>): () => number {
  const { getData } = core.client.Reference
  let count = 0
  Object.assign(core.client.Reference, {
    getData: (...given: Parameters<typeof getData>) => {
      count += 1
      return instead ? instead() : getData(...given)
    },
  })
  return () => count
}
const notices = (core: Core): string[] =>
  core.notices.store.getState().notices.map(({ text, params }) => core.i18n.t.message(text, params))

it('clears notices when another person signs in', async () => {
  const core = await openBoard()
  core.notices.show('info', 'Saved', { ms: Infinity, action: { label: 'Undo', run: () => {} } })
  await core.session.refresh()
  expect(notices(core)).toEqual(['Saved'])
  await core.session.signOut()
  expect(notices(core)).toEqual([])
})

it('BOARD-01 BOARD-02 BOARD-03 BOARD-17: shows a column for each status with number and mode, in their order', async () => {
  const id = await place()
  const core = await openBoard()
  expect(shown(core).columns.map((column) => column.status.value['en'])).toEqual([
    'Pre-order',
    'New',
    'Accepted',
    'Ready',
    'Delivered',
    'Closed',
  ])
  expect(columnOf(core, id)).toBe('New')
})

it('BOARD-13 BOARD-14: shows the orders of the period, and unfinished ones of any age with a mark', async () => {
  const long = '2020-01-01T10:00:00.000Z'
  const [now, open, accepted, done] = [
    await place(),
    await place({ time_create: long }),
    await place({ time_create: long, order_status: status(3) }),
    await place({ time_create: long, order_status: status(8) }),
  ]
  // The due time of an order does not affect the period.
  const delivered = await place({ time_finish: long, order_status: status(8) })
  const core = await openBoard()
  const cards = shown(core).columns.flatMap((column) => column.cards)
  expect(Object.fromEntries(cards.map((card) => [card.order_id, card.outside]))).toEqual({
    [now]: false,
    [open]: true,
    [accepted]: true,
    [delivered]: false,
  })
  expect(cards.some((card) => card.order_id === done)).toBe(false)
})

it('BOARD-14: loads the orders of the chosen merchants only', async () => {
  const [own, other] = server.world.merchants
  const mine = await place({ merchant: own })
  await place({ merchant: other })
  const core = await openBoard()
  expect(core.board.store.getState()).toMatchObject({ count: 2 })
  await core.board.choose([own])
  expect([...core.board.store.getState().rows.keys()]).toEqual([mine])
  expect(core.board.store.getState().count).toBe(1)
})

it('BOARD-15: joins customer, merchant, company, type, status and payment type to each order', async () => {
  await place({ pay_type: server.world.payType, courier: server.world.courierA })
  const core = await openBoard()
  const [card] = shown(core).columns.flatMap((column) => column.cards)
  expect(card).toMatchObject({
    user_obj: { name: 'Anna' },
    courier_obj: { name: 'Carl' },
    company_obj: { name: { en: 'Alpha' } },
    merchant_obj: { name: { en: 'Pizzeria' } },
    type_obj: { order_type_id: 1 },
    status: { status: 2 },
    pay_type_obj: { name: { en: 'Cash' } },
  })
})

const setMerchant = (id: number, values: Record<string, string | number>) =>
  server.database.asOwner(
    `update merchant set ${Object.keys(values)
      .map((name, at) => `${name} = $${at + 2}`)
      .join(', ')} where merchant_id = $1`,
    [id, ...Object.values(values)],
  )
/** The merchants of the board with the user's level of access. */
const merchantsOf = ({ board, moves }: Core): string[] =>
  board.store.getState().merchants.map(({ merchant_id: id, name }) => `${name['en']} ${moves.level(id)}`)

it('BOARD-16 PERM-09: offers an operator only the merchants whose access list includes them', async () => {
  const { operatorA, merchants } = server.world
  // The report and every tab of a merchant do not open its board.
  await setMerchant(merchants[2], { access: JSON.stringify([{ user: operatorA, access: [2, 0, 2, 2, 2, 2, 2, 2, 2, 2, 2] }]) })
  const core = await openBoard('operator')
  expect(merchantsOf(core)).toEqual(['Pizzeria 2', 'Sushi 1'])
  await setMerchant(merchants[2], { access: '[]' })
})

it('PERM-08: an owner edits the orders of every active merchant, and the board has no other', async () => {
  expect(merchantsOf(await openBoard())).toEqual(['Pizzeria 2', 'Sushi 2', 'Hidden 2'])
  await setMerchant(server.world.merchants[1], { status: 0 })
  expect(merchantsOf(await openBoard())).toEqual(['Pizzeria 2', 'Hidden 2'])
  await setMerchant(server.world.merchants[1], { status: 1 })
})

it('BOARD-44 BOARD-45: the sound is on by default, repeats at the company’s interval, and stops when switched off', async () => {
  const set = (sound: string, period: number | null) =>
    server.database.asOwner(
      'with s as (update order_status set sound = $2 where order_status_id = $1) update company set sound_play_period = $3 where company_id = $4',
      [status(2), sound, period, server.world.a],
    )
  await set(builtinAlarm, 47)
  const alarm = vi.fn()
  const waits: number[] = []
  const clock = {
    ...systemClock,
    after(ms: number, run: () => void) {
      waits.push(ms)
      return systemClock.after(ms, run)
    },
  }
  try {
    const core = await openBoard('owner', { sound: { alarm }, clock })
    const stop = core.alarm.start()
    await place()
    await core.board.reload()
    expect(alarm).toHaveBeenCalledTimes(1)
    expect(waits).toContain(47_000)
    core.boardSettings.set({ sound: false })
    await place()
    await core.board.reload()
    expect(core.alarm.store.getState().ringing).toHaveLength(2)
    expect(alarm).toHaveBeenCalledTimes(1)
    stop()
  } finally {
    await set('', null)
  }
})

it('BOARD-39: a disabled company opens and moves no order', async () => {
  const order = await place()
  const core = await openBoard()
  expect(core.moves.mayOpen()).toEqual({ allowed: true })
  await server.database.asOwner('update company set enable = 0 where company_id = $1', [server.world.a])
  try {
    await core.session.refresh()
    expect(core.moves.mayOpen()).toEqual({ allowed: false, code: 'company_disabled' })
    expect(core.moves.bump(order)).toBe(false)
  } finally {
    await server.database.asOwner('update company set enable = 1 where company_id = $1', [server.world.a])
  }
})

it('BOARD-16: offers the company’s open merchants in order, with name and picture', async () => {
  const { database, world } = server
  const picture = `${'b'.repeat(64)}.webp`
  const merchant = (name: string, more: Record<string, unknown>) =>
    insertRow(database, 'merchant', { company: world.a, name: { en: name }, ...more })
  const made = [
    await merchant('Last', { order: 902 }),
    await merchant('Early', { order: 901, logo: picture }),
    await merchant('Closed', { order: 903, status: 0 }),
    await merchant('Busy', { order: 904, status: 2 }),
    await merchant('Of Beta', { order: 905, company: world.b }),
  ]
  const core = await openBoard()
  const offered = core.board.store.getState().merchants.filter(({ merchant_id }) => made.includes(merchant_id))
  expect(offered.map(({ name, logo }) => [name['en'], logo])).toEqual([
    ['Early', picture],
    ['Last', ''],
  ])
  await database.asOwner('delete from merchant where merchant_id = any($1)', [made])
})

it('BOARD-01: shows only the orders of the chosen merchants', async () => {
  const [pizza, sushi, hidden] = server.world.merchants
  const [first, second, third] = [
    await place({ merchant: pizza }),
    await place({ merchant: sushi }),
    await place({ merchant: hidden }),
  ]
  const core = await openBoard()
  const orders = () =>
    shown(core)
      .columns.flatMap(({ cards }) => cards.map(({ order_id }) => order_id))
      .toSorted((a, b) => a - b)
  expect(orders()).toEqual([first, second, third])
  for (const [merchants, wanted] of [
    [[pizza], [first]],
    [[sushi], [second]],
    [
      [pizza, hidden],
      [first, third],
    ],
    ['all', [first, second, third]],
  ] as const) {
    await core.board.choose(merchants)
    expect(orders()).toEqual(wanted)
    // Both the shown orders and the request to the server.
    await core.board.reload()
    expect(orders()).toEqual(wanted)
  }
})

it('BOARD-01 BOARD-06: the owner of the choice is told of each change, and the board shows what the owner sets', async () => {
  const [pizza] = server.world.merchants
  const core = await openBoard()
  const chosen: unknown[] = []
  const stop = core.board.setOwner((change) => chosen.push(change))
  await core.board.choose([pizza])
  await core.board.setPeriod('Today')
  core.board.setSearch('Anna')
  expect(chosen).toEqual([{ chosen: [pizza] }, { period: 'Today' }, { search: 'Anna' }])
  expect(core.board.store.getState()).toMatchObject({ chosen: 'all', period: undefined, search: '' })
  await core.board.show({ chosen: [pizza], search: 'Anna' })
  expect(core.board.store.getState()).toMatchObject({ chosen: [pizza], period: undefined, search: 'Anna' })
  stop()
  await core.board.choose('all')
  expect(core.board.store.getState()).toMatchObject({ chosen: 'all', search: 'Anna' })
})

it('BOARD-21: a move shows at once, and on another board as soon as the server has it', async () => {
  const id = await place()
  const [mine, yours] = [await openBoard(), await openBoard('operator')]
  mine.board.move(id, status(3))
  expect(columnOf(mine, id)).toBe('Accepted')
  expect(mine.board.store.getState().pending).toHaveLength(1)
  await expect.poll(() => columnOf(yours, id), { timeout: 5000 }).toBe('Accepted')
  await expect.poll(() => mine.board.store.getState().pending).toEqual([])
  expect(columnOf(mine, id)).toBe('Accepted')
})

it('ERR-05: a refused move puts the card back and says why', async () => {
  const id = await place()
  const core = await openBoard()
  core.board.move(id, status(9))
  expect(columnOf(core, id)).toBe('Closed')
  await expect.poll(() => columnOf(core, id), { timeout: 5000 }).toBe('New')
  expect(notices(core)).toContainEqual(expect.stringMatching(/^#\d+ ?.*: The column .* is locked/))
  expect(core.notices.store.getState().notices.map(({ type }) => type)).toContain('negative')
})

it('KDS-06: Undo in the notice undoes the move', async () => {
  const id = await place()
  const core = await openBoard()
  core.board.move(id, status(3))
  await expect.poll(() => core.board.store.getState().pending).toEqual([])
  const notice = core.notices.store.getState().notices.find((candidate) => candidate.action?.label === 'Undo')
  notice?.action?.run()
  await expect.poll(() => statusOf(id), { timeout: 5000 }).toBe(status(2))
  expect(columnOf(core, id)).toBe('New')
})

const statusOf = async (id: number) =>
  (await server.database.asOwner<{ order_status: number }>('select order_status from "order" where order_id = $1', [id]))[0]
    ?.order_status

it("KDS-06 KDS-02: moves off the board can be undone too, and a move that can't is reported", async () => {
  const id = await place({ time_create: '2020-01-01T10:00:00.000Z' })
  const core = await openBoard()
  core.board.move(id, status(8))
  await expect.poll(() => core.board.store.getState().pending).toEqual([])
  await core.board.reload()
  expect(core.board.store.getState().rows.has(id)).toBe(false)
  core.board.undo()
  await expect.poll(() => statusOf(id), { timeout: 5000 }).toBe(status(2))
  await expect.poll(() => notices(core), { timeout: 5000 }).toContainEqual(`#${id} Pizzeria moved back to New`)
  core.board.undo()
  expect(notices(core)).toContain('Nothing to undo')
})

it('KDS-02: moves can be recalled after a restart, also before the server has them, by the same person only', async () => {
  const [sent, waiting] = [await place(), await place()]
  const moves = memoryStorage()
  const before = await openBoard('owner', { moves })
  before.board.move(sent, status(3))
  await expect.poll(() => before.board.store.getState().pending).toEqual([])
  Object.assign(before.client.Order, { move: () => Promise.reject(apiError('network')) })
  before.board.move(waiting, status(3))
  before.board.close()
  const [other, after] = [await openBoard('operator', { moves }), await openBoard('owner', { moves })]
  expect(other.board.store.getState().undoable).toEqual([])
  expect(after.board.store.getState().undoable.map(({ order_id }) => order_id)).toEqual([sent, waiting])
  after.board.undo()
  after.board.undo()
  await expect.poll(() => Promise.all([sent, waiting].map(statusOf)), { timeout: 5000 }).toEqual([status(2), status(2)])
  await expect.poll(() => after.board.store.getState().pending).toEqual([])
  expect((await openBoard('owner', { moves })).board.store.getState().undoable).toEqual([])
})

it('KDS-06: an undo names its order and status, even if a search hides it', async () => {
  const id = await place()
  const core = await openBoard()
  core.board.move(id, status(3))
  core.board.setSearch('another')
  core.board.undo()
  expect(notices(core)).toEqual([`#${id} Pizzeria moved back to New`])
  await expect.poll(() => statusOf(id), { timeout: 5000 }).toBe(status(2))
  expect(notices(core)).toEqual([`#${id} Pizzeria moved back to New`])
})

it('KDS-06: a refused undo says who moved the order since, to where and when', async () => {
  const id = await place()
  const [core, other] = [await openBoard(), await openBoard('operator')]
  core.board.move(id, status(3))
  await expect.poll(() => columnOf(other, id), { timeout: 5000 }).toBe('Accepted')
  other.board.move(id, status(5))
  await expect.poll(() => columnOf(core, id), { timeout: 5000 }).not.toBe('Accepted')
  core.board.undo()
  await expect
    .poll(() => notices(core), { timeout: 5000 })
    .toEqual([expect.stringMatching(new RegExp(`^#${id} Pizzeria: .+ moved it from Accepted to .+ at \\d`))])
})

it('KDS-06: an undone move puts the card back in its former place, also at the top', async () => {
  const [head, middle, last] = [await place({ order: 101 }), await place({ order: 102 }), await place({ order: 103 })]
  const core = await openBoard()
  const shown = () => {
    const { rows } = core.board.store.getState()
    return [head, middle, last].toSorted((a, b) => (rows.get(a)?.order ?? 0) - (rows.get(b)?.order ?? 0))
  }
  for (const id of [head, middle]) {
    core.board.move(id, status(3))
    await expect.poll(() => core.board.store.getState().pending).toEqual([])
    core.board.undo()
    await expect.poll(() => core.board.store.getState().pending).toEqual([])
    expect(await statusOf(id)).toBe(status(2))
    expect(shown()).toEqual([head, middle, last])
  }
})

it('ORDER-10 BOARD-01 BOARD-26: a card dropped among those of several merchants stays there on every board, and Undo puts it back', async () => {
  const [own, other] = server.world.merchants
  const [first, second, third] = [
    await place({ merchant: own, order: 1 }),
    await place({ merchant: other, order: 2 }),
    await place({ merchant: other, order: 3 }),
  ]
  const moved = await place({ merchant: own, order: 4 })
  const [core, theirs] = [await openBoard(), await openBoard('operator')]
  const standing = (board: Core) =>
    shown(board)
      .columns.flatMap(({ cards }) => cards)
      .map(({ order_id }) => order_id)
  const settled = async (wanted: number[]) => {
    expect(standing(core)).toEqual(wanted)
    await expect.poll(() => core.board.store.getState().pending).toEqual([])
    expect(standing(core)).toEqual(wanted)
    await expect.poll(() => standing(theirs), { timeout: 5000 }).toEqual(wanted)
  }
  core.board.move(moved, status(2), { after: second })
  await settled([first, second, moved, third])
  core.board.move(moved, status(3))
  await settled([first, second, third, moved])
  core.board.undo()
  await settled([first, second, moved, third])
  expect(notices(core)).not.toContain('Card placed at the end of the column: the card before it is gone')
})

it('BOARD-13 BOARD-51: reports a period that takes the server too long, when it is chosen and when the board opens with it', async () => {
  const core = await openBoard()
  countReads(core, () => Promise.reject(apiError('timeout')))
  await core.board.setPeriod({ from: '2020-01-01', to: '2026-12-31' })
  expect(notices(core)).toContain(errors.period_too_long)
  const { getData } = core.client.Reference
  Object.assign(core.client.Reference, {
    getData: (input: Parameters<typeof getData>[0]) =>
      input.tables.some(({ table }) => table === 'order') ? getData(input) : Promise.resolve({ data: {} }),
  })
  core.board.close()
  await core.board.open({ period: { from: '2020-01-01', to: '2026-12-31' } })
  expect(core.board.store.getState()).toMatchObject({ phase: 'failed', failure: { code: 'period_too_long' } })
})

it.each([
  ['one day', 'Today'],
  ['the usual period', undefined],
] as const)('BOARD-51: a timeout of %s does not suggest a shorter period or a narrower search', async (_what, period) => {
  const core = await openBoard()
  countReads(core, () => Promise.reject(apiError('period_too_long')))
  await core.board.setPeriod(period)
  expect(notices(core)).toEqual(['The server is busy. Try again in a moment.'])
  core.board.close()
  await core.board.open({ period })
  expect(core.board.store.getState()).toMatchObject({ phase: 'failed', failure: { code: 'server_busy' } })
})

it('KDS-06 KDS-02: a notice no longer offers Undo for a move that was refused or undone elsewhere', async () => {
  const [first, second] = [await place(), await place()]
  const core = await openBoard()
  const offers = () => core.notices.store.getState().notices.filter(({ action }) => action?.label === 'Undo').length
  core.board.move(first, status(3))
  core.board.move(second, status(3))
  expect(offers()).toBe(2)
  core.board.undo(core.board.store.getState().undoable[0]?.intent_id)
  expect(offers()).toBe(1)
  core.board.undo()
  expect(offers()).toBe(0)
  await expect.poll(() => core.board.store.getState().pending).toEqual([])
  const { move } = core.client.Order
  Object.assign(core.client.Order, { move: () => Promise.reject(apiError('view_only')) })
  core.board.move(first, status(3))
  expect(offers()).toBe(1)
  await expect.poll(offers).toBe(0)
  expect(core.board.store.getState().refused).toMatchObject({ order_id: first })
  Object.assign(core.client.Order, { move })
})

it('KDS-06: Undo also works after leaving the board', async () => {
  const id = await place()
  const core = await openBoard()
  core.board.move(id, status(3))
  await expect.poll(() => core.board.store.getState().pending).toEqual([])
  core.board.close()
  const undo = core.notices.store.getState().notices.find(({ action }) => action?.label === 'Undo')?.action
  undo?.run()
  await expect.poll(() => statusOf(id), { timeout: 5000 }).toBe(status(2))
  undo?.run()
  expect(notices(core)).toContain('This move can no longer be undone')
})

it('moves made while the server is unavailable are carried out once when it is back', async () => {
  const id = await place()
  const core = await openBoard()
  const intercepted: string[] = []
  const send = core.client.Order.move
  Object.assign(core.client.Order, {
    move: async (...given: Parameters<typeof send>) => {
      intercepted.push(JSON.stringify(given[0]))
      const answer = await send(...given)
      // The first response is lost on its way back.
      if (intercepted.length === 1) throw apiError('network')
      return answer
    },
  })
  core.board.move(id, status(3))
  await expect.poll(() => core.board.store.getState().pending, { timeout: 10_000 }).toEqual([])
  expect(intercepted).toHaveLength(2)
  expect(intercepted[0]).toBe(intercepted[1])
  const [row] = await server.database.asOwner<{ revision: number }>('select revision from "order" where order_id = $1', [id])
  expect(row?.revision).toBe(2)
})

/** A manual clock; advancing it runs timers that fall due. */
function handClock() {
  const timers = new Set<{ at: number; run: () => void }>()
  let moved = 0
  const now = (): number => Date.now() + moved
  return {
    now,
    after(ms: number, run: () => void) {
      const timer = { at: now() + ms, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance(ms: number) {
      moved += ms
      for (const timer of [...timers].filter(({ at }) => at <= now())) if (timers.delete(timer)) timer.run()
    },
  }
}

it('BOARD-48: the first refresh comes 2 s after opening, even if changes were not announced', async () => {
  const clock = handClock()
  const core = await openBoard('owner', { clock })
  // Written directly to the database, so the server sends no notification.
  const id = await place()
  const reads = countReads(core)
  clock.advance(1500)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(reads()).toBe(0)
  clock.advance(500)
  await expect.poll(() => columnOf(core, id), { timeout: 5000 }).toBe('New')
  expect(reads()).toBe(1)
})

it('MOON-02 BOARD-46: a board closed while it opens stays closed, and reports no orders as shown', async () => {
  const core = await openBoard()
  core.board.close()
  const id = await place()
  const reads = countReads(core)
  const opening = core.board.open()
  core.board.close()
  await opening
  await new Promise((resolve) => setTimeout(resolve, 2500))
  expect(core.board.store.getState()).toMatchObject({ phase: 'closed', live: { phase: 'closed' } })
  expect(reads()).toBeLessThanOrEqual(2)
  expect(await server.database.asOwner('select from order_receipt where order_id = $1', [id])).toEqual([])
})

it('KDS-16: many pending moves do not delay leaving the board', async () => {
  const ids = [await place(), await place()]
  const core = await openBoard()
  await expect.poll(() => core.board.store.getState().rows.size).toBe(2)
  Object.assign(core.client.Order, { move: () => new Promise(() => {}) })
  const moved = core.board.moveMany(ids.map((order_id) => ({ order_id, to: status(3) })))
  core.board.close()
  expect((await moved).map(({ code }) => code)).toEqual(['cancelled', 'cancelled'])
  expect(notices(core)).toEqual([])
})

it('BOARD-52: a platform administrator, who may read all settings, uses only their own', async () => {
  const owner = await signedIn('owner')
  owner.boardSettings.set({ compact: true, hidden: [7] })
  const stored = () => server.database.asOwner<{ settings: object }>('select settings from kanban_settings order by admin desc')
  await expect.poll(stored).toHaveLength(1)
  const platform = await signedIn('platform')
  await platform.boardSettings.load()
  expect(platform.boardSettings.store.getState()).toMatchObject({ compact: false, hidden: [] })
  platform.boardSettings.set({ bar: false })
  await expect.poll(stored).toHaveLength(2)
  expect((await stored()).map(({ settings }) => settings)).toContainEqual({ bar: false })
  await server.database.asOwner('delete from kanban_settings')
})

it('BOARD-52: settings changed elsewhere are kept, even if they could not be read', async () => {
  const [here, there] = [await openBoard(), await openBoard()]
  const settings = async () =>
    (await server.database.asOwner<{ settings: Record<string, unknown> }>('select settings from kanban_settings'))[0]?.settings
  await here.boardSettings.load()
  here.boardSettings.set({ hidden: [7] })
  await expect.poll(settings).toMatchObject({ hidden: [7] })
  // Its own were never read.
  there.boardSettings.set({ compact: true })
  await expect.poll(settings).toMatchObject({ hidden: [7], compact: true })
  await here.boardSettings.load()
  expect(here.boardSettings.store.getState()).toMatchObject({ hidden: [7], compact: true })
  await here.session.signOut()
  expect(here.boardSettings.store.getState()).toMatchObject({ hidden: [], compact: false })
  await server.database.asOwner('delete from kanban_settings')
})

sampled.it.each<[string, Parameters<Core['boardSettings']['set']>[0], string]>([
  ['compact cards', { compact: true }, 'Compact cards on'],
  ['whole cards', { compact: false }, 'Compact cards off'],
  ['the usage bar', { bar: true }, 'Usage bar setting saved'],
  ['the sound', { sound: false }, 'Board sound setting saved'],
  ['the printer', { printer: true }, 'Printing on'],
  ['no printer', { printer: false }, 'Printing off'],
  ['the days', { period: 'Yesterday' }, 'Default period saved'],
  ['the merchants', { merchants: { 1: [2] } }, 'Merchant selection saved'],
  ['the columns', { hidden: [7] }, 'Visible columns saved'],
  ['the widths', { widths: { 7: 300 } }, 'Column widths saved'],
  ['several at once', { period: 'Today', sound: false }, 'Сохранено'],
])('BOARD-52: saves %s for the person, says so, and has it on their next device', async (_what, change, text) => {
  const core = await signedIn('owner')
  core.boardSettings.set(change)
  expect(core.boardSettings.store.getState()).toMatchObject(change)
  await expect.poll(() => notices(core)).toEqual([core.i18n.t.message(text)])
  const stored = await server.database.asOwner('select admin, settings from kanban_settings')
  expect(stored).toEqual([{ admin: server.world.ownerA, settings: change }])
  const elsewhere = await signedIn('owner')
  await elsewhere.boardSettings.load()
  expect(elsewhere.boardSettings.store.getState()).toMatchObject(change)
  const other = await signedIn('operator')
  const before = other.boardSettings.store.getState()
  await other.boardSettings.load()
  expect(other.boardSettings.store.getState()).toEqual(before)
  await server.database.asOwner('delete from kanban_settings')
})

it('BOARD-52: a named board is there on the person’s next device, and can be shown there', async () => {
  const [merchant] = server.world.merchants
  const core = await openBoard()
  await core.board.choose([merchant])
  saveNamedBoard(core, 'Grill', { compact: true, hidden: [7] })
  await expect.poll(() => notices(core)).toContain('Saved boards updated')
  const elsewhere = await openBoard()
  await elsewhere.boardSettings.load()
  const [grill] = elsewhere.boardSettings.store.getState().boards
  expect(grill).toEqual({ name: 'Grill', merchants: [merchant], period: '', compact: true, hidden: [7] })
  if (grill) showNamedBoard(elsewhere, grill)
  expect(elsewhere.boardSettings.store.getState()).toMatchObject({ board: 'Grill', compact: true, hidden: [7] })
  await expect.poll(() => elsewhere.board.store.getState().chosen).toEqual([merchant])
  await elsewhere.boardSettings.flush()
  await server.database.asOwner('delete from kanban_settings')
})

it('BOARD-51: a failed load is only logged, and loading stops', async () => {
  const logged: string[] = []
  const clock = handClock()
  const core = await openBoard('owner', { clock, log: (message) => void logged.push(message) })
  core.board.close()
  logged.length = 0
  const reads = countReads(core, () => Promise.reject(apiError('server_error')))
  await core.board.open()
  expect(core.board.store.getState().phase).toBe('failed')
  expect(logged).toEqual(["can't load the board"])
  expect(notices(core)).toEqual([])
  const before = reads()
  clock.advance(120_000)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(reads()).toBe(before)
})

it('BOARD-51 BOARD-48: changing a filter after a failed load loads everything, and refreshes continue', async () => {
  const clock = handClock()
  const id = await place()
  const core = await openBoard('owner', { clock })
  core.board.close()
  const { getData } = core.client.Reference
  countReads(core, () => Promise.reject(apiError('server_error')))
  await core.board.open()
  await core.board.choose([server.world.merchants[0]])
  expect(core.board.store.getState().phase).toBe('failed')
  Object.assign(core.client.Reference, { getData })
  // The new filter failed too, and its notice offers a retry.
  core.notices.store
    .getState()
    .notices.find(({ action }) => action?.label === 'Retry')
    ?.action?.run()
  await expect.poll(() => columnOf(core, id), { timeout: 5000 }).toBe('New')
  await expect.poll(() => core.board.store.getState().live.phase, { timeout: 5000 }).toBe('online')
  const reads = countReads(core)
  clock.advance(2000)
  await expect.poll(reads, { timeout: 5000 }).toBe(1)
})

it('KDS-23: a cancellation that was not announced is shown after the next read', async () => {
  const [id, done] = [await place(), await place()]
  const core = await openBoard('owner', { clock: handClock() })
  const stop = core.attention.start()
  // Written directly to the database, so the server sends no notification.
  const write = (order: number, number: number) =>
    server.database.asOwner(
      `update "order" set order_status = $2, cancel_reason = 'No answer', revision = revision + 1 where order_id = $1`,
      [order, status(number)],
    )
  await write(id, 0)
  await write(done, 8)
  await core.board.reload()
  expect(core.attention.store.getState().cancelled).toMatchObject([
    { order_id: id, ticket: id, merchant: server.world.merchants[0], reason: 'No answer' },
  ])
  expect([columnOf(core, id), columnOf(core, done)]).toEqual([undefined, 'Delivered'])
  core.attention.seen([id])
  const reads = countReads(core)
  await core.board.reload()
  expect(reads()).toBe(2)
  expect(core.attention.store.getState().cancelled).toEqual([])
  stop()
})

it('BOARD-51: a failed refresh is only logged, and the board keeps its data', async () => {
  const id = await place()
  const logged: string[] = []
  const clock = handClock()
  const core = await openBoard('owner', { clock, log: (message) => void logged.push(message) })
  logged.length = 0
  countReads(core, () => Promise.reject(apiError('server_error')))
  clock.advance(2000)
  await expect.poll(() => logged).toEqual(["can't reload the board"])
  expect(columnOf(core, id)).toBe('New')
  expect(notices(core)).toEqual([])
})

it('BOARD-47: updates wait while a card is dragged, and apply when it is dropped', async () => {
  const id = await place()
  const core = await openBoard()
  // Otherwise a periodic refresh could hide a lost update.
  countReads(core, () => Promise.reject(apiError('server_error')))
  core.board.startDrag(id)
  const intent = { intent_id: randomUUID(), order_id: id, from: status(2), to: status(3) }
  const other = await openBoard('operator')
  await server.call('Order', 'move', { intents: [intent] }, { token: await server.signIn('owner'), company: server.world.a })
  await expect.poll(() => columnOf(other, id), { timeout: 5000 }).toBe('Accepted')
  expect(columnOf(core, id)).toBe('New')
  core.board.endDrag()
  await expect.poll(() => columnOf(core, id), { timeout: 5000 }).toBe('Accepted')
})

it('BOARD-48: orders read before a move was confirmed do not put its card back', async () => {
  const id = await place()
  const core = await openBoard()
  const { getData } = core.client.Reference
  const { promise: confirmed, resolve: confirm } = Promise.withResolvers<void>()
  let isRead = false
  Object.assign(core.client.Reference, {
    getData: async (...given: Parameters<typeof getData>) => {
      const answer = await getData(...given)
      if (!given[0].tables.some(({ table }) => table === 'order')) return answer
      isRead = true
      await confirmed
      return answer
    },
  })
  const reload = core.board.reload()
  await expect.poll(() => isRead).toBe(true)
  core.board.move(id, status(3))
  await expect.poll(() => core.board.store.getState().pending).toEqual([])
  const columns = new Set<string | undefined>()
  const stop = core.board.store.subscribe(() => void columns.add(columnOf(core, id)))
  confirm()
  await reload
  stop()
  expect([...columns]).toEqual(['Accepted'])
})

it('BOARD-47: full reloads wait too', async () => {
  const id = await place()
  const core = await openBoard()
  core.board.startDrag(id)
  const intent = { intent_id: randomUUID(), order_id: id, from: status(2), to: status(3) }
  await server.call('Order', 'move', { intents: [intent] }, { token: await server.signIn('owner'), company: server.world.a })
  await core.board.reload()
  expect(columnOf(core, id)).toBe('New')
  core.board.endDrag()
  await expect.poll(() => columnOf(core, id), { timeout: 5000 }).toBe('Accepted')
})

it('an update older than the board’s data does not move a card back', async () => {
  const id = await place()
  const core = await openBoard()
  const other = await openBoard('operator')
  core.board.startDrag(id)
  other.board.move(id, status(3))
  await expect.poll(() => other.board.store.getState().pending, { timeout: 5000 }).toEqual([])
  other.board.move(id, status(5))
  await expect.poll(() => other.board.store.getState().pending, { timeout: 5000 }).toEqual([])
  // Both updates wait; the refused move returns the current row at once.
  core.board.move(id, status(8))
  await expect.poll(() => columnOf(core, id), { timeout: 5000 }).toBe('Ready')
  await new Promise((resolve) => setTimeout(resolve, 300))
  const seen: (string | undefined)[] = []
  const stop = core.board.store.subscribe(() => seen.push(columnOf(core, id)))
  core.board.endDrag()
  stop()
  expect(new Set(seen)).toEqual(new Set(['Ready']))
})

it('a call refused as a whole puts its cards back and says why', async () => {
  const id = await place()
  const core = await openBoard()
  Object.assign(core.client.Order, { move: () => Promise.reject(apiError('forbidden')) })
  core.board.move(id, status(3))
  expect(columnOf(core, id)).toBe('Accepted')
  await expect.poll(() => columnOf(core, id), { timeout: 5000 }).toBe('New')
  expect(core.board.store.getState()).toMatchObject({ pending: [], undoable: [] })
  expect(notices(core)).toContain(`#${id} Pizzeria: ${errors.forbidden}`)
})

it('BOARD-13 EDIT-16: days begin and end in the company’s time zone', async () => {
  const core = await openBoard()
  expect(core.board.bounds({ from: '2026-11-21', to: '2026-11-21' })).toEqual([
    '2026-11-20T23:00:00.000Z',
    '2026-11-21T22:59:59.999Z',
  ])
})

it('BOARD-13 KDS-21: defaults to eight days from the company’s current day', async () => {
  const clock = handClock()
  const core = await openBoard('owner', { clock })
  const wall = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' })
  // In one of these hours, the date there differs from UTC.
  for (let hour = 0; hour < 24; hour += 1) {
    const [from, to] = core.board.bounds().map((time) => wall.format(Date.parse(time)))
    expect([from, to]).toEqual([wall.format(clock.now()), wall.format(clock.now() + 7 * 86_400_000)])
    clock.advance(3_600_000)
  }
})

it('BOARD-06 KDS-21: a quick period follows the company’s calendar', async () => {
  const clock = handClock()
  const core = await openBoard('owner', { clock })
  await core.board.setPeriod('Today')
  const [first, last] = core.board.bounds().map(Date.parse) as [number, number]
  expect([first <= clock.now(), last >= clock.now()]).toEqual([true, true])
  clock.advance(last - clock.now() + 1)
  expect(Date.parse(core.board.bounds()[0])).toBe(last + 1)
})

it('KDS-18: says how many cards the search hides', async () => {
  await place()
  await place({ destination_address: 'Elm Street 5' })
  const core = await openBoard()
  core.board.setSearch('elm')
  expect(shown(core)).toMatchObject({ hidden: 1 })
})
