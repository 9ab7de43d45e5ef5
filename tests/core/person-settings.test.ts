import { type Core, createCore, memoryStorage } from '@tiffin/core'
import { changeSavedReports, readSavedReports } from '@tiffin/core/screens'
import { systemClock } from '@tiffin/sdk/client'
import { PASSWORD, startTestServer, type TestServer } from '@tiffin/server/test'
import { afterAll, beforeAll, expect, it } from 'vitest'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** A tab or device of the owner. */
async function open(): Promise<Core> {
  const core = createCore({
    url: server.url,
    app: { name: 'api', version: '0' },
    keep: 'bearer',
    ports: { clock: systemClock, storage: memoryStorage(), log: () => {} },
  })
  await core.session.start()
  expect(await core.session.signIn('owner', PASSWORD)).toBe(true)
  return core
}

it('tabs and devices that save settings at the same time keep the changes of all', async () => {
  const { ownerA } = server.world
  const tabs = await Promise.all([open(), open(), open()])
  const names = Array.from({ length: 9 }, (_, n) => `Report ${n}`)
  const [first] = tabs
  if (!first) throw new Error('no tab')
  await first.boardSettings.load()
  first.boardSettings.set({ compact: true })
  await Promise.all([
    first.boardSettings.flush(),
    ...names.map((name, n) =>
      changeSavedReports((tabs[n % tabs.length] as Core).client, ownerA, (stored) => [
        ...stored,
        { name, query: 'report=orders' },
      ]),
    ),
  ])
  const saved = await readSavedReports(first.client, ownerA)
  expect(saved.map(({ name }) => name).toSorted()).toEqual(names)
  const other = tabs[1]
  await other.boardSettings.load()
  expect(other.boardSettings.store.getState().compact).toBe(true)
})
