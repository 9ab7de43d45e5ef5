import { expect, it } from 'vitest'
import { createI18n } from '#i18n/create-i18n'
import type { TimelineEvent } from './timeline.ts'
import { consoleName, groupRuns, timelineLines } from './timeline-lines.ts'

const event = (action: TimelineEvent['action'], date: string) =>
  ({ table: action === 'Create' ? 'order' : 'receipt', action, date }) as TimelineEvent

it('KDS-14 MOON-02: all screens that have shown an order share one line, at the place of the first', () => {
  const [created, first, seen, second, third] = [
    event('Create', '1'),
    event('Shown', '2'),
    event('Acknowledged', '3'),
    event('Shown', '4'),
    event('Shown', '5'),
  ] as const
  expect(timelineLines([created, first, seen, second, third])).toEqual([
    { event: created, more: [] },
    { event: first, more: [second, third] },
    { event: seen, more: [] },
  ])
  expect(timelineLines([created, first])).toEqual([
    { event: created, more: [] },
    { event: first, more: [] },
  ])
})

it("KDS-14: consecutive automatic steps share one line; moves, printer problems and people's actions have separate lines", () => {
  const by = (name: string | null, table: string, after: object, action = 'Update') =>
    ({ table, action, after, date: '1', admin: name && { admin_id: 1, name, login: name } }) as TimelineEvent
  const placed = by(null, 'order', {}, 'Create')
  const queued = by('Olga', 'print_job', { state: 'queued' })
  const printed = by(null, 'print_job', { state: 'printed' })
  const timed = by(null, 'order', { time_delivery: 'x' })
  const moved = by(null, 'order', { order_status: 4 })
  const edited = by('Olga', 'order', { comment: 'x' })
  const failed = by(null, 'print_job', { state: 'failed' })
  const copied = by('Olga', 'print_job', { state: 'queued', copy: 1 }, 'Create')
  const dismissed = by('Olga', 'print_job', { state: 'dismissed' })
  expect(
    timelineLines([placed, queued, printed, timed, moved, timed, edited, printed, failed, timed, copied, printed, dismissed]),
  ).toEqual([
    { event: placed, more: [] },
    { event: queued, more: [printed, timed] },
    { event: moved, more: [] },
    { event: timed, more: [] },
    { event: edited, more: [] },
    { event: printed, more: [] },
    { event: failed, more: [] },
    { event: timed, more: [] },
    { event: copied, more: [] },
    { event: printed, more: [] },
    { event: dismissed, more: [] },
  ])
  expect(groupRuns([1, 3, 2, 5], (n) => n % 2 === 1)).toEqual([[1, 3], [2], [5]])
})

it.each([
  [{ console: 'ann', app: 'tui' }, 'ann (терминал)'],
  [{ console: 'ann', app: 'web' }, 'ann (браузер)'],
  [{ console: 'ann', app: 'api' }, 'ann (api)'],
  [{ console: 'Grill', app: '' }, 'Grill'],
])('MOON-02 SHELL-03: for %j the timeline shows %s', async (after, said) => {
  const i18n = createI18n()
  await i18n.use('ru')
  expect(consoleName({ after }, i18n.t)).toBe(said)
})
