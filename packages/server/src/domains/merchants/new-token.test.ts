import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#server/test/test-server'

let server: TestServer
const tokens: Record<string, string> = {}
beforeAll(async () => {
  server = await startTestServer()
  for (const login of ['platform', 'owner', 'operator', 'owner-b']) tokens[login] = await server.signIn(login)
})
afterAll(() => server.stop())

const renew = (login: string, merchant = server.world.merchants[0]) =>
  server.call('Merchant', 'newToken', { merchant_id: merchant }, { token: tokens[login], company: server.world.a })
const stored = async (): Promise<string> => {
  const [row] = await server.database.asOwner<{ token: string }>('select token from merchant where merchant_id = $1', [
    server.world.merchants[0],
  ])
  return row?.token ?? ''
}
const allow = (value: 0 | 1) => server.database.asOwner(`update company set allow_acc_sys_integration = ${value}`)
/** Granted through a save by an owner, so that sessions are updated. */
const grant = async (level: 0 | 1 | 2): Promise<void> => {
  const row = { access: [{ user: server.world.operatorA, access: [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, level] }] }
  const tables = [{ table: 'merchant', id: server.world.merchants[0], row }]
  const answer = await server.call('Reference', 'saveData', { tables }, { token: tokens['owner'], company: server.world.a })
  expect(answer.status).toBe('OK')
}

describe('Merchant/newToken', () => {
  it('MERCH-20: only the answer shows the new uuid, which replaces the old one', async () => {
    await allow(1)
    const before = await stored()
    const answer = await renew('owner')
    const { token } = answer['data'] as { token: string }
    expect(token).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(token).not.toBe(before)
    expect(await stored()).toBe(createHash('sha256').update(token).digest('hex'))
    for (const table of ['merchant', 'audit']) {
      const requested = { token: tokens['platform'], company: server.world.a }
      const read = await server.call('Reference', 'getData', { tables: [{ table, limit: [0, 100] }] }, requested)
      expect(read.status).toBe('OK')
      expect(JSON.stringify(read)).not.toContain(token)
    }
    expect(JSON.stringify(await server.database.asOwner('select * from audit_row'))).not.toContain(token)
  })

  it('obeys rights from the moment at which an owner has saved them', async () => {
    await allow(1)
    for (const [level, status] of [
      [2, 'OK'],
      [0, 'FAIL'],
      [2, 'OK'],
      [1, 'FAIL'],
    ] as const) {
      await grant(level)
      expect((await renew('operator')).status).toBe(status)
    }
  })

  it.each([
    ['owner-b', 2, 1, 'FAIL'],
    ['operator', 0, 1, 'FAIL'],
    ['operator', 1, 1, 'FAIL'],
    ['operator', 2, 1, 'OK'],
    ['owner', 0, 0, 'FAIL'],
    ['platform', 0, 1, 'OK'],
  ] as const)('MERCH-20 PERM-16: %s with level %i of Plugins, option %i: %s', async (login, level, option, status) => {
    await grant(level)
    await allow(option)
    const before = await stored()
    // Changed rights take up to a second to apply.
    await expect.poll(async () => (await renew(login)).status, { timeout: 5000 }).toBe(status)
    expect((await stored()) === before).toBe(status === 'FAIL')
  })

  it('MERCH-20: does not find a merchant of another company', async () => {
    await allow(1)
    expect(await renew('owner', server.world.merchantB)).toMatchObject({ status: 'FAIL', code: 'not_found' })
  })
})
