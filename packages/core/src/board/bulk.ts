import { errors } from '@tiffin/sdk/contract'
import type { Translate } from '#i18n/create-i18n'
import type { Notices } from '#notices/notices'
import { NOTICE_MS } from '#notices/notices'
import type { Ending } from '#outbox/outbox'

/** How it ended for one of several orders (KDS-16). */
export interface BulkResult {
  order_id: number
  status: 'OK' | 'FAIL'
  code?: string | undefined
  error?: string | undefined
  params?: readonly (string | number)[] | undefined
  /** It came late and waits for a person's decision (MOON-04). */
  in_tray?: boolean
}

type Answer = Pick<BulkResult, 'status' | 'code' | 'error' | 'params'>

export function bulkResultOf(order_id: number, ending: Ending<Answer>): BulkResult {
  if (ending === 'cancelled') return { order_id, status: 'FAIL', code: 'cancelled', error: errors.cancelled }
  const { status, code, error, params } = ending.answer
  return { order_id, status, code, error, params }
}

/** Refusals that a notice names; more would not be read. */
const NAMED = 3

/** What `tellResults` says of moves; those with a reason cancel. */
export const textsOfMoves = (reason: string | undefined) =>
  reason === undefined
    ? { one: '%1 moved to %2', all: '%1 orders moved to %2', some: '%1 moved to %4, %2 refused: %3' }
    : { one: '%1 cancelled', all: '%1 orders cancelled', some: '%1 cancelled, %2 refused: %3' }

/** What `tellResults` says of moves that were undone together. */
export const textsOfUndo = {
  one: '%1 moved back to %2',
  all: '%1 orders moved back',
  some: '%1 moved back, %2 refused: %3',
}

/** A refusal with the order that it is about. */
export const REFUSED = '%1: %2'

/**
 * Says how it went with one order or many: "#6 Forno Vecchio moved to Ready", "7 moved to Ready, 1 refused: …", with a way
 * back for those that went well. Gives the id of the message that offers it.
 */
export function tellResults(options: {
  notices: Notices
  t: Translate
  results: readonly BulkResult[]
  /**
   * Dictionary keys. `one` names the order and what it was given; `all` counts them and says the same; in `some` %1 counts
   * those that went well, %2 those that did not, %3 says why, %4 what they were given.
   */
  texts: { one: string; all: string; some: string }
  /** What an order is called. */
  name: (orderId: number) => string
  /** The status or courier that an order was given, by name. */
  given: (orderId: number) => string
  undo?: (orderIds: readonly number[]) => void
}): number | undefined {
  const { notices, t, results, texts, name, given, undo } = options
  // Whoever left the board is not told of what goes on without them.
  const good = results.filter(({ status }) => status === 'OK').map(({ order_id }) => order_id)
  const refused = results.filter(({ status, code, in_tray }) => status === 'FAIL' && in_tray !== true && code !== 'cancelled')
  const action = undo && good.length > 0 ? { action: { label: 'Undo', run: () => undo(good) } } : {}
  const what = given(good[0] ?? 0)
  if (refused.length === 0) {
    const [only, ...others] = good
    if (only === undefined) return undefined
    if (others.length === 0) return notices.show('info', texts.one, { params: [name(only), what], ...action })
    return notices.show('info', texts.all, { params: [good.length, what], ...action })
  }
  const said = ({ order_id, error, params }: BulkResult) => [name(order_id), t(error ?? 'Server error', params)] as const
  const [first] = refused
  if (first && results.length === 1) return notices.show('negative', REFUSED, { params: said(first) })
  const reasons = refused.slice(0, NAMED).map((one) => said(one).join(': '))
  const why = [...reasons, ...(refused.length > NAMED ? ['…'] : [])].join('; ')
  return notices.show(good.length > 0 ? 'warning' : 'negative', texts.some, {
    params: [good.length, refused.length, why, what],
    ms: NOTICE_MS * 2,
    ...action,
  })
}
