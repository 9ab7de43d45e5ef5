import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#server/test/test-server'
import { createSecretBox } from './secret-box.ts'
import { createServerKeys } from './server-keys.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Another server of the same database. */
const keysWith = (secret: string) =>
  createServerKeys(server.context.db, createSecretBox({ TIFFIN_SECRET_KEY: secret.repeat(32) }, '/nowhere'))

describe('keys of the servers of a database', () => {
  it('are the same for all', async () => {
    expect(await keysWith('a').payPage()).toBe(await keysWith('a').payPage())
    expect(await keysWith('a').unsubscribe()).toBe(await keysWith('a').unsubscribe())
  })

  it('of payment pages are created again after TIFFIN_SECRET_KEY was lost, so that companies can pay', async () => {
    const before = await keysWith('a').payPage()
    await keysWith('a').unsubscribe()
    const [one, two] = await Promise.all([keysWith('b').payPage(), keysWith('b').payPage()])
    expect(one).toBe(two)
    expect(one).not.toBe(before)
    await expect(keysWith('b').unsubscribe()).rejects.toThrow(/./)
  })
})
