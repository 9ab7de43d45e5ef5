import { expect, it } from 'vitest'
import type { CancelledOrder } from '@tiffin/core'
import { createI18n } from '@tiffin/core/i18n'
import { bannerLines, cancelledLine } from './banners.tsx'
import { targetOfSeen } from './target-of-seen.ts'

const { t } = createI18n()
const order = (ticket: number, reason = 'Out of dough') => ({ order_id: ticket, ticket, reason })

const board = (selected: number[], cancelled: CancelledOrder[]) => ({
  seenTarget: targetOfSeen(selected, { news: new Map([[51, 'new']]), cancelled }),
})

it.each([
  ['one order with its reason', [order(41)], [], 'n: mark as seen, y: reasons. Order #41 was cancelled: Out of dough'],
  ['one order without a reason', [order(42, '')], [], 'n: mark as seen, y: reasons. Order #42 was cancelled: no reason given'],
  ['several in one line', [order(41), order(42)], [], 'Orders cancelled: 2. Reasons: y. Mark all as seen: Y'],
  ['the other key if a new order is selected', [order(41)], [51], /^Y: mark as seen, y: reasons. Order #41 was cancelled/],
  ['the first key if another order is selected', [order(41)], [50], /^n: mark as seen, y: reasons. Order #41 was cancelled/],
  ['no key on a page, with the reason', [order(41)], undefined, 'Order #41 was cancelled: Out of dough'],
  ['no key on a page, with several', [order(41), order(42)], undefined, 'Orders cancelled: 2'],
])('KDS-23: shows %s', (_what, cancelled, selected, line) => {
  const keys = selected && board(selected, cancelled)
  const shown = cancelledLine(cancelled, { keys, nameOf: ({ ticket }) => `#${ticket}`, t })
  expect(shown).toEqual(typeof line === 'string' ? line : expect.stringMatching(line))
})

it.each([
  ['a short one in one line', 'Key. Reason', false, ['Key. Reason']],
  ['a long one in two', 'Key. The guest has left', false, ['Key. The guest', 'has left']],
  ['a longer one in two with a mark', 'Key. The guest has left the table', false, ['Key. The guest', 'has left the…']],
  ['all of it for a screen reader', 'Key. The guest has left the table', true, ['Key. The guest', 'has left the', 'table']],
])('KDS-23: draws %s', (_what, text, screenReader, lines) => {
  expect(bannerLines(text, 14, { screenReader, mark: '…' })).toEqual(lines)
})
