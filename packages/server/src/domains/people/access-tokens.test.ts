import { MAX_TOKENS, tokenScopes } from '@tiffin/sdk/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAt, openLive, PASSWORD, startTestServer, type CallOptions, type TestServer } from '#server/test/test-server'

let server: TestServer
let owner: string
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signIn('owner')
})
afterAll(() => server.stop())

interface Created {
  token: string
  access_token: { access_token_id: number; expires: string; companies: number[] }
}
const create = async (input: object = {}, by = owner): Promise<Created> => {
  const answer = await server.call('Token', 'create', { name: 'ci', scopes: ['read'], days: 90, ...input }, { token: by })
  if (answer.status !== 'OK') throw new Error(`${answer.code}`)
  return answer['data'] as Created
}
const as = (token: string, api: string, method: string, data: unknown = {}, options: CallOptions = {}) =>
  server.call(api, method, data, { token, company: server.world.a, ...options })
const read = (token: string, options: CallOptions = {}) =>
  as(token, 'Reference', 'getData', { tables: [{ table: 'courier', limit: [0, 1] }] }, options)
const save = (token: string, table: string, row: object, id?: number) =>
  as(token, 'Reference', 'saveData', { tables: [{ table, id, row }] })
const revoke = (id: number, by = owner) => server.call('Token', 'revoke', { access_token_id: id }, { token: by })
const forget = () => server.database.asOwner('truncate sign_in_attempt')

describe('an access token', () => {
  it('is shown once, stored hashed, listed with its last use, and works until it is revoked', async () => {
    const { token, access_token } = await create()
    expect(token).toMatch(/^tif_[0-9A-Za-z]{49}$/)
    const rows = await server.database.asOwner(
      'select row_to_json(s) as s, row_to_json(a) as a, row_to_json(r) as r from session s, access_token a, audit_row r',
    )
    expect(JSON.stringify(rows)).not.toContain(token)
    const list = async () => {
      const answer = await as(owner, 'Reference', 'getData', { tables: [{ table: 'access_token' }] })
      return (answer['data'] as { access_token: { data: { last_used: string | null }[] } }).access_token.data
    }
    expect(await list()).toEqual([expect.objectContaining({ name: 'ci', scopes: ['read'], companies: [], last_used: null })])
    expect(await read(token)).toMatchObject({ status: 'OK' })
    expect((await list())[0]?.last_used).toMatch(/Z$/)
    expect(await revoke(access_token.access_token_id)).toMatchObject({ status: 'OK' })
    expect(await read(token)).toMatchObject({ code: 'token_revoked' })
    expect(await list()).toEqual([])
    expect(await revoke(access_token.access_token_id)).toMatchObject({ code: 'not_found' })
    await forget()
  })
  it('of a platform administrator reads no messages, whose links and codes open accounts', async () => {
    const platform = await server.signIn('platform')
    const { token } = await create({ scopes: ['read', 'export'] }, platform)
    const tables = [{ table: 'outbox' }]
    const ask = (by: string, api: string, method: string, data: unknown) =>
      server.call(api, method, data, { token: by, company: 0 })
    expect(await ask(platform, 'Reference', 'getData', { tables })).toMatchObject({ status: 'OK' })
    expect(await ask(token, 'Reference', 'getData', { tables })).toMatchObject({ code: 'token_not_allowed' })
    expect(await ask(token, 'Export', 'ticket', { params: { tables } })).toMatchObject({ code: 'token_not_allowed' })
    expect(await ask(token, 'Audit', 'timeline', { table: 'outbox', id: 1 })).toMatchObject({ status: 'FAIL' })
  })
  it('a mistyped or shortened token is told apart from a revoked and an expired one', async () => {
    const { token, access_token } = await create()
    const typo = token.replace(/^(tif_.{5})(.)/, (_all, start: string, digit: string) => `${start}${digit === 'x' ? 'y' : 'x'}`)
    for (const wrong of [typo, token.slice(0, -1), `${token}x`])
      expect(await read(wrong)).toMatchObject({ code: 'token_malformed' })
    await server.database.asOwner('update session set expires = now() where access_token = $1', [access_token.access_token_id])
    expect(await read(token)).toMatchObject({ code: 'token_expired' })
    await revoke(access_token.access_token_id)
  })

  it('its checksum depends on every digit, and two tokens differ', async () => {
    const [one, two] = [await create(), await create()]
    expect(one.token).not.toBe(two.token)
    for (const { access_token } of [one, two]) await revoke(access_token.access_token_id)
  })

  const calls: [scope: string, api: string, method: string, data: unknown][] = [
    ['read', 'Reference', 'getData', { tables: [{ table: 'courier' }] }],
    ['write', 'Reference', 'saveData', { tables: [{ table: 'user', row: { name: 'x', phone: '49301112233' } }] }],
    ['config', 'Reference', 'saveData', { tables: [{ table: 'cuisine', row: { name: { en: 'x' } } }] }],
    ['write', 'Order', 'shown', { shown: [], acknowledged: [] }],
    ['export', 'Export', 'ticket', { params: { tables: [{ table: 'courier' }] } }],
    ['import', 'Import', 'status', { import_id: 'x' }],
  ]
  it.each(calls)('needs the scope %s for %s.%s, and a refusal names it', async (scope, api, method, data) => {
    const others = tokenScopes.filter((one) => one !== scope)
    const [without, having] = [await create({ scopes: others }), await create({ scopes: [scope] })]
    expect(await as(without.token, api, method, data)).toMatchObject({
      code: 'scope_required',
      params: [scope],
      error: 'The access token lacks the scope %1',
    })
    expect((await as(having.token, api, method, data)).code).not.toBe('scope_required')
    for (const { access_token } of [without, having]) await revoke(access_token.access_token_id)
  })

  it('creates no tokens, changes no password or login, and opens no session, whatever its scopes', async () => {
    const { token, access_token } = await create({ scopes: tokenScopes })
    const own = server.world.ownerA
    const closed: [string, string, unknown][] = [
      ['Token', 'create', { name: 'x', scopes: ['read'], days: 1 }],
      ['Token', 'revoke', { access_token_id: access_token.access_token_id }],
      ['Auth', 'Password', { password: 'Tiffin-Demo-2', current: PASSWORD }],
      ['Auth', 'Update', { operator: { email: 'thief@example.com' } }],
      ['Auth', 'Login', { login: 'owner', password: PASSWORD }],
      ['Auth', 'SignOut', { everywhere: true }],
      ['Device', 'confirm', { code: 'K7QX-3MTA', merchants: [1] }],
      ['Device', 'pair', {}],
      ['Merchant', 'newToken', { merchant_id: server.world.merchants[0] }],
      ['Company', 'Create', { company: { country: 1, lang: [1], name: 'x' } }],
      ['Reference', 'saveData', { tables: [{ table: 'admin', id: own, row: { login: 'thief' } }] }],
      ['Reference', 'saveData', { tables: [{ table: 'admin', id: own, row: { company: null } }] }],
      ['Reference', 'saveData', { tables: [{ table: 'admin', row: { login: 'thief', password: 'Tiffin-Demo-2' } }] }],
      ['Reference', 'saveData', { tables: [{ table: 'admin', id: own, row: { password: 'x', current_password: PASSWORD } }] }],
      ['Reference', 'deleteData', { tables: [{ table: 'admin', id: server.world.operatorA }] }],
    ]
    for (const [api, method, data] of closed)
      expect([method, data, (await as(token, api, method, data)).code]).toEqual([method, data, 'token_not_allowed'])
    expect(await as(token, 'Reference', 'saveData', { tables: [{ table: 'access_token', row: { name: 'x' } }] })).toMatchObject({
      code: 'forbidden',
    })
    expect(await read(token)).toMatchObject({ status: 'OK' })
    await revoke(access_token.access_token_id)
  })

  it('has no more than the rights of its person, as they are at each call', async () => {
    const operator = await server.signIn('operator')
    const { token, access_token } = await create({ scopes: ['read', 'write'] }, operator)
    const devices = { tables: [{ table: 'device' }] }
    expect(await as(token, 'Reference', 'getData', devices)).toMatchObject({ code: 'forbidden' })
    expect(await save(token, 'courier', { name: 'x' }, server.world.courierA)).toMatchObject({ code: 'forbidden' })
    const company = { company: server.world.b }
    expect(await read(token, company)).toMatchObject({ code: 'foreign_company' })
    await server.database.asOwner('update admin set admin_status = 2 where admin_id = $1', [server.world.operatorA])
    expect(await read(token)).toMatchObject({ code: 'account_blocked' })
    await server.database.asOwner('update admin set admin_status = 1 where admin_id = $1', [server.world.operatorA])
    await revoke(access_token.access_token_id, operator)
  })

  it('limited to companies, it reads and names no other, and a platform administrator has an owner’s rights there', async () => {
    const platform = await server.signIn('platform')
    const { a, b } = server.world
    const { token, access_token } = await create({ companies: [b], scopes: ['read', 'write', 'config'] }, platform)
    expect(await read(token, { company: b })).toMatchObject({ status: 'OK' })
    for (const company of [a, 0]) expect(await read(token, { company })).toMatchObject({ code: 'token_company' })
    const unnamed = await server.call('Auth', 'checkAuth', {}, { token })
    expect(unnamed).toMatchObject({ auth: { user: { role: 2, company_role: 1, company: { company_id: b } } } })
    const owned = await server.call('Reference', 'getData', { tables: [{ table: 'owner' }, { table: 'company' }] }, { token })
    const companies = owned['data'] as Record<string, { data: { company_id: number }[] }>
    expect([companies['owner'], companies['company']].map((table) => table?.data.map((row) => row.company_id))).toEqual([
      [b],
      [b],
    ])
    for (const table of ['audit', 'tariff'])
      expect([table, (await server.call('Reference', 'getData', { tables: [{ table }] }, { token }))['code']]).toEqual([
        table,
        table === 'audit' ? 'forbidden' : undefined,
      ])
    expect(await server.call('Reference', 'saveData', { tables: [{ table: 'tariff', row: {} }] }, { token })).toMatchObject({
      code: 'forbidden',
    })
    await revoke(access_token.access_token_id, platform)
    const foreign = await server.call(
      'Token',
      'create',
      { name: 'x', scopes: ['read'], days: 1, companies: [b] },
      { token: owner },
    )
    expect(foreign).toMatchObject({ code: 'foreign_company' })
  })

  it('gets no secrets of its person, and use does not extend it', async () => {
    await server.database.asOwner(`update admin set settings = '{"openai_api_key": "sk-secret"}' where admin_id = $1`, [
      server.world.ownerA,
    ])
    const { token, access_token } = await create({ days: 1, scopes: ['export', 'read'] })
    const answer = await as(token, 'Auth', 'checkAuth')
    const user = (answer['auth'] as { user: Record<string, unknown> }).user
    expect(user).toMatchObject({
      settings: {},
      access_token: {
        access_token_id: access_token.access_token_id,
        name: 'ci',
        scopes: ['export', 'read'],
        companies: [],
        expires: access_token.expires,
      },
    })
    expect([user['draft_key'], user['session_seconds']]).toEqual([undefined, undefined])
    const [session] = await server.database.asOwner<{ seconds: number }>(
      'select extract(epoch from expires - now())::int as seconds from session where access_token = $1',
      [access_token.access_token_id],
    )
    expect(session?.seconds).toBeLessThanOrEqual(86_400)
    expect(Date.parse(access_token.expires) - Date.now()).toBeLessThanOrEqual(86_400_000)
    await revoke(access_token.access_token_id)
  })

  it.each([
    ['no scope', { scopes: [] }],
    ['an unknown scope', { scopes: ['admin'] }],
    ['no expiry', { days: undefined }],
    ['more than a year', { days: 366 }],
    ['no day', { days: 0 }],
    ['an empty name', { name: ' ' }],
  ])('refuses a token with %s', async (_what, input) => {
    const data = { name: 'x', scopes: ['read'], days: 1, ...input }
    expect(await server.call('Token', 'create', data, { token: owner })).toMatchObject({ code: 'invalid_value' })
  })

  it('a person has at most 50 unexpired tokens, also when many are created at once', async () => {
    const operator = await server.signIn('operator')
    const answers = await Promise.all(
      Array.from({ length: MAX_TOKENS + 4 }, () =>
        server.call('Token', 'create', { name: 'x', scopes: ['read'], days: 1 }, { token: operator }),
      ),
    )
    expect(answers.filter(({ code }) => code === 'limit_reached')).toHaveLength(4)
    await server.database.asOwner('update access_token set expires = now() where admin = $1', [server.world.operatorA])
    expect(await create({}, operator)).toHaveProperty('token')
    await server.database.asOwner('delete from access_token where admin = $1', [server.world.operatorA])
  })

  it('a browser needs the current password, so that a script in the page gets no lasting access', async () => {
    const browser = await server.signInBrowser('owner')
    const ask = (current?: string) => server.call('Token', 'create', { name: 'x', scopes: ['read'], days: 1, current }, browser)
    expect(await ask()).toMatchObject({ code: 'current_password_required', field: 'current' })
    expect(await ask('wrong')).toMatchObject({ code: 'wrong_password' })
    const made = await ask(PASSWORD)
    expect(made).toMatchObject({ status: 'OK' })
    await revoke((made['data'] as Created).access_token.access_token_id)
  })
})

describe('the end of an access token', () => {
  const welcome = (frame: Record<string, unknown>) => frame['type'] === 'welcome'

  it('revoking closes its calls and live connections on every server process', async () => {
    const other = await server.another()
    const { token, access_token } = await create()
    const boards = [server.live(token), openLive(other.url, { token, company: server.world.a, merchants: 'all', since: 0 })]
    await Promise.all(boards.map((board) => board.next(welcome)))
    expect(await callAt(other.url, 'Auth', 'checkAuth', {}, { token })).toMatchObject({ status: 'OK' })
    await revoke(access_token.access_token_id)
    expect(await callAt(other.url, 'Auth', 'checkAuth', {}, { token })).toMatchObject({ code: 'token_revoked' })
    expect(await Promise.all(boards.map((board) => board.closed))).toEqual([4401, 4401])
    for (const board of boards) expect(board.frames.at(-1)).toMatchObject({ type: 'signed_out', code: 'token_revoked' })
    await forget()
  })

  it('live connections need the scope read, and the companies of the token', async () => {
    const { world } = server
    const platform = await server.signIn('platform')
    const made = [await create({ scopes: ['write'] }), await create({ companies: [world.b] }, platform)]
    const [writer, limited] = made.map(({ token }) => token)
    const board = server.live(writer)
    expect(await board.closed).toBe(4401)
    expect(board.frames).toMatchObject([{ type: 'signed_out', code: 'scope_required', params: ['read'] }])
    const foreign = server.live(limited)
    expect(await foreign.closed).toBe(4401)
    expect(foreign.frames).toMatchObject([{ code: 'token_company' }])
    const open = server.live(limited, { company: world.b })
    await open.next(welcome)
    // Longer than the interval at which open connections are checked.
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(open.socket.readyState).toBe(open.socket.OPEN)
    open.socket.close()
    await server.database.asOwner('delete from access_token')
  })

  it.each<[string, () => Promise<unknown>]>([
    ['their own new password', () => as(owner, 'Auth', 'Password', { password: 'Tiffin-Demo-2', current: PASSWORD })],
    [
      'a new password from the platform',
      async () => {
        const row = { password: 'Tiffin-Demo-3' }
        const token = await server.signIn('platform')
        return server.call(
          'Reference',
          'saveData',
          { tables: [{ table: 'admin', id: server.world.ownerA, row }] },
          { token, company: 0 },
        )
      },
    ],
  ])('%s ends a person’s tokens', async (_what, act) => {
    const [hash] = await server.database.asOwner<{ password: string }>('select password from admin where admin_id = $1', [
      server.world.ownerA,
    ])
    const { token } = await create()
    expect(await act()).toMatchObject({ status: 'OK' })
    expect(await read(token)).toMatchObject({ code: 'token_revoked' })
    await server.database.asOwner('update admin set password = $1 where admin_id = $2', [hash?.password, server.world.ownerA])
    await forget()
    owner = await server.signIn('owner')
  })

  it('signing out everywhere leaves tokens, which are revoked one by one', async () => {
    const { token, access_token } = await create()
    await as(owner, 'Auth', 'SignOut', { everywhere: true })
    expect(await read(token)).toMatchObject({ status: 'OK' })
    owner = await server.signIn('owner')
    await revoke(access_token.access_token_id)
  })

  it('deleting a person deletes their tokens, which do not count as uses', async () => {
    const platform = await server.signIn('platform')
    const saved = await server.call(
      'Reference',
      'saveData',
      { tables: [{ table: 'admin', row: { login: 'shortlived', password: 'Tiffin-Demo-2', role: 1 } }] },
      { token: platform, company: 0 },
    )
    const id = (saved['data'] as { admin: { data: { admin_id: number } } }).admin.data.admin_id
    const login = await server.call('Auth', 'Login', { login: 'shortlived', password: 'Tiffin-Demo-2' })
    const { token } = await create({}, (login['auth'] as { user: { token: string } }).user.token)
    const gone = await server.call(
      'Reference',
      'deleteData',
      { tables: [{ table: 'admin', id }] },
      { token: platform, company: 0 },
    )
    expect(gone).toMatchObject({ status: 'OK' })
    expect(await read(token)).toMatchObject({ code: 'token_revoked' })
    await forget()
  })

  it('nobody revokes or lists the token of another person, but the platform sees all', async () => {
    const { access_token } = await create()
    const operator = await server.signIn('operator')
    expect(await revoke(access_token.access_token_id, operator)).toMatchObject({ code: 'not_found' })
    const listed = await as(operator, 'Reference', 'getData', { tables: [{ table: 'access_token' }] })
    expect(listed['data']).toMatchObject({ access_token: { data: [] } })
    const platform = await server.signIn('platform')
    const all = await server.call(
      'Reference',
      'getData',
      { tables: [{ table: 'access_token' }] },
      { token: platform, company: 0 },
    )
    expect(all['data']).toMatchObject({ access_token: { data: [{ name: 'ci', admin: server.world.ownerA }] } })
    await revoke(access_token.access_token_id)
  })

  it('creating and revoking are in the audit log, without the token', async () => {
    const { token, access_token } = await create({ name: 'nightly' })
    await revoke(access_token.access_token_id)
    const platform = await server.signIn('platform')
    const search = [{ key: 'table', prm: 'access_token' }, { text: 'access_token' }]
    const answer = await server.call(
      'Reference',
      'getData',
      { tables: [{ table: 'audit', search, order: [{ field: 'audit_id', dir: 'desc' }], limit: [0, 2] }] },
      { token: platform, company: 0 },
    )
    const { data } = (answer['data'] as { audit: { data: { action: string; user_login: string; data: unknown }[] } }).audit
    expect(data.map(({ action, user_login }) => [action, user_login])).toEqual([
      ['Delete', 'owner'],
      ['Create', 'owner'],
    ])
    expect(data[0]?.data).toMatchObject({ before: { name: 'nightly', scopes: ['read'] } })
    expect(JSON.stringify(answer)).not.toContain(token)
  })
})

describe('look-ups of unknown tokens', () => {
  it('are slowed down like failed sign-ins, but delay neither good tokens nor sign-ins', async () => {
    const [gone, good] = [await create(), await create()]
    await revoke(gone.access_token.access_token_id)
    const answers = await Promise.all(Array.from({ length: 30 }, () => read(gone.token)))
    const codes = new Set(answers.map(({ code }) => code))
    expect(codes).toEqual(new Set(['rate_limited', 'token_revoked']))
    expect(await read(good.token)).toMatchObject({ status: 'OK' })
    expect(await server.signIn('owner')).not.toBe('')
    const board = server.live(gone.token)
    await board.closed
    expect(board.frames).toMatchObject([{ type: 'error', code: 'rate_limited' }])
    await forget()
  })
})
