import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertRow } from '#server/test/seed'
import { startTestServer, type TestServer } from '#server/test/test-server'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('owner')
  for (let n = 0; n < 30; n += 1)
    await insertRow(server.database, 'user', { company: server.world.a, comment: `${n} ${'likes it hot '.repeat(40)}` })
})
afterAll(() => server.stop())

/** A call from another machine by default, as forwarded by a proxy. */
async function ask(api: string, method: string, data: unknown, headers: Record<string, string>) {
  const body = new URLSearchParams({ api, method, token, company: String(server.world.a), data: JSON.stringify(data) })
  const answer = await fetch(`${server.url}/api`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.7', ...headers },
  })
  return { encoding: answer.headers.get('content-encoding'), text: await answer.text() }
}
const users = (headers: Record<string, string>, count = 30) =>
  ask('Reference', 'getData', { tables: [{ table: 'user', limit: [0, count] }] }, headers)

describe('API-10: large answer', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['GZIP', 'gzip'],
    ['identity', null],
    ['gzip;q=0', null],
    ['zstd', null],
  ])('to %j is encoded as %s, with the same content', async (accepted, encoding) => {
    const answer = await users({ 'accept-encoding': accepted })
    expect(answer.encoding).toBe(encoding)
    expect((JSON.parse(answer.text) as { data: { user: { data: unknown[] } } }).data.user.data).toHaveLength(30)
  })

  it('of a save, which has the current rows, is compressed too', async () => {
    const rows = Array.from({ length: 20 }, (_, n) => ({
      table: 'user',
      row: { name: `Guest ${n}`, comment: 'at the window '.repeat(50) },
    }))
    const answer = await ask('Reference', 'saveData', { tables: rows }, { 'accept-encoding': 'br' })
    expect(answer.encoding).toBe('br')
    expect((JSON.parse(answer.text) as { data: { user: { rows: unknown[] } } }).data.user.rows).toHaveLength(20)
  })

  it('is not compressed for this machine, nor is a small one', async () => {
    const form = new URLSearchParams({ api: 'Reference', method: 'getData', token, company: String(server.world.a) })
    form.set('data', JSON.stringify({ tables: [{ table: 'user' }] }))
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' }
    const near = await fetch(`${server.url}/api`, { method: 'POST', body: form, headers })
    expect(near.headers.get('content-encoding')).toBeNull()
    expect((await near.text()).length).toBeGreaterThan(8192)
    expect((await users({ 'accept-encoding': 'gzip' }, 3)).encoding).toBeNull()
  })
})

it('AUTH-08: with a secret is not compressed, because its length would reveal it', async () => {
  const accepted = { 'accept-encoding': 'gzip, br' }
  for (const answer of [
    await ask('Auth', 'Update', { operator: { settings: { note: 'x'.repeat(20_000) } } }, accepted),
    await ask('Auth', 'checkAuth', {}, accepted),
  ]) {
    expect(answer.text.length).toBeGreaterThan(20_000)
    expect(answer.text).toContain(token)
    expect(answer.encoding).toBeNull()
  }
})
