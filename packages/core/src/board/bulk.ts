import { errors } from '@tiffin/sdk/contract'
import type { Translate } from '#i18n/create-i18n'
import type { Message, Sentence } from '#i18n/text-key'
import type { Notices } from '#notices/notices'
import { NOTICE_MS } from '#notices/notices'
import type { EntryResult } from '#outbox/outbox'

/** The result for one of several orders (KDS-16). */
export interface BulkResult {
  order_id: number
  status: 'OK' | 'FAIL'
  code?: string | undefined
  error?: string | undefined
  params?: readonly (string | number)[] | undefined
  /** The change was refused and waits in the tray for a decision (MOON-04). */
  in_tray?: boolean
}

type Answer = Pick<BulkResult, 'status' | 'code' | 'error' | 'params'>

export function toBulkResult(order_id: number, ending: EntryResult<Answer>): BulkResult {
  if (ending === 'cancelled') return { order_id, status: 'FAIL', code: 'cancelled', error: errors.cancelled }
  const { status, code, error, params } = ending.answer
  return { order_id, status, code, error, params }
}

/** A message lists at most this many errors. */
export const MAX_LISTED_FAILURES = 3

/** Message texts for a change of several orders, such as a new status. */
export interface ResultTexts {
  one: (name: string, given: string) => Sentence
  all: (count: number, given: string) => Sentence
  /** Some succeeded and some were refused. */
  some: (done: number, refused: number, why: string, given: string) => Sentence
}

/** Texts of `reportResults` for moves. A move with a reason is a cancellation. */
export const moveResultTexts = (reason: string | undefined): ResultTexts =>
  reason === undefined
    ? {
        one: (name, status) => ({ text: '%1 moved to %2', params: [name, status] }),
        all: (count, status) => ({ text: '%1 orders moved to %2', params: [count, status] }),
        some: (...params) => ({ text: '%1 moved to %4, %2 failed: %3', params }),
      }
    : {
        one: (name) => ({ text: '%1 cancelled', params: [name] }),
        all: (count) => ({ text: '%1 orders cancelled', params: [count] }),
        some: (done, refused, why) => ({ text: '%1 cancelled, %2 failed: %3', params: [done, refused, why] }),
      }

/** Texts of `reportResults` for moves undone together. */
export const undoResultTexts: ResultTexts = {
  one: (name, status) => ({ text: '%1 moved back to %2', params: [name, status] }),
  all: (count) => ({ text: '%1 orders moved back', params: [count] }),
  some: (done, refused, why) => ({ text: '%1 moved back, %2 failed: %3', params: [done, refused, why] }),
}

/** Order, then the reason for the error. */
export const ERROR_TEXT = '%1: %2'

export interface Report {
  t: Translate
  results: readonly BulkResult[]
  texts: ResultTexts
  /** Display name of an order. */
  name: (orderId: number) => string
  /** Name of the status or courier given to an order. */
  given: (orderId: number) => string
}

/** Results cancelled by closing the board are left out. */
const split = (results: readonly BulkResult[]) => ({
  good: results.filter(({ status }) => status === 'OK').map(({ order_id }) => order_id),
  refused: results.filter(({ status, code, in_tray }) => status === 'FAIL' && in_tray !== true && code !== 'cancelled'),
})

/**
 * The results for one or many orders: "#6 Forno Vecchio moved to Ready", "7 moved to Ready, 1 failed: …". Undefined if
 * there is nothing to say.
 */
export function resultSentence({ t, results, texts, name, given }: Report): Sentence | Message | undefined {
  const { good, refused } = split(results)
  const [only] = good
  const about = only === undefined ? results.map(({ order_id }) => order_id) : good
  const what = [...new Set(about.map(given))].join(', ')
  if (refused.length === 0) {
    if (only === undefined) return undefined
    return good.length === 1 ? texts.one(name(only), what) : texts.all(good.length, what)
  }
  const describe = ({ order_id, error, params }: BulkResult) =>
    [name(order_id), t.message(error ?? 'Server error', params)] as const
  const [first] = refused
  if (first && results.length === 1) return { message: ERROR_TEXT, params: describe(first) }
  const reasons = refused.slice(0, MAX_LISTED_FAILURES).map((item) => describe(item).join(': '))
  const why = [...reasons, ...(refused.length > MAX_LISTED_FAILURES ? ['…'] : [])].join('; ')
  return texts.some(good.length, refused.length, why, what)
}

/**
 * Reports the results for one or many orders in one message. Offers undo for the ones that succeeded. Returns the id of
 * the message.
 */
export function reportResults(
  report: Report & { notices: Notices; undo?: (orderIds: readonly number[]) => void },
): number | undefined {
  const { notices, undo, results } = report
  const { good, refused } = split(results)
  const sentence = resultSentence(report)
  if (!sentence) return undefined
  const action = undo && good.length > 0 ? { action: { label: 'Undo' as const, run: () => undo(good) } } : {}
  if (refused.length === 0) return notices.showSentence('info', sentence, action)
  const ms = results.length === 1 ? NOTICE_MS : NOTICE_MS * 2
  return notices.showSentence(good.length > 0 ? 'warning' : 'negative', sentence, { ms, ...action })
}
