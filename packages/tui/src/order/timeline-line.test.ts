import { expect, it } from 'vitest'
import { createI18n } from '@tiffin/core/i18n'
import type { TimelineEvent } from '@tiffin/core/react'
import { timelineLine } from './timeline-line.ts'

const now = Date.UTC(2026, 10, 20, 18)
const words = { statuses: [], lang: 'en', timezone: 'UTC', country: '', now, t: createI18n().t, arrow: '->' }
const line = (after: Record<string, unknown>) =>
  timelineLine(
    {
      table: 'order',
      action: 'Update',
      date: new Date(now).toISOString(),
      app: 'web',
      device: 'd',
      before: {},
      after,
    } as TimelineEvent,
    0,
    words,
  )

it.each([
  ['labelled fields, as in the console', { destination_info: 'ring twice', revision: 3 }, /Order changed: Address details$/],
  ['nothing for fields that only the system writes', { revision: 3, last_time: 'x', print: 1 }, /^$/],
])('KDS-14 SHELL-03: formats a change as %s', (_what, after, said) => {
  expect(line(after)).toMatch(said)
  expect(line(after)).not.toContain('destination_info')
})
