import { randomUUID } from 'node:crypto'
import { ticketLines } from '@tiffin/core/rules'
import { calls } from '@tiffin/sdk/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertOrder, insertRow } from '#server/test/seed'
import { callAt, PASSWORD, passwordHash, startTestServer, type TestServer } from '#server/test/test-server'

let server: TestServer
let owner: string
let operator: string
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signIn('owner')
  operator = await server.signIn('operator')
})
afterAll(() => server.stop())

interface Pairing {
  state: string
  secret: string
  code: string
  expires_in: number
}
async function pair(input: object = {}) {
  const answer = await server.call('Device', 'pair', input)
  return {
    ...(answer['data'] as Pairing),
    failure: answer.code,
    auth: answer['auth'] as { user: Record<string, unknown> } | undefined,
  }
}
const first = (): number => server.world.merchants[0]
const confirm = (code: string, more: object = {}, token = owner) =>
  server.call('Device', 'confirm', { code, merchants: [first()], ...more }, { token, company: server.world.a })
const idOf = (answer: Record<string, unknown>): number => (answer['data'] as { device: { device_id: number } }).device.device_id

/** A paired device: its token and its id. */
async function paired(merchants = [first()]): Promise<{ token: string; device: number }> {
  const { secret, code } = await pair({ name: 'kitchen-1' })
  return { token: secret, device: idOf(await confirm(code, { merchants })) }
}
const as = (token: string, api: string, method: string, data: unknown = {}) =>
  server.call(api, method, data, { token, company: server.world.a })
const forget = () => server.database.asOwner('truncate sign_in_attempt, device_pairing')
const save = (table: string, id: number, row: object, token = owner) =>
  as(token, 'Reference', 'saveData', { tables: [{ table, id, row }] })

describe('pairing', () => {
  it('KDS-25: a device sends a name, shows a code, waits, and is signed in once an owner has entered the code', async () => {
    const requested = await pair({ name: 'kitchen-1' })
    expect(requested).toMatchObject({ state: 'waiting', expires_in: 600 })
    expect(requested.code).toMatch(/^[A-HJKMNP-TV-Z2-9]{4}-[A-HJKMNP-TV-Z2-9]{4}$/)
    expect(await pair({ secret: requested.secret })).toMatchObject({ state: 'waiting', code: requested.code, auth: undefined })
    expect(await as(requested.secret, 'Auth', 'checkAuth')).toMatchObject({ code: 'session_required' })
    const typed = requested.code.toLowerCase().replace('-', ' ')
    expect(await confirm(typed, { name: 'Grill' })).toMatchObject({
      data: { device: { name: 'Grill', merchants: [first()], revoked: 0, admin: server.world.ownerA } },
    })
    const { state, auth, secret } = await pair({ secret: requested.secret })
    expect([state, secret]).toEqual(['confirmed', undefined])
    expect(auth?.user).toMatchObject({
      token: requested.secret,
      name: 'Grill',
      login: '',
      settings: {},
      company_role: 2,
      navigation: ['Company-Order', 'Company-Printer'],
      device: { name: 'Grill', merchants: [first()] },
    })
    expect(auth?.user['session_seconds']).toBeUndefined()
  })

  it('KDS-25: a device name can’t change the direction of the text around it or break its line', async () => {
    const { code } = await pair({ name: 'bar\u202E1-nehctik\u2066\n' })
    expect(await server.call('Device', 'asking', { code }, { token: owner, company: server.world.a })).toMatchObject({
      data: { name: 'bar1-nehctik' },
    })
    const id = idOf(await confirm(code, { name: '\u202EGrill\u0007' }))
    const name = async () =>
      (await server.database.asOwner<{ name: string }>('select name from device where device_id = $1', [id]))[0]?.name
    expect(await name()).toBe('Grill')
    await save('device', id, { name: '\u200FBar' })
    expect(await name()).toBe('Bar')
    expect(await pair({ name: '\u202E' })).toMatchObject({ failure: 'invalid_value' })
    await forget()
  })

  it('KDS-25: secret and code are stored hashed, and the answer to an owner has neither', async () => {
    const { secret, code } = await pair()
    const answer = await confirm(code)
    expect(JSON.stringify(answer)).not.toContain(secret)
    const rows = await server.database.asOwner('select * from device_pairing, session, device')
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('KDS-25: a code pairs one device once, and expires', async () => {
    const [used, late] = [await pair(), await pair()]
    await confirm(used.code)
    expect(await confirm(used.code)).toMatchObject({ code: 'pairing_code_unknown' })
    await server.database.asOwner(`update device_pairing set expires = now() where code = $1`, [late.code.replace('-', '')])
    expect(await confirm(late.code)).toMatchObject({ code: 'pairing_code_unknown' })
    expect(await pair({ secret: late.secret })).toMatchObject({ state: 'expired' })
    expect(await pair({ secret: 'x'.repeat(43) })).toMatchObject({ state: 'expired' })
    // A device must not find out what a user may do.
    expect(await pair({ secret: owner })).toMatchObject({ state: 'expired', auth: undefined })
    await forget()
  })

  it('KDS-25: two owners who enter a code at once pair one device', async () => {
    const { code } = await pair()
    const answers = await Promise.all([confirm(code), confirm(code)])
    expect(answers.map((answer) => answer.code ?? 'OK').toSorted()).toEqual(['OK', 'pairing_code_unknown'])
    await forget()
  })

  it.each<[string, string, (code: string) => Promise<{ code?: string }>]>([
    ['by an operator', 'forbidden', (code) => confirm(code, {}, operator)],
    [
      'for a merchant of another company',
      'bad_reference',
      (code) => confirm(code, { merchants: [first(), server.world.merchantB] }),
    ],
    ['for no merchant', 'invalid_value', (code) => confirm(code, { merchants: [] })],
    ['by a device', 'forbidden', async (code) => confirm(code, {}, (await paired()).token)],
  ])('KDS-25: confirming %s is refused with %s, and the code stays valid', async (_what, code, act) => {
    const requested = await pair()
    expect(await act(requested.code)).toMatchObject({ code })
    expect(await confirm(requested.code)).toMatchObject({ status: 'OK' })
  })

  const about = (method: string, code: string, token = owner) =>
    server.call('Device', method, { code }, { token, company: server.world.a })

  it('KDS-25: an owner sees which device asks, and whether the code is still valid, before confirming it', async () => {
    const { code } = await pair({ name: 'kitchen-1' })
    const read = async () => (await about('asking', code.toLowerCase().replace('-', ' ')))['data']
    expect(await read()).toEqual({ status: 'OK', name: 'kitchen-1', code, state: 'waiting', expires_in: 600 })
    await confirm(code)
    expect(await read()).toMatchObject({ state: 'confirmed' })
    const late = await pair()
    await server.database.asOwner(`update device_pairing set expires = now() where code = $1`, [late.code.replace('-', '')])
    expect(await about('asking', late.code)).toMatchObject({ data: { state: 'expired', expires_in: 0 } })
    expect(await about('asking', 'AAAA-AAAA')).toMatchObject({ code: 'pairing_code_unknown' })
    expect(await about('asking', code, operator)).toMatchObject({ code: 'forbidden' })
    await forget()
  })

  it('KDS-25: an owner refuses a device, whose code becomes invalid; a paired device is not affected', async () => {
    const [unwanted, guest] = [await pair(), await pair()]
    expect(await about('refuse', unwanted.code, operator)).toMatchObject({ code: 'forbidden' })
    expect(await about('refuse', unwanted.code)).toMatchObject({ status: 'OK' })
    expect(await pair({ secret: unwanted.secret })).toMatchObject({ state: 'expired' })
    expect(await confirm(unwanted.code)).toMatchObject({ code: 'pairing_code_unknown' })
    await confirm(guest.code)
    expect(await about('refuse', guest.code)).toMatchObject({ code: 'pairing_code_unknown' })
    expect(await pair({ secret: guest.secret })).toMatchObject({ state: 'confirmed' })
    await forget()
  })

  it('KDS-25: looking up a valid code does not reset wrong guesses', async () => {
    const { code } = await pair()
    for (let guess = 0; guess < 9; guess += 1) {
      await about('asking', 'AAAA-AAAA')
      await about('asking', code)
    }
    expect(await about('asking', code)).toMatchObject({ code: 'rate_limited' })
    await forget()
  })

  it('KDS-25: pairing one’s own device does not allow further guesses', async () => {
    const { code } = await pair()
    const guess = async () => (await confirm('AAAA-AAAA')).code
    const guesses = [await guess(), await guess(), await guess(), await guess()]
    expect((await confirm(code)).code).toBeUndefined()
    guesses.push(await guess(), await guess())
    expect(guesses).toEqual([...Array.from({ length: 5 }, () => 'pairing_code_unknown'), 'rate_limited'])
    await forget()
  })

  it('KDS-25: guesses of codes are slowed down for all addresses together, and then the right code must wait too', async () => {
    const { code } = await pair()
    const guesses = await Promise.all(Array.from({ length: 9 }, () => confirm('AAAA-AAAA')))
    expect(guesses.map((answer) => answer.code)).toContain('rate_limited')
    expect(await confirm(code)).toMatchObject({ code: 'rate_limited' })
    await forget()
  })

  it('KDS-25: one address may have only so many codes at once', async () => {
    await forget()
    const answers = await Promise.all(Array.from({ length: 25 }, () => pair()))
    expect(answers.filter(({ failure }) => failure === 'rate_limited')).toHaveLength(5)
    await forget()
  })

  it('KDS-25: IPv6 addresses are limited by network, because one household has 2^64 of them', async () => {
    await forget()
    const { url } = await server.another({ TRUST_PROXY: '1' })
    const from = (address: string) => callAt(url, 'Device', 'pair', {}, { headers: { 'x-forwarded-for': address } })
    for (let n = 0; n < 20; n += 1) expect(await from(`2001:db8:1:2::${n}`)).toMatchObject({ status: 'OK' })
    expect(await from('2001:db8:1:2:ffff::1')).toMatchObject({ code: 'rate_limited' })
    expect(await from('2001:db8:1:3::1')).toMatchObject({ status: 'OK' })
    await forget()
  })
})

describe('paired device', () => {
  it('KDS-25 KDS-10: has its own idempotency keys, separate from those of the person who confirmed it', async () => {
    const { token } = await paired()
    const order = await insertOrder(server.database, server.world, { cart: [{ id: 1, name: 'Soup', qty: 1, price: '1.00' }] })
    const [line] = ticketLines({ cart: [{ id: 1, name: 'Soup', qty: 1 }] })
    const tick = (by: string, done: boolean) =>
      server.call(
        'Order',
        'tick',
        { order_id: order, line: line?.key, done },
        { token: by, company: server.world.a, key: 'same' },
      )
    expect(await tick(owner, true)).toMatchObject({ status: 'OK' })
    expect(await tick(token, false)).toMatchObject({ status: 'OK' })
    expect(await tick(token, true)).toMatchObject({ code: 'idempotency_mismatch' })
  })

  it('KDS-25: stays signed in however long it is off, even if the person who confirmed it signs out', async () => {
    const { token } = await paired()
    await server.database.asOwner(
      `update session set last_active = now() - interval '5 years', created = now() - interval '5 years'`,
    )
    const other = await server.signIn('owner')
    await as(other, 'Auth', 'SignOut', { everywhere: true })
    owner = await server.signIn('owner')
    const again = await server.another()
    const answer = await fetch(`${again.url}/api`, {
      method: 'POST',
      body: new URLSearchParams({ api: 'Auth', method: 'checkAuth' }),
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await answer.json()).toMatchObject({ auth: { status: 'OK', user: { device: { name: 'kitchen-1' } } } })
  })

  it('KDS-25: stays signed in when the person who confirmed it takes a new password', async () => {
    const { token } = await paired()
    const elsewhere = await server.signIn('owner')
    const change = (password: string, current: string) => as(owner, 'Auth', 'Password', { password, current })
    expect(await change('Another-1-password', PASSWORD)).toMatchObject({ auth: { status: 'OK' } })
    expect(await as(elsewhere, 'Auth', 'checkAuth')).toMatchObject({ code: 'session_required' })
    expect(await as(token, 'Auth', 'checkAuth')).toMatchObject({ auth: { user: { device: { name: 'kitchen-1' } } } })
    await server.database.asOwner(`update admin set password = $1 where login = 'owner'`, [passwordHash])
  })

  const inKitchen: Record<string, readonly string[]> = {
    Auth: ['getLang', 'checkAuth', 'SignOut', 'Login'],
    Reference: ['getData'],
    Order: ['move', 'tick', 'shown', 'timeline', 'why'],
    Merchant: ['pace'],
    Print: ['claim', 'begin', 'confirm', 'fail', 'request', 'dismiss', 'offer'],
    Device: ['pair'],
  }
  const all = Object.entries(calls).flatMap(([api, methods]) => Object.keys(methods).map((method) => [api, method] as const))

  it('KDS-25: may make the calls of a kitchen and no others', async () => {
    const { token } = await paired()
    const open: string[] = []
    for (const [api, method] of all)
      if (api !== 'Auth' && (await as(token, api, method)).code !== 'forbidden') open.push(`${api}.${method}`)
    const requested = Object.entries(inKitchen).flatMap(([api, methods]) => methods.map((method) => `${api}.${method}`))
    expect(open.toSorted()).toEqual(requested.filter((name) => !name.startsWith('Auth')).toSorted())
    for (const method of ['Update', 'Password'])
      expect(await as(token, 'Auth', method, { operator: {}, password: 'Long-enough-1!' })).toMatchObject({ code: 'forbidden' })
  })

  it('KDS-25: reads what the board needs and no office tables', async () => {
    const { token } = await paired()
    const read = async (table: string) =>
      (await as(token, 'Reference', 'getData', { tables: [{ table, limit: [0, 5] }] })).code ?? 'OK'
    const tables = ['order', 'order_status', 'merchant', 'print_job', 'company', 'order_type']
    expect(await Promise.all(tables.map(read))).toEqual(tables.map(() => 'OK'))
    const office = [
      'admin',
      'membership',
      'device',
      'user',
      'courier',
      'promocode',
      'payment',
      'audit',
      'global_settings',
      'kanban_settings',
    ]
    expect(await Promise.all(office.map(read))).toEqual(office.map(() => 'forbidden'))
    const secret = await as(token, 'Reference', 'getData', { tables: [{ table: 'company', include: ['balance'] }] })
    expect(secret).toMatchObject({ code: 'unknown_field' })
  })

  it('KDS-25: works only for its merchants and its company', async () => {
    const { token } = await paired()
    const [own, foreign] = [
      await insertOrder(server.database, server.world),
      await insertOrder(server.database, server.world, { merchant: server.world.merchants[1] }),
    ]
    const tables = [{ table: 'order', include: ['merchant'] }]
    const read = (await as(token, 'Reference', 'getData', { tables }))['data'] as { order: { data: { merchant: number }[] } }
    expect(new Set(read.order.data.map(({ merchant }) => merchant))).toEqual(new Set([first()]))
    const { statuses } = server.world
    const intents = [own, foreign].map((order_id) => ({ intent_id: randomUUID(), order_id, from: statuses[2], to: statuses[3] }))
    const moved = (await as(token, 'Order', 'move', { intents }))['data'] as { results: { code?: string; status: string }[] }
    expect(moved.results.map(({ code, status }) => code ?? status)).toEqual(['OK', 'not_found'])
    expect(await as(token, 'Order', 'timeline', { order_id: foreign })).toMatchObject({ code: 'not_found' })
    for (const company of [server.world.b, 0])
      expect(await server.call('Reference', 'getData', { tables: [{ table: 'order' }] }, { token, company })).toMatchObject({
        code: 'foreign_company',
      })
  })

  it('KDS-25 KDS-14: appears in the history under its name, which no one else can take', async () => {
    const { token, device } = await paired()
    const id = await insertOrder(server.database, server.world)
    const { statuses } = server.world
    const move = (from: number, to: number, by: string, form?: Record<string, string>) =>
      server.call(
        'Order',
        'move',
        { intents: [{ intent_id: randomUUID(), order_id: id, from: statuses[from], to: statuses[to] }] },
        { token: by, company: server.world.a, ...(form ? { form } : {}) },
      )
    await move(2, 3, token)
    const forged = JSON.stringify({ name: 'api', version: '', contract: 1, device: `paired:${device}` })
    await move(3, 2, owner, { app: forged })
    await as(token, 'Order', 'shown', { console: 'kitchen-1', shown: [id], acknowledged: [id] })
    const { events } = (await as(owner, 'Order', 'timeline', { order_id: id }))['data'] as {
      events: { table: string; action: string; admin: { login: string } | null; device?: string }[]
    }
    const ofOrder = events.filter(({ table }) => table !== 'print_job')
    expect(ofOrder.map(({ action, admin, device: name }) => [action, admin?.login ?? null, name ?? null])).toEqual([
      ['Update', null, 'kitchen-1'],
      ['Update', 'owner', null],
      ['Shown', null, null],
      ['Acknowledged', null, 'kitchen-1'],
    ])
  })

  it('KDS-25: is listed, renamed and given other merchants, with immediate effect', async () => {
    const { token, device } = await paired()
    const second = server.world.merchants[1]
    expect(await save('device', device, { name: 'Bar', merchants: [second] })).toMatchObject({ status: 'OK' })
    expect(await as(token, 'Auth', 'checkAuth')).toMatchObject({
      auth: { user: { name: 'Bar', device: { merchants: [second] } } },
    })
    const tables = [{ table: 'device', search: [{ key: 'device_id', prm: device }] }]
    const list = (await as(owner, 'Reference', 'getData', { tables }))['data'] as { device: { data: Record<string, unknown>[] } }
    expect(list.device.data).toMatchObject([{ name: 'Bar', last_seen: expect.any(String) as string }])
    expect(list.device.data[0]).not.toHaveProperty('token')
  })

  it.each<[string, (device: number, token: string) => Promise<unknown>]>([
    ['revoked', (device) => save('device', device, { revoked: 1 })],
    ['deleted', (device) => as(owner, 'Reference', 'deleteData', { tables: [{ table: 'device', id: device }] })],
    ['signed out there', (_device, token) => as(token, 'Auth', 'SignOut', { everywhere: true })],
  ])('KDS-25: a device that is %s loses access at once, including its sockets, unlike other sessions', async (_what, act) => {
    const { token, device } = await paired()
    const board = server.live(token)
    await board.next((frame) => frame['type'] === 'welcome')
    expect(await act(device, token)).toMatchObject({ status: 'OK' })
    expect(await as(token, 'Auth', 'checkAuth')).toMatchObject({ code: 'session_required' })
    expect(await board.closed).toBe(4401)
    expect(await as(owner, 'Auth', 'checkAuth')).toMatchObject({ auth: { status: 'OK' } })
  })

  it('KDS-25: a revoked device returns only by pairing again', async () => {
    const { token, device } = await paired()
    await save('device', device, { revoked: 1 })
    expect(await save('device', device, { revoked: 0 })).toMatchObject({ code: 'invalid_value', field: 'revoked' })
    expect(await as(token, 'Auth', 'checkAuth')).toMatchObject({ code: 'session_required' })
  })

  it('KDS-25: keeps its rights and its sockets if a platform administrator confirmed it', async () => {
    const platform = await server.signIn('platform')
    const { secret, code } = await pair()
    await confirm(code, {}, platform)
    const board = server.live(secret)
    await board.next((frame) => frame['type'] === 'welcome')
    expect(await as(secret, 'Auth', 'checkAuth')).toMatchObject({ auth: { user: { role: 2, company_role: 2, merchants: {} } } })
    const id = await insertRow(server.database, 'courier', { company: server.world.a })
    await server.call(
      'Reference',
      'saveData',
      { tables: [{ table: 'courier', id, row: { name: 'New' } }] },
      { token: owner, company: server.world.a },
    )
    expect(board.socket.readyState).toBe(board.socket.OPEN)
    board.socket.close()
  })
})
