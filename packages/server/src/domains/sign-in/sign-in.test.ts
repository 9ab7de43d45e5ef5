import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { insertRow } from '#server/test/seed'
import { callAt, PASSWORD, startTestServer, type TestServer } from '#server/test/test-server'
import { claimTrial } from '#domains/billing/tariff-trials'
import { codeIn, messagesTo, nextMessage, requestsAnswered, tokenIn } from '#server/test/sent-messages'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(() => server.database.asOwner('truncate rate_limit, sign_in_attempt'))

const GOOD = 'correct horse battery'
const auth = (method: string, data: object, token?: string, company?: number) =>
  server.call('Auth', method, data, { token, ...(company === undefined ? {} : { company }) })
const userOf = (answer: Record<string, unknown>) =>
  (answer['auth'] as { user: { admin_id: number; token: string; company: unknown } }).user
const count = async (table: string): Promise<number> =>
  Number((await server.database.asOwner<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n)

let strangers = 0
/** Registers a new address and returns it with the token of its link. */
async function register(lang = 'en') {
  strangers += 1
  const email = `stranger${strangers}@example.com`
  const mail = await nextMessage(server, email, () => auth('Registration', { email, name: 'Ida', lang }))
  return { email, mail, token: tokenIn(mail.text) }
}
/** A person who has registered. */
async function person() {
  const { email, token } = await register()
  const user = userOf(await auth('UseLink', { token, password: GOOD }))
  return { email, admin: user.admin_id, token: user.token }
}

async function join(email: string) {
  const mail = await nextMessage(server, email.toLowerCase(), () => auth('Registration', { email, name: 'Ida' }))
  const user = userOf(await auth('UseLink', { token: tokenIn(mail.text), password: GOOD }))
  return user as typeof user & { trials?: number[] }
}

describe('registration', () => {
  it('NAV-03: makes no account before the link is used; then the password signs in', async () => {
    const before = await count('admin')
    const { email, token, mail } = await register()
    expect(mail.text).toContain(`http://localhost:${server.port}/auth#`)
    expect(await count('admin')).toBe(before)
    expect((await auth('Link', { token }))['data']).toEqual({ kind: 'registration', email, name: 'Ida', has_account: false })
    const answer = await auth('UseLink', { token, password: GOOD })
    expect(answer).toMatchObject({ auth: { status: 'OK', user: { login: email, email, name: 'Ida', role: 2, company: null } } })
    expect(await auth('Login', { login: email.toUpperCase(), password: GOOD })).toMatchObject({ auth: { status: 'OK' } })
  })

  it.each([
    ['en', 'Confirm your email address'],
    ['ru', 'Подтвердите адрес почты'],
    ['ar', 'أكّد عنوان بريدك الإلكتروني'],
    ['de', 'Confirm your email address'],
  ])('writes the mail in %s', async (lang, subject) => {
    expect((await register(lang)).mail.subject).toBe(subject)
  })

  it('never tells whether an address exists: the same answer, and a mail that says so', async () => {
    const { email, admin } = await person()
    const fresh = await auth('Registration', { email: 'fresh@example.com', name: 'X' })
    let known: object = {}
    const mail = await nextMessage(server, email, async () => (known = await auth('Registration', { email, name: 'X' })))
    const shape = (answer: object) => ({ ...answer, headers: null, server_time: 0 })
    expect(shape(known)).toEqual(shape(fresh))
    expect(mail.subject).toBe('You already have an account')
    expect(userOf(await auth('UseLink', { token: tokenIn(mail.text), password: 'another long one' })).admin_id).toBe(admin)
  })

  it('says nothing of what a stranger typed, so nobody can advertise in our name', async () => {
    const mail = await nextMessage(server, 'ad@example.com', () =>
      auth('Registration', { email: 'ad@example.com', name: 'Buy at https://evil.example' }),
    )
    expect(mail.text).not.toContain('evil')
  })

  it.each([
    ['short', '7 chars', 'Use at least %1 characters'],
    ['common', 'Password1', 'This password is too common. Choose another one.'],
    ['of one character', 'zzzzzzzzzzzz', 'This password is too common. Choose another one.'],
  ])('refuses a password that is %s, and the link stays valid', async (_what, password, error) => {
    const { token } = await register()
    expect(await auth('UseLink', { token, password })).toMatchObject({ code: 'weak_password', error })
    expect(await auth('UseLink', { token, password: GOOD })).toMatchObject({ status: 'OK' })
  })

  it('refuses the own address as the password, and accepts eight characters of one kind', async () => {
    const { token, email } = await register()
    expect(await auth('UseLink', { token, password: email })).toMatchObject({ code: 'weak_password' })
    expect(await auth('UseLink', { token, password: 'qmvxjzkw' })).toMatchObject({ status: 'OK' })
  })

  it('limits requests for one address and from one network', async () => {
    const request = (email: string) => auth('Registration', { email, name: 'X' })
    for (let n = 0; n < 5; n += 1) expect(await request('often@example.com')).toMatchObject({ status: 'OK' })
    expect(await request('OFTEN@example.com')).toMatchObject({ code: 'rate_limited' })
    for (let n = 0; n < 40; n += 1) await request(`n${n}@example.com`)
    expect(await request('one-more@example.com')).toMatchObject({ code: 'rate_limited' })
  })

  it('shares the trials of a mailbox, whatever is behind the plus of its address', async () => {
    const first = await join('trial+1@example.com')
    const tariff = await insertRow(server.database, 'tariff', {})
    await server.database.asOwner('insert into tariff_trial (admin, tariff) values ($1, $2)', [first.admin_id, tariff])
    expect((await join('Trial+2@example.com')).trials).toEqual([tariff])
    expect((await join('trial@example.com')).trials).toEqual([tariff])
    expect((await join('trial2@example.com')).trials).toEqual([])
  })

  it.each([
    ['john.smith@gmail.com', 'j.o.h.n.smith+2@googlemail.com'],
    ['anna.smith@googlemail.com', 'AnnaSmith@gmail.com'],
  ])('has one trial for %s and %s, the same mailbox', async (one, other) => {
    const tariff = await insertRow(server.database, 'tariff', {})
    const first = await join(one)
    await server.database.asOwner('insert into tariff_trial (admin, tariff) values ($1, $2)', [first.admin_id, tariff])
    expect((await join(other)).trials).toEqual([tariff])
  })

  it('remembers whose trial it was after login and address have changed, also if it is used later', async () => {
    const email = 'again@example.com'
    const tariff = await insertRow(server.database, 'tariff', {})
    const people: number[] = []
    for (const login of ['again-1', 'again-2']) {
      const { admin_id } = await join(email)
      await server.database.asOwner(`update admin set login = $2, email = '' where admin_id = $1`, [admin_id, login])
      people.push(admin_id)
    }
    const claim = (admin = 0) => server.context.db.write({ global: true }, (tx) => claimTrial(tx, { admin, tariff }))
    expect(await claim(people[0])).toBe(true)
    expect(await claim(people[1])).toBe(false)
    const third = await join(email)
    expect(third.trials).toEqual([tariff])
    expect(await claim(third.admin_id)).toBe(false)
  })

  it('counts all addresses of a mailbox together, such as those with a plus', async () => {
    const request = (n: number) => auth('Registration', { email: `counted+${n}@example.com`, name: 'X' })
    for (let n = 0; n < 5; n += 1) expect(await request(n)).toMatchObject({ status: 'OK' })
    expect(await request(5)).toMatchObject({ code: 'rate_limited' })
  })

  it.each(['', 'nobody', 'a@b', 'x'.repeat(95) + '@example.com', 'two@example.com, three@example.com', 'оwner@example.com'])(
    'refuses the address %j',
    async (email) => {
      expect(await auth('Registration', { email, name: 'X' })).toMatchObject({ code: 'invalid_value' })
    },
  )
})

describe('link', () => {
  it('is stored hashed', async () => {
    const { token } = await register()
    await requestsAnswered(server)
    expect(JSON.stringify(await server.database.asOwner('select * from door_link'))).not.toContain(token)
  })

  it('works once, also when it is used twice at the same time', async () => {
    const { token, email } = await register()
    const answers = await Promise.all([1, 2, 3].map(() => auth('UseLink', { token, password: GOOD })))
    expect(answers.map(({ code }) => code ?? 'OK').toSorted()).toEqual(['OK', 'link_used', 'link_used'])
    expect(await server.database.asOwner('select from admin where login = $1', [email])).toHaveLength(1)
    expect(await auth('Link', { token })).toMatchObject({ code: 'link_used', error: 'This link has already been used' })
  })

  it('expires, is refused when forged, and is not used up by looking at it', async () => {
    const { token } = await register()
    for (let n = 0; n < 5; n += 1) expect(await auth('Link', { token })).toMatchObject({ status: 'OK' })
    for (const forged of ['', 'x', `${token}x`, token.slice(1), token.toUpperCase()])
      expect(await auth('UseLink', { token: forged, password: GOOD })).toMatchObject({ code: 'link_unknown' })
    await server.database.asOwner(`update door_link set expires = now() - interval '1 second'`)
    expect(await auth('UseLink', { token, password: GOOD })).toMatchObject({ code: 'link_expired' })
  })
})

describe('the clock of a server', () => {
  it.each([
    ['a year late', -365],
    ['a year early', 365],
  ])('a server whose clock is %s neither extends nor ends links and codes', async (_what, days) => {
    const { token } = await register()
    const { email, token: late } = await register()
    await server.database.asOwner(`update door_link set expires = now() - interval '1 second' where email = $1`, [email])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 })
    try {
      expect(await auth('UseLink', { token: late, password: GOOD })).toMatchObject({ code: 'link_expired' })
      const answer = await auth('UseLink', { token, password: GOOD })
      expect(answer).toMatchObject({ auth: { status: 'OK' } })
      expect(await auth('checkAuth', {}, userOf(answer).token)).toMatchObject({ status: 'OK' })
      expect(await auth('UseLink', { token, password: GOOD })).toMatchObject({ code: 'link_used' })
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('repair', () => {
  it('NAV-04: sets a new password by a single-use link and ends the other sessions', async () => {
    const { email, token: session } = await person()
    const mail = await nextMessage(server, email, () => auth('RepairPassword', { login: email }))
    const token = tokenIn(mail.text)
    expect(await auth('Link', { token })).toMatchObject({ data: { kind: 'repair', has_account: true } })
    const fresh = userOf(await auth('UseLink', { token, password: 'a new long password' })).token
    expect(await auth('checkAuth', {}, session)).toMatchObject({ code: 'session_required' })
    expect(await auth('checkAuth', {}, fresh)).toMatchObject({ status: 'OK' })
    expect(await auth('Login', { login: email, password: GOOD })).toMatchObject({ code: 'bad_credentials' })
    expect(await auth('UseLink', { token, password: 'and another one' })).toMatchObject({ code: 'link_used' })
  })

  it('ends what else the former password opened: a verified phone, a code on its way and a PIN', async () => {
    const { email, admin, token: session } = await person()
    const phone = '4915188'
    await server.database.asOwner('update admin set phone = $2 where admin_id = $1', [admin, phone])
    const sms = await nextMessage(server, phone, () => auth('Verify', { kind: 'phone', current: GOOD }, session))
    await auth('Verify', { kind: 'phone', code: codeIn(sms.text) }, session)
    await auth('Pin', { action: 'create', pin: '1234', current: GOOD }, session)
    const code = codeIn((await nextMessage(server, phone, () => auth('Phone', { phone }))).text)
    const mail = await nextMessage(server, email, () => auth('RepairPassword', { login: email }))
    const fresh = userOf(await auth('UseLink', { token: tokenIn(mail.text), password: 'a new long password' })).token
    expect(await auth('Phone', { phone, code })).toMatchObject({ code: 'code_wrong' })
    const sent = (await messagesTo(server, phone)).length
    await auth('Phone', { phone })
    await requestsAnswered(server)
    expect(await messagesTo(server, phone)).toHaveLength(sent)
    expect(await auth('Pin', { action: 'lock' }, fresh)).toMatchObject({ code: 'pin_missing' })
    expect(await auth('Sessions', {}, fresh)).toMatchObject({ data: { verified: ['mail'], has_pin: false } })
  })

  it('opens no account whose owner has set a new password, to an address verified with the former one', async () => {
    const owner = await server.signIn('owner')
    const saveAdmin = async (row: object, id?: number) => {
      const tables = [{ table: 'admin', id, row }]
      const answer = await server.call('Reference', 'saveData', { tables }, { token: owner, company: server.world.a })
      expect(answer).toMatchObject({ status: 'OK' })
      return (answer['data'] as { admin: { data: { admin_id: number } } }).admin.data.admin_id
    }
    const id = await saveAdmin({ login: 'intruded', password: GOOD, name: 'Ida', company_role: 2 })
    const { token } = userOf(await auth('Login', { login: 'intruded', password: GOOD }))
    const email = 'intruder@example.com'
    expect(await auth('Update', { operator: { email }, current: GOOD }, token)).toMatchObject({ auth: { status: 'OK' } })
    const code = codeIn((await nextMessage(server, email, () => auth('Verify', { kind: 'mail', current: GOOD }, token))).text)
    expect(await auth('Verify', { kind: 'mail', code }, token)).toMatchObject({ data: { verified: true } })
    const link = tokenIn((await nextMessage(server, email, () => auth('RepairPassword', { login: 'intruded' }))).text)
    const pending = await nextMessage(server, email, () => auth('Verify', { kind: 'mail', current: GOOD }, token))
    await saveAdmin({ password: 'a new long password' }, id)
    expect(await auth('UseLink', { token: link, password: 'the intruder again' })).toMatchObject({ code: 'link_expired' })
    const sent = (await messagesTo(server, email)).length
    await auth('RepairPassword', { login: 'intruded' })
    await requestsAnswered(server)
    expect(await messagesTo(server, email)).toHaveLength(sent)
    const fresh = userOf(await auth('Login', { login: 'intruded', password: 'a new long password' })).token
    expect(await auth('Sessions', {}, fresh)).toMatchObject({ data: { verified: [] } })
    expect(await auth('Verify', { kind: 'mail', code: codeIn(pending.text) }, fresh)).toMatchObject({ code: 'code_wrong' })
  })

  it('uses up the person’s other links', async () => {
    const { email } = await person()
    const [first, second] = [
      tokenIn((await nextMessage(server, email, () => auth('RepairPassword', { login: email }))).text),
      tokenIn((await nextMessage(server, email, () => auth('RepairPassword', { login: email }))).text),
    ]
    expect(await auth('UseLink', { token: second, password: 'a new long password' })).toMatchObject({ status: 'OK' })
    expect(await auth('UseLink', { token: first, password: 'a newer long password' })).toMatchObject({ code: 'link_used' })
  })

  it('gives the same answer for an unknown login, and sends nothing to an address that nobody confirmed', async () => {
    await server.database.asOwner(`update admin set email = 'typed@example.com' where login = 'owner'`)
    const before = await count('outbox')
    for (const login of ['nobody@example.com', 'owner', 'typed@example.com', '%', ' x '])
      expect(await auth('RepairPassword', { login })).toMatchObject({ auth: { status: 'OK' } })
    await requestsAnswered(server)
    expect(await count('outbox')).toBe(before)
  })

  it('sends nothing to a login that is an address, until the person has confirmed it', async () => {
    const owner = await server.signIn('owner')
    const email = 'made-by-owner@example.com'
    const row = { login: email, email, password: GOOD, name: 'Ida', company_role: 2 }
    const tables = [{ table: 'admin', row }]
    const made = await server.call('Reference', 'saveData', { tables }, { token: owner, company: server.world.a })
    expect(made).toMatchObject({ status: 'OK' })
    expect(await auth('RepairPassword', { login: email })).toMatchObject({ auth: { status: 'OK' } })
    await requestsAnswered(server)
    expect(await messagesTo(server, email)).toEqual([])
    // The address stays in use, but its owner gets no link into an account whose password someone else knows.
    const taken = await nextMessage(server, email, () => auth('Registration', { email, name: 'Ida' }))
    expect(taken.subject).toBe('This address is already a login')
    expect(tokenIn(taken.text)).toBe('')
    const { token } = userOf(await auth('Login', { login: email, password: GOOD }))
    const mail = await nextMessage(server, email, () => auth('Verify', { kind: 'mail', current: GOOD }, token))
    expect(await auth('Verify', { kind: 'mail', code: codeIn(mail.text) }, token)).toMatchObject({ data: { verified: true } })
    const repair = await nextMessage(server, email, () => auth('RepairPassword', { login: email }))
    expect(await auth('UseLink', { token: tokenIn(repair.text), password: 'a new long password' })).toMatchObject({
      status: 'OK',
    })
  })

  it('refuses a login that is the confirmed address of someone else', async () => {
    const { admin, email } = await person()
    await server.database.asOwner(`update admin set login = 'renamed-59' where admin_id = $1`, [admin])
    const owner = { token: await server.signIn('owner'), company: server.world.a }
    const save = (login: string, id = 0) => {
      const tables = [{ table: 'admin', id, row: { login, password: GOOD } }]
      return server.call('Reference', 'saveData', { tables }, owner)
    }
    for (const login of [email, email.toUpperCase()])
      for (const id of [0, server.world.operatorA])
        expect(await save(login, id)).toMatchObject({ code: 'duplicate', field: 'login' })
  })

  it('goes to whoever confirmed the address, even if it is the login of someone else', async () => {
    const { email, admin } = await person()
    await server.database.asOwner(`update admin set login = 'renamed-60' where admin_id = $1`, [admin])
    await insertRow(server.database, 'admin', { login: email })
    const mail = await nextMessage(server, email, () => auth('RepairPassword', { login: email }))
    const answer = await auth('UseLink', { token: tokenIn(mail.text), password: 'a new long password' })
    expect(userOf(answer).admin_id).toBe(admin)
  })

  it('sends nothing to a blocked account, and a link of an account blocked since is refused', async () => {
    const { email, admin } = await person()
    const token = tokenIn((await nextMessage(server, email, () => auth('RepairPassword', { login: email }))).text)
    await server.database.asOwner('update admin set admin_status = 0 where admin_id = $1', [admin])
    expect(await auth('UseLink', { token, password: 'a new long password' })).toMatchObject({ code: 'account_blocked' })
    const before = (await messagesTo(server, email)).length
    await auth('RepairPassword', { login: email })
    await requestsAnswered(server)
    expect(await messagesTo(server, email)).toHaveLength(before)
  })
})

describe('phone', () => {
  let phones = 49_151_000_000
  /** A person with a verified phone. */
  async function caller() {
    phones += 1
    const phone = String(phones)
    const own = await person()
    await server.database.asOwner('update admin set phone = $2 where admin_id = $1', [own.admin, phone])
    const sms = await nextMessage(server, phone, () => auth('Verify', { kind: 'phone', current: GOOD }, own.token))
    expect(await auth('Verify', { kind: 'phone', code: codeIn(sms.text) }, own.token)).toMatchObject({ data: { verified: true } })
    return { ...own, phone }
  }
  const ask = async (phone: string) => codeIn((await nextMessage(server, phone, () => auth('Phone', { phone }))).text)

  it('NAV-11: signs in with a code sent to a verified phone, once', async () => {
    const { phone, admin } = await caller()
    const code = await ask(phone)
    expect(userOf(await auth('Phone', { phone: `+${phone}`, code: code.replace(' ', '') })).admin_id).toBe(admin)
    expect(await auth('Phone', { phone, code })).toMatchObject({ code: 'code_wrong' })
  })

  it('needs the password to verify a phone, and a code that was sent to it', async () => {
    const { token, admin } = await person()
    expect(await auth('Verify', { kind: 'phone', current: GOOD }, token)).toMatchObject({ code: 'contact_missing' })
    await server.database.asOwner(`update admin set phone = '4915199' where admin_id = $1`, [admin])
    expect(await auth('Verify', { kind: 'phone' }, token)).toMatchObject({ code: 'current_password_required' })
    expect(await auth('Verify', { kind: 'phone', current: 'wrong' }, token)).toMatchObject({ code: 'wrong_password' })
    expect(await auth('Verify', { kind: 'phone', code: '1234 5678' }, token)).toMatchObject({ code: 'code_wrong' })
  })

  it('sends at most five codes an hour to a phone, whoever asks, and 40 for a network', async () => {
    const send = async (phone: string) => {
      const { admin, token } = await person()
      await server.database.asOwner('update admin set phone = $2 where admin_id = $1', [admin, phone])
      return auth('Verify', { kind: 'phone', current: GOOD }, token)
    }
    for (let n = 0; n < 5; n += 1) expect(await send('4915166')).toMatchObject({ status: 'OK' })
    expect(await send('4915166')).toMatchObject({ code: 'rate_limited' })
    await server.database.asOwner(`update rate_limit set times = 40 where what = 'verify phone of network'`)
    expect(await send('4915167')).toMatchObject({ code: 'rate_limited' })
    await requestsAnswered(server)
  })

  it('gives the same answer for an unknown number, an unverified one and one that was changed since', async () => {
    const { phone, admin } = await caller()
    await server.database.asOwner(`update admin set phone = '4915177' where admin_id = $1`, [admin])
    const before = await count('outbox')
    for (const number of ['4930000000', '4915177', phone]) {
      expect(await auth('Phone', { phone: number })).toMatchObject({ auth: { status: 'OK' } })
      expect(await auth('Phone', { phone: number, code: '1234 5678' })).toMatchObject({ code: 'code_wrong' })
    }
    await requestsAnswered(server)
    expect(await count('outbox')).toBe(before)
  })

  it('signs in nobody after an owner has set another password, but after one of the person’s own', async () => {
    const { phone, admin, token } = await caller()
    const { database, world } = server
    expect(await auth('Password', { password: 'Own-password-7', current: GOOD }, token)).toMatchObject({ status: 'OK' })
    expect(userOf(await auth('Phone', { phone, code: await ask(phone) })).admin_id).toBe(admin)
    await insertRow(database, 'membership', { company: world.a, admin })
    // As if the company had created the account.
    await database.asOwner('delete from own_account where admin = $1', [admin])
    const tables = [{ table: 'admin', id: admin, row: { password: 'Kitchen-27' } }]
    const owner = { token: await server.signIn('owner'), company: world.a }
    expect(await server.call('Reference', 'saveData', { tables }, owner)).toMatchObject({ status: 'OK' })
    const sent = (await messagesTo(server, phone)).length
    await auth('Phone', { phone })
    await requestsAnswered(server)
    expect(await messagesTo(server, phone)).toHaveLength(sent)
  })

  it('belongs to whoever has shown it last', async () => {
    const first = await caller()
    const second = await person()
    await server.database.asOwner('update admin set phone = $2 where admin_id = $1', [second.admin, first.phone])
    const sms = await nextMessage(server, first.phone, () => auth('Verify', { kind: 'phone', current: GOOD }, second.token))
    await auth('Verify', { kind: 'phone', code: codeIn(sms.text) }, second.token)
    expect(userOf(await auth('Phone', { phone: first.phone, code: await ask(first.phone) })).admin_id).toBe(second.admin)
  })

  it('expires after ten minutes, and a new code replaces the old one', async () => {
    const { phone } = await caller()
    const old = await ask(phone)
    const code = await ask(phone)
    expect(await auth('Phone', { phone, code: old })).toMatchObject({ code: 'code_wrong' })
    await server.database.asOwner(`update phone_code set expires = expires - interval '10 minutes'`)
    expect(await auth('Phone', { phone, code })).toMatchObject({ code: 'code_wrong' })
  })

  it('a thousand guesses lock the code: not even the right one signs in', async () => {
    const { phone } = await caller()
    const code = await ask(phone)
    const codes: Record<string, number> = {}
    for (let n = 0; n < 100; n += 1) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, k) => auth('Phone', { phone, code: String(10_000_000 + n * 10 + k) })),
      )
      for (const answer of answers) codes[answer.code ?? 'OK'] = (codes[answer.code ?? 'OK'] ?? 0) + 1
    }
    expect(codes['OK']).toBeUndefined()
    expect(codes['code_wrong'] ?? 0).toBeLessThan(20)
    await server.database.asOwner('truncate sign_in_attempt')
    expect(await auth('Phone', { phone, code })).toMatchObject({ code: 'code_wrong' })
  }, 60_000)
})

describe('invitation', () => {
  let owner: string
  beforeAll(async () => {
    owner = await server.signIn('owner')
  })
  let guests = 0
  const save = (row: object, token = owner) =>
    server.call('Reference', 'saveData', { tables: [{ table: 'invitation', row }] }, { token, company: server.world.a })
  async function invite(row: object = {}, email = `guest${(guests += 1)}@example.com`) {
    const mail = await nextMessage(server, email, () => save({ email, ...row }))
    const [saved] = await server.database.asOwner<{ invitation_id: number }>(
      'select invitation_id from invitation order by invitation_id desc limit 1',
    )
    return { email, mail, token: tokenIn(mail.text), id: Number(saved?.invitation_id) }
  }

  it('makes an account with the rights of the invitation', async () => {
    const [merchant] = server.world.merchants
    const { token, email } = await invite({ company_role: 2, merchants: [{ merchant, access: [1] }] })
    expect(await auth('Link', { token })).toMatchObject({ data: { kind: 'invitation', email, has_account: false } })
    const answer = await auth('UseLink', { token, password: GOOD })
    expect(answer).toMatchObject({
      auth: {
        user: { login: email, company_role: 2, company: { company_id: server.world.a }, merchants: { [String(merchant)]: [1] } },
      },
    })
    expect(await auth('UseLink', { token, password: GOOD })).toMatchObject({ code: 'link_used' })
  })

  it('is accepted by the account of its address alone', async () => {
    const guest = await person()
    const { token } = await invite({ company_role: 1 }, guest.email)
    const other = await person()
    expect(await auth('UseLink', { token }, other.token)).toMatchObject({ code: 'link_other_person' })
    // An address typed into a profile is not shown to be theirs.
    expect(await auth('Update', { operator: { email: guest.email }, current: GOOD }, other.token)).toMatchObject({ status: 'OK' })
    expect(await auth('UseLink', { token }, other.token)).toMatchObject({ code: 'link_other_person' })
    expect(await auth('UseLink', { token, password: GOOD })).toMatchObject({ code: 'account_exists' })
    expect(await auth('UseLink', { token }, guest.token)).toMatchObject({
      auth: { user: { admin_id: guest.admin, company_role: 1, company: { company_id: server.world.a } } },
    })
    expect(await auth('checkAuth', {}, other.token, server.world.a)).toMatchObject({ code: 'foreign_company' })
  })

  it('is refused once it is revoked, late, or its owner may not invite any more', async () => {
    const revoked = await invite()
    await server.call(
      'Reference',
      'deleteData',
      { tables: [{ table: 'invitation', id: revoked.id }] },
      { token: owner, company: server.world.a },
    )
    expect(await auth('UseLink', { token: revoked.token, password: GOOD })).toMatchObject({ code: 'link_unknown' })
    const late = await invite()
    await server.database.asOwner(`update door_link set expires = now() where invitation = $1`, [late.id])
    expect(await auth('UseLink', { token: late.token, password: GOOD })).toMatchObject({ code: 'link_expired' })
    const orphan = await invite()
    await server.database.asOwner('update invitation set admin = $2 where invitation_id = $1', [
      orphan.id,
      server.world.operatorA,
    ])
    expect(await auth('UseLink', { token: orphan.token, password: GOOD })).toMatchObject({ code: 'invitation_invalid' })
  })

  it('counts towards the limit of staff when it is accepted', async () => {
    const { token } = await invite()
    await server.database.asOwner('update company set limit_admin = 1 where company_id = $1', [server.world.a])
    expect(await auth('UseLink', { token, password: GOOD })).toMatchObject({ code: 'limit_reached' })
    await server.database.asOwner('update company set limit_admin = null where company_id = $1', [server.world.a])
    expect(await auth('UseLink', { token, password: GOOD })).toMatchObject({ status: 'OK' })
  })

  it('is refused from operators, for merchants of others, without an address, and can’t be changed', async () => {
    const operator = await server.signIn('operator')
    expect(await save({ email: 'x@example.com' }, operator)).toMatchObject({ code: 'forbidden' })
    const merchants = [{ merchant: server.world.merchantB, access: [1] }]
    expect(await save({ email: 'x@example.com', merchants })).toMatchObject({ code: 'bad_reference' })
    expect(await save({})).toMatchObject({ status: 'FAIL' })
    const { id } = await invite()
    expect(
      await server.call(
        'Reference',
        'saveData',
        { tables: [{ table: 'invitation', id, row: { email: 'attacker@example.com' } }] },
        { token: owner, company: server.world.a },
      ),
    ).toMatchObject({ code: 'forbidden' })
  })

  it('sends at most 60 an hour for one person, in however many companies', async () => {
    const { database, world } = server
    await insertRow(database, 'membership', { company: world.b, admin: world.ownerA, company_role: 1 })
    const send = (company: number, n: number) =>
      server.call(
        'Reference',
        'saveData',
        {
          tables: Array.from({ length: n }, (_, k) => ({
            table: 'invitation',
            row: { email: `many${company}-${k}@example.com` },
          })),
        },
        { token: owner, company },
      )
    expect(await send(world.b, 60)).toMatchObject({ status: 'OK' })
    expect(await send(world.a, 1)).toMatchObject({ code: 'rate_limited' })
    await requestsAnswered(server)
  })

  it('keeps the rights of someone who already works there', async () => {
    const { token } = await invite({ company_role: 1 }, 'member@example.com')
    await server.database.asOwner(`update admin set email = 'member@example.com' where login = 'operator'`)
    const operator = await server.signIn('operator')
    expect(await auth('UseLink', { token }, operator)).toMatchObject({ auth: { user: { company_role: 2 } } })
  })
})

describe('PIN', () => {
  const pin = (data: object, token: string) => auth('Pin', data, token)
  async function locked() {
    const own = await person()
    expect(await pin({ action: 'lock' }, own.token)).toMatchObject({ code: 'pin_missing' })
    expect(await pin({ action: 'create', pin: '4711' }, own.token)).toMatchObject({ code: 'current_password_required' })
    await pin({ action: 'create', pin: '4711', current: GOOD }, own.token)
    await pin({ action: 'lock' }, own.token)
    return own
  }

  it('NAV-09 NAV-10: locks a session on the server until its PIN is entered', async () => {
    const { token, admin } = await locked()
    for (const [api, method] of [
      ['Auth', 'checkAuth'],
      ['Auth', 'Sessions'],
      ['Reference', 'getData'],
      ['Auth', 'Update'],
    ] as const)
      expect(await server.call(api, method, {}, { token })).toMatchObject({ code: 'session_locked' })
    expect(await pin({ action: 'create', pin: '1111', current: GOOD }, token)).toMatchObject({ code: 'session_locked' })
    expect(await pin({ action: 'unlock', pin: '0000' }, token)).toMatchObject({ code: 'pin_wrong', params: [4] })
    expect(await pin({ action: 'unlock', pin: '4711' }, token)).toMatchObject({ auth: { user: { admin_id: admin, token } } })
    expect(await auth('checkAuth', {}, token)).toMatchObject({ status: 'OK' })
  })

  it('ends the session after five wrong PINs, also at the same time; other sessions stay', async () => {
    const { token, email } = await locked()
    const other = userOf(await auth('Login', { login: email, password: GOOD })).token
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => pin({ action: 'unlock', pin: String(5000 + n) }, token)),
    )
    expect(answers.filter(({ code }) => code === 'pin_wrong').length).toBeLessThanOrEqual(4)
    expect(await pin({ action: 'unlock', pin: '4711' }, token)).toMatchObject({ code: 'session_required' })
    expect(await auth('checkAuth', {}, other)).toMatchObject({ status: 'OK' })
  })

  it('closes open sockets and refuses new ones while it is locked', async () => {
    const token = await server.signIn('owner')
    const probe = server.live(token)
    await probe.next(({ type }) => type === 'welcome')
    await server.call('Auth', 'Pin', { action: 'create', pin: '4711', current: PASSWORD }, { token })
    await server.call('Auth', 'Pin', { action: 'lock' }, { token })
    expect(await probe.next(({ type }) => type === 'signed_out')).toMatchObject({ code: 'session_locked' })
    expect(await server.live(token).next(({ type }) => type === 'signed_out')).toMatchObject({ code: 'session_locked' })
  })

  it('locks in other processes within a second', async () => {
    const other = await server.another()
    const own = await person()
    const there = () => callAt(other.url, 'Auth', 'checkAuth', {}, { token: own.token })
    await pin({ action: 'create', pin: '4711', current: GOOD }, own.token)
    expect(await there()).toMatchObject({ status: 'OK' })
    await pin({ action: 'lock' }, own.token)
    await expect.poll(there, { timeout: 2000 }).toMatchObject({ code: 'session_locked' })
  })

  it('ends only the session that is locked, even if everywhere is asked for', async () => {
    const { email, token, admin } = await person()
    const elsewhere = userOf(await auth('Login', { login: email, password: GOOD })).token
    await auth('Pin', { action: 'create', pin: '1234', current: GOOD }, token)
    await auth('Pin', { action: 'lock' }, token)
    expect(await auth('SignOut', { everywhere: true }, token)).toMatchObject({ auth: { status: 'OK' } })
    expect(await auth('checkAuth', {}, token)).toMatchObject({ code: 'session_required' })
    expect(userOf(await auth('checkAuth', {}, elsewhere)).admin_id).toBe(admin)
  })

  it('does not keep anybody from signing in or out', async () => {
    const { token, email } = await locked()
    expect(await server.call('Auth', 'Login', { login: email, password: GOOD }, { token })).toMatchObject({
      auth: { status: 'OK' },
    })
    expect(await auth('SignOut', {}, token)).toMatchObject({ auth: { status: 'OK' } })
    expect(await auth('checkAuth', {}, token)).toMatchObject({ code: 'session_required' })
  })
})

describe('own sessions', () => {
  interface Listed {
    session_id: number
    current: boolean
    network: string
  }
  const list = async (token: string) => ((await auth('Sessions', {}, token))['data'] as { sessions: Listed[] }).sessions

  it('lists the user’s own sessions, and ends one', async () => {
    const { token, email } = await person()
    const other = userOf(await auth('Login', { login: email, password: GOOD })).token
    const sessions = await list(token)
    expect(sessions).toHaveLength(2)
    expect(sessions.filter(({ current }) => current)).toHaveLength(1)
    const there = sessions.find(({ current }) => !current)?.session_id
    expect(await auth('EndSession', { session_id: there }, token)).toMatchObject({ status: 'OK' })
    expect(await auth('checkAuth', {}, other)).toMatchObject({ code: 'session_required' })
  })

  it('refuses to end a session of someone else', async () => {
    const [mine, theirs] = [await person(), await person()]
    const [session] = await list(theirs.token)
    expect(await auth('EndSession', { session_id: session?.session_id }, mine.token)).toMatchObject({ code: 'not_found' })
    expect(await auth('checkAuth', {}, theirs.token)).toMatchObject({ status: 'OK' })
  })
})

describe('couriers and customers', () => {
  it('SHELL-02: can’t sign in in any way', async () => {
    const { a } = server.world
    const phone = '4915155555'
    await insertRow(server.database, 'courier', {
      company: a,
      name: 'Cora',
      phone,
      token: 'courier-secret-0123456789',
      code_value: '1234',
    })
    await insertRow(server.database, 'user', {
      company: a,
      name: 'Carl',
      phone,
      token: 'customer-secret-0123456789',
      code_value: '1234',
    })
    const admins = await count('admin')
    const messages = await count('outbox')
    for (const login of [phone, 'Cora', 'Carl'])
      for (const password of ['1234', 'courier-secret-0123456789', ''])
        expect((await auth('Login', { login, password })).code).toMatch(/bad_credentials|invalid_value|rate_limited/)
    for (const token of ['courier-secret-0123456789', 'customer-secret-0123456789'])
      expect(await auth('checkAuth', {}, token)).toMatchObject({ code: 'session_required' })
    await auth('RepairPassword', { login: phone })
    await auth('Phone', { phone })
    await requestsAnswered(server)
    expect(await auth('Phone', { phone, code: '1234' })).toMatchObject({ code: 'code_wrong' })
    expect(await auth('UseLink', { token: 'courier-secret-0123456789', password: GOOD })).toMatchObject({ code: 'link_unknown' })
    expect([await count('admin'), await count('outbox')]).toEqual([admins, messages])
    expect(
      (await callAt(server.url, 'Auth', 'Pin', { action: 'unlock', pin: '1234' }, { token: 'courier-secret-0123456789' })).code,
    ).toBe('session_required')
  })
})
