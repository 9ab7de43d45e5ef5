import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Client } from '@tiffin/sdk/client'
import { apiError } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'
import { stubClock } from '#session/stub-clock'
import { memoryStorage, type Ports } from '../ports.ts'
import { createConfirmations } from './kinds/confirmations.ts'
import { createEditOutbox, type OrderEdit } from './kinds/edits.ts'
import { createMoveOutbox } from './kinds/moves.ts'
import { createNewOrderOutbox } from './kinds/orders.ts'
import { createReceiptOutbox } from './kinds/receipts.ts'
import type { Outbox } from './outbox.ts'

/** A server that receives numbered entries and carries out each of them once. */
function createServer() {
  const server = {
    /** The numbers of each call, and the complete calls. */
    calls: [] as number[][],
    inputs: [] as unknown[],
    carriedOut: [] as number[],
    answer: (_numbers: readonly number[]): Promise<void> => Promise.resolve(),
  }
  async function hear(numbers: number[], input: unknown): Promise<void> {
    server.calls.push(numbers)
    server.inputs.push(input)
    await server.answer(numbers)
    server.carriedOut.push(...numbers.filter((number) => !server.carriedOut.includes(number)))
  }
  async function hearIntents({ intents }: { intents: { intent_id: string; order_id: number }[] }) {
    await hear(
      intents.map(({ order_id }) => order_id),
      intents,
    )
    return { data: { results: intents.map(({ intent_id }) => ({ intent_id, status: 'OK' })) } }
  }
  const client = {
    Order: {
      move: hearIntents,
      assign: hearIntents,
      async tick(input: { order_id: number }, options: unknown) {
        await hear([input.order_id], [input, options])
        return { data: { ticks: [] } }
      },
      shown: (input: { acknowledged: number[] }) => hear(input.acknowledged, input),
    },
    Reference: {
      async saveData({ tables: [first] }: { tables: { row: { number: number } }[] }, options: unknown) {
        await hear([first?.row.number ?? 0], [first, options])
        return { data: { order: { data: { order_id: first?.row.number, ticket: 1 } } } }
      },
    },
    Print: { confirm: (input: { print_job_id: number }) => hear([input.print_job_id], input) },
  } as unknown as Client
  return { server, client }
}

/** One kind of unsent work: how numbered entries are added, and their name on disk. */
interface Kind {
  prefix: string
  create(run: Run): {
    /** Resolves to `cancelled` for each entry whose outbox was closed first. */
    add(numbers: readonly number[]): Promise<readonly unknown[]>
    restore(): void
    close(): void
  }
}
interface Run {
  client: Client
  ports: Ports
  owner: () => string
  notSaved: () => void
}

const idOf = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`
const tray = { put() {}, drop() {}, restore() {} }
const nothing = (): void => {}
const ignored = { tray, now: () => 0, changed: nothing, settle: nothing, failed: nothing, answered: nothing }

function kindOf<E>(prefix: string, create: (run: Run) => Outbox<E, unknown>, entryOf: (number: number) => E): Kind {
  return {
    prefix,
    create(run) {
      const outbox = create(run)
      return { ...outbox, add: (numbers) => outbox.addWithResults(numbers.map(entryOf)) }
    },
  }
}

const edit = (number: number) => ({ intent_id: idOf(number), order_id: number })
const kinds: Record<string, Kind> = {
  moves: kindOf(
    'move.',
    (run) => createMoveOutbox({ ...ignored, ...run, named: (order_id) => ({ order_id }) }),
    (number) => ({ ...edit(number), from: 2, to: 3 }),
  ),
  couriers: kindOf(
    'edit.',
    (run) => createEditOutbox({ ...ignored, ...run }),
    (number): OrderEdit => ({ ...edit(number), kind: 'courier', from: 0, courier: 4, courier_obj: null, before: null }),
  ),
  ticks: kindOf(
    'edit.',
    (run) => createEditOutbox({ ...ignored, ...run }),
    (number): OrderEdit => ({ ...edit(number), kind: 'tick', line: '1', item: 'Soup', done: true }),
  ),
  orders: kindOf(
    'order.',
    (run) => createNewOrderOutbox({ ...ignored, ...run }),
    (number) => ({ intent_id: idOf(number), row: { number }, typed: {}, at: 1_000_000 }),
  ),
  receipts: kindOf(
    'receipt.',
    (run) => createReceiptOutbox({ ...run, offset: () => 0 }),
    (number) => ({ intent_id: idOf(number), shown: [], acknowledged: [number], at: 0 }),
  ),
  confirmations: {
    prefix: 'printed.',
    create({ client, ports, owner }) {
      const company = () => Number(owner().replace('.', ''))
      const confirmations = createConfirmations({ client: client.Print, ports, company })
      return {
        ...confirmations,
        add: (numbers) =>
          Promise.all(
            numbers.map((print_job_id) =>
              confirmations.confirm(company(), { print_job_id, console: 'grill' }).catch(() => 'cancelled'),
            ),
          ),
      }
    },
  },
}

/** A run of the program on this disk. */
function start(kind: Kind, { moves = memoryStorage(), owner = '1.7' } = {}) {
  const clock = stubClock()
  const { server, client } = createServer()
  const said: string[] = []
  const ports = { clock, storage: memoryStorage(), moves, log: nothing }
  const box = kind.create({ client, ports, owner: () => owner, notSaved: () => said.push('unkept') })
  return { clock, server, moves, said, box, kept: () => moves.keys(kind.prefix).length }
}
const never = () => new Promise<never>(() => {})

describe.each(Object.entries(kinds))('unsent %s', (name, kind) => {
  it('MOON-04: are on disk from before they are sent until they are answered', async () => {
    const { box, clock, server, kept } = start(kind)
    const keptAt: number[] = []
    server.answer = () => Promise.resolve(void keptAt.push(kept()))
    void box.add([1])
    await clock.advance(0)
    expect([keptAt, kept()]).toEqual([[1], 0])
  })

  it('MOON-04: are replayed in order after a restart', async () => {
    const before = start(kind)
    before.server.answer = never
    void before.box.add([1, 2, 3])
    const { box, clock, server, kept } = start(kind, { moves: before.moves })
    box.restore()
    box.restore()
    await clock.advance(10)
    expect([server.carriedOut, server.calls.flat(), kept()]).toEqual([[1, 2, 3], [1, 2, 3], 0])
  })

  it('MOON-04: are replayed before newer entries, even if they are found later', async () => {
    const before = start(kind)
    before.server.answer = never
    void before.box.add([1, 2])
    const { box, clock, server } = start(kind, { moves: before.moves })
    server.answer = () => Promise.reject(apiError('network'))
    void box.add([3])
    await clock.advance(0)
    box.restore()
    server.answer = () => Promise.resolve()
    await clock.advance(4000)
    expect(server.carriedOut).toEqual([1, 2, 3])
  })

  it('MOON-04: continue after a refused one', async () => {
    const { box, clock, server, kept } = start(kind)
    server.answer = async (numbers) => {
      if (numbers.includes(2)) throw apiError('not_found')
    }
    void box.add([1, 2, 3])
    await clock.advance(10)
    expect([server.carriedOut, kept()]).toEqual([[1, 3], 0])
  })

  it('MOON-04: are resent unchanged when the connection is back', async () => {
    const { box, clock, server } = start(kind)
    server.answer = () => Promise.reject(apiError('network'))
    void box.add([1, 2])
    await clock.advance(0)
    await clock.advance(2000)
    server.answer = () => Promise.resolve()
    await clock.advance(2000)
    const [first, ...others] = server.inputs
    expect(others.slice(0, 2)).toEqual([first, first])
    expect(server.carriedOut).toEqual([1, 2])
  })

  it('MOON-04: are sent even if the disk is full, with one warning', async () => {
    const moves = memoryStorage()
    moves.set = () => {
      throw new Error('ENOSPC')
    }
    const { box, clock, server, said } = start(kind, { moves })
    void box.add([1, 2])
    await clock.advance(10)
    // A console prints anyway, and the users there could do nothing about it.
    expect(said).toEqual(name === 'confirmations' ? [] : ['unkept'])
    expect(server.carriedOut).toEqual([1, 2])
  })

  it('MOON-04: resolve as cancelled when the outbox is closed, and stay on disk', async () => {
    const { box, clock, server, kept } = start(kind)
    server.answer = never
    const added = box.add([1, 2])
    await clock.advance(0)
    box.close()
    expect([await added, kept()]).toEqual([['cancelled', 'cancelled'], 2])
  })

  it('MOON-04: leave those of another person untouched', async () => {
    const theirs = start(kind, { owner: '1.8' })
    theirs.server.answer = never
    void theirs.box.add([1])
    const { box, clock, server, kept } = start(kind, { moves: theirs.moves })
    box.restore()
    await clock.advance(10)
    expect([server.calls, kept()]).toEqual([[], 1])
  })
})

it.each([
  ['4999 ms later waits for none', 4999, false, []],
  ['5000 ms later, when the message about it is gone, waits for a decision', 5000, false, [7]],
  ['after a restart waits for a decision', 0, true, [7]],
])('MOON-04: a move refused %s', async (_when, ms, isRestarted, decisions) => {
  const clock = stubClock()
  const refusal = Promise.withResolvers<void>()
  const move = async ({ intents }: { intents: { intent_id: string }[] }) => {
    await refusal.promise
    return { data: { results: intents.map(({ intent_id }) => ({ intent_id, status: 'FAIL', code: 'not_in_status' })) } }
  }
  const put: number[] = []
  const moves = memoryStorage()
  const create = () =>
    createMoveOutbox({
      ...ignored,
      tray: { ...tray, put: ({ order_id }) => void put.push(order_id) },
      client: { Order: { move } } as unknown as Client,
      ports: { clock, moves, log: nothing },
      owner: () => '1.7',
      notSaved: nothing,
      named: (order_id) => ({ order_id }),
    })
  const outbox = create()
  outbox.add([{ ...edit(7), from: 2, to: 3 }])
  if (isRestarted) {
    outbox.close()
    create().restore()
  }
  await clock.advance(ms)
  refusal.resolve()
  await clock.advance(0)
  expect(put).toEqual(decisions)
})

it('MOON-04: only one module writes unsent work to disk', () => {
  const root = path.join(import.meta.dirname, '..')
  const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$|stub-/.test(file))
  const isNamed = (file: string) =>
    /\bports\.moves\b|\bmoves: storage\b|\bmoves\??\.(get|keys|set)\b/.test(readFileSync(path.join(root, file), 'utf8'))
  expect(files.filter(isNamed)).toEqual([path.join('outbox', 'disk.ts')])
})
