import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakePasskey } from '#server/test/fake-passkey'
import { codeOfApp } from '#server/test/authenticator'
import { nextMessage, tokenIn } from '#server/test/sent-messages'
import { PASSWORD, startTestServer, type TestServer } from '#server/test/test-server'

let server: TestServer
let now = Date.parse('2026-03-01T12:00:00Z')
const site = { origin: 'http://localhost:5555', domain: 'localhost' }
beforeAll(async () => {
  server = await startTestServer({ TIFFIN_PUBLIC_URL: site.origin }, { now: () => new Date(now) })
})
afterAll(() => server.stop())
beforeEach(() => server.database.asOwner('truncate rate_limit, sign_in_attempt, second_factor cascade'))

const auth = (method: string, data: object) => server.call('Auth', method, data)
const factor = (method: string, data: object, token: string) => server.call('Factor', method, data, { token })
const optionsOf = (answer: Record<string, unknown>) => (answer['data'] as { options: { challenge: string } }).options
const wrong = { code: 'passkey_wrong' }

/** Adds a passkey to a user. */
async function addPasskey(login = 'owner', claims: object = {}) {
  const token = await server.signIn(login)
  const passkey = createFakePasskey()
  const options = optionsOf(await factor('beginPasskey', { current: PASSWORD }, token))
  const answer = await factor('addPasskey', { name: 'Laptop', passkey: passkey.create(options, { ...site, ...claims }) }, token)
  return { passkey, token, answer }
}
const question = async (data: object = {}) => optionsOf(await auth('PasskeyOptions', data))
const challengeOf = async (login: string): Promise<string> =>
  ((await auth('Login', { login, password: PASSWORD }))['because'] as { challenge: string }).challenge

describe('adding', () => {
  it('needs the password, and comes with recovery codes and a mail', async () => {
    const token = await server.signIn('owner')
    expect(await factor('beginPasskey', {}, token)).toMatchObject({ code: 'current_password_required' })
    await server.database.asOwner(`update admin set email = 'olga@example.com' where login = 'owner'`)
    const mail = await nextMessage(server, 'olga@example.com', async () => {
      const { answer } = await addPasskey()
      expect((answer['data'] as { recovery_codes: string[] }).recovery_codes).toHaveLength(10)
    })
    expect(mail.text).toContain('A passkey was added.')
  })

  it.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another domain', { domain: 'evil.example' }],
    ['of another type', { type: 'webauthn.get' }],
  ])('refuses a response %s', async (_what, claims) => {
    expect((await addPasskey('owner', claims)).answer).toMatchObject(wrong)
  })

  it('refuses the question of another person, a used or late one, and nonsense', async () => {
    const token = await server.signIn('owner')
    const passkey = createFakePasskey()
    const add = (options: { challenge: string }) =>
      factor('addPasskey', { name: 'x', passkey: passkey.create(options, site) }, token)
    const other = await server.signIn('owner-b')
    expect(await add(optionsOf(await factor('beginPasskey', { current: PASSWORD }, other)))).toMatchObject(wrong)
    expect(await add(await question())).toMatchObject(wrong)
    expect(await add({ challenge: 'AAAA' })).toMatchObject(wrong)
    const late = optionsOf(await factor('beginPasskey', { current: PASSWORD }, token))
    now += 301_000
    expect(await add(late)).toMatchObject(wrong)
    const options = optionsOf(await factor('beginPasskey', { current: PASSWORD }, token))
    expect(await add(options)).toMatchObject({ status: 'OK' })
    expect(await add(options)).toMatchObject(wrong)
    for (const nonsense of [
      {},
      { id: 1 },
      { id: 'x', response: null },
      { id: 'x', rawId: 'x', type: 'public-key', response: {} },
    ])
      expect(await factor('addPasskey', { name: 'x', passkey: nonsense }, token)).toMatchObject(wrong)
  })
})

describe('signing in', () => {
  it('with a passkey alone needs nothing else, and each answer works once', async () => {
    const { passkey } = await addPasskey()
    const answer = passkey.get(await question(), site)
    expect(await auth('Passkey', { passkey: answer })).toMatchObject({ auth: { status: 'OK', user: { login: 'owner' } } })
    expect(await auth('Passkey', { passkey: answer })).toMatchObject(wrong)
    expect(await auth('Login', { login: 'owner', password: PASSWORD })).toMatchObject({
      code: 'second_factor',
      because: { kinds: ['passkey'] },
    })
  })

  it.each([
    ['did not verify the user', { userVerified: false }],
    ['is of another origin', { origin: 'https://evil.example' }],
    ['is of another domain', { domain: 'evil.example' }],
    ['is of another type', { type: 'webauthn.create' }],
  ])('refuses an answer that %s', async (_what, claims) => {
    const { passkey } = await addPasskey()
    expect(await auth('Passkey', { passkey: passkey.get(await question(), { ...site, ...claims }) })).toMatchObject(wrong)
  })

  it('refuses an unknown passkey, and another key with a known id', async () => {
    const { passkey } = await addPasskey()
    const stranger = createFakePasskey()
    expect(await auth('Passkey', { passkey: stranger.get(await question(), site) })).toMatchObject(wrong)
    const known = passkey.get(await question(), site)
    const forged = { ...stranger.get(await question(), site), id: known.id, rawId: known.rawId }
    expect(await auth('Passkey', { passkey: forged })).toMatchObject(wrong)
  })

  it('refuses a counter that goes back, which a copy would have; synced passkeys stay at 0', async () => {
    const { passkey } = await addPasskey()
    const attempt = async (counter: number) =>
      (await auth('Passkey', { passkey: passkey.get(await question(), { ...site, counter }) }))['status']
    expect(await attempt(0)).toBe('OK')
    expect(await attempt(5)).toBe('OK')
    expect([await attempt(5), await attempt(4), await attempt(0)]).toEqual(['FAIL', 'FAIL', 'FAIL'])
    expect(await attempt(6)).toBe('OK')
  })

  it('as the second step takes one of the person, also without verification; not the answer of another question', async () => {
    const { passkey } = await addPasskey()
    const challenge = await challengeOf('owner')
    const alone = await question()
    expect(await auth('SecondFactor', { challenge, passkey: passkey.get(alone, site) })).toMatchObject(wrong)
    const step = await question({ challenge })
    // It did not verify its user, so it must not count as a full sign-in.
    expect(await auth('Passkey', { passkey: passkey.get(step, site) })).toMatchObject(wrong)
    const other = await addPasskey('owner-b')
    const again = await question({ challenge })
    expect(await auth('SecondFactor', { challenge, passkey: other.passkey.get(again, site) })).toMatchObject(wrong)
    const right = passkey.get(await question({ challenge }), { ...site, userVerified: false })
    expect(await auth('SecondFactor', { challenge, passkey: right })).toMatchObject({ auth: { user: { login: 'owner' } } })
  })

  it('is refused after the passkey was removed, and for a blocked person', async () => {
    const { passkey, token, answer } = await addPasskey()
    await server.database.asOwner(`update admin set admin_status = 0 where login = 'owner'`)
    expect(await auth('Passkey', { passkey: passkey.get(await question(), site) })).toMatchObject({ code: 'account_blocked' })
    await server.database.asOwner(`update admin set admin_status = 1 where login = 'owner'`)
    const [code] = (answer['data'] as { recovery_codes: string[] }).recovery_codes
    const listed = (await factor('list', {}, token))['data'] as { factors: { second_factor_id: number }[] }
    const removal = { second_factor_id: listed.factors[0]?.second_factor_id, current: PASSWORD, code }
    expect(await factor('remove', removal, token)).toMatchObject({ status: 'OK' })
    expect(await auth('Passkey', { passkey: passkey.get(await question(), site) })).toMatchObject(wrong)
    expect(await auth('Login', { login: 'owner', password: PASSWORD })).toMatchObject({ status: 'OK' })
  })
})

describe('a person with passkeys alone', () => {
  const confirmation = async (token: string) => optionsOf(await factor('passkeyOptions', {}, token))

  it('whose recovery codes are used up gets new ones with the password and a passkey, and removes factors so', async () => {
    const { passkey, token } = await addPasskey()
    const because = async () => (await auth('Login', { login: 'owner', password: PASSWORD }))['because']
    expect(await because()).toMatchObject({ kinds: ['passkey'], has_recovery_codes: true })
    await server.database.asOwner('update recovery_code set used = now()')
    expect(await because()).toMatchObject({ kinds: ['passkey'], has_recovery_codes: false })
    const renew = async (data: object) => factor('recoveryCodes', { current: PASSWORD, ...data }, token)
    expect(await renew({})).toMatchObject({ code: 'code_required' })
    expect(await renew({ current: 'wrong', passkey: passkey.get(await confirmation(token), site) })).toMatchObject({
      code: 'wrong_password',
    })
    const answer = passkey.get(await confirmation(token), site)
    const renewed = await renew({ passkey: answer })
    expect((renewed['data'] as { recovery_codes: string[] }).recovery_codes).toHaveLength(10)
    expect(await because()).toMatchObject({ has_recovery_codes: true })
    expect(await renew({ passkey: answer })).toMatchObject(wrong)

    const listed = (await factor('list', {}, token))['data'] as { factors: { second_factor_id: number }[] }
    const removal = { second_factor_id: listed.factors[0]?.second_factor_id, current: PASSWORD }
    expect(await factor('remove', removal, token)).toMatchObject({ code: 'code_required' })
    const proof = passkey.get(await confirmation(token), site)
    expect(await factor('remove', { ...removal, passkey: proof }, token)).toMatchObject({ status: 'OK' })
  })

  it('confirms with their own passkey, asked for this alone', async () => {
    const { passkey, token } = await addPasskey()
    const other = await addPasskey('owner-b')
    const renew = async (answer: object) => factor('recoveryCodes', { current: PASSWORD, passkey: answer }, token)
    expect(await renew(other.passkey.get(await confirmation(token), site))).toMatchObject(wrong)
    expect(await renew(passkey.get(await confirmation(other.token), site))).toMatchObject(wrong)
    expect(await renew(passkey.get(await question(), site))).toMatchObject(wrong)
    expect(await renew(passkey.get(await question({ challenge: await challengeOf('owner') }), site))).toMatchObject(wrong)
    // Nor does such an answer sign in.
    const answer = passkey.get(await confirmation(token), site)
    expect(await auth('Passkey', { passkey: answer })).toMatchObject(wrong)
    const step = passkey.get(await confirmation(token), site)
    expect(await auth('SecondFactor', { challenge: await challengeOf('owner'), passkey: step })).toMatchObject(wrong)
  })
})

describe('of someone who knew the former password', () => {
  const NEW = 'a new long password'
  const signInAlone = async (passkey: ReturnType<typeof createFakePasskey>) =>
    auth('Passkey', { passkey: passkey.get(await question(), site) })
  const newToken = async (token: string): Promise<string> => {
    const data = { name: 'x', scopes: ['read'], days: 9, current: PASSWORD }
    return ((await server.call('Token', 'create', data, { token }))['data'] as { token: string }).token
  }

  it('all end when an administrator sets a new one: passkeys, app, recovery codes, tokens, sessions; a mail says so', async () => {
    const email = 'otto@example.com'
    await server.database.asOwner(`update admin set email = $1 where login = 'operator'`, [email])
    const { passkey, token } = await addPasskey('operator')
    const { secret } = (await factor('setUpTotp', { current: PASSWORD }, token))['data'] as { secret: string }
    expect(await factor('confirmTotp', { code: codeOfApp(secret, now) }, token)).toMatchObject({ status: 'OK' })
    const program = await newToken(token)
    expect(await signInAlone(passkey)).toMatchObject({ status: 'OK' })
    const tables = [{ table: 'admin', id: server.world.operatorA, row: { password: NEW } }]
    const owner = { token: await server.signIn('owner'), company: server.world.a }
    const mail = await nextMessage(server, email, async () =>
      expect(await server.call('Reference', 'saveData', { tables }, owner)).toMatchObject({ status: 'OK' }),
    )
    expect(mail.text).toContain('This ended your sessions and access tokens, and removed your passkeys, authenticator app')
    expect(await signInAlone(passkey)).toMatchObject(wrong)
    expect(await server.call('Auth', 'checkAuth', {}, { token })).toMatchObject({ code: 'session_required' })
    expect(await server.call('Auth', 'checkAuth', {}, { token: program })).toMatchObject({ code: 'token_revoked' })
    expect(await auth('Login', { login: 'operator', password: NEW })).toMatchObject({ auth: { status: 'OK' } })
    expect(await server.database.asOwner('select from recovery_code where admin = $1', [server.world.operatorA])).toEqual([])
  })

  it('open nothing after a repair until they are shown with the new one, and stay second factors', async () => {
    const email = 'olga-b@example.com'
    const { passkey, token } = await addPasskey('owner-b')
    const program = await newToken(token)
    await server.database.asOwner(`update admin set email = $1 where login = 'owner-b'`, [email])
    await server.database.asOwner(
      `insert into verified_contact (admin, kind, value) select admin_id, 'mail', $1 from admin where login = 'owner-b'`,
      [email],
    )
    const mail = await nextMessage(server, email, () => auth('RepairPassword', { login: 'owner-b' }))
    const repaired = await auth('UseLink', { token: tokenIn(mail.text), password: NEW })
    expect(repaired).toMatchObject({ code: 'second_factor', because: { kinds: ['passkey'] } })
    expect(await signInAlone(passkey)).toMatchObject(wrong)
    for (const ended of [token, program])
      expect(await server.call('Auth', 'checkAuth', {}, { token: ended })).toMatchObject({ status: 'FAIL' })
    const { challenge } = repaired['because'] as { challenge: string }
    const step = passkey.get(await question({ challenge }), site)
    expect(await auth('SecondFactor', { challenge, passkey: step })).toMatchObject({ auth: { user: { login: 'owner-b' } } })
    expect(await signInAlone(passkey)).toMatchObject({ auth: { user: { login: 'owner-b' } } })
  })

  it('stay when their owner changes it with the former one; the answer counts the passkeys', async () => {
    const { passkey, token } = await addPasskey()
    const change = { password: 'Own-password-7', current: PASSWORD }
    expect(await server.call('Auth', 'Password', change, { token })).toMatchObject({ status: 'OK', data: { passkeys: 1 } })
    expect(await signInAlone(passkey)).toMatchObject({ status: 'OK' })
  })
})
