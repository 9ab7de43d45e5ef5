import { apiError, type SessionUser, type TableQuery } from '@tiffin/sdk/contract'
import { describe, expect, it, vi } from 'vitest'
import { createCore } from '../create-core.ts'
import { type DraftStorage, memoryStorage, type StoredDraft } from '../ports.ts'
import { stubClock } from '../session/stub-clock.ts'
import { newLine } from './cart-lines.ts'
import { customerHistory, openOrder } from './new-order-state.ts'
import { newOrdersOf } from './new-order-store.ts'

type Row = Record<string, unknown>

const merchant = { merchant_id: 10, name: { en: 'Forno' }, logo: '', address: { coords: null, address: '' }, delivery: [] }
const company = { company_id: 7, country: { phone_code: '49' }, google_maps_key: '' }
const person = { admin_id: 1, role: 2, company, company_role: 1, merchants: {}, dictionary_edit: '' }
const ida = { user_id: 1, name: 'Ida', phone: '4917000001', status: 1, bonus_score: '5.00' }
const bea = { ...ida, user_id: 2, name: 'Bea', phone: '4917000002' }
const soup = newLine({ name: 'Soup', price: '4.00' })

/** A program of one user, with a server that a test can answer for. */
async function setUp(more: Row = {}, drafts?: DraftStorage) {
  const clock = stubClock()
  const core = createCore({
    url: 'http://127.0.0.1:9',
    app: { name: 'tui', version: '0' },
    ports: { clock, storage: memoryStorage(), moves: memoryStorage(), log: () => {}, ...(drafts ? { drafts } : {}) },
    keep: 'bearer',
    token: 'secret',
  })
  const server = {
    rows: (query: TableQuery): Row[] | Promise<Row[]> => (query.table === 'merchant' ? [merchant] : []),
    always: { company: [company] } as Record<string, Row[]>,
    save: (_row: Row): Promise<unknown> => Promise.reject(apiError('network')),
  }
  Object.assign(core.client.Reference, {
    async getData({ tables }: { tables: TableQuery[] }) {
      const found = await Promise.all(
        tables.map(async (query) => [
          query.as ?? query.table,
          { data: server.always[query.table] ?? (await server.rows(query)) },
        ]),
      )
      return { data: Object.fromEntries(found) as unknown }
    },
    saveData: ({ tables: [table] }: { tables: { row: Row }[] }) => server.save(table?.row ?? {}),
  })
  Object.assign(core.client.Order, { placed: async () => ({ data: { orders: 3 } }) })
  const acting = vi.spyOn(core.session, 'company').mockReturnValue(7)
  const signIn = (more: Row = {}) => core.session.store.setState({ user: { ...person, ...more } as unknown as SessionUser })
  signIn(more)
  const orders = newOrdersOf(core)
  await orders.open()
  const state = orders.store.getState
  const switchCompany = (id: number): void => {
    acting.mockReturnValue(id)
    signIn({ company: { ...company, company_id: id } })
  }
  /** An order that can be sent. */
  const fill = (): void => orders.change({ merchant: 10, customer: ida, type: 2, cart: [soup] })
  const notices = () => core.notices.store.getState().notices
  const said = (text: string): number => notices().filter((notice) => notice.text === text).length
  return { core, clock, server, orders, state, switchCompany, fill, notices, said, now: () => openOrder(state()) }
}

const WAITS = "Can't reach the server. The order will be sent as soon as possible."
const REFUSED = 'Order not created: %1 It is parked under New order.'
const created = { data: { order: { data: { order_id: 5, ticket: 1 } } } }

describe('sending a new order', () => {
  it('reports for each order that it waits for the network, also behind another one', async () => {
    const { orders, clock, fill, state, said } = await setUp()
    fill()
    const first = orders.create()
    await clock.advance(0)
    expect(await first).toBe('waits')
    await orders.open()
    fill()
    const ends: string[] = []
    void orders.create().then((end) => ends.push(end))
    await clock.advance(3000)
    expect(ends).toEqual(['waits'])
    expect(state().waiting).toBe(2)
    expect(said(WAITS)).toBe(2)
  })

  it('reports for two orders sent at once that both wait', async () => {
    const { orders, clock, fill } = await setUp()
    const ends: string[] = []
    for (const at of [0, 1]) {
      if (at > 0) await orders.open()
      fill()
      void orders.create().then((end) => ends.push(end))
    }
    await clock.advance(0)
    expect(ends).toEqual(['waits', 'waits'])
  })

  it('reports a refusal as a notice if its page is closed, and keeps the order', async () => {
    const { orders, server, clock, fill, state, said } = await setUp()
    const answer = Promise.withResolvers<unknown>()
    server.save = () => answer.promise
    fill()
    const end = orders.create()
    orders.stopWaiting()
    expect(await end).toBe('left')
    answer.reject(apiError('promocode_unknown'))
    await clock.advance(0)
    expect(said(REFUSED)).toBe(1)
    expect(state()).toMatchObject({ open: null, orders: [{ customer: ida }] })
  })

  it('reports the new order, or that it waits, if its page is closed', async () => {
    const { orders, server, clock, fill, said } = await setUp()
    fill()
    const end = orders.create()
    orders.stopWaiting()
    expect(await end).toBe('left')
    await clock.advance(0)
    expect(said(WAITS)).toBe(1)
    server.save = async () => created
    await clock.advance(3000)
    expect(said('Order %1 created')).toBe(1)
  })

  it('asks for the warnings that only the server knows, until the order changes', async () => {
    const { orders, server, clock, fill, state, now } = await setUp()
    const rows: unknown[] = []
    server.save = async (sent) => {
      rows.push(sent)
      throw apiError('warned', { params: ['closed, min_cost'] })
    }
    fill()
    const end = orders.create()
    await clock.advance(0)
    expect(await end).toBe('refused')
    const codes = (): string[] => orders.warnings().map(({ warning }) => warning)
    expect(codes()).toEqual(['closed', 'min_cost'])
    expect(state().refused[now()?.key ?? '']).toMatchObject({ params: ['Closed, Below the minimum order'] })
    server.save = async (sent) => {
      rows.push(sent)
      return created
    }
    const again = orders.create(['closed', 'min_cost'])
    await clock.advance(0)
    expect(await again).toBe('created')
    expect(rows).toMatchObject([{ overruled: [] }, { overruled: ['closed', 'min_cost'] }])
  })

  it('is not sent by someone who may not overrule its warnings', async () => {
    const { orders, server, clock, fill } = await setUp({ company_role: 2, merchants: { 10: [0, 2] } })
    server.save = () => Promise.reject(apiError('warned', { params: ['closed'] }))
    fill()
    const end = orders.create()
    await clock.advance(0)
    await end
    expect(orders.problems()).toMatchObject([{ at: 'warnings' }])
    expect(await orders.create(['closed'])).toBe('incomplete')
    orders.change({ comment: 'no onions' })
    expect(orders.problems()).toEqual([])
  })

  it('ends for its caller when another person or company takes over', async () => {
    const { orders, server, fill, switchCompany } = await setUp()
    server.save = () => new Promise(() => {})
    fill()
    const end = orders.create()
    switchCompany(8)
    expect(await end).toBe('left')
  })
})

describe('a new order without a server', () => {
  it('offers the merchants of the board, and reads the rest when the server answers again', async () => {
    const { core, orders, server, state, switchCompany } = await setUp()
    switchCompany(8)
    core.board.store.setState({ merchants: [{ merchant_id: 10, name: { en: 'Forno' }, logo: '', order: 1 }] })
    server.rows = () => Promise.reject(apiError('network'))
    await orders.open()
    expect(state()).toMatchObject({
      failure: { code: 'network' },
      choices: { isPartial: true, merchants: [{ merchant_id: 10 }] },
    })
    orders.chooseMerchant(10)
    expect(openOrder(state())?.merchant).toBe(10)
    server.rows = (query) => (query.table === 'merchant' ? [merchant] : [])
    core.reachability.learn(false)
    core.reachability.learn(true)
    await vi.waitFor(() => expect(state().choices?.isPartial).toBeUndefined())
    expect([state().failure, openOrder(state())?.merchant]).toEqual([null, 10])
  })
})

describe('customers of a new order', () => {
  it('are not offered for another text than the typed one', async () => {
    const { orders, server, clock, state } = await setUp()
    server.rows = () => [ida]
    orders.searchCustomers('ida')
    await clock.advance(200)
    expect(state().search).toMatchObject({ found: [ida], busy: false })
    orders.searchCustomers('bea')
    expect(state().search).toMatchObject({ text: 'bea', found: [], busy: true })
  })

  it('WIZ-05: who are blocked are refused with a negative message: found, known by their phone, or calling', async () => {
    const { orders, server, clock, now, notices } = await setUp()
    const blocked = { ...ida, status: 0 }
    server.rows = ({ table }) => (table === 'user' ? [blocked] : [])
    expect(orders.chooseCustomer(blocked)).toBe(false)
    expect(await orders.addCustomer({ name: 'Ida', phone: ida.phone })).toBe(false)
    await orders.ring(ida.phone, () => {})
    await clock.advance(0)
    expect(orders.answer()).toBe(false)
    const refused = notices().filter(({ text }) => text === 'The user is blocked')
    expect(refused.map(({ type }) => type)).toEqual(['negative', 'negative', 'negative'])
    expect(now()?.customer).toBeNull()
    expect(orders.chooseCustomer({ ...ida, status: 2 })).toBe(true)
  })

  it('of a running search do not appear once one is chosen', async () => {
    const { orders, server, clock, state } = await setUp()
    server.rows = () => [ida]
    orders.searchCustomers('ida')
    orders.chooseCustomer(bea)
    await clock.advance(200)
    expect(state().search).toMatchObject({ text: '', found: [] })
  })

  it('have their own bonus and address', async () => {
    const { orders, now } = await setUp()
    orders.change({ address: 'Markt 1' })
    orders.chooseCustomer(ida)
    expect(now()).toMatchObject({ address: 'Markt 1' })
    orders.change({ bonus: '2', info: { floor: '3' }, picked: true })
    orders.chooseCustomer({ ...ida, name: 'Ida B.' })
    expect(now()).toMatchObject({ customer: { name: 'Ida B.' }, bonus: '2', address: 'Markt 1', info: { floor: '3' } })
    orders.chooseCustomer(bea)
    expect(now()).toMatchObject({ customer: bea, bonus: '', address: '', info: {}, picked: false })
  })

  it('are added only to the order that asked', async () => {
    const { orders, server, clock, state, now } = await setUp()
    const rows = Promise.withResolvers<Row[]>()
    server.rows = ({ table }) => (table === 'user' ? rows.promise : [])
    orders.change({ comment: 'First' })
    const added = orders.addCustomer({ name: 'Ida', phone: ida.phone })
    orders.park()
    await orders.open()
    orders.change({ comment: 'Second' })
    rows.resolve([ida])
    expect(await added).toBe(false)
    await clock.advance(0)
    expect(now()).toMatchObject({ comment: 'Second', customer: null })
    expect(state().orders.map((order) => [order?.comment, order?.customer?.name])).toContainEqual(['First', 'Ida'])
  })

  it('are not added after a change of the company', async () => {
    const { orders, server, now, notices, switchCompany } = await setUp()
    const rows = Promise.withResolvers<Row[]>()
    server.rows = ({ table }) => (table === 'user' ? rows.promise : [])
    const added = orders.addCustomer({ name: 'Ida', phone: ida.phone })
    switchCompany(8)
    await orders.open()
    const before = notices().length
    rows.resolve([{ ...ida, status: 0 }])
    expect(await added).toBe(false)
    expect(now()?.customer).toBeNull()
    expect(notices()).toHaveLength(before)
  })

  it('lose their history to another order, also one that is still being read', async () => {
    const { orders, server, clock, state } = await setUp()
    const past = Promise.withResolvers<Row[]>()
    server.rows = ({ table }) => (table === 'order' ? past.promise : [])
    orders.chooseCustomer(ida)
    await clock.advance(0)
    orders.park()
    await orders.open()
    past.resolve([])
    await clock.advance(0)
    expect(state().history).toBeNull()
  })

  it('have a history only in their own order', async () => {
    const { orders, clock, state } = await setUp()
    orders.chooseCustomer(ida)
    await clock.advance(0)
    expect(customerHistory(state())).toMatchObject({ user: 1, count: 3 })
    const history = { user: 2, count: 1, orders: [], addresses: [] }
    expect(customerHistory({ ...state(), history })).toBeNull()
  })
})

describe('orders that were started', () => {
  /** Refused orders come back beside the parked ones, so there may be many. */
  async function refuse(stage: Awaited<ReturnType<typeof setUp>>, from: number, to: number): Promise<void> {
    stage.server.save = () => Promise.reject(apiError('user_blocked'))
    for (let number = from; number <= to; number += 1) {
      await stage.orders.open()
      stage.fill()
      stage.orders.change({ comment: `order ${number}` })
      const end = stage.orders.create()
      stage.orders.stopWaiting()
      await stage.clock.advance(0)
      await end
    }
  }
  const comments = ({ state }: Awaited<ReturnType<typeof setUp>>) =>
    state()
      .orders.flatMap((order) => order?.comment || [])
      .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))

  it('WIZ-01: all survive a reload, up to thirty; one more is kept while the program runs, and says so', async () => {
    const stored = new Map<string, StoredDraft>()
    const storage: DraftStorage = {
      all: async () => [...stored.values()],
      put: async (draft) => void stored.set(draft.key, draft),
      remove: async (key) => void stored.delete(key),
      claimed: async () => new Set(),
      claim: async () => () => {},
    }
    const user = { device: null, draft_key: btoa('a'.repeat(32)) }
    const stage = await setUp(user, storage)
    const said = () => stage.notices().filter(({ text }) => text.startsWith('Too many orders')).length
    await refuse(stage, 1, 30)
    expect([comments(stage).length, said()]).toEqual([30, 0])
    await refuse(stage, 31, 31)
    expect(comments(stage)).toHaveLength(31)
    expect(said()).toBeGreaterThan(0)
    await stage.clock.advance(500)
    await stage.core.drafts.settled()
    const again = await setUp(user, storage)
    expect(comments(again)).toEqual(Array.from({ length: 30 }, (_, at) => `order ${at + 1}`))
  })
})

describe('discarding a new order', () => {
  it('can be undone, but not into another company', async () => {
    const { orders, fill, state, notices, switchCompany } = await setUp()
    const undo = () =>
      notices()
        .find(({ text }) => text === 'Order discarded')
        ?.action?.run()
    fill()
    orders.discard()
    expect(state().orders).toEqual([null])
    undo()
    expect(state().orders).toMatchObject([{ customer: ida }])
    switchCompany(8)
    undo()
    expect(state().orders).toEqual([])
  })
})

it('an earlier order replaces typed items, which can be undone', async () => {
  const { orders, fill, now, notices } = await setUp()
  fill()
  const typed = now()?.cart
  const centre = now()?.coords
  expect(typed).not.toEqual([])
  const past = { merchant: 10, type: 1, cart: [newLine({ name: 'Pasta', price: '9.00' })] }
  orders.repeat(past as unknown as Parameters<typeof orders.repeat>[0])
  expect(now()).toMatchObject({ type: 1, cart: [{ name: 'Pasta' }] })
  const undo = () =>
    notices()
      .findLast(({ text }) => text === 'Items replaced')
      ?.action?.run()
  undo()
  expect(now()).toMatchObject({ type: 2, cart: typed, coords: centre })
  orders.repeat(past as unknown as Parameters<typeof orders.repeat>[0])
  orders.chooseAddress({ address: 'Markt 1', coords: [1, 2], info: {}, verified: true })
  undo()
  expect(now()).toMatchObject({ type: 2, cart: typed, address: 'Markt 1', coords: [1, 2], picked: true })
})

describe('a typed address', () => {
  it('is looked up 500 ms after the last letter, and once', async () => {
    const { core, orders, clock, state } = await setUp()
    const asked: string[] = []
    Object.assign(core.client.Geo, {
      async getCity({ address }: { address: string }) {
        asked.push(address)
        return { data: { places: [{ address: `${address}weg 5`, coords: [52.5, 13.4], city: 1, exact: true }] } }
      },
    })
    const type = async (...texts: string[]) => {
      for (const text of texts) {
        orders.typeAddress(text)
        await clock.advance(300)
      }
    }
    const offered = () => state().places.map(({ address }) => address)
    await type('Li', 'Lin', 'Lind', 'Linde')
    expect(asked).toEqual([])
    await clock.advance(199)
    expect(asked).toEqual([])
    await clock.advance(1)
    expect([asked, offered()]).toEqual([['Linde'], ['Lindeweg 5']])
    // Going back a letter and forth again asks once for each text.
    await type('Linden')
    await clock.advance(200)
    await type('Linde')
    expect([asked, offered()]).toEqual([['Linde', 'Linden'], ['Lindeweg 5']])
    await type('Li')
    expect([asked.length, offered()]).toEqual([2, []])
  })
})

describe('the promo code of a new order', () => {
  const codes = Array.from({ length: 50 }, (_, index) => ({ code: `TEN${index}` }))
  /** A server with a page of codes that contain the typed one, and one code that is equal to it. */
  const answer =
    (equal: Row[]) =>
    ({ search }: TableQuery): Row[] =>
      search?.some((item) => 'op' in item && item.op === 'like') ? codes : equal

  it('is found, however many others contain it', async () => {
    const { orders, server, clock, state } = await setUp()
    server.rows = answer([{ code: 'Ten' }])
    orders.change({ promocode: 'Ten' })
    await clock.advance(200)
    expect(state().promocode).toEqual({ code: 'Ten', found: { code: 'Ten' } })
  })

  it.each([
    ['unknown', [], 'Promo code not found'],
    ['expired', [{ code: 'Ten', date_finish: '1960-01-01' }], 'The promo code expired on %1'],
    ['of another merchant', [{ code: 'Ten', merchant: [99] }], 'The promo code is not valid for this merchant'],
  ])('is refused before the order is sent, in words: %s', async (_why, rows, message) => {
    const { orders, server, clock, fill } = await setUp()
    server.rows = ({ table, search }) => (table === 'promocode' && !search?.some((item) => 'op' in item) ? rows : [])
    fill()
    orders.change({ promocode: 'ten' })
    await clock.advance(200)
    expect(orders.problems()).toMatchObject([{ at: 'payment', problem: { message } }])
    expect(await orders.create()).toBe('incomplete')
    orders.change({ promocode: '' })
    expect(orders.problems()).toEqual([])
  })

  it('is left to the server if not all codes that contain it could be read', async () => {
    const { orders, server, clock, state } = await setUp()
    server.rows = answer([])
    orders.change({ promocode: 'tEn' })
    await clock.advance(200)
    expect(state().promocode).toEqual({ code: 'tEn', found: undefined })
  })
})

describe('a ringing phone', () => {
  /** A company with one customer, Ida, and a function that rings. */
  async function ringing(customer: Row = ida) {
    const stage = await setUp()
    stage.orders.discard()
    const asked: unknown[] = []
    stage.server.rows = ({ table, search }) => {
      if (table !== 'user') return table === 'merchant' ? [merchant] : []
      asked.push(search)
      return JSON.stringify(search).includes(String(customer['phone'])) ? [customer] : []
    }
    const opened = vi.fn()
    const shown = (): string[] =>
      stage.notices().map(({ text, params }) => stage.core.i18n.t.message(text, params).replaceAll(/[\u2066\u2069]/g, ''))
    return { ...stage, opened, shown, asked, ring: (phone: string) => stage.orders.ring(phone, opened) }
  }
  const IDA_CALLS = '+49 170 000 01 is calling: Ida, 3 orders'

  it('shows the customer and how many orders they have placed, once a minute', async () => {
    const { ring, shown, state, clock } = await ringing()
    await ring(ida.phone)
    expect(shown()).toEqual([IDA_CALLS])
    await ring(ida.phone)
    expect(shown()).toEqual([IDA_CALLS])
    await clock.advance(59_000)
    await ring(ida.phone)
    expect([shown(), state().calls.length]).toEqual([[], 1])
    await clock.advance(1000)
    expect(state().calls).toEqual([])
    await ring(ida.phone)
    expect(shown()).toEqual([IDA_CALLS])
  })

  it('says that a customer has no orders yet', async () => {
    const { core, ring, shown } = await ringing()
    Object.assign(core.client.Order, { placed: async () => ({ data: { orders: 0 } }) })
    await ring(ida.phone)
    expect(shown()).toEqual(['+49 170 000 01 is calling: Ida, no orders yet'])
  })

  it('opens an order for the customer, by the notice or by key', async () => {
    const { ring, orders, notices, opened, state, now } = await ringing()
    await ring(ida.phone)
    expect([now(), opened.mock.calls]).toEqual([undefined, []])
    notices()[0]?.action?.run()
    expect(now()).toMatchObject({ customer: ida, merchant: 10 })
    expect([opened.mock.calls.length, state().calls, notices()]).toEqual([1, [], []])
    orders.discard()
    expect(orders.answer()).toBe(false)
    expect(now()).toBeUndefined()
  })

  it('opens the order that was parked for the customer', async () => {
    const { ring, orders, now, state } = await ringing()
    await orders.open()
    orders.chooseCustomer(ida)
    orders.change({ comment: 'no onions' })
    orders.park()
    await ring(ida.phone)
    expect(orders.answer()).toBe(true)
    expect(now()).toMatchObject({ customer: ida, comment: 'no onions' })
    expect(state().orders.filter((order) => order !== null)).toHaveLength(1)
  })

  it('parks the open order, but not if two are parked already', async () => {
    const { ring, orders, now, said } = await ringing()
    for (const comment of ['first', 'second', 'third']) {
      await orders.open()
      orders.change({ comment })
      if (comment !== 'third') orders.park()
    }
    await ring(ida.phone)
    expect(orders.answer()).toBe(false)
    expect(now()).toMatchObject({ comment: 'third' })
    expect(said('Two orders are already parked. Create this one or discard it.')).toBe(1)
    orders.discard()
    await orders.open()
    expect(orders.answer()).toBe(true)
    expect(now()).toMatchObject({ customer: ida })
  })

  it('offers the phone of an unknown caller for a new customer', async () => {
    const { ring, orders, shown, now } = await ringing()
    await ring('4915112345678')
    expect(shown()).toEqual(['+49 151 1234 5678 is calling. No customer has this number yet.'])
    orders.answer()
    expect(now()).toMatchObject({ customer: null, caller: '4915112345678' })
  })

  it('shows a hidden number, without looking for a customer', async () => {
    const { ring, orders, shown, asked, now } = await ringing({ ...ida, phone: '' })
    await ring('')
    expect([shown(), asked]).toEqual([['A hidden number is calling'], []])
    expect(orders.answer()).toBe(true)
    expect(now()).toMatchObject({ customer: null, caller: '' })
  })

  it('WIZ-05: says that the customer is blocked, and opens nothing', async () => {
    const { ring, orders, shown, notices, now, said } = await ringing({ ...ida, status: 0 })
    await ring(ida.phone)
    expect(shown()).toEqual(['+49 170 000 01 is calling: Ida. The user is blocked'])
    expect(notices()[0]?.action).toBeUndefined()
    expect(orders.answer()).toBe(false)
    expect([said('The user is blocked'), now()]).toEqual([1, undefined])
  })

  it('is not shown to the staff of another company', async () => {
    const { ring, server, shown, state, switchCompany } = await ringing()
    const rows = Promise.withResolvers<Row[]>()
    server.rows = () => rows.promise
    const rung = ring(ida.phone)
    await Promise.resolve()
    switchCompany(8)
    rows.resolve([ida])
    await rung
    expect([shown(), state().calls]).toEqual([[], []])
  })

  it('is shown without a name if the server can’t be reached', async () => {
    const { ring, server, shown } = await ringing()
    server.rows = () => Promise.reject(apiError('network'))
    await ring(ida.phone)
    expect(shown()).toEqual(['+49 170 000 01 is calling'])
  })
})
