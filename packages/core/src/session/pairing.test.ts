import type { Client } from '@tiffin/sdk/client'
import { expect, it } from 'vitest'
import { memoryStorage } from '../ports.ts'
import { createPairing } from './pairing.ts'
import { stubClock } from './stub-clock.ts'

it('KDS-25: cancelling a code and asking again gives another one', async () => {
  const clock = stubClock()
  const asked: object[] = []
  const pair = async (input: object) => {
    asked.push(input)
    return { data: { state: 'waiting', secret: 'secret', code: 'K7QX-3MTA', expires_in: 600 } }
  }
  const pairing = createPairing({
    client: { Device: { pair } } as unknown as Client,
    ports: { clock, storage: memoryStorage(), log: () => {} },
  })
  const given = pairing.startPairing('grill')
  await clock.advance(0)
  pairing.cancel()
  expect(await given).toBe(false)
  void pairing.startPairing('grill')
  await clock.advance(0)
  expect(asked).toEqual([{ name: 'grill' }, { name: 'grill' }])
  pairing.cancel()
})
