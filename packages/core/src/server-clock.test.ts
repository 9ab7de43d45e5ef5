import { expect, it } from 'vitest'
import { stubClock } from './session/stub-clock.ts'
import { createServerClock } from './server-clock.ts'

it.each([90_000, -90_000])("TIME-09: follows the server's clock, which is %i ms ahead", async (offset) => {
  const device = stubClock()
  const clock = createServerClock(device)
  expect([clock.now(), clock.isMeasured()]).toEqual([device.now(), false])
  // Responses are cut to whole seconds: on average the true time is half a second later.
  clock.learn({ offset: offset - 500, roundTrip: 40 })
  expect([clock.now(), clock.offset(), clock.isMeasured()]).toEqual([device.now() + offset, offset, true])
  await device.advance(10_000)
  expect(clock.now()).toBe(device.now() + offset)
})
