import { expect, it } from 'vitest'
import { createI18n } from '@tiffin/core/i18n'
import { bannerLines, cancelledLine } from './banners.tsx'

const { t } = createI18n()
const order = (ticket: number, reason = 'Out of dough') => ({ order_id: ticket, ticket, reason })

it.each([
  ['one order with its reason', [order(41)], 'n: mark as seen, y: reasons. Order #41 was cancelled: Out of dough'],
  ['one order without a reason', [order(42, '')], 'n: mark as seen, y: reasons. Order #42 was cancelled: no reason given'],
  ['several in one line', [order(41), order(42)], 'Orders cancelled: 2. Reasons: y. Mark all as seen: Y'],
])('KDS-23: shows %s', (_what, cancelled, line) => {
  expect(cancelledLine(cancelled, ({ ticket }) => `#${ticket}`, t)).toBe(line)
})

it.each([
  ['a short one in one line', 'Key. Reason', false, ['Key. Reason']],
  ['a long one in two', 'Key. The guest has left', false, ['Key. The guest', 'has left']],
  ['a longer one in two with a mark', 'Key. The guest has left the table', false, ['Key. The guest', 'has left the…']],
  ['all of it for a screen reader', 'Key. The guest has left the table', true, ['Key. The guest', 'has left the', 'table']],
])('KDS-23: draws %s', (_what, text, screenReader, lines) => {
  expect(bannerLines(text, 14, { screenReader, mark: '…' })).toEqual(lines)
})
