import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertRow } from '#server/test/seed'
import { nextMessage, tokenIn } from '#server/test/sent-messages'
import { startTestServer, type TestServer } from '#server/test/test-server'

let server: TestServer
let owner: string
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signIn('owner')
})
afterAll(() => server.stop())
beforeEach(() => server.database.asOwner('truncate rate_limit, sign_in_attempt'))

const GOOD = 'correct horse battery'
const auth = (method: string, data: object, token?: string) => server.call('Auth', method, data, { token })
const userOf = (answer: Record<string, unknown>) =>
  (answer['auth'] as { user: { admin_id: number; token: string; trials?: number[] } }).user
const inCompany = (api: string, method: string, data: object) =>
  server.call(api, method, data, { token: owner, company: server.world.a })
const save = (id: number, row: object) => inCompany('Reference', 'saveData', { tables: [{ table: 'admin', id, row }] })

/** A person who has registered with this address. */
async function register(email: string) {
  const mail = await nextMessage(server, email.toLowerCase(), () => auth('Registration', { email, name: 'Ida' }))
  return userOf(await auth('UseLink', { token: tokenIn(mail.text), password: GOOD }))
}
async function invite(email: string): Promise<string> {
  const tables = [{ table: 'invitation', row: { email } }]
  return tokenIn((await nextMessage(server, email, () => inCompany('Reference', 'saveData', { tables }))).text)
}
async function hire(login: string): Promise<number> {
  const answer = await save(0, { login, password: GOOD, company_role: 2 })
  return (answer['data'] as { admin: { data: { admin_id: number } } }).admin.data.admin_id
}
/** Fires a person and returns the change. */
async function fire(admin: number): Promise<number> {
  expect(await inCompany('Reference', 'deleteData', { tables: [{ table: 'admin', id: admin }] })).toMatchObject({ status: 'OK' })
  const [row] = await server.database.asOwner<{ change: number }>(
    `select max(change_id)::int as change from audit_row where table_name = 'membership' and action = 'Delete'`,
  )
  return row?.change ?? 0
}
const undo = (change: number) => inCompany('Audit', 'undo', { change })
const memberships = (admin: number) => server.database.asOwner('select company from membership where admin = $1', [admin])

describe('an account of its own', () => {
  it.each(['registered', 'invited'])('MOON-01: of a person who %s, is not restored to a company by undo', async (how) => {
    const email = `fired-${how}@example.com`
    const registered = how === 'registered' ? await register(email) : undefined
    const token = await invite(email)
    const admin =
      registered === undefined
        ? userOf(await auth('UseLink', { token, password: GOOD })).admin_id
        : userOf(await auth('UseLink', { token }, registered.token)).admin_id
    expect(await memberships(admin)).toHaveLength(1)
    const change = await fire(admin)
    expect(await undo(change)).toMatchObject({ code: 'bad_reference', table: 'membership', field: 'admin' })
    expect(await memberships(admin)).toEqual([])
  })

  it('MOON-01: undo does not restore someone who works elsewhere by now', async () => {
    const admin = await hire('left-for-beta')
    const change = await fire(admin)
    await insertRow(server.database, 'membership', { company: server.world.b, admin, company_role: 2 })
    expect(await undo(change)).toMatchObject({ code: 'bad_reference' })
  })

  it('PERM-02: undo restores nobody beyond the limit of staff', async () => {
    const { database, world } = server
    const change = await fire(await hire('fired-first'))
    await hire('hired-instead')
    const limit = (value: string) =>
      database.asOwner(`update company set limit_admin = ${value} where company_id = $1`, [world.a])
    await limit('(select count(*) from membership m where m.company = company_id)')
    expect(await undo(change)).toMatchObject({ code: 'limit_reached', table: 'membership' })
    await limit('null')
    expect(await undo(change)).toMatchObject({ status: 'OK' })
  })

  it.each([
    ['login', { login: 'taken-over', password: 'Mine-now-123' }],
    ['password', { password: 'Mine-now-123' }],
    ['email', { email: 'mine@example.com' }],
    ['phone', { phone: '4915199' }],
  ])('REF-21: keeps its %s from the owner of its only company', async (field, row) => {
    const email = `member-${field}@example.com`
    const { admin_id } = userOf(await auth('UseLink', { token: await invite(email), password: GOOD }))
    expect(await save(admin_id, row)).toMatchObject({
      code: 'own_account',
      field,
      error: '%1 manages their own sign-in',
      params: [email],
    })
    expect(await save(admin_id, { name: 'Ida B.', company_role: 2, admin_status: 0 })).toMatchObject({ status: 'OK' })
    expect(await save(await hire(`cook-${field}`), row)).toMatchObject({ status: 'OK' })
  })

  it('REF-21: an account made by a company belongs to its person once they accept an invitation', async () => {
    const admin = await hire('moves-on')
    const email = 'moves-on@example.com'
    await server.database.asOwner('update admin set email = $2 where admin_id = $1', [admin, email])
    const { token } = userOf(await auth('Login', { login: 'moves-on', password: GOOD }))
    await auth('UseLink', { token: await invite(email) }, token)
    expect(await save(admin, { password: 'Mine-now-123' })).toMatchObject({ code: 'own_account', field: 'password' })
  })
})
