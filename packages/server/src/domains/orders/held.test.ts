import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expireUnclaimed } from '#domains/printing/unclaimed-tickets'
import { insertOrder } from '#server/test/seed'
import { startTestServer, type TestServer } from '#server/test/test-server'
import { escalateDue } from './escalate.ts'

let server: TestServer
let owner: string
let id: number
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signIn('owner')
  await server.database.asOwner('update merchant set escalate_after = 5')
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.database.asOwner('truncate print_job, "order" cascade')
  id = await insertOrder(server.database, server.world, { asap: 0, delivery_time: 40 })
  await startsIn(30)
})

/** The kitchen starts on the order in this many minutes, which takes 40. */
const startsIn = (minutes: number) =>
  server.database.asOwner(`update "order" set time_finish = now() + make_interval(secs => $1) where order_id = $2`, [
    (minutes + 40) * 60,
    id,
  ])
const call = async (api: string, method: string, data: unknown) =>
  (await server.call(api, method, data, { token: owner, company: server.world.a }))['data'] as Record<string, unknown>
const accept = () => {
  const { statuses } = server.world
  return call('Order', 'move', { intents: [{ intent_id: randomUUID(), order_id: id, from: statuses[2], to: statuses[3] }] })
}
const claim = async () => (await call('Print', 'claim', { console: 'kitchen-1' }))['job'] as { order: number } | null
const stored = async () =>
  (await server.database.asOwner<Record<string, unknown>>('select * from "order" where order_id = $1', [id]))[0]

describe('scheduled orders are held until time_finish minus the estimate and then fire', () => {
  it('KDS-11: the ticket of a held order waits, and is offered when the kitchen starts, whatever ran until then', async () => {
    await accept()
    expect(await claim()).toBeNull()
    await server.database.asOwner(`update print_job set created = now() - interval '3 days'`)
    await expireUnclaimed(server.context)
    await startsIn(-1)
    expect(await claim()).toMatchObject({ order: id, state: 'claimed' })
  })

  it('KDS-11: raises no alarm for a ticket that waits, and one five minutes after the start', async () => {
    await accept()
    await call('Print', 'offer', { console: 'kitchen-1', printers: [{ address: 'tcp://10.0.0.5', name: 'Grill' }] })
    const state = async () => {
      await expireUnclaimed(server.context)
      return (await server.database.asOwner<{ state: string }>('select state from print_job'))[0]?.state
    }
    await server.database.asOwner(`update print_job set created = now() - interval '1 hour'`)
    expect(await state()).toBe('queued')
    await startsIn(-6)
    expect(await state()).toBe('failed')
  })

  it('KDS-11: a ticket that someone asks for prints at once', async () => {
    await accept()
    await call('Print', 'request', { order_id: id })
    expect(await claim()).toMatchObject({ order: id })
  })

  it('KDS-11: does not escalate while it is held, and does some minutes after the start', async () => {
    const escalated = async () => {
      await escalateDue(server.context)
      return (await stored())?.['escalated']
    }
    await server.database.asOwner(`update "order" set last_time = now() - interval '2 hours'`)
    expect(await escalated()).toBe(0)
    await startsIn(-4)
    expect(await escalated()).toBe(0)
    await startsIn(-6)
    expect(await escalated()).toBe(1)
  })

  it('KDS-11: can be acknowledged only after the start', async () => {
    const acknowledge = async () => {
      await call('Order', 'shown', { shown: [id], acknowledged: [id] })
      return (await stored())?.['acknowledged']
    }
    expect(await acknowledge()).toBe(0)
    await startsIn(-1)
    expect(await acknowledge()).toBe(1)
  })

  it('KDS-11: is no longer held when it is ready', async () => {
    await server.database.asOwner('update "order" set order_status = $1 where order_id = $2', [server.world.statuses[5], id])
    await call('Order', 'shown', { shown: [id], acknowledged: [id] })
    expect((await stored())?.['acknowledged']).toBe(1)
  })
})
