import type { Translate } from '#i18n/create-i18n'
import type { Notices } from '#notices/notices'
import { NOTICE_MS } from '#notices/notices'

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

/** Refusals that a notice names; more would not be read. */
const NAMED = 3

/** What `tellResults` says of moves; those with a reason cancel. */
export const textsOfMoves = (reason: string | undefined) =>
  reason === undefined
    ? { one: 'Order moved', all: '%1 orders moved', some: '%1 moved, %2 refused: %3' }
    : { one: 'Order cancelled', all: '%1 orders cancelled', some: '%1 cancelled, %2 refused: %3' }

/** What `tellResults` says of moves that were taken back together. */
export const textsOfUndo = {
  one: 'The move is taken back',
  all: '%1 moves are taken back',
  some: '%1 taken back, %2 refused: %3',
}

/**
 * Says how it went with one order or many: "7 moved, 1 refused: …", with a way back for those that went well. Gives the id of
 * the message that offers it.
 */
export function tellResults(options: {
  notices: Notices
  t: Translate
  results: readonly BulkResult[]
  /** Dictionary keys; %1 counts those that went well, %2 those that did not, %3 says why. */
  texts: { one: string; all: string; some: string }
  /** What an order is called. */
  name: (orderId: number) => string
  undo?: (orderIds: readonly number[]) => void
}): number | undefined {
  const { notices, t, results, texts, name, undo } = options
  // Whoever left the board is not told of what goes on without them.
  const good = results.filter(({ status }) => status === 'OK').map(({ order_id }) => order_id)
  const refused = results.filter(({ status, code, in_tray }) => status === 'FAIL' && in_tray !== true && code !== 'cancelled')
  const action = undo && good.length > 0 ? { action: { label: 'Undo', run: () => undo(good) } } : {}
  if (refused.length === 0) {
    if (good.length === 0) return undefined
    return notices.show('info', good.length === 1 ? texts.one : texts.all, { params: [good.length], ...action })
  }
  const [first] = refused
  if (results.length === 1) return notices.show('negative', first?.error ?? 'Server error', { params: first?.params })
  const reasons = refused
    .slice(0, NAMED)
    .map(({ order_id, error, params }) => `${name(order_id)}: ${t(error ?? 'Server error', params)}`)
  const why = [...reasons, ...(refused.length > NAMED ? ['…'] : [])].join('; ')
  return notices.show(good.length > 0 ? 'warning' : 'negative', texts.some, {
    params: [good.length, refused.length, why],
    ms: NOTICE_MS * 2,
    ...action,
  })
}
