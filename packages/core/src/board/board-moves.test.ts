import { apiError, type MoveIntent } from '@tiffin/sdk/contract'
import { expect, it, vi } from 'vitest'
import { createBoardMoves } from './board-moves.ts'
import type { MadeMove } from './made-moves.ts'

type Options = Parameters<typeof createBoardMoves>[0]

it('KDS-06: offers for 5 s to undo a move from one status to another, and no move within a column', () => {
  const show = vi.fn<Options['notices']['show']>(() => 1)
  let made: readonly MadeMove[] = []
  const moves = createBoardMoves({
    client: { Order: { move: () => new Promise(() => {}) } },
    notices: { show },
    ports: { clock: { now: () => 0, after: () => () => {} }, log: () => {} },
    setPending: () => {},
    made: () => made,
    setMade: (next: readonly MadeMove[]) => (made = next),
    order: () => undefined,
    names: () => ['#6', 'Ready'],
    behind: () => null,
    now: () => 0,
  } as unknown as Options)
  moves.add({ intent_id: 'a', order_id: 6, from: 2, to: 2 })
  expect(show).not.toHaveBeenCalled()
  moves.add({ intent_id: 'b', order_id: 6, from: 2, to: 3 })
  expect(show).toHaveBeenCalledExactlyOnceWith('info', '%1 moved to %2', {
    params: ['#6', 'Ready'],
    ms: 5000,
    action: { label: 'Undo', run: expect.any(Function) as () => void },
  })
  expect(made.map(({ intent_id }) => intent_id)).toEqual(['b'])
})

it('MOON-04: says of moves that wait for the network which they are and where they go, of several together how many', async () => {
  const update = vi.fn<Options['notices']['update']>()
  const show = vi.fn<Options['notices']['show']>(() => 7)
  let made: readonly MadeMove[] = []
  const moves = createBoardMoves({
    client: { Order: { move: () => Promise.reject(apiError('network')) } },
    notices: { show, update },
    ports: { clock: { now: () => 0, after: () => () => {} }, log: () => {} },
    setPending: () => {},
    made: () => made,
    setMade: (next: readonly MadeMove[]) => (made = next),
    order: () => undefined,
    names: ({ order_id }: MoveIntent) => [`#${order_id}`, 'Ready'],
    translate: (text: string, params: readonly (string | number)[]) => [text, ...params].join(' '),
    behind: () => null,
    now: () => 0,
  } as unknown as Options)
  const waits = '%1. This will be sent when the network returns.'
  moves.add({ intent_id: 'a', order_id: 6, from: 2, to: 3 })
  await vi.waitFor(() => expect(update).toHaveBeenCalledExactlyOnceWith(7, ['%1 moved to %2 #6 Ready'], waits))
  show.mockClear()
  void moves.addMany([7, 8].map((order_id) => ({ intent_id: `b${order_id}`, order_id, from: 2, to: 3 })))
  moves.send()
  await vi.waitFor(() => expect(show).toHaveBeenCalled())
  moves.send()
  await new Promise(setImmediate)
  expect(show).toHaveBeenCalledExactlyOnceWith('info', waits, { params: ['%1 orders moved to %2 2 Ready'] })
  expect(update).toHaveBeenCalledOnce()
})
