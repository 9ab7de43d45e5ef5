import { expect, it } from 'vitest'
import { createI18n } from '#i18n/create-i18n'
import { createNotices } from '#notices/notices'
import { stubClock } from '#session/stub-clock'
import { type BulkResult, reportResults, moveResultTexts } from './bulk.ts'

const result = (order_id: number, status: BulkResult['status'] = 'OK'): BulkResult => ({ order_id, status })

const i18n = createI18n()

it.each<[string, string | undefined, BulkResult[]]>([
  ['#1 Roma moved to Ready', undefined, [result(1)]],
  ['2 orders moved to Ready', undefined, [result(1), result(2)]],
  ['1 moved to Ready, 1 failed: #2 Roma: Server error', undefined, [result(1), result(2, 'FAIL')]],
  [
    '0 moved to Ready, 3 failed: #1 Roma: Server error; #2 Roma: Server error; #3 Roma: Server error',
    undefined,
    [1, 2, 3].map((id) => result(id, 'FAIL')),
  ],
  [
    '1 moved to Ready, 4 failed: #1 Roma: Server error; #2 Roma: Server error; #3 Roma: Server error; …',
    undefined,
    [...[1, 2, 3, 4].map((id) => result(id, 'FAIL')), result(5)],
  ],
  ['#1 Roma: Server error', undefined, [result(1, 'FAIL')]],
  ['#1 Roma cancelled', 'No answer', [result(1)]],
  ['2 orders cancelled', 'No answer', [result(1), result(2)]],
  ['1 cancelled, 1 failed: #2 Roma: Server error', 'No answer', [result(1), result(2, 'FAIL')]],
])('KDS-16 KDS-23: shows "%s" for moves with the reason %s', (said, reason, results) => {
  const notices = createNotices(stubClock())
  const name = (id: number): string => `#${id} Roma`
  reportResults({ notices, t: i18n.t, results, texts: moveResultTexts(reason), name, given: () => 'Ready', undo: () => {} })
  expect(notices.store.getState().notices.map(({ text, params }) => i18n.t.message(text, params))).toEqual([said])
})
