import { describe, expect, it } from 'vitest'
import type { Actor, Decision } from './actor.ts'
import { kitchen, operator, owner, platform, stranger, statuses } from './sample.ts'
import { columnsOf, createdStatus, isCancelled, type StatusRule } from './statuses.ts'
import { canMove, canMoveAny, needsHandoff, nextMoves, nextStatus, stampsFor } from './transitions.ts'

const company = { enable: 1 }
const [delivered, closed, fresh, accepted, cooking, ready, hidden, cancelled] = statuses.map(
  ({ order_status_id }) => order_status_id,
) as [number, number, number, number, number, number, number, number]
const at = (order_status: number, merchant = 10) => ({ order_status, merchant })
const no = (code: string, ...params: (string | number)[]): object => ({
  allowed: false,
  code,
  ...(params.length ? { params } : {}),
})
const yes = { allowed: true }

describe('canMove', () => {
  it.each<
    [
      string,
      {
        actor?: Actor
        enable?: number
        merchant?: number
        is?: number
        from?: number
        to?: number
        reason?: string
        undo?: boolean
      },
      object,
    ]
  >([
    ['BOARD-25', { to: accepted }, yes],
    ['BOARD-25', { to: ready }, no('transfer_refused', 'New', 'Ready')],
    ['BOARD-25', { to: delivered, is: cancelled, from: cancelled }, no('transfer_refused', 'Cancelled', 'Delivered')],
    ['BOARD-25', { to: accepted, is: 999, from: 999 }, no('transfer_refused', 999, 'Accepted')],
    ['BOARD-22', { to: closed, is: delivered, from: delivered }, no('column_locked', 'Closed')],
    ['BOARD-22', { to: closed, is: closed, from: closed }, no('column_locked', 'Closed')],
    ['BOARD-22', { to: delivered, is: closed, from: closed }, yes],
    ['reordering', { to: fresh }, yes],
    ['BOARD-23 PERM-12', { to: accepted, merchant: 11 }, no('view_only')],
    ['BOARD-23', { to: accepted, merchant: 12 }, no('forbidden')],
    ['BOARD-23', { to: accepted, actor: stranger }, no('forbidden')],
    ['BOARD-23 PERM-08', { to: accepted, merchant: 12, actor: owner }, yes],
    ['BOARD-23 PERM-08', { to: accepted, merchant: 12, actor: platform }, yes],
    ['BOARD-23', { to: accepted, actor: kitchen }, yes],
    ['BOARD-23', { to: accepted, merchant: 11, actor: kitchen }, no('forbidden')],
    ['BOARD-24', { to: accepted, enable: 0 }, no('company_disabled')],
    ['BOARD-24', { to: accepted, enable: 0, actor: owner, undo: true }, no('company_disabled')],
    ['BOARD-25', { to: accepted, is: cooking }, no('not_in_status')],
    ['BOARD-25', { to: 999 }, no('not_found')],
    ['KDS-23', { to: cancelled }, no('reason_required')],
    ['KDS-23', { to: cancelled, reason: '  ' }, no('reason_required')],
    ['KDS-23', { to: cancelled, reason: 'No cheese' }, yes],
    [
      'cancelling',
      { to: cancelled, is: delivered, from: delivered, reason: 'Late' },
      no('transfer_refused', 'Delivered', 'Cancelled'),
    ],
    ['undo', { to: fresh, is: closed, from: closed, undo: true }, yes],
    ['undo', { to: closed, is: delivered, from: delivered, undo: true }, yes],
    ['undo', { to: fresh, is: cooking, from: accepted, undo: true }, no('not_in_status')],
    ['undo', { to: fresh, is: closed, from: closed, undo: true, merchant: 11 }, no('view_only')],
  ])(
    '%s: %j',
    (
      _ids,
      { actor = operator, enable = 1, merchant = 10, is = fresh, from = fresh, to = accepted, reason, undo = false },
      expected,
    ) => {
      expect(canMove({ actor, company: { enable }, order: at(is, merchant), from, to, statuses, reason, undo })).toEqual(expected)
    },
  )

  it('BOARD-25: a refusal names statuses in the requested language', () => {
    const move = { actor: owner, company, order: at(fresh), from: fresh, to: ready, statuses, lang: 'de' }
    expect(canMove(move)).toMatchObject({ params: ['New (de)', 'Ready (de)'] })
  })

  it('BOARD-23 BOARD-24: tells whether cards of a merchant can be dragged', () => {
    expect(canMoveAny({ actor: operator, company, order: at(fresh) })).toEqual(yes)
    expect(canMoveAny({ actor: operator, company, order: at(fresh, 11) })).toEqual(no('view_only'))
    expect(canMoveAny({ actor: operator, company: { enable: 0 }, order: at(fresh) })).toEqual(no('company_disabled'))
  })
})

describe('nextMoves', () => {
  const codes = (decisions: { status: { order_status_id: number }; decision: Decision }[]) =>
    decisions.map(({ status, decision }) => [status.order_status_id, decision.allowed ? 'yes' : decision.code])

  it('BOARD-22 BOARD-25: lists every other status with yes or the rule that refuses it, columns first', () => {
    const moves = nextMoves({ actor: operator, company, order: at(ready), statuses })
    expect(codes(moves)).toEqual([
      [fresh, 'transfer_refused'],
      [accepted, 'transfer_refused'],
      [cooking, 'transfer_refused'],
      [delivered, 'yes'],
      [closed, 'column_locked'],
      [cancelled, 'yes'],
      [hidden, 'transfer_refused'],
    ])
    expect(moves.filter(({ needsReason }) => needsReason).map(({ status }) => status.order_status_id)).toEqual([cancelled])
    expect(moves.filter(({ column }) => !column).map(({ status }) => status.order_status_id)).toEqual([cancelled, hidden])
  })

  it('BOARD-24 PERM-12: a disabled company and a viewer have no move', () => {
    const blocked = nextMoves({ actor: operator, company: { enable: 0 }, order: at(fresh), statuses })
    expect(new Set(codes(blocked).map(([, code]) => code))).toEqual(new Set(['company_disabled']))
    const viewed = nextMoves({ actor: operator, company, order: at(fresh, 11), statuses })
    expect(new Set(codes(viewed).map(([, code]) => code))).toEqual(new Set(['view_only']))
  })

  it.each<[number, number | undefined]>([
    [fresh, accepted],
    // The nearest of two allowed ones.
    [accepted, cooking],
    // Not back to New, although the list allows it.
    [cooking, ready],
    [ready, delivered],
    // Closed is locked.
    [delivered, undefined],
    [closed, undefined],
    [cancelled, undefined],
    [999, undefined],
  ])('KDS-01: a bump moves an order in %i to %s', (order_status, next) => {
    expect(nextStatus({ actor: operator, company, order: at(order_status), statuses })?.order_status_id).toBe(next)
  })

  it('KDS-01 PERM-12: a viewer has no bump', () => {
    expect(nextStatus({ actor: operator, company, order: at(fresh, 11), statuses })).toBeUndefined()
  })
})

describe('stamps', () => {
  const now = Date.parse('2026-11-21T12:00:00.000Z')
  const before = '2026-11-21T11:00:00.000Z'
  it.each<[0 | 1, 0 | 1, string | null, string | null]>([
    [0, 1, null, '2026-11-21T12:00:00.000Z'],
    [0, 1, before, '2026-11-21T12:00:00.000Z'],
    [1, 1, before, before],
    [1, 0, before, null],
    [0, 0, null, null],
  ])('BOARD-28 ORDER-11: from done %i to done %i with %s gives %s', (from, to, time_delivery, stamped) => {
    expect(stampsFor({ from: { done: from }, to: { done: to }, order: { time_delivery }, now })).toEqual({
      time_delivery: stamped,
    })
  })
})

describe('statuses', () => {
  it('BOARD-02 BOARD-03 BOARD-17: columns have a number and a mode above 0 and are sorted by number', () => {
    const unnumbered = statuses.slice(0, 1).map((status) => ({ ...status, order_status_id: 110, status: 0 }))
    expect(columnsOf([...statuses, ...unnumbered]).map(({ order_status_id }) => order_status_id)).toEqual([
      fresh,
      accepted,
      cooking,
      ready,
      delivered,
      closed,
    ])
  })

  it('WIZ-07: a new order gets the created status, else number 2, else the lowest above 0', () => {
    const flagged = (status: StatusRule, created: 0 | 1): StatusRule => ({ ...status, created })
    const number = (list: typeof statuses) => createdStatus(list)?.order_status_id
    expect(number(statuses.map((status) => flagged(status, status.status === 4 ? 1 : 0)))).toBe(cooking)
    const unflagged = statuses.map((status) => flagged(status, 0))
    expect(number(unflagged)).toBe(fresh)
    expect(number(unflagged.filter(({ status }) => status !== 2))).toBe(accepted)
    expect(number(unflagged.filter(({ status }) => status <= 0))).toBeUndefined()
  })

  it('KDS-23: cancelled is a status without a column, numbered 0 or named so, and nothing in it is done', () => {
    const [base] = statuses.filter(({ order_status_id }) => order_status_id === hidden)
    expect(statuses.filter(isCancelled).map(({ order_status_id }) => order_status_id)).toEqual([cancelled])
    expect(base && isCancelled({ ...base, value: { en: 'Canceled' } })).toBe(true)
    expect(base && isCancelled({ ...base, value: { en: 'Canceled' }, merchant: 2 })).toBe(false)
    expect(base && isCancelled({ ...base, status: 0, done: 1 })).toBe(false)
  })
})

describe('handing a delivery over', () => {
  const coded = { enable: 1, handoff_codes: 1 }
  const handOver = (more: object = {}) => {
    const base = { actor: operator, company: coded, order: { ...at(ready), type: 1 }, statuses }
    return canMove({ ...base, from: ready, to: delivered, ...more })
  }

  it.each<[string, object, object]>([
    ['asks for the code', {}, no('handoff_required')],
    ['takes a code, which the server checks', { handoff: { code: '0042' } }, yes],
    ['takes a reason instead', { handoff: { without: 'Phone is off' } }, yes],
    ['asks for none if the company does not', { company: { enable: 1, handoff_codes: 0 } }, yes],
    ['asks for none if the order is picked up', { order: { ...at(ready), type: 2 } }, yes],
    ['asks for none to undo', { undo: true }, yes],
    ['asks for none if it was handed over before', { order: at(closed), from: closed }, yes],
  ])('KDS-13: %s', (_what, more, decision) => {
    expect(handOver(more)).toEqual(decision)
  })

  it('KDS-13: is required only for a move into a done status', () => {
    const needs = (order_status: number, to: number) =>
      needsHandoff({ company: coded, order: { ...at(order_status), type: 1 }, statuses }, to)
    expect([needs(ready, delivered), needs(ready, cancelled), needs(fresh, accepted), needs(delivered, closed)]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  it('KDS-13: stays the next status, and a status to choose', () => {
    const base = { actor: operator, company: coded, order: { ...at(ready), type: 1 }, statuses }
    expect(nextStatus(base)?.order_status_id).toBe(delivered)
    expect(nextMoves(base).find(({ status }) => status.order_status_id === delivered)?.decision).toEqual(yes)
  })
})
