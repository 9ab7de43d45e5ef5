import { describe, expect, it } from 'vitest'
import { lintWorkflow, type WorkflowStatus } from './workflow.ts'

const status = (key: number, own: Partial<WorkflowStatus> = {}): WorkflowStatus => ({
  order_status_id: key,
  status: key,
  value: { en: `Status ${key}` },
  merchant: 2,
  transfer: [],
  created: 0,
  done: 0,
  print: 0,
  ...own,
})
/** New, Cooking with its ticket, Ready, Delivered, and Cancelled without a column. */
const sound = [
  status(1, { created: 1, transfer: [2, 5] }),
  status(2, { print: 1, transfer: [1, 3, 5] }),
  status(3, { transfer: [4] }),
  status(4, { done: 1 }),
  status(5, { status: 0, merchant: 0, value: { en: 'Cancelled' } }),
]
const lint = (statuses: readonly WorkflowStatus[]) =>
  lintWorkflow(statuses).map(({ code, status: of, other }) => [code, of, ...(other === null ? [] : [other])].join(' ').trim())
const changed = (key: number, own: Partial<WorkflowStatus>) =>
  sound.map((item) => (item.order_status_id === key ? { ...item, ...own } : item))

describe('MOON-09: the workflow linter', () => {
  it('reports nothing for a valid workflow', () => {
    expect(lint(sound)).toEqual([])
  })

  it('treats a locked column of finished orders as an archive', () => {
    expect(lint([...changed(4, { transfer: [6] }), status(6, { merchant: 1, done: 1 })])).toEqual([])
  })

  it.each([
    ['no status for new orders', changed(1, { created: 0 }), ['no_created']],
    ['two statuses for new orders', changed(2, { created: 1 }), ['several_created 2']],
    ['new orders in a status without a column', changed(1, { merchant: 0 }), ['created_hidden 1']],
    ['no status for finished orders', changed(4, { done: 0 }), ['no_done', 'dead_end 4', 'no_way_out 3']],
    ["a status that can't be left", changed(3, { transfer: [] }), ['dead_end 3', 'unreachable 4']],
    [
      'statuses that only lead to each other',
      changed(3, { transfer: [2] }).map((item) => (item.order_status_id === 2 ? { ...item, transfer: [3] } : item)),
      ['no_way_out 2', 'no_way_out 3', 'unreachable 4'],
    ],
    ['an unreachable status', [...sound, status(6, { transfer: [3] })], ['unreachable 6']],
    [
      'statuses only reachable from an unreachable one',
      [...sound, status(6, { transfer: [7] }), status(7, { done: 1 })],
      ['unreachable 6', 'unreachable 7'],
    ],
    ['tickets that are never printed', changed(1, { transfer: [3, 5] }), ['print_unreachable 2']],
    // The second status still allows cancelling an order.
    ['a move into a locked column', changed(3, { merchant: 1 }), ['unreachable 3', 'unreachable 4', 'locked_target 2 3']],
    ['a status in its own list', changed(3, { transfer: [3, 4] }), ['own_target 3 3']],
    ['a list with a status that was deleted', changed(3, { transfer: [4, 99] }), ['lost_target 3']],
    ['no status at all', [], ['no_created', 'no_done']],
  ] as const)('finds %s', (_what, statuses, expected) => {
    expect(lint(statuses)).toEqual(expected)
  })

  it('explains each problem and its fix', () => {
    for (const { wrong, fix } of lintWorkflow(changed(1, { created: 0, transfer: [1, 99] }))) {
      expect([wrong('New', 'Ready').text, fix].every((sentence) => sentence.length > 10)).toBe(true)
    }
  })
})
