import { expect, it } from 'vitest'
import { createClient, type TransportRequest } from '@tiffin/sdk/client'
import { memoryStorage } from '../ports.ts'
import type { SessionStore } from './session-store.ts'
import { stubClock } from './stub-clock.ts'
import { switchCompany } from './switch-company.ts'

function setUp() {
  const clock = stubClock()
  const saved: unknown[] = []
  let company = 1
  let refreshed = 0
  const client = createClient({
    url: 'http://server.test/api',
    app: { name: 'web', version: '1', contract: 1 },
    async transport({ form }: TransportRequest) {
      saved.push(JSON.parse(form.get('data') ?? '{}'))
      const body = { status: 'OK', server_time: 1, feed: 1, change: 1, data: { admin: { status: 'OK', data: {}, rows: [] } } }
      return { kind: 'answer', status: 200, text: JSON.stringify(body) }
    },
  })
  const session = {
    store: { getState: () => ({ user: { admin_id: 7 } }) },
    company: () => company,
    useCompany: async (next: number) => void (company = next),
    refresh: async () => void (refreshed += 1),
  } as unknown as SessionStore
  const core = { client, session, ports: { clock, storage: memoryStorage(), log: () => {} } }
  return { clock, core, saved, refreshed: () => refreshed, leave: () => (company = 9) }
}

it("COMP-17: saves the company in the person's own row", async () => {
  const { core, saved } = setUp()
  await switchCompany(core, 2)
  expect(saved).toEqual([{ tables: [{ table: 'admin', id: 7, row: { company: 2 } }] }])
  expect(core.session.company()).toBe(2)
})

it('COMP-19: reloads the person 1 s later, unless they have switched companies again', async () => {
  const { clock, core, refreshed, leave } = setUp()
  await switchCompany(core, 2)
  await clock.advance(999)
  expect(refreshed()).toBe(0)
  await clock.advance(1)
  expect(refreshed()).toBe(1)
  await switchCompany(core, 3)
  leave()
  await clock.advance(1000)
  expect(refreshed()).toBe(1)
})
