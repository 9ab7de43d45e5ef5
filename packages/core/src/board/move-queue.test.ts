import { expect, it, vi } from 'vitest'
import { type MadeMove, createMoveQueue } from './move-queue.ts'

type Options = Parameters<typeof createMoveQueue>[0]

it('KDS-06: offers for 5 s to undo a move from one status to another, and no move within a column', () => {
  const show = vi.fn<Options['notices']['show']>(() => 1)
  let made: readonly MadeMove[] = []
  const queue = createMoveQueue({
    client: { Order: { move: () => new Promise(() => {}) } },
    notices: { show },
    ports: { clock: { now: () => 0, after: () => () => {} }, log: () => {} },
    kept: { add: () => true },
    intents: () => [],
    setIntents: () => {},
    made: () => made,
    setMade: (moves: readonly MadeMove[]) => (made = moves),
    order: () => undefined,
    names: () => ['#6', 'Ready'],
    behind: () => null,
    now: () => 0,
  } as unknown as Options)
  queue.add({ intent_id: 'a', order_id: 6, from: 2, to: 2 })
  expect(show).not.toHaveBeenCalled()
  queue.add({ intent_id: 'b', order_id: 6, from: 2, to: 3 })
  expect(show).toHaveBeenCalledExactlyOnceWith('info', '%1 moved to %2', {
    params: ['#6', 'Ready'],
    ms: 5000,
    action: { label: 'Undo', run: expect.any(Function) as () => void },
  })
  expect(made.map(({ intent_id }) => intent_id)).toEqual(['b'])
})
