import { expect, it } from 'vitest'
import { memoryStorage } from '../ports.ts'
import type { Conflict } from './conflicts.ts'
import { createTray } from './tray.ts'

const conflict = (order_id: number): Conflict => ({ kind: 'move', order_id, from: 2, to: 3, now: 5, error: 'Gone', at: order_id })

/** Tabs of one browser. */
function browser() {
  const moves = memoryStorage()
  const listeners = new Set<(from: object, message: unknown) => void>()
  return {
    moves,
    tab() {
      const me = {}
      let shown: readonly Conflict[] = []
      const tabs = {
        post: (message: unknown) => listeners.forEach((hear) => hear(me, message)),
        watch(onMessage: (message: unknown) => void) {
          listeners.add((from, message) => from !== me && onMessage(message))
          return () => {}
        },
      }
      const tray = createTray({
        ports: { moves, tabs, log: () => {} },
        owner: () => '1.7',
        get: () => shown,
        set: (next) => void (shown = next),
        onPut: () => {},
      })
      return { tray, shown: () => shown.map(({ order_id }) => order_id) }
    },
  }
}

it('MOON-04: a decision in one tab applies to the others', () => {
  const { moves, tab } = browser()
  const item = tab()
  item.tray.put(conflict(2))
  item.tray.put(conflict(1))
  const other = tab()
  other.tray.restore()
  expect(other.shown()).toEqual([1, 2])
  other.tray.drop('2')
  expect([item.shown(), other.shown(), moves.keys('tray.')]).toEqual([[1], [1], ['tray.1.7.1']])
})
