import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '#server/test/test-server'

let server: TestServer
const tokens: Record<string, string> = {}
beforeAll(async () => {
  server = await startTestServer()
  for (const login of ['owner', 'operator']) tokens[login] = await server.signIn(login)
})
afterAll(() => server.stop())
beforeEach(() => server.database.asOwner('truncate sign_in_attempt, sign_in_code'))

const auth = (method: string, data: object, token?: string) => server.call('Auth', method, data, { token })

interface Started {
  secret: string
  code: string
  page: string
}
const start = async (name = 'build-7') => (await auth('SignInCode', { name }))['data'] as Started
const poll = ({ secret }: Started) => auth('SignInCode', { secret })
const answer = ({ code }: Started, approve = true, token = tokens['operator']) => auth('AnswerSignIn', { code, approve }, token)
const expired = { data: { status: 'OK', state: 'expired' } }

describe('sign-in by a code in the console', () => {
  it('shows the machine and its network, and signs in as the user who approves, once', async () => {
    const started = await start()
    expect(started).toMatchObject({ code: expect.stringMatching(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/) as string, expires_in: 600 })
    expect(started.page).toBe(`http://localhost:${server.port}/approve?code=${started.code}`)
    expect(await poll(started)).toMatchObject({ data: { state: 'waiting' } })
    expect(await auth('PendingSignIn', { code: started.code.toLowerCase() }, tokens['operator'])).toMatchObject({
      data: { status: 'OK', code: started.code, name: 'build-7', network: '127.0.0.1' },
    })
    expect(await answer(started)).toMatchObject({ data: { status: 'OK' } })
    expect(await answer(started, true, tokens['owner'])).toMatchObject({ code: 'pairing_code_unknown' })
    const entered = await poll(started)
    expect(entered).toMatchObject({ data: { state: 'approved' }, auth: { status: 'OK', user: { login: 'operator' } } })
    const { token } = (entered['auth'] as { user: { token: string } }).user
    expect(await auth('checkAuth', {}, token)).toMatchObject({ auth: { user: { login: 'operator' } } })
    expect(await poll(started)).toMatchObject(expired)
  })

  it('of two polls at the same time, one gets the session', async () => {
    const started = await start()
    await answer(started)
    const states = (await Promise.all([poll(started), poll(started)])).map(({ data }) => (data as { state: string }).state)
    expect(states.toSorted()).toEqual(['approved', 'expired'])
  })

  it('keeps neither secret readable', async () => {
    const { secret } = await start()
    expect(JSON.stringify(await server.database.asOwner('select * from sign_in_code'))).not.toContain(secret)
  })

  it('is approved in a browser with the current password only, so that a script in the page gets no lasting access', async () => {
    const started = await start()
    const options = await server.signInBrowser('operator')
    const approve = (current?: string) =>
      server.call('Auth', 'AnswerSignIn', { code: started.code, approve: true, current }, options)
    expect(await approve()).toMatchObject({ code: 'current_password_required', field: 'current' })
    expect(await approve('wrong')).toMatchObject({ code: 'wrong_password' })
    expect(await poll(started)).toMatchObject({ data: { state: 'waiting' } })
    expect(await approve(PASSWORD)).toMatchObject({ data: { status: 'OK' } })
    expect(await poll(started)).toMatchObject({ data: { state: 'approved' } })
  })

  it('no longer works after it was rejected, or after ten minutes, even if approved', async () => {
    const [rejected, late, unused] = [await start(), await start(), await start()]
    await answer(rejected, false)
    expect(await poll(rejected)).toMatchObject(expired)
    expect(await answer(rejected)).toMatchObject({ code: 'pairing_code_unknown' })
    await answer(unused)
    await server.database.asOwner('update sign_in_code set expires = now()')
    expect(await answer(late)).toMatchObject({ code: 'pairing_code_unknown' })
    for (const one of [late, unused]) expect(await poll(one)).toMatchObject(expired)
  })

  it('ends with the sessions of the user, and for a blocked one', async () => {
    const [ended, blocked] = [await start(), await start()]
    const token = await server.signIn('operator')
    await answer(ended, true, token)
    const change = { password: 'Another-pass-9', current: PASSWORD }
    expect(await auth('Password', change, token)).toMatchObject({ auth: { status: 'OK' } })
    expect(await poll(ended)).toMatchObject(expired)
    tokens['operator'] = (
      (await auth('Login', { login: 'operator', password: change.password }))['auth'] as { user: { token: string } }
    ).user.token
    await answer(blocked)
    await server.database.asOwner(`update admin set admin_status = 0 where login = 'operator'`)
    expect(await poll(blocked)).toMatchObject({ code: 'account_blocked' })
    await server.database.asOwner(`update admin set admin_status = 1 where login = 'operator'`)
    tokens['operator'] = (
      (await auth('Login', { login: 'operator', password: change.password }))['auth'] as { user: { token: string } }
    ).user.token
  })

  it('can’t be approved without the required factor, with an access token, by a locked session, or without a session', async () => {
    const started = await start()
    const made = await server.call(
      'Token',
      'create',
      { name: 'x', scopes: ['read', 'write'], days: 1, current: PASSWORD },
      { token: tokens['owner'], company: server.world.a },
    )
    const { token } = made['data'] as { token: string }
    expect(await answer(started, true, token)).toMatchObject({ code: 'token_not_allowed' })
    expect(await auth('AnswerSignIn', { code: started.code, approve: true })).toMatchObject({ code: 'session_required' })
    await server.database.asOwner('update company set owner_second_factor = 1 where company_id = $1', [server.world.a])
    expect(await answer(started, true, tokens['owner'])).toMatchObject({ code: 'factor_required' })
    await server.database.asOwner('update company set owner_second_factor = 0')
    await server.database.asOwner('update session set locked = now() where admin = $1', [server.world.ownerA])
    expect(await answer(started, true, tokens['owner'])).toMatchObject({ code: 'session_locked' })
    await server.database.asOwner('update session set locked = null')
    expect(await poll(started)).toMatchObject({ data: { state: 'waiting' } })
  })

  it('slows down guesses, and limits the codes of a network', async () => {
    for (let n = 0; n < 20; n += 1) await start()
    expect(await auth('SignInCode', {})).toMatchObject({ code: 'rate_limited' })
    const codes: unknown[] = []
    for (let n = 0; n < 12; n += 1)
      codes.push((await auth('AnswerSignIn', { code: 'AAAA-AAAA', approve: true }, tokens['owner'])).code)
    expect(codes.at(0)).toBe('pairing_code_unknown')
    expect(codes.at(-1)).toBe('rate_limited')
  })
})
