import { expect, it } from 'vitest'
import { createNotices } from '#notices/notices'
import { stubClock } from '#session/stub-clock'
import { type BulkResult, tellResults, textsOfMoves } from './bulk.ts'

const result = (order_id: number, status: BulkResult['status'] = 'OK'): BulkResult => ({ order_id, status })

it.each<[string, string | undefined, BulkResult[]]>([
  ['Order moved', undefined, [result(1)]],
  ['%1 orders moved', undefined, [result(1), result(2)]],
  ['%1 moved, %2 refused: %3', undefined, [result(1), result(2, 'FAIL')]],
  ['Order cancelled', 'No answer', [result(1)]],
  ['%1 orders cancelled', 'No answer', [result(1), result(2)]],
  ['%1 cancelled, %2 refused: %3', 'No answer', [result(1), result(2, 'FAIL')]],
])('KDS-16 KDS-23: "%s" is said of moves with the reason %s', (text, reason, results) => {
  const notices = createNotices(stubClock())
  const t = (key: string): string => key
  tellResults({ notices, t, results, texts: textsOfMoves(reason), name: String, undo: () => {} })
  expect(notices.store.getState().notices).toMatchObject([{ text }])
})
