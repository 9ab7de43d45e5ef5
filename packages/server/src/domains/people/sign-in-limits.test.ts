import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callAt, PASSWORD, startTestServer, type TestServer } from '#server/test/test-server'
import { fullRunOnly } from '#server/test/full'

let server: TestServer
/** Two processes behind a proxy that forwards client addresses. */
let urls: string[]
beforeAll(async () => {
  server = await startTestServer()
  const behind = [await server.another({ TRUST_PROXY: '1' }), await server.another({ TRUST_PROXY: '1' })]
  urls = behind.map(({ url }) => url)
})
afterAll(() => server.stop())
beforeEach(() => server.database.asOwner('truncate sign_in_attempt, known_device'))

const signIn = (login: string, password: string, address: string, more: { device?: string; at?: number } = {}) =>
  callAt(
    urls[more.at ?? 0] as string,
    'Auth',
    'Login',
    { login, password, device: more.device },
    { headers: { 'x-forwarded-for': address } },
  )
const codes = async (attempts: Promise<{ code?: string }>[]) => (await Promise.all(attempts)).map(({ code }) => code ?? 'in')
const count = (all: string[], code: string): number => all.filter((one) => one === code).length

describe('one address', () => {
  fullRunOnly.it('is slowed down when it tries one password with forty logins', async () => {
    const found: string[] = []
    for (let n = 0; n < 40; n += 1) found.push(...(await codes([signIn(`person-${n}`, 'Summer-26', '192.0.2.1')])))
    expect(count(found, 'bad_credentials')).toBeLessThan(26)
    expect(found.at(-1)).toBe('rate_limited')
    expect(await codes([signIn('owner', PASSWORD, '192.0.2.1'), signIn('owner', PASSWORD, '192.0.2.2')])).toEqual([
      'rate_limited',
      'in',
    ])
  })

  it('is slowed down when it tries them all at once, on two processes', async () => {
    const tries = Array.from({ length: 40 }, (_, n) => signIn(`person-${n}`, 'Summer-26', '192.0.2.1', { at: n % 2 }))
    const found = await codes(tries)
    expect(count(found, 'bad_credentials')).toBeLessThanOrEqual(20)
    expect(count(found, 'bad_credentials') + count(found, 'rate_limited')).toBe(40)
  })

  it('means a network for IPv6', async () => {
    for (let n = 0; n < 22; n += 1) await signIn(`person-${n}`, 'x', `2001:db8:1:2::${n}`)
    expect(await codes([signIn('owner', PASSWORD, '2001:db8:1:2::ffff')])).toEqual(['rate_limited'])
    expect(await codes([signIn('owner', PASSWORD, '2001:db8:1:3::1')])).toEqual(['in'])
  })

  fullRunOnly.it('is not reset by a successful sign-in in between', async () => {
    for (let n = 0; n < 22; n += 1) {
      await signIn(`person-${n}`, 'x', '192.0.2.1')
      await signIn('operator', PASSWORD, '192.0.2.1')
    }
    expect(await codes([signIn('owner', PASSWORD, '192.0.2.1')])).toEqual(['rate_limited'])
  })

  it('of many kitchens survives one typo in each of them', async () => {
    for (let n = 0; n < 15; n += 1) await signIn(`cook-${n}`, 'typo', '192.0.2.1')
    expect(await codes([signIn('owner', PASSWORD, '192.0.2.1')])).toEqual(['in'])
  })

  it('is not blocked for an attempt that began while another was being counted', async () => {
    await server.database.asOwner('begin')
    await server.database.asOwner(
      `insert into sign_in_attempt (login, address, failures, wait_until) values ('', '192.0.2.1', 1, now())`,
    )
    const answers = codes([signIn('owner', PASSWORD, '192.0.2.1')])
    await expect.poll(() => server.database.waiting()).toBe(1)
    await server.database.asOwner('update sign_in_attempt set wait_until = clock_timestamp()')
    await server.database.asOwner('commit')
    expect(await answers).toEqual(['in'])
  })

  it('is told how long to wait, with growing delays', async () => {
    const waits: number[] = []
    for (const failures of [5, 8, 12, 40]) {
      await server.database.asOwner('truncate sign_in_attempt')
      await signIn('owner', 'x', '192.0.2.1')
      await server.database.asOwner(
        `update sign_in_attempt set failures = $1, wait_until = now() where login <> '' and address <> ''`,
        [failures],
      )
      await signIn('owner', 'x', '192.0.2.1')
      waits.push(((await signIn('owner', 'x', '192.0.2.1'))['params'] as number[])[0] as number)
    }
    expect(waits).toEqual([2, 16, 256, 900])
  })
})

describe('one login', () => {
  fullRunOnly.it(
    'is slowed down whatever the number of addresses, for at most a minute',
    async () => {
      for (let n = 0; n < 52; n += 1) await signIn('owner', 'x', `192.0.2.${n}`)
      const answer = await signIn('owner', PASSWORD, '198.51.100.1')
      expect(answer).toMatchObject({ code: 'rate_limited' })
      await server.database.asOwner(`update sign_in_attempt set failures = 1000, wait_until = now() where address = ''`)
      await signIn('owner', 'x', '198.51.100.2')
      expect((await signIn('owner', 'x', '198.51.100.3'))['params']).toEqual([60])
    },
    60_000,
  )

  it('is the same in any spelling', async () => {
    const forms = ['owner', 'OWNER', ' owner', 'own\u200Ber', 'ｏｗｎｅｒ', 'owner\u00AD']
    for (const form of forms) await signIn(form, 'x', '192.0.2.1')
    expect(await codes([signIn('owner', PASSWORD, '192.0.2.1')])).toEqual(['rate_limited'])
  })
})

describe('known device', () => {
  const device = 'kitchen-tablet'
  beforeEach(async () => void (await signIn('owner', PASSWORD, '192.0.2.1', { device })))

  fullRunOnly.it(
    'is not locked by failures from elsewhere or from its own address',
    async () => {
      for (let n = 0; n < 60; n += 1) await signIn(n % 2 ? 'owner' : `person-${n}`, 'x', n % 3 ? '192.0.2.1' : `198.51.100.${n}`)
      expect(await codes([signIn('owner', PASSWORD, '192.0.2.1')])).toEqual(['rate_limited'])
      expect(await codes([signIn('owner', PASSWORD, '192.0.2.1', { device })])).toEqual(['in'])
    },
    60_000,
  )

  it('typos delay no one else', async () => {
    for (let n = 0; n < 8; n += 1) await signIn('owner', 'typo', '192.0.2.1', { device })
    expect(await codes([signIn('owner', PASSWORD, '192.0.2.1'), signIn('operator', PASSWORD, '192.0.2.1')])).toEqual(['in', 'in'])
  })

  it('does not allow unlimited guesses', async () => {
    const found: string[] = []
    for (let n = 0; n < 8; n += 1) found.push(...(await codes([signIn('owner', `guess-${n}`, `192.0.2.${n}`, { device })])))
    expect(found.slice(5)).toEqual(['rate_limited', 'rate_limited', 'rate_limited'])
  })
})

describe('own password', () => {
  const change = (token: string, data: object) =>
    server.call('Auth', 'Password', { password: 'Nev3r-guessed', ...data }, { token })
  const save = (token: string, row: object, id = server.world.ownerA) =>
    server.call('Reference', 'saveData', { tables: [{ table: 'admin', id, row }] }, { token })
  const hash = async () =>
    (await server.database.asOwner<{ password: string }>(`select password from admin where login = 'owner'`))[0]?.password

  it.each([
    ['left out', {}, 'current_password_required'],
    ['empty', { current: '' }, 'current_password_required'],
    ['wrong', { current: 'Not-this-1' }, 'wrong_password'],
  ])('API-07: can’t be changed if the current one is %s', async (_what, data, code) => {
    const token = await server.signIn('owner')
    const before = await hash()
    expect(await change(token, data)).toMatchObject({ http: 200, code, field: 'current', auth: { status: 'FAIL' } })
    expect(await hash()).toBe(before)
  })

  it.each([
    ['left out', { password: 'Nev3r-guessed' }, 'current_password_required'],
    ['not a text', { password: 'Nev3r-guessed', current_password: ['x'] }, 'current_password_required'],
    ['wrong', { password: 'Nev3r-guessed', current_password: 'Not-this-1' }, 'wrong_password'],
    ['wrong, with another login', { login: 'boss', password: 'Nev3r-guessed', current_password: 'x' }, 'wrong_password'],
  ])('can’t be saved as a row if the current one is %s', async (_what, row, code) => {
    const token = await server.signIn('owner')
    const before = await hash()
    const refusal = { http: 200, code, table: 'admin', row: 0, field: 'current_password' }
    expect(await save(token, row)).toMatchObject(refusal)
    expect(await save(token, { ...row, admin_id: server.world.ownerA })).toMatchObject(refusal)
    expect(await hash()).toBe(before)
    const update = await server.call('Auth', 'Update', { operator: { name: 'Olga', ...row, login: undefined } }, { token })
    expect([update.code, await hash()]).toEqual([undefined, before])
  })

  it('can be saved as a row with the current one; another person’s needs none', async () => {
    const token = await server.signIn('owner')
    const before = await hash()
    expect(await save(token, { password: 'Nev3r-guessed', current_password: PASSWORD })).toMatchObject({ status: 'OK' })
    expect(await hash()).not.toBe(before)
    await server.database.asOwner(`update admin set password = $1 where login = 'owner'`, [before])
    expect(await save(token, { password: PASSWORD }, server.world.operatorA)).toMatchObject({ status: 'OK' })
  })

  it.each([
    ['a call', { api: 'Auth', method: 'Password', data: { password: 'Nev3r-guessed', current: PASSWORD } }],
    [
      'a row',
      {
        api: 'Reference',
        method: 'saveData',
        data: { tables: [{ table: 'admin', id: 1, row: { password: 'Nev3r-guessed', current_password: PASSWORD } }] },
      },
    ],
  ])('is changed once by %s repeated after its answer was lost, with the same answer', async (_what, request) => {
    const { api, method, data } = request
    const mine = JSON.parse(JSON.stringify(data).replace('"id":1', `"id":${server.world.ownerA}`)) as object
    const [token, other] = [await server.signIn('owner'), await server.signIn('owner')]
    const before = await hash()
    const send = (more = mine, as = token) => server.call(api, method, more, { token: as, key: `password-${api}` })
    expect(await send()).toMatchObject({ status: 'OK' })
    const after = await hash()
    expect(after).not.toBe(before)
    expect(await send()).toMatchObject({ status: 'OK' })
    expect(await hash()).toBe(after)
    // Neither the key alone nor an ended session is enough.
    const wrong = JSON.parse(JSON.stringify(mine).replace('Nev3r-guessed', 'Oth3r-password')) as object
    expect(await send(wrong)).toMatchObject({ code: 'wrong_password' })
    expect(await send(mine, other)).toMatchObject({ code: 'session_required' })
    expect(await hash()).toBe(after)
    await server.database.asOwner(`update admin set password = $1 where login = 'owner'`, [before])
  })

  it('can’t be guessed in an open session, which locks only that session', async () => {
    const [token, other] = [await server.signIn('owner'), await server.signIn('owner')]
    const guesses = Array.from({ length: 20 }, (_, n) => ({
      table: 'admin',
      row: { password: 'Nev3r-guessed', current_password: `${n}` },
    }))
    const tables = guesses.map((one) => ({ ...one, id: server.world.ownerA }))
    const answer = await server.call('Reference', 'saveData', { tables }, { token })
    expect(JSON.stringify(answer).match(/wrong_password/g)?.length ?? 0).toBeLessThanOrEqual(6)
    expect(await change(token, { current: PASSWORD })).toMatchObject({ code: 'rate_limited' })
    expect(await change(other, { current: PASSWORD, password: 'Nev3r-guessed' })).toMatchObject({ status: 'OK' })
    await server.database.asOwner(
      `update admin set password = (select password from admin where login = 'operator') where login = 'owner'`,
    )
  })
})

describe('new login', () => {
  const make = async (login: string) => {
    const token = await server.signIn('owner')
    const row = { login, password: 'Kitchen-27', name: 'New', company_role: 2 }
    return server.call('Reference', 'saveData', { tables: [{ table: 'admin', row }] }, { token })
  }
  const looks = 'This login is too similar to an existing one'

  it.each([
    ['owner ', 'duplicate', 'A record with these values already exists'],
    ['ＯＷＮＥＲ', 'duplicate', 'A record with these values already exists'],
    ['own\u200Ber', 'invalid_value', 'The login contains an invisible character'],
    ['owner\u2060', 'invalid_value', 'The login contains an invisible character'],
    ['оwner', 'invalid_value', 'The login mixes letters from different alphabets'],
    ['0wner', 'duplicate', looks],
    ['ow ner', 'duplicate', looks],
    ['owneŕ', 'duplicate', looks],
    ['орегаtог', 'invalid_value', 'The login mixes letters from different alphabets'],
    [' ', 'required', '%1 is required'],
  ])('can’t be %j', async (login, code, error) => {
    expect(await make(login)).toMatchObject({ code, error, table: 'admin', row: 0, field: 'login' })
  })

  it('is stored in its normal form, and signs in in any spelling', async () => {
    expect(await make('  Маша ')).toMatchObject({ data: { admin: { data: { login: 'маша' } } } })
    expect(await codes([signIn('МАША', 'Kitchen-27', '192.0.2.1')])).toEqual(['in'])
    expect(await make('мaшa')).toMatchObject({ code: 'invalid_value' })
    await server.database.asOwner(`insert into admin (login) values ('росо')`)
    expect(await make('poco')).toMatchObject({ code: 'duplicate', error: looks })
  })

  it('is refused to one of two look-alikes saved at once', async () => {
    const token = await server.signIn('owner')
    const row = { password: 'Kitchen-27', name: 'New', company_role: 2 }
    const tables = ['anna0', 'annao'].map((login) => ({ table: 'admin', row: { ...row, login } }))
    expect(await server.call('Reference', 'saveData', { tables }, { token })).toMatchObject({
      code: 'duplicate',
      row: 1,
      error: looks,
    })
    const answers = await Promise.all(tables.map((one) => server.call('Reference', 'saveData', { tables: [one] }, { token })))
    expect(answers.map(({ code }) => code ?? 'OK').toSorted()).toEqual(['OK', 'duplicate'])
  })

  it('may keep its own spelling', async () => {
    const token = await server.signIn('owner')
    const tables = [{ table: 'admin', id: server.world.operatorA, row: { login: ' Operator ', name: 'Otto' } }]
    expect(await server.call('Reference', 'saveData', { tables }, { token })).toMatchObject({
      data: { admin: { data: { login: 'operator' } } },
    })
  })

  it('is unique whatever writes to the database', async () => {
    await expect(server.database.asOwner(`insert into admin (login) values ('Owner')`)).rejects.toThrow(/unique/)
    await expect(server.database.asOwner(`insert into admin (login) values ('ｏｗｎｅｒ')`)).rejects.toThrow(/unique/)
  })
})
