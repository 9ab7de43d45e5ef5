import { expect, it } from 'vitest'
import { type TimelineEvent, timelineLines } from './timeline.ts'

const event = (action: TimelineEvent['action'], date: string) =>
  ({ table: action === 'Create' ? 'order' : 'receipt', action, date }) as TimelineEvent

it('KDS-14 MOON-02: all screens that have shown an order are one line, where the first of them stood', () => {
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
