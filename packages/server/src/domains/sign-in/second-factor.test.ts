import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeOfApp } from '#server/test/authenticator'
import { codeIn, messagesTo, nextMessage, tokenIn } from '#server/test/sent-messages'
import { callAt, PASSWORD, startTestServer, type TestServer } from '#server/test/test-server'

let server: TestServer
/** The server's clock; each code works once, so tests move on by a step. */
let now = Date.parse('2026-03-01T12:00:00Z')
beforeAll(async () => {
  server = await startTestServer({}, { now: () => new Date(now) })
})
afterAll(() => server.stop())
beforeEach(() => server.database.asOwner('truncate rate_limit, sign_in_attempt'))

const GOOD = 'correct horse battery'
const call = (api: string, method: string, data: object, token?: string, company?: number) =>
  server.call(api, method, data, { token, ...(company === undefined ? {} : { company }) })
const auth = (method: string, data: object, token?: string) => call('Auth', method, data, token)
const factor = (method: string, data: object, token?: string) => call('Factor', method, data, token)
const userOf = (answer: Record<string, unknown>) =>
  (answer['auth'] as { user: { admin_id: number; token: string; factor_required?: boolean } }).user
const because = (answer: Record<string, unknown>) => answer['because'] as { challenge: string; kinds: string[] }
const later = (seconds = 30): void => void (now += seconds * 1000)

/** The next code of an app with this secret, not used before. */
function codeOf(secret: string): string {
  later()
  return codeOfApp(secret, now)
}

let strangers = 0
/** A person who has registered. */
async function person() {
  strangers += 1
  const login = `factor${strangers}@example.com`
  const mail = await nextMessage(server, login, () => auth('Registration', { email: login, name: 'Ida' }))
  const { admin_id: admin, token } = userOf(await auth('UseLink', { token: tokenIn(mail.text), password: GOOD }))
  return { login, admin, token }
}

/** A person with an authenticator app. */
async function personWithApp() {
  const one = await person()
  const { secret } = (await factor('setUpTotp', { current: GOOD }, one.token))['data'] as { secret: string }
  const confirmed = await factor('confirmTotp', { code: codeOf(secret) }, one.token)
  return { ...one, secret, recovery: (confirmed['data'] as { recovery_codes: string[] }).recovery_codes }
}

const challengeOf = async ({ login }: { login: string }): Promise<string> =>
  because(await auth('Login', { login, password: GOOD })).challenge

describe('an authenticator app', () => {
  it('is set up with the password and one code, and then asked for after the password', async () => {
    const one = await person()
    expect(await factor('setUpTotp', {}, one.token)).toMatchObject({ code: 'current_password_required' })
    expect(await factor('setUpTotp', { current: 'wrong' }, one.token)).toMatchObject({ code: 'wrong_password' })
    const { secret, uri } = (await factor('setUpTotp', { current: GOOD }, one.token))['data'] as { secret: string; uri: string }
    expect(uri).toBe(
      `otpauth://totp/Tiffin:${encodeURIComponent(one.login)}?issuer=Tiffin&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    // Not on before it is confirmed.
    expect(await auth('Login', { login: one.login, password: GOOD })).toMatchObject({ status: 'OK' })
    expect(await factor('confirmTotp', { code: '000000' }, one.token)).toMatchObject({ code: 'code_wrong' })
    const confirmed = await factor('confirmTotp', { code: codeOf(secret) }, one.token)
    expect(new Set((confirmed['data'] as { recovery_codes: string[] }).recovery_codes).size).toBe(10)

    const refused = await auth('Login', { login: one.login, password: GOOD })
    expect(refused).toMatchObject({ status: 'FAIL', code: 'second_factor', because: { kinds: ['totp'] } })
    expect(JSON.stringify(refused)).not.toContain('"token"')
    const { challenge } = because(refused)
    expect(await auth('SecondFactor', { challenge, code: '000000' })).toMatchObject({ code: 'code_wrong' })
    const answer = await auth('SecondFactor', { challenge, code: codeOf(secret) })
    expect(answer).toMatchObject({ auth: { status: 'OK', user: { login: one.login } } })
    expect(await auth('checkAuth', {}, userOf(answer).token)).toMatchObject({ status: 'OK' })
  })

  it('accepts codes of the step before and after, with spaces and in other digits', async () => {
    const one = await personWithApp()
    const at = (seconds: number) => codeOfApp(one.secret, now + seconds * 1000)
    const attempt = async (code: string) => (await auth('SecondFactor', { challenge: await challengeOf(one), code }))['status']
    later(120)
    expect(await attempt(at(-60))).toBe('FAIL')
    expect(await attempt(at(-30))).toBe('OK')
    const code = at(30)
    expect(await attempt(`${code.slice(0, 3)} ${code.slice(3)}`)).toBe('OK')
    later(120)
    expect(await attempt(at(0).replaceAll(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit))))).toBe('OK')
  })

  it('is confirmed with a code in other digits and with spaces', async () => {
    const one = await person()
    const { secret } = (await factor('setUpTotp', { current: GOOD }, one.token))['data'] as { secret: string }
    const typed = codeOf(secret).replaceAll(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)))
    const code = `\u2067${typed.slice(0, 3)} ${typed.slice(3)}\u2069`
    expect(await factor('confirmTotp', { code }, one.token)).toMatchObject({ status: 'OK' })
  })

  it('refuses a code that was used, also at the same time, and an older one', async () => {
    const one = await personWithApp()
    const old = codeOf(one.secret)
    const code = codeOf(one.secret)
    const challenges = [await challengeOf(one), await challengeOf(one), await challengeOf(one)]
    const answers = await Promise.all(challenges.map((challenge) => auth('SecondFactor', { challenge, code })))
    expect(answers.filter(({ status }) => status === 'OK')).toHaveLength(1)
    await server.database.asOwner('truncate sign_in_attempt')
    expect(await auth('SecondFactor', { challenge: await challengeOf(one), code: old })).toMatchObject({ code: 'code_wrong' })
  })

  it('a code guessed a thousand times gets nobody in', async () => {
    const one = await personWithApp()
    const code = codeOf(one.secret)
    const guessed = Array.from({ length: 1000 }, (_, n) => String(n).padStart(6, '0')).filter((guess) => guess !== code)
    let challenge = await challengeOf(one)
    const answers = new Set<string>()
    for (const guess of guessed) {
      const { code: refusal = 'OK' } = await auth('SecondFactor', { challenge, code: guess })
      answers.add(refusal)
      if (refusal === 'sign_in_expired') challenge = await challengeOf(one)
    }
    expect([...answers].toSorted()).toEqual(['code_wrong', 'rate_limited', 'sign_in_expired'])
    // Even the right one has to wait now.
    expect(await auth('SecondFactor', { challenge: await challengeOf(one), code })).toMatchObject({ code: 'rate_limited' })
    const [tried] = await server.database.asOwner<{ failures: number }>('select failures from sign_in_attempt where login = $1', [
      `factor ${one.admin} `,
    ])
    expect(tried?.failures).toBeLessThan(10)
  })

  it('a sign-in waits for five guesses and ten minutes, ends with its first use, and is stored hashed', async () => {
    const one = await personWithApp()
    const five = await challengeOf(one)
    for (let n = 0; n < 5; n += 1) {
      await server.database.asOwner('truncate sign_in_attempt')
      expect(await auth('SecondFactor', { challenge: five, code: '000000' })).toMatchObject({ code: 'code_wrong' })
    }
    await server.database.asOwner('truncate sign_in_attempt')
    const expired = { code: 'sign_in_expired' }
    expect(await auth('SecondFactor', { challenge: five, code: codeOf(one.secret) })).toMatchObject(expired)
    const late = await challengeOf(one)
    expect(JSON.stringify(await server.database.asOwner('select * from second_step'))).not.toContain(late)
    later(601)
    expect(await auth('SecondFactor', { challenge: late, code: codeOf(one.secret) })).toMatchObject(expired)
    const used = await challengeOf(one)
    expect(await auth('SecondFactor', { challenge: used, code: codeOf(one.secret) })).toMatchObject({ status: 'OK' })
    expect(await auth('SecondFactor', { challenge: used, code: codeOf(one.secret) })).toMatchObject(expired)
    for (const challenge of ['', 'x', 'a'.repeat(43)])
      expect(await auth('SecondFactor', { challenge, code: codeOf(one.secret) })).toMatchObject(expired)
  })

  it('the secret is encrypted in the database, and bound to its person', async () => {
    const one = await personWithApp()
    const other = await personWithApp()
    const rows = await server.database.asOwner<{ secret: Buffer }>('select secret from totp_secret where admin = $1', [one.admin])
    expect(rows[0]?.secret.toString('latin1')).not.toContain(one.secret)
    await server.database.asOwner(
      'update totp_secret set secret = (select secret from totp_secret where admin = $1) where admin = $2',
      [one.admin, other.admin],
    )
    const stolen = await auth('SecondFactor', { challenge: await challengeOf(other), code: codeOf(one.secret) })
    expect(stolen['status']).toBe('FAIL')
  })

  it('a server with another secret key says which setting to restore, and still takes recovery codes', async () => {
    const one = await personWithApp()
    const other = await server.another({ TIFFIN_SECRET_KEY: 'another key of 32 characters or more' })
    const finish = (code: string | undefined, challenge: string) =>
      callAt(other.url, 'Auth', 'SecondFactor', { challenge, code }, {})
    expect(await finish(codeOf(one.secret), await challengeOf(one))).toMatchObject({
      code: 'service_not_configured',
      error: expect.stringContaining('TIFFIN_SECRET_KEY') as string,
    })
    expect(await finish(one.recovery[0], await challengeOf(one))).toMatchObject({ status: 'OK' })
  })
})

describe('recovery codes', () => {
  it('work once each, and the person is told', async () => {
    const one = await personWithApp()
    const [code = '', second = ''] = one.recovery
    expect(JSON.stringify(await server.database.asOwner('select * from recovery_code'))).not.toContain(code)
    const attempt = async (typed: string) => auth('SecondFactor', { challenge: await challengeOf(one), code: typed })
    const mail = await nextMessage(server, one.login, async () => expect(await attempt(code)).toMatchObject({ status: 'OK' }))
    expect(mail.text).toContain('A recovery code was used.')
    expect(await attempt(code)).toMatchObject({ code: 'code_wrong' })
    const challenges = [await challengeOf(one), await challengeOf(one), await challengeOf(one)]
    const atOnce = await Promise.all(challenges.map((challenge) => auth('SecondFactor', { challenge, code: one.recovery[2] })))
    expect(atOnce.filter(({ status }) => status === 'OK')).toHaveLength(1)
    const token = userOf(await attempt(` ${second.toUpperCase().replaceAll('-', ' ')} `)).token
    expect(await factor('list', {}, token)).toMatchObject({ data: { recovery_codes: 7 } })
  })

  it('of another person do not work, and new ones replace the old', async () => {
    const one = await personWithApp()
    const other = await personWithApp()
    const foreign = await auth('SecondFactor', { challenge: await challengeOf(one), code: other.recovery[0] })
    expect(foreign).toMatchObject({ code: 'code_wrong' })
    expect(await factor('recoveryCodes', { current: GOOD }, one.token)).toMatchObject({ code: 'code_required' })
    const made = await factor('recoveryCodes', { current: GOOD, code: one.recovery[0] }, one.token)
    const codes = (made['data'] as { recovery_codes: string[] }).recovery_codes
    expect(codes).toHaveLength(10)
    const old = await auth('SecondFactor', { challenge: await challengeOf(one), code: one.recovery[1] })
    expect(old).toMatchObject({ code: 'code_wrong' })
    expect(await auth('SecondFactor', { challenge: await challengeOf(one), code: codes[0] })).toMatchObject({ status: 'OK' })
  })
})

describe('changes', () => {
  const factorOf = async (token: string): Promise<number> =>
    ((await factor('list', {}, token))['data'] as { factors: { second_factor_id: number }[] }).factors[0]?.second_factor_id ?? 0

  it('turning it on ends the sessions that were opened without it', async () => {
    const one = await person()
    const elsewhere = userOf(await auth('Login', { login: one.login, password: GOOD })).token
    const { secret } = (await factor('setUpTotp', { current: GOOD }, one.token))['data'] as { secret: string }
    await factor('confirmTotp', { code: codeOf(secret) }, one.token)
    expect(await auth('checkAuth', {}, elsewhere)).toMatchObject({ code: 'session_required' })
    expect(await auth('checkAuth', {}, one.token)).toMatchObject({ status: 'OK' })
  })

  it('turning it off needs the password and a code', async () => {
    const one = await personWithApp()
    const id = await factorOf(one.token)
    const remove = (data: object) => factor('remove', { second_factor_id: id, ...data }, one.token)
    expect(await remove({ code: one.recovery[0] })).toMatchObject({ code: 'current_password_required' })
    expect(await remove({ current: GOOD })).toMatchObject({ code: 'code_required' })
    expect(await remove({ current: GOOD, code: '000000' })).toMatchObject({ code: 'code_wrong' })
    expect(await auth('Login', { login: one.login, password: GOOD })).toMatchObject({ code: 'second_factor' })
    expect(await remove({ current: GOOD, code: codeOf(one.secret) })).toMatchObject({ status: 'OK' })
    expect(await auth('Login', { login: one.login, password: GOOD })).toMatchObject({ status: 'OK' })
    expect(await factor('list', {}, one.token)).toMatchObject({ data: { factors: [], recovery_codes: 0 } })
  })

  it('nobody removes the factor of another', async () => {
    const one = await personWithApp()
    const other = await personWithApp()
    const data = { second_factor_id: await factorOf(one.token), current: GOOD, code: codeOf(other.secret) }
    expect(await factor('remove', data, other.token)).toMatchObject({ code: 'not_found' })
    const row = { second_factor_id: data.second_factor_id }
    expect(await factor('rename', { ...row, name: 'mine' }, other.token)).toMatchObject({ code: 'not_found' })
    const tables = [{ table: 'second_factor', id: row.second_factor_id }]
    expect(await call('Reference', 'deleteData', { tables }, one.token)).toMatchObject({ status: 'FAIL' })
    const query = { tables: [{ table: 'second_factor', search: [{ key: 'admin', prm: one.admin }], limit: [0, 9] }] }
    expect(JSON.stringify(await call('Reference', 'getData', query, other.token))).not.toContain(`"admin":${one.admin}`)
  })

  it('an open session cannot put another app in place of the first', async () => {
    const one = await personWithApp()
    expect(await factor('setUpTotp', { current: GOOD }, one.token)).toMatchObject({ code: 'factor_exists' })
    expect(await factor('confirmTotp', { code: codeOf(one.secret) }, one.token)).toMatchObject({ code: 'factor_exists' })
  })

  it('the history and a mail tell of each', async () => {
    const one = await personWithApp()
    await factor('remove', { second_factor_id: await factorOf(one.token), current: GOOD, code: codeOf(one.secret) }, one.token)
    const texts = (await messagesTo(server, one.login)).map(({ text }) => text).join('\n')
    expect(texts).toContain('An authenticator app was set up.')
    expect(texts).toContain('The authenticator app was removed.')
    const rows = await server.database.asOwner(
      `select action from audit_row r join change c using (change_id) where r.table_name = 'second_factor' and c.admin = $1 order by change_id`,
      [one.admin],
    )
    expect(rows).toEqual([{ action: 'Create' }, { action: 'Delete' }])
  })
})

describe('every way to sign in', () => {
  it('asks for it: the password, also of a device that is known', async () => {
    const one = await personWithApp()
    const device = 'a-known-device'
    const challenge = because(await auth('Login', { login: one.login, password: GOOD, device })).challenge
    expect(await auth('SecondFactor', { challenge, code: codeOf(one.secret), device, remember: true })).toMatchObject({
      status: 'OK',
    })
    expect(await auth('Login', { login: one.login, password: GOOD, device })).toMatchObject({ code: 'second_factor' })
  })

  it('a password alone does not make a device known', async () => {
    const one = await personWithApp()
    const before = await server.database.asOwner('select from known_device where admin = $1', [one.admin])
    await auth('Login', { login: one.login, password: GOOD, device: 'thief' })
    expect(await server.database.asOwner('select from known_device where admin = $1', [one.admin])).toHaveLength(before.length)
  })

  it('asks for it: a phone code', async () => {
    const one = await personWithApp()
    const phone = `4915100${String(one.admin).padStart(5, '0')}`
    await server.database.asOwner('update admin set phone = $2 where admin_id = $1', [one.admin, phone])
    await server.database.asOwner(`insert into verified_contact (admin, kind, value) values ($1, 'phone', $2)`, [
      one.admin,
      phone,
    ])
    const sms = await nextMessage(server, phone, () => auth('Phone', { phone }))
    expect(await auth('Phone', { phone, code: codeIn(sms.text) })).toMatchObject({ code: 'second_factor' })
  })

  it('asks for it: a repair link, which also ends sign-ins that wait', async () => {
    const one = await personWithApp()
    const waiting = await challengeOf(one)
    const mail = await nextMessage(server, one.login, () => auth('RepairPassword', { login: one.login }))
    const answer = await auth('UseLink', { token: tokenIn(mail.text), password: 'a new long password' })
    expect(answer).toMatchObject({ code: 'second_factor' })
    expect(await auth('SecondFactor', { challenge: waiting, code: codeOf(one.secret) })).toMatchObject({
      code: 'sign_in_expired',
    })
    const { challenge } = because(answer)
    expect(await auth('SecondFactor', { challenge, code: codeOf(one.secret) })).toMatchObject({ status: 'OK' })
  })

  it('is no way in for someone who was blocked meanwhile', async () => {
    const one = await personWithApp()
    const challenge = await challengeOf(one)
    await server.database.asOwner('update admin set admin_status = 2 where admin_id = $1', [one.admin])
    expect(await auth('SecondFactor', { challenge, code: codeOf(one.secret) })).toMatchObject({ code: 'account_blocked' })
  })

  it('a challenge is no session: no call, export, JSON call or socket accepts it', async () => {
    const one = await personWithApp()
    const challenge = await challengeOf(one)
    expect(await auth('checkAuth', {}, challenge)).toMatchObject({ status: 'FAIL' })
    expect(await auth('Sessions', {}, challenge)).toMatchObject({ code: 'session_required' })
    const json = await fetch(`${server.url}/api/Auth/Sessions`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${challenge}` },
    })
    expect(await json.json()).toMatchObject({ code: 'session_required' })
    const live = server.live(challenge)
    expect(await live.next(({ type }) => type !== 'pong')).toMatchObject({ code: 'session_required' })
  })

  it('tells nobody who has a second factor without the password', async () => {
    const one = await personWithApp()
    expect(await auth('Login', { login: one.login, password: 'wrong' })).toMatchObject({ code: 'bad_credentials' })
  })
})

describe('required', () => {
  const require = (flag: 0 | 1) =>
    server.database.asOwner('update company set owner_second_factor = $1 where company_id = $2', [flag, server.world.a])
  const isRefused = { code: 'factor_required', error: 'Set up two-step sign-in to continue' }
  const isRefusedToken = {
    code: 'token_factor_required',
    error: 'The owner of this access token must set up two-step sign-in first',
  }
  const tables = { tables: [{ table: 'company', limit: [0, 1] }] }
  const newToken = async (by: string): Promise<string> => {
    const made = await call('Token', 'create', { name: 'x', scopes: ['read'], days: 365, current: PASSWORD }, by)
    return (made['data'] as { token: string }).token
  }
  const everything = [
    ['Auth', 'Sessions', {}],
    ['Auth', 'Update', { operator: { name: 'X' } }],
    ['Auth', 'Password', { password: 'x', current: PASSWORD }],
    ['Reference', 'getData', { tables: [{ table: 'order', limit: [0, 1] }] }],
    ['Reference', 'saveData', { tables: [] }],
    ['Token', 'create', { name: 'x', scopes: ['read'], days: 1, current: PASSWORD }],
    ['Factor', 'recoveryCodes', { current: PASSWORD, code: '1' }],
    ['Factor', 'reset', { admin_id: 1, reason: 'because' }],
  ] as const

  it('of owners by their company: until it is set up, the server refuses other calls and sockets, for any company', async () => {
    const before = await server.signIn('owner')
    const operator = await server.signIn('operator')
    const open = server.live(before)
    await open.next(({ type }) => type === 'welcome')
    await require(1)
    try {
      // Longer than sessions are cached.
      later(2)
      const { token, factor_required } = userOf(await auth('Login', { login: 'owner', password: PASSWORD }))
      expect(factor_required).toBe(true)
      for (const session of [before, token])
        for (const [api, method, data] of everything)
          for (const company of [undefined, server.world.a, 0])
            expect(await call(api, method, data, session, company), `${api}.${method}`).toMatchObject(isRefused)
      const json = await fetch(`${server.url}/api/Auth/Sessions`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      })
      expect(await json.json()).toMatchObject(isRefused)
      expect(await open.next(({ type }) => type === 'signed_out')).toMatchObject({ code: 'factor_required' })
      expect(await server.live(token).next(({ type }) => type !== 'pong')).toMatchObject({ code: 'factor_required' })
      expect(await auth('checkAuth', {}, token)).toMatchObject({ auth: { user: { factor_required: true, settings: {} } } })
      expect(await auth('checkAuth', {}, operator)).not.toMatchObject({ auth: { user: { factor_required: true } } })
      expect(await auth('Sessions', {}, operator)).toMatchObject({ status: 'OK' })

      const { secret } = (await factor('setUpTotp', { current: PASSWORD }, token))['data'] as { secret: string }
      const confirmed = await factor('confirmTotp', { code: codeOf(secret) }, token)
      expect(userOf(confirmed).factor_required).toBeUndefined()
      expect(await auth('Sessions', {}, token)).toMatchObject({ status: 'OK' })
      expect(await factor('list', {}, token)).toMatchObject({ data: { required: true } })
    } finally {
      await require(0)
      await server.database.asOwner('delete from second_factor')
    }
  })

  it('of platform administrators by the installation, also of their access tokens', async () => {
    const strict = await server.another({ TIFFIN_ADMIN_SECOND_FACTOR: '1' })
    const token = await server.signIn('platform')
    const secret = await newToken(token)
    const at = (by: string) => callAt(strict.url, 'Reference', 'getData', tables, { token: by, company: server.world.a })
    expect(await at(token)).toMatchObject(isRefused)
    expect(await at(secret)).toMatchObject(isRefusedToken)
    expect(await call('Reference', 'getData', tables, secret)).toMatchObject({ status: 'OK' })
    const owner = await server.signIn('owner')
    expect(await at(owner)).toMatchObject({ status: 'OK' })
    const answer = await callAt(strict.url, 'Auth', 'Login', { login: 'platform', password: PASSWORD })
    expect(userOf(answer).factor_required).toBe(true)
  })

  it('of the owners of access tokens: they and their sockets are refused until it is set up, then go on', async () => {
    const [own, operator] = [await server.signIn('owner'), await newToken(await server.signIn('operator'))]
    const secret = await newToken(own)
    const read = (by: string) => call('Reference', 'getData', tables, by, server.world.a)
    const open = server.live(secret)
    await open.next(({ type }) => type === 'welcome')
    await require(1)
    try {
      later(2)
      expect(await read(secret)).toMatchObject(isRefusedToken)
      expect(await read(operator)).toMatchObject({ status: 'OK' })
      expect(await open.next(({ type }) => type === 'signed_out')).toMatchObject({ code: 'token_factor_required' })
      expect(await server.live(secret).next(({ type }) => type !== 'pong')).toMatchObject({ code: 'token_factor_required' })
      const setUp = await factor('setUpTotp', { current: PASSWORD }, own)
      await factor('confirmTotp', { code: codeOf((setUp['data'] as { secret: string }).secret) }, own)
      for (const token of [secret, await newToken(own)]) expect(await read(token)).toMatchObject({ status: 'OK' })
    } finally {
      await require(0)
      await server.database.asOwner('delete from second_factor')
    }
  })

  it('a locked session unlocks into it', async () => {
    const token = await server.signIn('owner')
    await auth('Pin', { action: 'create', pin: '4711', current: PASSWORD }, token)
    await auth('Pin', { action: 'lock' }, token)
    await require(1)
    try {
      expect(await auth('Sessions', {}, token)).toMatchObject({ code: 'session_locked' })
      const unlocked = await auth('Pin', { action: 'unlock', pin: '4711' }, token)
      expect(userOf(unlocked).factor_required).toBe(true)
      expect(await auth('Sessions', {}, token)).toMatchObject(isRefused)
    } finally {
      await require(0)
    }
  })
})

describe('a reset', () => {
  const reset = (admin_id: number, token: string, company?: number, reason = 'Lost the phone') =>
    call('Factor', 'reset', { admin_id, reason }, token, company)

  it('by a platform administrator removes all, ends the sessions, is told by mail and stays in the history with its reason', async () => {
    const one = await personWithApp()
    const platform = await server.signIn('platform')
    expect(await reset(one.admin, platform, 0, ' ')).toMatchObject({ code: 'invalid_value' })
    const mail = await nextMessage(server, one.login, async () =>
      expect(await reset(one.admin, platform, 0)).toMatchObject({ status: 'OK' }),
    )
    expect(mail.text).toContain('An administrator has turned off two-step sign-in')
    expect(await auth('checkAuth', {}, one.token)).toMatchObject({ code: 'session_required' })
    expect(await auth('Login', { login: one.login, password: GOOD })).toMatchObject({ status: 'OK' })
    expect(await reset(one.admin, platform, 0)).toMatchObject({ code: 'factor_missing' })
    const search = [{ key: 'table', prm: 'second_factor' }]
    const order = [{ field: 'audit_id', dir: 'desc' }]
    const query = { tables: [{ table: 'audit', search, order, limit: [0, 3] }] }
    const answer = await call('Reference', 'getData', query, platform, 0)
    expect(JSON.stringify(answer['data'])).toContain('Lost the phone')
    expect(answer).toMatchObject({ data: { audit: { data: [{ user_login: 'platform' }, { user_login: 'platform' }, {}] } } })
  })

  it('ends the ways in of a lost phone: its codes and the PIN', async () => {
    const one = await personWithApp()
    const phone = `4915200${String(one.admin).padStart(5, '0')}`
    const sql = (text: string, values: unknown[]) => server.database.asOwner(text, values)
    await sql('update admin set phone = $2 where admin_id = $1', [one.admin, phone])
    await sql(`insert into verified_contact (admin, kind, value) values ($1, 'phone', $2)`, [one.admin, phone])
    await auth('Pin', { action: 'create', pin: '493817', current: GOOD }, one.token)
    const sms = await nextMessage(server, phone, () => auth('Phone', { phone }))
    expect(await reset(one.admin, await server.signIn('platform'), 0)).toMatchObject({ status: 'OK' })
    expect(await auth('Phone', { phone, code: codeIn(sms.text) })).toMatchObject({ code: 'code_wrong' })
    expect(await sql('select from verified_contact where admin = $1', [one.admin])).toHaveLength(1)
    expect(await sql('select from admin_pin where admin = $1', [one.admin])).toEqual([])
  })

  it('by an owner is for the staff of their own company only, and never for oneself', async () => {
    const one = await personWithApp()
    const owner = await server.signIn('owner')
    const { a, b, ownerA } = { ...server.world, ownerA: userOf(await auth('checkAuth', {}, owner)).admin_id }
    expect(await reset(one.admin, owner, a)).toMatchObject({ code: 'not_found' })
    expect(await reset(ownerA, owner, a)).toMatchObject({ code: 'forbidden' })
    const join = (company: number) =>
      server.database.asOwner('insert into membership (company, admin, company_role) values ($1, $2, 2)', [company, one.admin])
    await join(a)
    const operator = await server.signIn('operator')
    expect(await reset(one.admin, operator, a)).toMatchObject({ code: 'forbidden' })
    expect(await reset(one.admin, one.token, a)).toMatchObject({ code: 'forbidden' })
    await join(b)
    expect(await reset(one.admin, owner, a)).toMatchObject({ code: 'forbidden' })
    await server.database.asOwner('delete from membership where company = $1 and admin = $2', [b, one.admin])
    expect(await reset(one.admin, owner, a)).toMatchObject({ status: 'OK' })
  })
})

it('a deleted person leaves no factor behind', async () => {
  const one = await personWithApp()
  const platform = await server.signIn('platform')
  const tables = [{ table: 'admin', id: one.admin }]
  expect(await call('Reference', 'deleteData', { tables }, platform, 0)).toMatchObject({ status: 'OK' })
  expect(await server.database.asOwner('select from second_factor where admin = $1', [one.admin])).toEqual([])
})
