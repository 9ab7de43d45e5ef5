import { apiError } from '@tiffin/sdk/contract'
import { expect, it } from 'vitest'
import { stubClock } from '#session/stub-clock'
import { createPace } from './pace.ts'

function setUp() {
  const clock = stubClock()
  const sent: number[] = []
  const pace = createPace({ clock, max: 50, send: () => void sent.push(clock.now()) })
  return { clock, sent, pace }
}

it('MOON-04: repeated failures without a network schedule only one retry', async () => {
  const { clock, sent, pace } = setUp()
  for (let count = 0; count < 5; count += 1) expect(pace.failed(apiError('network'), 3)).toBe('later')
  await clock.advance(60_000)
  expect(sent).toHaveLength(1)
  expect(pace.size()).toBe(50)
})

it('MOON-04: isolates and refuses an entry that repeatedly causes server errors, then sends batches again', () => {
  const { pace } = setUp()
  const fail = (count: number) => pace.failed(apiError('server_error'), count)
  expect([fail(3), fail(3), fail(3)]).toEqual(['later', 'later', 'smaller'])
  expect(pace.size()).toBe(1)
  pace.answered(1)
  expect(pace.size()).toBe(1)
  expect([fail(1), fail(1), fail(1)]).toEqual(['later', 'later', 'refused'])
  expect(pace.size()).toBe(1)
  pace.answered(1)
  expect(pace.size()).toBe(50)
})

it.each([
  ['session_expired', 'session'],
  ['not_found', 'refused'],
] as const)('MOON-04: after %s: %s', (code, fate) => {
  expect(setUp().pace.failed(apiError(code), 1)).toBe(fate)
})
