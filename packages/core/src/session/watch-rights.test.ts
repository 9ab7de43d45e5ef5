import { apiError } from '@tiffin/sdk/contract'
import { expect, it } from 'vitest'
import { stubClock } from './stub-clock.ts'
import { watchRights } from './watch-rights.ts'

it('rights are checked every 5 s, also after a failure, until they are no longer waited for', async () => {
  const clock = stubClock()
  let checks = 0
  const refresh = () => ((checks += 1) === 1 ? Promise.reject(apiError('server_error')) : Promise.resolve())
  const stop = watchRights({ refresh }, { clock, log: () => {} })
  await clock.advance(4999)
  expect(checks).toBe(0)
  await clock.advance(1)
  expect(checks).toBe(1)
  await clock.advance(5000)
  expect(checks).toBe(2)
  stop()
  await clock.advance(60_000)
  expect(checks).toBe(2)
})
