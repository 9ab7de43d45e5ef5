import { expect, it } from 'vitest'
import { memoryStorage } from '../ports.ts'
import type { BoardOrder } from './board-order.ts'
import { storeLastBoard, type LastBoard, readLastBoard } from './last-board.ts'

const rows = new Map([[7, { order_id: 7 } as BoardOrder]])
const board: LastBoard = { statuses: [], merchants: [], couriers: [], rows, count: 1, heardAt: 5 }

it('MOON-04: reads the last known board as stored, but not a damaged one or one of another version', async () => {
  const storage = memoryStorage()
  await storeLastBoard(storage, '1.7', board)
  expect(readLastBoard(storage, '1.7')).toEqual(board)
  expect(readLastBoard(storage, '1.8')).toBeUndefined()
  const text = storage.get('board.1.7') ?? ''
  for (const other of [text.replace(/"version":\d+/, '"version":1'), text.slice(0, -9), 'null']) {
    storage.set('board.1.7', other)
    expect(readLastBoard(storage, '1.7')).toBeUndefined()
  }
})
