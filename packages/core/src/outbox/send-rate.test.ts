import { apiError } from '@tiffin/sdk/contract'
import { expect, it } from 'vitest'
import { stubClock } from '#session/stub-clock'
import { createSendRate } from './send-rate.ts'

function setUp() {
  const clock = stubClock()
  const sent: number[] = []
  const rate = createSendRate({ clock, max: 50, send: () => void sent.push(clock.now()) })
  return { clock, sent, rate }
}

it('MOON-04: repeated failures without a network schedule only one retry', async () => {
  const { clock, sent, rate } = setUp()
  for (let count = 0; count < 5; count += 1) expect(rate.failed(apiError('network'), 3)).toBe('later')
  await clock.advance(60_000)
  expect(sent).toHaveLength(1)
  expect(rate.size()).toBe(50)
})

it('MOON-04: isolates and refuses an entry that repeatedly causes server errors, then sends batches again', () => {
  const { rate } = setUp()
  const fail = (count: number) => rate.failed(apiError('server_error'), count)
  expect([fail(3), fail(3), fail(3)]).toEqual(['later', 'later', 'smaller'])
  expect(rate.size()).toBe(1)
  rate.answered(1)
  expect(rate.size()).toBe(1)
  expect([fail(1), fail(1), fail(1)]).toEqual(['later', 'later', 'refused'])
  expect(rate.size()).toBe(1)
  rate.answered(1)
  expect(rate.size()).toBe(50)
})

it.each([
  ['session_expired', 'session'],
  ['not_found', 'refused'],
] as const)('MOON-04: after %s: %s', (code, fate) => {
  expect(setUp().rate.failed(apiError(code), 1)).toBe(fate)
})
