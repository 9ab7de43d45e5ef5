import type { OrderStatus } from '@tiffin/sdk/contract'
import type { Translate } from '#i18n/create-i18n'
import { clockTime, statusName } from '#rules/index'
import type { TimelineEvent } from './timeline.ts'

/** A move made elsewhere before one made here. */
export interface MoveSince {
  who: string
  from: number
  to: number
  /** ISO. */
  at: string
}

/** Of a timeline, newest last: the move that took the order out of the status shown here, and all later moves. */
export function movesSince(events: readonly TimelineEvent[], from: number): MoveSince[] {
  const moves = events.flatMap(({ table, before, after, admin, device, app, date }): MoveSince[] => {
    const [previous, is] = [before?.['order_status'], after?.['order_status']]
    if (table !== 'order' || typeof previous !== 'number' || typeof is !== 'number' || previous === is) return []
    return [{ who: admin?.name || admin?.login || device || app, from: previous, to: is, at: date }]
  })
  const first = moves.findLastIndex((move) => move.from === from)
  return first < 0 ? moves.slice(-1) : moves.slice(first)
}

/** Describes who moved an order, from where to where, and when. */
export function describeMoveSince(
  { who, from, to, at }: MoveSince,
  format: { statuses: readonly OrderStatus[]; t: Translate; lang: string; timezone: string; country: string; now: number },
): string {
  const { statuses, t, lang, ...clock } = format
  const nameOf = (id: number) => statusName(statuses, id, lang)
  return t('%1 moved it from %2 to %3 at %4', [who, nameOf(from), nameOf(to), clockTime(at, { lang, ...clock })])
}
