import { companyLimits, companyOptions } from '@tiffin/sdk/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertRow } from '#server/test/seed'
import { sealPlainApiKeys } from './own-settings.ts'
import { callAt, PASSWORD, startTestServer, type TestServer } from '#server/test/test-server'

type Row = Record<string, unknown>

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

describe('own settings', () => {
  const tooLarge = { settings: { note: 'x'.repeat(65 * 1024) } }

  it('BOARD-52: are limited to what the screens offer, wherever they are stored', async () => {
    const token = await server.signIn('owner')
    const refused = { code: 'settings_too_large', params: [64] }
    expect(await server.call('Auth', 'Update', { operator: tooLarge }, { token })).toMatchObject(refused)
    for (const [table, id] of [
      ['kanban_settings', server.world.ownerA],
      ['admin', server.world.ownerA],
    ] as const) {
      const tables = [{ table, id, row: tooLarge }]
      expect(await server.call('Reference', 'saveData', { tables }, { token })).toMatchObject(refused)
    }
    // The limit also applies to the sum of several saves.
    const piece = (name: string) => ({ operator: { settings: { [name]: 'x'.repeat(40 * 1024) } } })
    expect(await server.call('Auth', 'Update', piece('a'), { token })).toMatchObject({ status: 'OK' })
    expect(await server.call('Auth', 'Update', piece('b'), { token })).toMatchObject(refused)
    await server.database.asOwner(`update admin set settings = '{}'`)
  })
})

describe('draft key', () => {
  const keyIn = (answer: Record<string, unknown>) => (answer['auth'] as { user: { draft_key?: string } }).user.draft_key
  const signIn = (login: string) => server.call('Auth', 'Login', { login, password: PASSWORD })

  it('is the same at each sign-in of a person, unique for each person, and returned only by sign-in and checkAuth', async () => {
    const [first, second] = [keyIn(await signIn('owner')), keyIn(await signIn('owner'))]
    expect(Buffer.from(first ?? '', 'base64')).toHaveLength(32)
    expect(second).toBe(first)
    expect(keyIn(await signIn('operator'))).not.toBe(first)
    const token = await server.signIn('owner')
    expect(keyIn(await server.call('Auth', 'checkAuth', {}, { token }))).toBe(first)
    expect(keyIn(await server.call('Auth', 'Update', { operator: { surname: 'Ames' } }, { token }))).toBeUndefined()
  })

  it('is in no table that clients can name', async () => {
    const token = await server.signIn('platform')
    const answer = await server.call('Reference', 'getData', { tables: [{ table: 'draft_key' }] }, { token })
    expect(answer['status']).toBe('FAIL')
    const [row] = await server.database.asOwner<{ count: number }>(
      `select count(*)::int from audit_row where table_name = 'draft_key'`,
    )
    expect(row?.count).toBe(0)
  })
})

describe('signing in', () => {
  it('AUTH-01 AUTH-04: returns the user and a token that opens the session', async () => {
    const answer = await server.call('Auth', 'Login', { login: 'owner', password: PASSWORD })
    expect(answer).toMatchObject({
      http: 200,
      status: 'OK',
      auth: { status: 'OK', user: { login: 'owner', role: 2, company_role: 1 } },
    })
    const { token } = (answer['auth'] as { user: { token: string } }).user
    expect(await server.call('Auth', 'checkAuth', {}, { token })).toMatchObject({
      auth: { status: 'OK', user: { login: 'owner', token } },
    })
  })

  it('AUTH-04: returns each field of the user as stored', async () => {
    const stored = { name: 'Olga', surname: 'Berg', phone: '4930123', email: 'o@example.com', img: 'o.webp', hide_menu: 1 }
    const settings = { openai_api_key: 'sk-own' }
    const names = Object.keys(stored)
    await server.database.asOwner(
      `update admin set (${names.join(', ')}, dictionary_edit, settings) = (${names.map((_, at) => `$${at + 1}`).join(', ')}, 'ru,en', $7)
       where login = 'owner'`,
      [...Object.values(stored), settings],
    )
    const token = await server.signIn('owner')
    const { user } = (await server.call('Auth', 'checkAuth', {}, { token }))['auth'] as { user: Record<string, unknown> }
    expect(user).toMatchObject({
      ...stored,
      token,
      admin_id: server.world.ownerA,
      login: 'owner',
      company: { company_id: server.world.a },
      role: 2,
      company_role: 1,
      navigation: expect.arrayContaining(['Company-Order', 'Company-Settings']) as unknown,
      dictionary_edit: 'ru,en',
      settings,
    })
    await server.database.asOwner(
      `update admin set (name, surname, phone, email, img, hide_menu, dictionary_edit, settings) =
         ('Olga', 'Ames', '4915112345', '', '', 0, '', '{}') where login = 'owner'`,
    )
  })

  it('keeps the AI API key encrypted, and returns it only to its person', async () => {
    const { database, world } = server
    const token = await server.signIn('owner')
    const keyOf = async () => {
      const { user } = (await server.call('Auth', 'checkAuth', {}, { token }))['auth'] as { user: { settings: Row } }
      return user.settings['openai_api_key']
    }
    const stored = async (login: string) => {
      const [row] = await database.asOwner<{ key: string }>(
        `select settings ->> 'openai_api_key' as key from admin where login = $1`,
        [login],
      )
      return row?.key
    }
    await server.call('Auth', 'Update', { operator: { settings: { openai_api_key: 'sk-own', tour: 'done' } } }, { token })
    expect([await keyOf(), await stored('owner')]).toEqual(['sk-own', expect.stringMatching(/^sealed:(?!.*sk-own)/)])
    // Someone who can write to the database does not read another person's key by it.
    await database.asOwner(`update admin set settings = (select settings from admin where login = 'owner') where admin_id = $1`, [
      world.operatorA,
    ])
    const { user } = (await server.call('Auth', 'checkAuth', {}, { token: await server.signIn('operator') }))['auth'] as {
      user: { settings: Row }
    }
    expect(user.settings).toEqual({ openai_api_key: '', tour: 'done' })
    await server.call('Auth', 'Update', { operator: { settings: { openai_api_key: '' } } }, { token })
    expect([await keyOf(), await stored('owner')]).toEqual(['', ''])
    // An owner gives a new person one.
    const row = { login: 'helper', password: PASSWORD, name: 'Hal', settings: { openai_api_key: 'sk-new' } }
    await server.call('Reference', 'saveData', { tables: [{ table: 'admin', row }] }, { token })
    expect(await stored('helper')).toMatch(/^sealed:(?!.*sk-new)/)
    // An earlier server stored it as it was typed.
    await database.asOwner(`update admin set settings = '{"openai_api_key": "sk-plain"}' where login = 'owner'`)
    expect(await keyOf()).toBe('sk-plain')
    await sealPlainApiKeys(server.context)
    expect([await keyOf(), await stored('owner')]).toEqual(['sk-plain', expect.stringMatching(/^sealed:/)])
    await database.asOwner(`update admin set settings = '{}'`)
  })

  it('AUTH-05: returns each limit and option of the company, its name, logo, map key, keep-alive time and domain', async () => {
    const own = { google_maps_key: 'maps', keep_alive_timeout: 900, domain_config: 'shop.example', overlimit_order_price: '0.25' }
    const given = {
      ...own,
      name: { en: 'Alfa' },
      logo: 'alfa.webp',
      ...Object.fromEntries(companyLimits.map((name, at) => [name, at + 7])),
      ...Object.fromEntries(companyOptions.map((name, at) => [name, at % 2])),
    }
    const names = Object.keys(given)
    const set = names.map((name, at) => `${name} = $${at + 2}`).join(', ')
    const [before] = await server.database.asOwner<Record<string, unknown>>('select * from company where company_id = $1', [
      server.world.a,
    ])
    const write = (row: Record<string, unknown>) =>
      server.database.asOwner(`update company set ${set} where company_id = $1`, [
        server.world.a,
        ...names.map((name) => row[name]),
      ])
    await write(given)
    const token = await server.signIn('owner')
    const { user } = (await server.call('Auth', 'checkAuth', {}, { token }))['auth'] as { user: { company: object } }
    await write(before ?? {})
    expect(user.company).toMatchObject(given)
  })

  it('AUTH-05: returns the company data that the board needs', async () => {
    const token = await server.signIn('owner')
    const answer = await server.call('Auth', 'checkAuth', {}, { token })
    expect((answer['auth'] as { user: { company: object } }).user.company).toMatchObject({
      company_id: server.world.a,
      country: { currency_symbol: '€' },
      timezone: 'Europe/Berlin',
      enable: 1,
      limit_order: null,
    })
  })

  it.each([
    [null, 3600],
    [30, 3600],
    [31, 31],
    // A value from before there was a limit.
    [2_147_483_647, 30 * 86_400],
  ])('AUTH-06: with a keep-alive timeout of %s the session lasts %s seconds', async (timeout, seconds) => {
    const { database, world } = server
    await database.asOwner('update company set keep_alive_timeout = $1 where company_id = $2', [timeout, world.a])
    const answer = await server.call('Auth', 'Login', { login: 'owner', password: PASSWORD })
    const left = (answer['auth'] as { user: { session_seconds: number } }).user.session_seconds
    await database.asOwner('update company set keep_alive_timeout = null where company_id = $1', [world.a])
    expect([left <= seconds, left > seconds - 20]).toEqual([true, true])
  })

  it('AUTH-06: the shortest timeout of a person’s companies counts, whichever is selected', async () => {
    const { database, world } = server
    await database.asOwner(
      `update company set keep_alive_timeout = case company_id when $1 then 60 else 7200 end where company_id in ($1, $2)`,
      [world.a, world.b],
    )
    await insertRow(database, 'membership', { company: world.b, admin: world.ownerA, company_role: 1 })
    await database.asOwner('update admin set company = $2 where admin_id = $1', [world.ownerA, world.b])
    const answer = await server.call('Auth', 'Login', { login: 'owner', password: PASSWORD })
    await database.asOwner('update company set keep_alive_timeout = null')
    await database.asOwner('delete from membership where company = $1 and admin = $2', [world.b, world.ownerA])
    await database.asOwner('update admin set company = $2 where admin_id = $1', [world.ownerA, world.a])
    expect((answer['auth'] as { user: { session_seconds: number } }).user.session_seconds).toBeLessThanOrEqual(60)
  })

  it.each([
    ['a wrong password', { login: 'owner', password: 'wrong-one' }],
    ['an unknown login', { login: 'nobody-here', password: PASSWORD }],
  ])('refuses %s with the same words', async (_what, data) => {
    expect(await server.call('Auth', 'Login', data)).toMatchObject({
      http: 200,
      status: 'FAIL',
      code: 'bad_credentials',
      auth: { status: 'FAIL' },
    })
  })

  it('refuses a blocked account, also in an open session', async () => {
    const token = await server.signIn('operator')
    await server.database.asOwner(`update admin set admin_status = 0 where login = 'operator'`)
    expect(await server.call('Auth', 'Login', { login: 'operator', password: PASSWORD })).toMatchObject({
      code: 'account_blocked',
    })
    await expect
      .poll(() => server.call('Auth', 'checkAuth', {}, { token }), { timeout: 5000 })
      .toMatchObject({ code: 'account_blocked' })
    await server.database.asOwner(`update admin set admin_status = 1 where login = 'operator'`)
  })

  it('slows down an address after many failures, except on a device that the user has used before', async () => {
    await server.call('Auth', 'Login', { login: 'owner-b', password: PASSWORD, device: 'kitchen-tablet' })
    for (let attempt = 0; attempt < 7; attempt += 1) await server.call('Auth', 'Login', { login: 'owner-b', password: 'wrong' })
    expect(await server.call('Auth', 'Login', { login: 'owner-b', password: PASSWORD })).toMatchObject({ code: 'rate_limited' })
    expect(await server.call('Auth', 'Login', { login: 'owner-b', password: PASSWORD, device: 'kitchen-tablet' })).toMatchObject({
      status: 'OK',
    })
  })

  it('counts simultaneous wrong passwords one by one', async () => {
    const login = 'nobody-at-once'
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => server.call('Auth', 'Login', { login, password: 'wrong' })),
    )
    const looked = answers.filter(({ code }) => code === 'bad_credentials')
    expect(looked).toHaveLength(5)
    expect(answers.filter(({ code }) => code === 'rate_limited')).toHaveLength(7)
  })

  it('forgets old failures', async () => {
    const attempt = () => server.call('Auth', 'Login', { login: 'platform', password: 'wrong' })
    await attempt()
    await server.database.asOwner(
      `update sign_in_attempt set failures = 20, wait_until = now(), last = now() - interval '2 days' where login = 'platform'`,
    )
    expect(await attempt()).toMatchObject({ code: 'bad_credentials' })
    expect(await attempt()).toMatchObject({ code: 'bad_credentials' })
  })

  it('admits everyone who has used a shared device before', async () => {
    const logins = ['owner', 'owner-b']
    const signIn = (login: string, password = PASSWORD) =>
      server.call('Auth', 'Login', { login, password, device: 'shared-tablet' })
    await server.database.asOwner('delete from sign_in_attempt')
    for (const login of logins) expect(await signIn(login)).toMatchObject({ status: 'OK' })
    for (const login of logins) {
      for (let attempt = 0; attempt < 7; attempt += 1) await server.call('Auth', 'Login', { login, password: 'wrong' })
      expect(await server.call('Auth', 'Login', { login, password: PASSWORD })).toMatchObject({ code: 'rate_limited' })
    }
    for (const login of logins) expect(await signIn(login)).toMatchObject({ status: 'OK' })
  })

  it.each([
    ['ignores forged addresses before its proxy', '1', (n: number) => `10.0.0.${n}, 192.0.2.7`, 'rate_limited'],
    ['distinguishes the addresses that its proxy saw', '1', (n: number) => `192.0.2.7, 10.0.0.${n}`, 'bad_credentials'],
    ['ignores forwarded addresses without a proxy', '0', (n: number) => `10.0.0.${n}`, 'rate_limited'],
  ])('%s', async (_what, TRUST_PROXY, forwarded, code) => {
    const other = await server.another({ TRUST_PROXY })
    await server.database.asOwner('delete from sign_in_attempt')
    const attempt = (n: number) =>
      callAt(other.url, 'Auth', 'Login', { login: 'behind', password: 'wrong' }, { headers: { 'x-forwarded-for': forwarded(n) } })
    for (let n = 0; n < 5; n += 1) expect(await attempt(n)).toMatchObject({ code: 'bad_credentials' })
    expect(await attempt(5)).toMatchObject({ code })
  })

  it('selects another company for a person who has chosen none or has left their selected one', async () => {
    const { a, b, operatorA } = server.world
    await server.database.asOwner('delete from sign_in_attempt')
    await server.database.asOwner('delete from membership where company = $1 and admin = $2', [a, operatorA])
    const signIn = () => server.call('Auth', 'Login', { login: 'operator', password: PASSWORD })
    expect(await signIn()).toMatchObject({ auth: { user: { company: null } } })
    await insertRow(server.database, 'membership', { company: b, admin: operatorA, company_role: 2 })
    expect(await signIn()).toMatchObject({ auth: { user: { company: { company_id: b }, company_role: 2 } } })
    await server.database.asOwner('update admin set company = null where admin_id = $1', [operatorA])
    expect(await signIn()).toMatchObject({ auth: { user: { company: { company_id: b }, company_role: 2 } } })
    await server.database.asOwner('update admin set company = $1 where admin_id = $2', [a, operatorA])
    await server.database.asOwner('delete from membership where company = $1 and admin = $2', [b, operatorA])
    await insertRow(server.database, 'membership', { company: a, admin: operatorA, company_role: 2 })
  })
})

it('slows down a device that only someone else has used before', async () => {
  const device = 'shared-tablet'
  await server.call('Auth', 'Login', { login: 'owner-b', password: PASSWORD, device })
  for (let attempt = 0; attempt < 7; attempt += 1)
    await server.call('Auth', 'Login', { login: 'operator', password: 'wrong', device })
  expect(await server.call('Auth', 'Login', { login: 'operator', password: PASSWORD, device })).toMatchObject({
    code: 'rate_limited',
  })
  await server.database.asOwner('delete from sign_in_attempt')
})

describe('ending a session', () => {
  it('API-07: a password set by an owner ends sessions that were opened with the old one', async () => {
    const owner = await server.signIn('owner')
    const token = await server.signIn('operator')
    const set = (id: number, asker: string, more = {}) =>
      server.call(
        'Reference',
        'saveData',
        { tables: [{ table: 'admin', id, row: { password: PASSWORD, ...more } }] },
        { token: asker },
      )
    expect(await set(server.world.operatorA, owner)).toMatchObject({ status: 'OK' })
    expect(await server.call('Auth', 'checkAuth', {}, { token })).toMatchObject({ code: 'session_required' })
    const elsewhere = await server.signIn('owner')
    expect(await set(server.world.ownerA, owner, { current_password: PASSWORD })).toMatchObject({ status: 'OK' })
    expect(await server.call('Auth', 'checkAuth', {}, { token: owner })).toMatchObject({ status: 'OK' })
    expect(await server.call('Auth', 'checkAuth', {}, { token: elsewhere })).toMatchObject({ code: 'session_required' })
  })

  it.each([
    ['', undefined],
    [', also in a company they don’t belong to', 999_999],
  ])('AUTH-12 API-08: signing out ends it at once%s', async (_where, company) => {
    const token = await server.signIn('owner')
    expect(await server.call('Auth', 'SignOut', {}, { token, ...(company && { company }) })).toMatchObject({
      auth: { status: 'OK' },
    })
    expect(await server.call('Auth', 'checkAuth', {}, { token })).toMatchObject({
      code: 'session_required',
      auth: { status: 'FAIL' },
    })
  })

  it('expires without activity', async () => {
    const token = await server.signIn('owner')
    await server.database.asOwner(`update session set expires = now() - interval '1 second'`)
    await expect
      .poll(() => server.call('Auth', 'checkAuth', {}, { token }), { timeout: 5000 })
      .toMatchObject({ code: 'session_expired' })
  })

  const secondsLeft = async (): Promise<number> => {
    const [row] = await server.database.asOwner<{ left: number }>(
      'select max(extract(epoch from expires - now()))::int as left from session',
    )
    return row?.left ?? 0
  }

  it('API-09: a check answers the status of the session, with its user', async () => {
    const token = await server.signIn('owner')
    const user = expect.objectContaining({ login: 'owner', token }) as unknown
    expect(await server.call('Auth', 'checkAuth', {}, { token })).toMatchObject({ auth: { status: 'OK', user } })
    expect(await server.call('Auth', 'checkAuth', {}, { token: 'unknown' })).toMatchObject({ auth: { status: 'FAIL' } })
  })

  it.each([{}, { active: true }])('API-09: a check with %j extends the session', async (input) => {
    const token = await server.signIn('owner')
    await server.database.asOwner(`update session set expires = now() + interval '60 seconds'`)
    await server.call('Auth', 'checkAuth', input, { token })
    expect(await secondsLeft()).toBeGreaterThan(3000)
  })

  it('API-09: a check without user activity does not extend the session', async () => {
    const token = await server.signIn('owner')
    await server.database.asOwner(`update session set expires = now() + interval '60 seconds'`)
    await server.call('Auth', 'checkAuth', { active: false }, { token })
    expect(await secondsLeft()).toBeLessThanOrEqual(60)
  })

  it('API-07: sets a new password and ends the other sessions atomically', async () => {
    const here = await server.signIn('owner-b')
    await server.signIn('owner-b')
    const hash = async () =>
      (await server.database.asOwner<{ password: string }>(`select password from admin where login = 'owner-b'`))[0]?.password
    const before = await hash()
    await server.database.asOwner('begin')
    await server.database.asOwner(
      'select from session where session_id in (select max(session_id) from session where admin = $1) for update',
      [server.world.ownerB],
    )
    const changed = server.call('Auth', 'Password', { password: 'Other-w0rds', current: PASSWORD }, { token: here })
    await expect.poll(() => server.database.waiting()).toBeGreaterThan(0)
    const meanwhile = await hash()
    await server.database.asOwner('rollback')
    expect(await changed).toMatchObject({ auth: { status: 'OK' } })
    expect(meanwhile).toBe(before)
    expect(await hash()).not.toBe(before)
    await server.database.asOwner('update admin set password = $2 where admin_id = $1', [server.world.ownerB, before])
  })

  it('AUTH-08 API-09: a check never shortens a remembered session', async () => {
    const answer = await server.call('Auth', 'Login', { login: 'owner', password: PASSWORD, remember: true })
    const { token } = (answer['auth'] as { user: { token: string } }).user
    const ends = () => server.database.asOwner('select expires from session order by session_id desc limit 1')
    const before = await ends()
    await server.call('Auth', 'checkAuth', { active: true }, { token })
    expect(await ends()).toEqual(before)
  })

  it('EDIT-26: a new password of one class of characters is refused, also one’s own', async () => {
    const token = await server.signIn('platform')
    for (const password of ['abcdefgh', 'ABCDEFGH', '12345678', '!!!!!!!!'])
      // oxlint-disable-next-line no-await-in-loop -- each counts for the limit of wrong passwords
      expect(await server.call('Auth', 'Password', { password, current: PASSWORD }, { token })).toMatchObject({
        code: 'weak_password',
        error: 'Password must contain special characters, numbers and Latin letters in different cases',
      })
  })

  it('API-07: a new password ends the other sessions and is required from then on', async () => {
    const [here, elsewhere] = [await server.signIn('platform'), await server.signIn('platform')]
    expect(await server.call('Auth', 'Password', { password: 'short', current: PASSWORD }, { token: here })).toMatchObject({
      code: 'weak_password',
    })
    expect(
      await server.call('Auth', 'Password', { password: 'Nev3r-guessed', current: PASSWORD }, { token: here }),
    ).toMatchObject({
      auth: { status: 'OK' },
    })
    expect(await server.call('Auth', 'checkAuth', {}, { token: elsewhere })).toMatchObject({ code: 'session_required' })
    expect(await server.call('Auth', 'checkAuth', {}, { token: here })).toMatchObject({ auth: { status: 'OK' } })
    expect(await server.call('Auth', 'Login', { login: 'platform', password: PASSWORD })).toMatchObject({
      code: 'bad_credentials',
    })
    expect(await server.call('Auth', 'Login', { login: 'platform', password: 'Nev3r-guessed' })).toMatchObject({ status: 'OK' })
  })
})

describe('own record', () => {
  it('API-05 API-06: can be changed by its owner, whatever admin_id is sent', async () => {
    const token = await server.signIn('owner')
    const operator = { admin_id: server.world.operatorA, name: 'Olga II', phone: '+49 (151) 99', surname: 'Ames' }
    expect(await server.call('Auth', 'Update', { operator, current: PASSWORD }, { token })).toMatchObject({
      auth: { status: 'OK', user: { name: 'Olga II', phone: '4915199' } },
    })
    const [other] = await server.database.asOwner<{ name: string }>('select name from admin where admin_id = $1', [
      server.world.operatorA,
    ])
    expect(other?.name).toBe('Otto')
  })

  it('API-05: stores each field that is sent', async () => {
    await server.database.asOwner(`update global_lang set support = 1 where code = 'ru'`)
    await server.database.asOwner(
      `update admin set password = (select password from admin where login = 'owner-b') where login = 'platform'`,
    )
    const token = await server.signIn('platform')
    const operator = {
      name: 'Petra',
      surname: 'Pan',
      phone: '4915100',
      email: 'p@example.com',
      hide_menu: 1,
      dictionary_edit: 'ru',
    }
    const update = { operator: { ...operator, login: 'platform' }, current: PASSWORD }
    const answer = await server.call('Auth', 'Update', update, { token })
    expect(answer).toMatchObject({ auth: { status: 'OK', user: { ...operator, login: 'platform' } } })
    const names = Object.keys(operator).join(', ')
    expect(await server.database.asOwner(`select ${names} from admin where login = 'platform'`)).toEqual([operator])
    const none = { surname: '', phone: '', email: '', hide_menu: 0, dictionary_edit: '' }
    expect(await server.call('Auth', 'Update', { operator: none, current: PASSWORD }, { token })).toMatchObject({
      auth: { user: none },
    })
  })

  it.each([
    ['another login', { login: 'platform' }],
    ['more languages of the dictionary', { dictionary_edit: 'en,ru' }],
  ])('refuses %s', async (_what, operator) => {
    const token = await server.signIn('owner')
    expect(await server.call('Auth', 'Update', { operator }, { token })).toMatchObject({ status: 'FAIL', code: 'forbidden' })
  })

  describe.each([
    ['email', 'thief@example.com'],
    ['phone', '4915133'],
  ])('its %s, by which it can be repaired', (field, value) => {
    const stored = async () =>
      (await server.database.asOwner(`select ${field} as value from admin where login = 'owner-b'`))[0]?.['value']
    const calls = {
      'the profile': (token: string, current?: unknown) =>
        server.call('Auth', 'Update', { operator: { [field]: value, name: 'Olga' }, current }, { token }),
      'a saved row': (token: string, current?: unknown) => {
        const row = { [field]: value, name: 'Olga', ...(current === undefined ? {} : { current_password: current }) }
        const tables = [{ table: 'admin', id: server.world.ownerB, row }]
        return server.call('Reference', 'saveData', { tables }, { token, company: server.world.b })
      },
    }
    it.each(Object.entries(calls))('is changed in %s only with the current password', async (_where, change) => {
      await server.database.asOwner(`truncate sign_in_attempt`)
      await server.database.asOwner(`update admin set ${field} = '' where login = 'owner-b'`)
      const token = await server.signIn('owner-b')
      const refusal = { code: 'current_password_required', field: expect.stringMatching(/^current/) as string }
      expect(await change(token)).toMatchObject(refusal)
      expect(await change(token, '')).toMatchObject(refusal)
      for (let n = 0; n < 5; n += 1) expect(await change(token, `guess ${n}`)).toMatchObject({ code: 'wrong_password' })
      await change(token, 'guess')
      expect(await change(token, PASSWORD)).toMatchObject({ code: 'rate_limited' })
      expect(await stored()).toBe('')
      await server.database.asOwner(`truncate sign_in_attempt`)
      expect(await change(token, PASSWORD)).toMatchObject({ status: 'OK' })
      expect(await stored()).toBe(value)
      // What does not change needs none.
      expect(await change(token)).toMatchObject({ status: 'OK' })
    })
  })
})

describe('in a browser', () => {
  const origin = () => server.url
  const signIn = async () => {
    const answer = await server.call(
      'Auth',
      'Login',
      { login: 'owner', password: PASSWORD, keep: 'cookie' },
      { headers: { origin: origin() } },
    )
    const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    return {
      cookie,
      setCookie: answer.headers.get('set-cookie') ?? '',
      token: (answer['auth'] as { user: { token: string } }).user.token,
    }
  }
  const call = (method: string, headers: Record<string, string>, token?: string) =>
    server.call('Auth', method, { operator: { name: 'X' } }, { headers, ...(token === undefined ? {} : { form: { token } }) })

  it('keeps the secret out of reach of scripts, and gives them a token that is worthless on its own', async () => {
    const { setCookie, token, cookie } = await signIn()
    expect(setCookie).toMatch(/^tiffin_\d+=[\w-]+; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(cookie).not.toContain(token)
    expect(await server.call('Auth', 'checkAuth', {}, { token })).toMatchObject({ code: 'session_required' })
    expect(await call('Update', { origin: origin(), cookie })).toMatchObject({ code: 'session_required' })
    expect(await call('Update', { origin: origin(), cookie }, token)).toMatchObject({ auth: { status: 'OK' } })
  })

  it('returns the token again to a page that has only the cookie', async () => {
    const { cookie, token } = await signIn()
    expect(await call('checkAuth', { origin: origin(), cookie })).toMatchObject({ auth: { user: { token } } })
  })

  it('AUTH-12: signing out ends only the session of its token, and does not delete a newer cookie', async () => {
    const [first, second] = [await signIn(), await signIn()]
    const browser = { origin: origin(), cookie: second.cookie }
    const checked = () => call('checkAuth', browser)
    // A tab of the first session, in a browser that has the cookie of the second one by now.
    expect(await call('SignOut', browser, first.token)).toMatchObject({ auth: { status: 'OK' } })
    expect(await checked()).toMatchObject({ auth: { status: 'OK' } })
    const answer = await call('SignOut', { origin: origin(), cookie: first.cookie }, first.token)
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(await call('checkAuth', { origin: origin(), cookie: first.cookie })).toMatchObject({ code: 'session_required' })
    expect(await checked()).toMatchObject({ auth: { status: 'OK' } })
    await call('SignOut', browser, second.token)
    expect(await checked()).toMatchObject({ code: 'session_required' })
  })

  it('AUTH-12: a page that has only the cookie can sign out', async () => {
    const { cookie } = await signIn()
    await call('SignOut', { origin: origin(), cookie })
    expect(await call('checkAuth', { origin: origin(), cookie })).toMatchObject({ code: 'session_required' })
  })

  it.each([
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['a page on another port', { origin: 'http://127.0.0.1:1' }],
    ['no origin, with a cookie', {}],
    ['a foreign name for this address', { host: 'evil.example' }],
  ])('refuses %s', async (_what, headers) => {
    const { cookie } = await signIn()
    // fetch does not let callers set these headers.
    const status = await rawStatus({ cookie, ...headers })
    expect(status).toBe(403)
  })

  async function rawStatus(headers: Record<string, string>): Promise<number> {
    const { request } = await import('node:http')
    return new Promise((resolve, reject) => {
      const sent = request(
        `${server.url}/api`,
        { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers } },
        (response) => resolve(response.statusCode ?? 0),
      )
      sent.on('error', reject)
      sent.end('api=Auth&method=checkAuth')
    })
  }
})

it('API-03 API-04: getLang answers before sign-in with languages, texts, countries and settings, without demo accounts', async () => {
  await server.database.asOwner(`update global_lang set support = 1 where code in ('en', 'ru')`)
  await server.database.asOwner(`update global_lang set global_lang_id = 0 where code = 'ru'`)
  await server.database.asOwner(
    `insert into merchant_settings (name, value) values ('domain_suffix', '.tiffin.example')
     on conflict (name) do update set value = excluded.value`,
  )
  await insertRow(server.database, 'dictionary', { texts: { en: 'Save', ru: 'Сохранить' } })
  const answer = await server.call('Auth', 'getLang', { lang: 'ru' })
  expect(answer).toMatchObject({ status: 'OK', auth: { country: [{ alpha2: 'DE' }], demo: [] } })
  expect(answer).toMatchObject({
    auth: { dict: { Save: 'Сохранить' }, merchant_settings: { domain_suffix: '.tiffin.example' } },
  })
  expect((answer['auth'] as { lang: { code: string }[] }).lang.map((lang) => lang.code)).toEqual(['en', 'ru'])
})
