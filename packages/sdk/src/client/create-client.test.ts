import { afterEach, describe, expect, it } from 'vitest'
import { type Client, type ClientOptions, createClient, type ServerTime } from './create-client.ts'
import { createSession } from './session.ts'
import { app, ok, person, type Reply, stubApi, type StubApi } from './stub-api.ts'
import { axiosTransport, type TransportRequest } from './transport.ts'

let api: StubApi
afterEach(() => api.close())

async function start(options: Partial<ClientOptions>, ...replies: Reply[]): Promise<Client> {
  api = await stubApi(...replies)
  return createClient({ url: api.url, app, ...options })
}
const sent = () => api.seen.map(({ form }) => form)

describe('request form', () => {
  it('API-01: posts one form to the one address, with token, api, method and data', async () => {
    const client = await start({ getToken: () => 'secret', lang: 'ru', company: 3 }, ok({ data: {}, feed: 5 }))
    const tables = [{ table: 'order', search: [{ key: 'name', op: 'like' as const, prm: 'ё & = +' }] }]
    const response = await client.Reference.getData({ tables })
    expect(response).toEqual({ server_time: 1_800_000_000, status: 'OK', data: {}, feed: 5 })
    const [call] = api.seen
    expect(call).toMatchObject({ verb: 'POST', path: '/api' })
    expect(call?.headers['content-type']).toMatch('application/x-www-form-urlencoded')
    expect(call?.headers.authorization).toBe('Bearer secret')
    expect(call?.form).toEqual({
      api: 'Reference',
      method: 'getData',
      token: 'secret',
      lang: 'ru',
      company: '3',
      data: JSON.stringify({ tables }),
      app: JSON.stringify(app),
    })
  })

  it('API-01: leaves the secret in the cookie for a browser session', async () => {
    const requests: TransportRequest[] = []
    const session = createSession({ kind: 'cookie' })
    session.store(person('bound'))
    const client = await start(
      { session, transport: (request) => (requests.push(request), axiosTransport(request)) },
      ok({ auth: { status: 'OK' } }),
    )
    await client.Auth.checkAuth()
    expect(requests[0]).toMatchObject({ cookies: true, bearer: undefined })
    expect(api.seen[0]?.headers.authorization).toBeUndefined()
    expect(api.seen[0]?.form['token']).toBe('bound')
  })

  const auth = ok({ auth: { status: 'OK' } })
  const saved = ok({ data: {}, feed: 1, change: 1 })
  const row = { table: 'courier', id: 4, row: { name: 'Ann' } }
  const operator = {
    login: 'ann',
    name: 'Ann',
    phone: '1',
    email: '',
    img: '',
    admin_id: 7,
    hide_menu: 1 as const,
    dictionary_edit: 'ru',
  }
  const getLang = { app_token: 'a', fcm: 'f', platform: 'android', ver: '2', lang: 'ru' }
  const point = { coords: [52.5, 13.4] as [number, number], address: 'x', langlist: ['ru'], merchant: 3, client: 4 }
  const city = ok({ data: { status: 'OK', city: 1, address: 'x', exact: true, places: [] } })
  const deleted = ok({ data: { status: 'OK' }, feed: 1, change: 1 })
  const dictionary = ok({
    auth: {
      lang: [],
      dict: {},
      country: [],
      merchant_settings: {},
      support_widget: '',
      addresses: {},
      map: { tiles: '', attribution: '', geocoder_key: '', google: '' },
      draws_pictures: false,
      translation: { relay: false, url: '', model: '' },
      demo: [],
    },
  })
  it.each([
    ['API-03', 'Auth', 'getLang', getLang, dictionary, (c: Client) => c.Auth.getLang(getLang)],
    ['API-05 API-06', 'Auth', 'Update', { operator }, auth, (c: Client) => c.Auth.Update({ operator })],
    [
      'API-07',
      'Auth',
      'Password',
      { password: 'longer' },
      { ...auth, data: { passkeys: 0 } },
      (c: Client) => c.Auth.Password({ password: 'longer' }),
    ],
    ['API-08 AUTH-12', 'Auth', 'SignOut', {}, auth, (c: Client) => c.Auth.SignOut()],
    ['API-09', 'Auth', 'checkAuth', {}, auth, (c: Client) => c.Auth.checkAuth()],
    [
      'API-11',
      'Reference',
      'getData',
      { tables: [{ table: 'order' }] },
      saved,
      (c: Client) => c.Reference.getData({ tables: [{ table: 'order' }] }),
    ],
    ['API-15', 'Reference', 'saveData', { tables: [row] }, saved, (c: Client) => c.Reference.saveData({ tables: [row] })],
    ['API-20', 'Reference', 'deleteData', { tables: [row] }, deleted, (c: Client) => c.Reference.deleteData({ tables: [row] })],
    ['API-25 API-26', 'Geo', 'getCity', point, city, (c: Client) => c.Geo.getCity(point)],
  ])('%s: %s %s sends its data with token and language', async (_ids, name, method, data, reply, call) => {
    const client = await start({ getToken: () => 'secret', lang: () => 'ru' }, reply)
    await call(client)
    expect(sent()[0]).toMatchObject({ api: name, method, token: 'secret', lang: 'ru' })
    expect(JSON.parse(sent()[0]?.['data'] ?? '')).toEqual(data)
  })

  it('API-03: getLang adds platform, version and language and leaves out missing values', async () => {
    const client = await start({ lang: 'ar' }, dictionary)
    await client.Auth.getLang()
    expect(JSON.parse(sent()[0]?.['data'] ?? '')).toEqual({ platform: 'api', ver: '1.0.0', lang: 'ar' })
    expect(sent()[0]).not.toHaveProperty('token')
  })

  it('API-11: uses the current company and language unless the call gives its own', async () => {
    let company: number | undefined = 1
    const client = await start({ company: () => company, lang: 'en' }, saved)
    const tables = [{ table: 'order' }]
    await client.Reference.getData({ tables })
    company = 2
    await client.Reference.getData({ tables })
    await client.Reference.getData({ tables }, { company: 0, lang: 'ka' })
    company = undefined
    await client.Reference.getData({ tables })
    expect(sent().map((form) => [form['company'], form['lang']])).toEqual([
      ['1', 'en'],
      ['2', 'en'],
      ['0', 'ka'],
      [undefined, 'en'],
    ])
  })

  it('gives each write its own or the given idempotency key, and reads no key', async () => {
    const client = await start({}, saved)
    await client.Reference.saveData({ tables: [row] })
    await client.Reference.saveData({ tables: [row] })
    await client.Reference.saveData({ tables: [row] }, { idempotencyKey: 'mine' })
    await client.Reference.getData({ tables: [{ table: 'order' }] })
    const keys = sent().map((form) => form['idempotency_key'])
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(keys[1]).not.toBe(keys[0])
    expect(keys.slice(2)).toEqual(['mine', undefined])
  })
})

describe('server time', () => {
  it('TIME-09: measures the clock offset at the middle of each round trip, also for refused calls', async () => {
    const times: ServerTime[] = []
    // Clock readings of a call: start, send, answer.
    const readings = [0, 10_000, 10_400, 50_000, 50_000, 50_200]
    const clock = { now: () => readings.shift() ?? 0, after: () => () => {} }
    const client = await start(
      { clock, onServerTime: (time) => times.push(time) },
      { server_time: 20, status: 'OK', data: {}, feed: 0 },
      { server_time: 60, status: 'FAIL', code: 'forbidden', error: 'No' },
    )
    const tables = [{ table: 'order' }]
    await client.Reference.getData({ tables })
    await client.Reference.getData({ tables }).catch(() => {})
    expect(times).toEqual([
      { seconds: 20, offset: 9_800, roundTrip: 400 },
      { seconds: 60, offset: 9_900, roundTrip: 200 },
    ])
  })

  it.each([
    ['20 s for a call', (c: Client) => c.Auth.checkAuth(), {}, 20_000],
    ['10 s for getLang', (c: Client) => c.Auth.getLang(), {}, 10_000],
    ['the configured time', (c: Client) => c.Auth.checkAuth(), { timeoutMs: 5_000 }, 5_000],
    ['the time of the call', (c: Client) => c.Auth.checkAuth({}, { timeoutMs: 700 }), { timeoutMs: 5_000 }, 700],
  ])('API-41: allows %s', async (_what, call, options, expected) => {
    const allowed: number[] = []
    const clock = { now: () => 0, after: () => () => {} }
    const transport = (request: TransportRequest) => (allowed.push(request.timeoutMs), axiosTransport(request))
    const client = await start({ ...options, clock, transport, validate: false }, ok())
    await call(client)
    expect(allowed).toEqual([expected])
  })
})
