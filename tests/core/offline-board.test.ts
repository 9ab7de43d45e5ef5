import {
  type Core,
  createCore,
  describeConflict,
  type ListedStorage,
  memoryStorage,
  orderName,
  selectColumns,
  selectTray,
} from '@tiffin/core'
import { ticketLines } from '@tiffin/core/rules'
import { systemClock } from '@tiffin/sdk/client'
import { insertOrder, insertRow, PASSWORD, startTestServer, type TestServer } from '@tiffin/server/test'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type CuttableNetwork, startNetwork } from '../fakes/cuttable-network.ts'
import { fullRunOnly } from '../fixtures/full.ts'

let server: TestServer
let network: CuttableNetwork
const cores: Core[] = []
beforeAll(async () => {
  network = await startNetwork()
  server = await startTestServer({ TIFFIN_PUBLIC_URL: network.url })
  network.setTarget(server.url)
})
afterAll(async () => {
  await network.close()
  await server.stop()
})
afterEach(async () => {
  for (const core of cores.splice(0)) core.board.close()
  await network.restore()
  await server.database.asOwner('truncate print_job, "order" cascade')
})

const wait = { timeout: 10_000 }
const status = (number: number): number => server.world.statuses[number] as number
const place = (values: Record<string, unknown> = {}) =>
  insertOrder(server.database, server.world, {
    time_create: new Date().toISOString(),
    cart: [dish(1, 'Soup'), dish(2, 'Rice')],
    ...values,
  })
const dish = (id: number, name: string) => ({ id, name, qty: 1, price: '1.00' })
const row = async (id: number) =>
  (
    await server.database.asOwner<{ status: number; revision: number }>(
      'select order_status as status, revision from "order" where order_id = $1',
      [id],
    )
  )[0]

interface Disk {
  storage: ListedStorage
  offline: ListedStorage
}
const newDisk = (): Disk => ({ storage: memoryStorage(), offline: memoryStorage() })

/** A terminal program; after a kill, only its disk remains. */
function run({ storage, offline }: Disk): Core {
  const core = createCore({
    url: network.url,
    app: { name: 'tui', version: '0' },
    keep: 'bearer',
    ports: { clock: systemClock, storage, moves: offline, lastKnown: offline, log: () => {} },
    token: storage.get('token'),
  })
  core.client.session.subscribe((change) =>
    storage.set('token', change.type === 'signed_in' ? core.client.session.token() : undefined),
  )
  cores.push(core)
  return core
}

/** Kills the program: none of it keeps running. */
function kill(core: Core): void {
  core.board.close()
  const never = () => new Promise(() => {})
  Object.assign(core.client.Order, { move: never, tick: never, assign: never, shown: never })
}

async function open(core: Core, phase = 'online'): Promise<Core> {
  await core.session.start()
  if (core.session.store.getState().phase === 'signed_out') expect(await core.session.signIn('owner', PASSWORD)).toBe(true)
  await core.board.open()
  await expect.poll(() => core.board.store.getState().live.phase, wait).toBe(phase)
  return core
}

/** The network goes down, and the board has noticed. */
async function goOffline(core: Core): Promise<void> {
  await network.cut()
  await expect.poll(() => core.board.store.getState().live.phase, wait).toBe('offline')
}

const columnOf = (core: Core, id: number): string | undefined =>
  selectColumns(core.board.store.getState(), core.board.bounds()).columns.find(({ cards }) =>
    cards.some((card) => card.order_id === id),
  )?.status.value['en']
/** The tray's description of its conflicts. */
const sides = (core: Core) => {
  const state = core.board.store.getState()
  return selectTray(state, core.moves.mayMove).map((entry) => describeConflict(entry, { ...state, t: core.i18n.t, lang: 'en' }))
}
const lineOf = (core: Core, id: number): string => ticketLines(core.board.store.getState().rows.get(id) ?? {})[0]?.key ?? ''
const pending = (core: Core) => core.board.store.getState().pending
const notices = (core: Core) => core.notices.store.getState().notices.map(({ text }) => text)
const sentences = (core: Core) =>
  core.notices.store
    .getState()
    .notices.map(({ text, params }) => core.i18n.t.message(text, params))
    .join('\n')

describe('offline board', () => {
  fullRunOnly.it(
    'BOARD-10 MOON-04: learns of its printing as soon as the server answers, also after an offline start',
    async () => {
      const disk = newDisk()
      const before = await open(run(disk))
      before.boardSettings.set({ printer: true })
      await expect.poll(() => notices(before), wait).toContain('Printing on')
      kill(before)
      await network.cut()
      const core = run(disk)
      await core.session.start()
      await core.board.open()
      await expect(core.boardSettings.load()).rejects.toMatchObject({ code: 'network' })
      expect(core.boardSettings.store.getState().printer).toBe(false)
      await network.restore()
      await expect.poll(() => core.boardSettings.store.getState().printer, wait).toBe(true)
    },
  )

  it('MOON-04 BOARD-21: carries moves out in order, once, when the network is back', async () => {
    const [first, second] = [await place(), await place()]
    const core = await open(run(newDisk()))
    await goOffline(core)
    core.board.move(first, status(3))
    core.board.move(second, status(3))
    core.board.move(first, status(5))
    expect([columnOf(core, first), columnOf(core, second)]).toEqual(['Ready', 'Accepted'])
    await network.restore()
    await expect.poll(() => pending(core), wait).toEqual([])
    expect([await row(first), await row(second)]).toEqual([
      { status: status(5), revision: 3 },
      { status: status(3), revision: 2 },
    ])
    expect(core.board.store.getState().tray).toEqual([])
  })

  it('KDS-13 MOON-04: a delivery handed over without a network carries its code; a wrong one waits for a decision', async () => {
    const { database, world } = server
    await database.asOwner('update company set handoff_codes = 1')
    const [right, wrong] = [await place({ type: 1 }), await place({ type: 1 })]
    await database.asOwner(`insert into order_handoff (company, order_id, code) values ($1, $2, '0042'), ($1, $3, '0042')`, [
      world.a,
      right,
      wrong,
    ])
    const disk = newDisk()
    const before = await open(run(disk))
    await goOffline(before)
    before.board.move(right, status(8), { handoff: { code: '0042' } })
    before.board.move(wrong, status(8), { handoff: { code: '7777' } })
    kill(before)
    await network.restore()
    const core = await open(run(disk))
    await expect.poll(async () => (await row(right))?.status, wait).toBe(status(8))
    await expect
      .poll(() => core.board.store.getState().tray, wait)
      .toMatchObject([{ order_id: wrong, error: 'Wrong hand-off code' }])
    expect(await row(wrong)).toMatchObject({ status: status(2) })
    await database.asOwner('update company set handoff_codes = 0')
  })

  const changes = "Can't save changes on this device. Keep it on until they are sent."
  it.each([
    [
      'a move',
      "Can't save moves on this device. Keep it on until they are sent.",
      (core: Core, id: number) => core.board.move(id, status(3)),
    ],
    ['a tick', changes, (core: Core, id: number) => void core.board.tick(id, lineOf(core, id), true)],
    ['a courier', changes, (core: Core, id: number) => void core.board.assignCourier([id], 77)],
    ['what someone has seen', changes, (core: Core, id: number) => core.board.acknowledge(id)],
  ])('MOON-04 KDS-10 KDS-20 MOON-02: warns that %s will be lost on exit if the disk is full', async (what, said, change) => {
    const order = await place()
    const disk = newDisk()
    const core = await open(run(disk))
    await goOffline(core)
    disk.offline.set = () => {
      throw new Error('ENOSPC')
    }
    change(core, order)
    expect(notices(core).at(-1)).toBe(said)
    if (what !== 'a move') return
    await network.restore()
    await expect.poll(() => row(order), wait).toMatchObject({ status: status(3) })
  })

  it('MOON-04: reopens offline after a kill, with its age and its moves, and sends them later', async () => {
    const disk = newDisk()
    const [first, second] = [await place(), await place()]
    const before = await open(run(disk))
    const known = before.board.store.getState().heardAt
    await goOffline(before)
    before.board.move(first, status(3))
    before.board.move(second, status(3))
    before.board.move(first, status(5))
    kill(before)

    const after = await open(run(disk), 'offline')
    expect(after.session.store.getState()).toMatchObject({ phase: 'signed_in', user: { login: 'owner' } })
    expect([columnOf(after, first), columnOf(after, second)]).toEqual(['Ready', 'Accepted'])
    expect(pending(after).map(({ order_id }) => order_id)).toEqual([first, second, first])
    // The age of its data, not of its start; data is written to disk every ten seconds.
    expect(Math.abs(after.board.store.getState().heardAt - known)).toBeLessThanOrEqual(10_000)

    await network.restore()
    await expect.poll(() => pending(after), wait).toEqual([])
    await expect.poll(() => after.board.store.getState().live.phase, wait).toBe('online')
    expect([await row(first), await row(second)]).toEqual([
      { status: status(5), revision: 3 },
      { status: status(3), revision: 2 },
    ])
    expect(disk.offline.keys('move.')).toEqual([])
  })

  it('KDS-23 MOON-04: reports cancellations that happened while it was killed', async () => {
    const disk = newDisk()
    const id = await place()
    const before = await open(run(disk))
    await expect.poll(() => disk.offline.keys('board.').length, wait).toBe(1)
    kill(before)
    await server.database.asOwner(
      `update "order" set order_status = $2, cancel_reason = 'No answer', revision = revision + 1 where order_id = $1`,
      [id, status(0)],
    )
    const core = run(disk)
    const stop = core.attention.start()
    await open(core)
    expect(core.attention.store.getState().cancelled).toMatchObject([{ order_id: id, reason: 'No answer' }])
    stop()
  })

  it('MOON-04: does not repeat a move whose answer was lost when it was killed', async () => {
    const disk = newDisk()
    const id = await place()
    const before = await open(run(disk))
    const send = before.client.Order.move
    const arrived = Promise.withResolvers<void>()
    Object.assign(before.client.Order, {
      async move(...given: Parameters<typeof send>) {
        await send(...given)
        arrived.resolve()
        return new Promise(() => {})
      },
    })
    before.board.move(id, status(3))
    await arrived.promise
    kill(before)
    const after = await open(run(disk))
    await expect.poll(() => pending(after), wait).toEqual([])
    expect(await row(id)).toEqual({ status: status(3), revision: 2 })
    expect(after.board.store.getState().tray).toEqual([])
  })

  fullRunOnly.it('MOON-04: sends stored moves even while no board is open, and reports conflicts', async () => {
    const disk = newDisk()
    const [first, second] = [await place(), await place()]
    const core = await open(run(disk))
    await goOffline(core)
    core.board.move(first, status(3))
    core.board.move(second, status(3))
    core.board.close()
    core.board.sendStored()
    await server.database.asOwner('update "order" set order_status = $1 where order_id = $2', [status(1), second])
    await network.restore()
    await expect.poll(async () => (await row(first))?.status, wait).toBe(status(3))
    await expect.poll(() => notices(core), wait).toContain('%1 moves could not be applied')
    expect(await row(second)).toMatchObject({ status: status(1) })
    expect([core.board.store.getState().phase, disk.offline.keys('move.')]).toEqual(['closed', []])
  })

  it('MOON-04: keeps customer data only while someone is signed in', async () => {
    const disk = newDisk()
    await place()
    const core = await open(run(disk))
    await expect.poll(() => disk.offline.keys('board.').length, wait).toBe(1)
    disk.offline.set('board.7.7', 'of another company that was looked at')
    expect(disk.offline.get('session')).not.toContain(core.client.session.token())
    await core.session.signOut()
    expect([disk.offline.keys('board.'), disk.offline.keys('session')]).toEqual([[], []])
  })
})

describe('offline ticks, couriers and receipts', () => {
  const inDatabase = async (id: number) =>
    (
      await server.database.asOwner<{ courier: number; ticks: string[]; acknowledged: number }>(
        'select coalesce(courier, 0)::int as courier, ticks, acknowledged from "order" where order_id = $1',
        [id],
      )
    )[0]
  const lines = (core: Core, id: number) => ticketLines(shown(core, id) ?? {})
  const shown = (core: Core, id: number) => core.board.store.getState().rows.get(id)
  const courier = (name: string) =>
    insertRow(server.database, 'courier', { company: server.world.a, name, phone: `491${name.length}`, working: 1 })

  fullRunOnly.it(
    'MOON-04 KDS-10 KDS-20 MOON-02: a killed board shows its unsent changes again, and sends them once and in order',
    async () => {
      const disk = newDisk()
      const id = await place()
      const carla = await courier('Carla')
      const before = await open(run(disk))
      await before.board.couriers()
      // Long enough for the couriers to be on disk.
      await expect
        .poll(() => disk.offline.get(disk.offline.keys('board.')[0] ?? '') ?? '', { timeout: 15_000 })
        .toContain('Carla')
      await goOffline(before)
      const [soup, rice] = lines(before, id).map(({ key }) => key)
      void before.board.tick(id, soup ?? '', true)
      void before.board.tick(id, rice ?? '', true)
      void before.board.tick(id, soup ?? '', false)
      void before.board.assignCourier([id], carla)
      before.board.acknowledge(id)
      kill(before)
      await server.database.asOwner(`update "order" set time_create = now() - interval '1 hour' where order_id = $1`, [id])
      for (const key of disk.offline.keys('receipt.')) {
        const receipt = JSON.parse(disk.offline.get(key) ?? '') as { at: number }
        disk.offline.set(key, JSON.stringify({ ...receipt, at: receipt.at - 600_000 }))
      }

      const after = await open(run(disk), 'offline')
      expect(lines(after, id).map(({ done }) => done)).toEqual([false, true])
      expect(shown(after, id)).toMatchObject({ courier: carla, courier_obj: { name: 'Carla' }, acknowledged: 1 })
      expect(after.board.store.getState().editing).toBe(4)
      expect((await after.board.couriers()).map(({ name }) => name)).toContain('Carla')
      expect(await inDatabase(id)).toEqual({ courier: 0, ticks: [], acknowledged: 0 })

      await network.restore()
      await expect.poll(() => after.board.store.getState().editing, wait).toBe(0)
      await expect.poll(() => inDatabase(id), wait).toEqual({ courier: carla, ticks: [rice], acknowledged: 1 })
      await expect.poll(() => [...disk.offline.keys('edit.'), ...disk.offline.keys('receipt.')], wait).toEqual([])
      const noted = await server.database.asOwner<{ minutes: number }>(
        'select round(extract(epoch from now() - acknowledged) / 60)::int as minutes from order_receipt where order_id = $1 and acknowledged is not null',
        [id],
      )
      expect(noted).toEqual([{ minutes: 10 }])
      const given = await server.database.asOwner<{ count: number }>(
        `select count(*)::int as count from audit_row where table_name = 'order' and row_key = $1 and after ? 'courier'`,
        [String(id)],
      )
      expect(given).toEqual([{ count: 1 }])
      expect(after.board.store.getState().tray).toEqual([])
    },
  )

  it('MOON-04: conflicts wait in the tray with both sides, also after a restart, until they are applied or dropped', async () => {
    const disk = newDisk()
    const id = await place()
    const [mine, theirs] = [await courier('Mine'), await courier('Theirs')]
    const core = await open(run(disk))
    await core.board.couriers()
    await goOffline(core)
    void core.board.assignCourier([id], mine)
    void core.board.tick(id, lines(core, id)[0]?.key ?? '', true)
    await server.database.asOwner('update "order" set courier = $2, cart = $3, revision = revision + 1 where order_id = $1', [
      id,
      theirs,
      JSON.stringify([dish(3, 'Tea')]),
    ])
    await network.restore()
    await expect.poll(() => core.board.store.getState().tray.length, wait).toBe(2)
    await core.board.reload()
    expect(sides(core)).toEqual([
      { mine: 'Your courier: Mine', theirs: 'Now: Theirs' },
      { mine: 'You ticked: Soup', theirs: 'Now: New' },
    ])
    expect(notices(core)).toEqual([])
    kill(core)

    const again = await open(run(disk))
    expect(sides(again)).toHaveLength(2)
    for (const { key, kind } of selectTray(again.board.store.getState(), again.moves.mayMove))
      if (kind === 'tick') again.board.dropConflict(key)
      else again.board.keepConflict(key)
    await expect.poll(async () => (await inDatabase(id))?.courier, wait).toBe(mine)
    expect([again.board.store.getState().tray, disk.offline.keys('tray.')]).toEqual([[], []])
  })

  it('MOON-02: reports after a restart that an order was shown, even if it is on no board any more', async () => {
    const disk = newDisk()
    const core = await open(run(disk))
    Object.assign(core.client.Order, { shown: () => new Promise(() => {}) })
    const id = await place()
    await core.board.reload()
    await expect.poll(() => disk.offline.keys('receipt.').length, wait).toBe(1)
    kill(core)
    await server.database.asOwner('update "order" set order_status = $2 where order_id = $1', [id, status(8)])
    await open(run(disk))
    const receipts = () =>
      server.database.asOwner<{ order_id: string }>('select order_id from order_receipt where order_id = $1', [id])
    await expect.poll(async () => (await receipts()).length, wait).toBe(1)
    await expect.poll(() => disk.offline.keys('receipt.'), wait).toEqual([])
  })
})

describe('tray', () => {
  /** A move made offline of an order that someone else moves in the meantime. */
  async function conflict(disk = newDisk()) {
    const id = await place()
    const core = await open(run(disk))
    await goOffline(core)
    core.board.move(id, status(3))
    core.board.move(id, status(5))
    const token = await server.signIn('operator')
    const intents = [{ intent_id: crypto.randomUUID(), order_id: id, from: status(2), to: status(1) }]
    const moved = await server.call('Order', 'move', { intents }, { token, company: server.world.a })
    expect(moved).toMatchObject({ data: { results: [{ status: 'OK' }] } })
    await network.restore()
    await expect.poll(() => core.board.store.getState().tray.length, wait).toBe(1)
    await expect.poll(() => pending(core), wait).toEqual([])
    return { id, core, disk }
  }

  it('MOON-04: shows both sides of a conflicting move as one entry, and overwrites nothing', async () => {
    const { id, core } = await conflict()
    await expect.poll(() => sides(core), wait).toEqual([{ mine: 'Your move: New to Ready', theirs: 'Now: Pre-order' }])
    const [entry] = selectTray(core.board.store.getState(), core.moves.mayMove)
    expect(entry).toMatchObject({ order_id: id, error: 'The order is no longer in that status', open: true })
    expect(await row(id)).toMatchObject({ status: status(1) })
    expect(notices(core)).not.toContain('The order is no longer in that status')
  })

  it('MOON-04: survives a restart; keeping a move applies it from the order’s current status', async () => {
    const { id, core, disk } = await conflict()
    kill(core)
    const again = await open(run(disk))
    expect(again.board.store.getState().tray.map(({ order_id }) => order_id)).toEqual([id])
    await server.database.asOwner('update "order" set order_status = $1 where order_id = $2', [status(3), id])
    await again.board.reload()
    again.board.keepConflict(String(id))
    await expect.poll(async () => (await row(id))?.status, wait).toBe(status(5))
    await expect.poll(() => again.board.store.getState().tray, wait).toEqual([])
    expect(disk.offline.keys('tray.')).toEqual([])
  })

  it('MOON-04 KDS-22: names an order that has left the board by its usual name, also after a restart', async () => {
    const disk = newDisk()
    const id = await place({ ticket: 61 })
    const core = await open(run(disk))
    await goOffline(core)
    core.board.move(id, status(3))
    void core.board.tick(id, lineOf(core, id), true)
    await server.database.asOwner('update "order" set delete = 1 where order_id = $1', [id])
    await network.restore()
    await expect.poll(() => core.board.store.getState().tray.length, wait).toBe(2)
    kill(core)
    const again = await open(run(disk))
    const state = again.board.store.getState()
    expect(selectTray(state, again.moves.mayMove).map((entry) => [orderName(state, entry, 'en'), entry.open])).toEqual([
      ['#61 Pizzeria', false],
      ['#61 Pizzeria', false],
    ])
  })

  it('MOON-04: dropping a move leaves the order where it is', async () => {
    const { id, core, disk } = await conflict()
    core.board.dropConflict(String(id))
    expect([core.board.store.getState().tray, disk.offline.keys('tray.')]).toEqual([[], []])
    expect(await row(id)).toMatchObject({ status: status(1) })
  })

  it('MOON-04: says who has made the same move, and asks nothing', async () => {
    const id = await place()
    const core = await open(run(newDisk()))
    await goOffline(core)
    core.board.move(id, status(3))
    const token = await server.signIn('operator')
    const intents = [{ intent_id: crypto.randomUUID(), order_id: id, from: status(2), to: status(3) }]
    await server.call('Order', 'move', { intents }, { token, company: server.world.a })
    await network.restore()
    await expect.poll(() => pending(core), wait).toEqual([])
    expect(core.board.store.getState().tray).toEqual([])
    await expect.poll(() => sentences(core), wait).toMatch(/^#\d+.*: .+ moved it from New to .+ at /m)
  })

  it('MOON-04: a move that can’t be sent does not lose the others', async () => {
    const disk = newDisk()
    const id = await place()
    const core = await open(run(disk))
    await goOffline(core)
    core.board.move(id, status(3))
    kill(core)
    const [key = ''] = disk.offline.keys('move.')
    // Written by another version: valid for this one, but not for the server.
    const strange = { ...(JSON.parse(disk.offline.get(key) ?? '') as object), intent_id: crypto.randomUUID(), from: 2 ** 60 }
    disk.offline.set(key.replace(/\.\d+\.[^.]+$/, `.0000000000.${strange.intent_id}`), JSON.stringify(strange))
    disk.offline.set(key.replace(/[^.]+$/, 'broken'), '{"intent_id":')
    await network.restore()
    const again = await open(run(disk))
    await expect.poll(async () => (await row(id))?.status, wait).toBe(status(3))
    await expect.poll(() => pending(again), wait).toEqual([])
  })
})
