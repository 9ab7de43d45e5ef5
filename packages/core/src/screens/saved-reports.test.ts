import { describe, expect, it } from 'vitest'
import { savedReportInput } from './saved-reports.ts'

/** A Monday evening in Berlin that is a Tuesday in UTC. */
const today = { now: Date.parse('2026-11-23T23:30:00Z'), timezone: 'Europe/Berlin' }

describe('a saved report', () => {
  it.each([
    [
      'report=merchants&compare=1&time_finish=Last+month&chart=hour',
      { report: 'merchants', compare: true, period: { from: '2026-10-01', to: '2026-10-31' }, search: [] },
    ],
    [
      'chart=hour&measure=orders&merchant=3,4&sort=-total',
      {
        report: 'orders',
        by: 'hour',
        compare: false,
        period: { from: '2026-11-17', to: '2026-11-24' },
        search: [{ key: 'merchant', op: 'in', prm: [3, 4] }],
      },
    ],
    ['search=Market&time_finish=all', { report: 'orders', compare: false, search: [{ text: 'Market' }] }],
    ['report=gone&chart=minute&time_finish=all', { report: 'orders', compare: false, search: [] }],
  ])('%s covers the orders that the console shows for it', (query, input) => {
    expect(savedReportInput({ name: 'Mine', query }, today)).toEqual({ ...input, timezone: 'Europe/Berlin' })
  })
})
