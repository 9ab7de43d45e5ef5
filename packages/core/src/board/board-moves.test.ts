import { apiError, type MoveIntent } from '@tiffin/sdk/contract'
import { expect, it, vi } from 'vitest'
import { createI18n } from '#i18n/create-i18n'
import { createBoardMoves } from './board-moves.ts'
import type { UndoableMove } from './undoable-moves.ts'

type Options = Parameters<typeof createBoardMoves>[0]

it('KDS-06: offers undo for 5 s after a move to another status, but not within a column', () => {
  const notify = vi.fn<Options['notices']['showSentence']>(() => 1)
  let undoable: readonly UndoableMove[] = []
  const moves = createBoardMoves({
    client: { Order: { move: () => new Promise(() => {}) } },
    notices: { showSentence: notify },
    ports: { clock: { now: () => 0, after: () => () => {} }, log: () => {} },
    setPending: () => {},
    undoable: () => undoable,
    setUndoable: (next: readonly UndoableMove[]) => (undoable = next),
    order: () => undefined,
    names: () => ['#6', 'Ready'],
    behind: () => null,
    now: () => 0,
  } as unknown as Options)
  moves.add({ intent_id: 'a', order_id: 6, from: 2, to: 2 })
  expect(notify).not.toHaveBeenCalled()
  moves.add({ intent_id: 'b', order_id: 6, from: 2, to: 3 })
  const action = { label: 'Undo' as const, run: expect.any(Function) as () => void }
  const said = { text: '%1 moved to %2' as const, params: ['#6', 'Ready'] as const }
  expect(notify).toHaveBeenCalledExactlyOnceWith('info', said, { ms: 5000, action })
  expect(undoable.map(({ intent_id }) => intent_id)).toEqual(['b'])
})

it('MOON-04: names each move that waits for the network and its target, and gives a count for several', async () => {
  const update = vi.fn<Options['notices']['update']>()
  const notify = vi.fn<Options['notices']['showSentence']>(() => 7)
  let undoable: readonly UndoableMove[] = []
  const moves = createBoardMoves({
    client: { Order: { move: () => Promise.reject(apiError('network')) } },
    notices: { showSentence: notify, update },
    ports: { clock: { now: () => 0, after: () => () => {} }, log: () => {} },
    setPending: () => {},
    undoable: () => undoable,
    setUndoable: (next: readonly UndoableMove[]) => (undoable = next),
    order: () => undefined,
    names: ({ order_id }: MoveIntent) => [`#${order_id}`, 'Ready'],
    translate: createI18n().t,
    behind: () => null,
    now: () => 0,
  } as unknown as Options)
  const waits = (what: string) => ({ text: "%1. It will be sent when you're back online." as const, params: [what] as const })
  moves.add({ intent_id: 'a', order_id: 6, from: 2, to: 3 })
  await vi.waitFor(() => expect(update).toHaveBeenCalledExactlyOnceWith(7, waits('#6 moved to Ready')))
  notify.mockClear()
  void moves.addMany([7, 8].map((order_id) => ({ intent_id: `b${order_id}`, order_id, from: 2, to: 3 })))
  moves.send()
  await vi.waitFor(() => expect(notify).toHaveBeenCalled())
  moves.send()
  await new Promise(setImmediate)
  expect(notify).toHaveBeenCalledExactlyOnceWith('info', waits('2 orders moved to Ready'))
  expect(update).toHaveBeenCalledOnce()
})

it('MOON-04: an offline move that another console has made too is reported, with who made it', async () => {
  const said = new Map<number, object>()
  const results = [{ intent_id: 'a', status: 'FAIL', code: 'not_in_status', order: { order_id: 6, order_status: 3 } }]
  const move = vi.fn(() => Promise.resolve({ data: { results } })).mockRejectedValueOnce(apiError('network'))
  const who = Promise.withResolvers<string>()
  const moves = createBoardMoves({
    client: { Order: { move } },
    notices: {
      showSentence(_type: string, what: object) {
        said.set(said.size, what)
        return said.size - 1
      },
      update: (id: number, what: object) => void said.set(id, what),
    },
    ports: { clock: { now: () => 0, after: () => () => {} }, log: () => {} },
    tray: { put: vi.fn(), drop: vi.fn() },
    setPending: () => {},
    onRefused: () => {},
    settle: () => {},
    undoable: () => [],
    setUndoable: () => {},
    order: () => undefined,
    names: () => ['#6', 'Ready'],
    translate: createI18n().t,
    movedElsewhere: () => who.promise,
    behind: () => null,
    now: () => 0,
  } as unknown as Options)
  moves.add({ intent_id: 'a', order_id: 6, from: 2, to: 3 })
  await vi.waitFor(() => expect(move).toHaveBeenCalledOnce())
  await new Promise(setImmediate)
  moves.send()
  // After the offer to undo it.
  await vi.waitFor(() => expect(said.size).toBe(2))
  who.resolve('Otto moved it from New to Ready at 12:05')
  const params = ['#6', 'Otto moved it from New to Ready at 12:05']
  await vi.waitFor(() => expect(said.get(1)).toEqual({ message: '%1: %2', params }))
})
