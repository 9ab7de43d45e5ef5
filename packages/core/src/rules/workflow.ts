import type { OrderStatus } from '@tiffin/sdk/contract'
import type { PlainKey, Sentence } from '#i18n/text-key'
import { isCancelled, isColumn, isLocked } from './statuses.ts'

/** The fields of a status that define the workflow. */
export type WorkflowStatus = Pick<
  OrderStatus,
  'order_status_id' | 'status' | 'value' | 'merchant' | 'transfer' | 'created' | 'done' | 'print'
>

/** Problems of a status, or of a status and a next one, with how to fix them. */
const problems = {
  no_created: [() => ({ text: 'No status for new orders' }), 'Turn on "New orders" for the first status'],
  several_created: [
    (status) => ({ text: '"New orders" is on for more than one status: %1', params: [status] }),
    'Turn off "New orders" for it',
  ],
  created_hidden: [
    (status) => ({ text: 'New orders start in %1, which is not a board column', params: [status] }),
    'Choose a merchant mode that shows it as a column',
  ],
  no_done: [() => ({ text: 'No status for finished orders' }), 'Turn on "Done" for the last status'],
  dead_end: [
    (status) => ({ text: 'Orders can never leave %1', params: [status] }),
    'Choose the next statuses, or turn on "Done"',
  ],
  no_way_out: [
    (status) => ({ text: 'Orders in %1 can never be finished or cancelled', params: [status] }),
    'Add a next status that leads to a finished or cancelled one',
  ],
  unreachable: [
    (status) => ({ text: 'Orders never reach %1', params: [status] }),
    'Add it to the next statuses of another status, or delete it',
  ],
  print_unreachable: [
    (status) => ({ text: 'Tickets are printed in %1, but orders never reach it', params: [status] }),
    'Add it to the next statuses of another status, or print in a different one',
  ],
  locked_target: [
    (status, other) => ({ text: "%1 leads to %2, which is locked: orders can't move there", params: [status, other] }),
    'Unlock that column, or remove it from the next statuses',
  ],
  own_target: [(status) => ({ text: '%1 leads to itself', params: [status] }), 'Remove it from its own next statuses'],
  lost_target: [
    (status) => ({ text: '%1 leads to a status that no longer exists', params: [status] }),
    'Open it and save it without the missing status',
  ],
} satisfies Record<string, [wrong: WorkflowProblem['wrong'], fix: PlainKey]>

export type WorkflowCode = keyof typeof problems

export interface WorkflowProblem {
  code: WorkflowCode
  /** Id of the affected status; null for the whole workflow. */
  status: number | null
  /** Id of the next status, if that is the problem. */
  other: number | null
  /** The problem, with the names of `status` and `other`. */
  wrong: (status: string, other: string) => Sentence
  /** How to fix the problem. */
  fix: PlainKey
}

const found = (code: WorkflowCode, status: number | null = null, other: number | null = null): WorkflowProblem => {
  const [wrong, fix] = problems[code]
  return { code, status, other, wrong, fix }
}

/** Every status reachable from the given ones, including themselves. */
function reachedFrom(starts: readonly number[], next: (status: number) => readonly number[]): Set<number> {
  const reached = new Set(starts)
  for (const status of reached) for (const item of next(status)) reached.add(item)
  return reached
}

/**
 * A locked column of finished orders is an archive, filled from outside the board. Other locked columns never receive
 * orders.
 */
const isClosed = (status: WorkflowStatus): boolean => isLocked(status) && status.done !== 1

const isFinal = (status: WorkflowStatus): boolean => status.done === 1 || isCancelled(status)

/**
 * Problems in one company's statuses, worst first (MOON-09): no start or end, dead ends, unreachable statuses, tickets
 * that are never printed, moves that are always refused. Undo does not count as a transition.
 */
export function lintWorkflow(statuses: readonly WorkflowStatus[]): WorkflowProblem[] {
  const byKey = new Map(statuses.map((status) => [status.order_status_id, status]))
  const ordered = statuses.toSorted((a, b) => a.status - b.status || a.order_status_id - b.order_status_id)
  /** The statuses that an order may move to from here. */
  const nextKeys = (key: number): number[] =>
    (byKey.get(key)?.transfer ?? []).filter((to) => to !== key && byKey.has(to) && !isClosed(byKey.get(to) as WorkflowStatus))
  const [first, ...more] = ordered.filter(({ created }) => created === 1)
  const reached = first ? reachedFrom([first.order_status_id], nextKeys) : null
  const all: WorkflowProblem[] = []
  if (!first) all.push(found('no_created'))
  else if (!isColumn(first)) all.push(found('created_hidden', first.order_status_id))
  if (!ordered.some(({ done }) => done === 1)) all.push(found('no_done'))
  all.push(...more.map(({ order_status_id: key }) => found('several_created', key)))
  for (const status of ordered) {
    const { order_status_id: key, transfer, print } = status
    const isReachable = reached === null || reached.has(key)
    if (!isReachable) all.push(found(print === 1 ? 'print_unreachable' : 'unreachable', key))
    if (!isFinal(status)) {
      const leadsToEnd = [...reachedFrom([key], nextKeys)].some((to) => isFinal(byKey.get(to) as WorkflowStatus))
      if (nextKeys(key).length === 0) all.push(found('dead_end', key))
      else if (!leadsToEnd) all.push(found('no_way_out', key))
    }
    for (const to of transfer) {
      const target = byKey.get(to)
      if (to === key) all.push(found('own_target', key, to))
      else if (!target) all.push(found('lost_target', key))
      else if (isClosed(target)) all.push(found('locked_target', key, to))
    }
  }
  const rank = Object.keys(problems)
  return all.toSorted((a, b) => rank.indexOf(a.code) - rank.indexOf(b.code))
}
