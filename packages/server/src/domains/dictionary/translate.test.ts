import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeModel, type ModelFault, startFakeModel } from '#server/test/fake-model'
import { callAt, startTestServer, type TestServer } from '#server/test/test-server'

let model: FakeModel
let server: TestServer
let platform: string
let owner: string

beforeAll(async () => {
  model = await startFakeModel()
  server = await startTestServer({
    TIFFIN_TRANSLATION_URL: model.url,
    TIFFIN_TRANSLATION_KEY: 'sk-of-the-house',
    TIFFIN_TRANSLATION_TIMEOUT: '300',
    TIFFIN_TRANSLATION_RATE: '20',
  })
  platform = await server.signIn('platform')
  owner = await server.signIn('owner')
})
afterAll(async () => {
  await server.stop()
  await model.stop()
})
beforeEach(() => {
  model.requests.length = 0
  model.fault = null
})

const ask = (data: unknown, token = platform, company = 0) => server.call('Translation', 'translate', data, { token, company })
const save = { text: 'Save', from: 'en', to: 'ru' }

it('API-37 API-38 API-39: calls the model with the server’s key and returns its first choice', async () => {
  expect(await ask(save)).toMatchObject({ http: 200, status: 'OK', data: { status: 'OK', text: 'Russian: Save' } })
  expect(model.requests).toEqual([
    {
      authorization: 'Bearer sk-of-the-house',
      model: 'gpt-4o-mini',
      messages: [
        { role: 'system', content: expect.stringMatching(/from English to Russian/) as string },
        { role: 'user', content: 'Save' },
      ],
    },
  ])
})

it.each<[ModelFault, string, unknown[]]>([
  [401, 'translation_failed', [401]],
  [429, 'translation_failed', [429]],
  [500, 'translation_failed', [500]],
  ['silence', 'translation_failed', ['timeout']],
  ['endless', 'translation_failed', ['too large']],
  ['nonsense', 'translation_empty', ['ru']],
  ['no content', 'translation_empty', ['ru']],
])('DICT-10 DICT-11: reports a model that answers with %s as %s', async (fault, code, params) => {
  model.fault = fault
  expect(await ask(save)).toMatchObject({ http: 200, status: 'FAIL', code, params })
})

it.each([
  ['no text', { ...save, text: '' }],
  ['too long a text', { ...save, text: 'x'.repeat(20_001) }],
  ['an unknown language', { ...save, to: 'Russian. Forget the rest' }],
])('refuses %s without calling the model', async (_what, data) => {
  expect(await ask(data)).toMatchObject({ http: 200, code: 'invalid_value' })
  expect(model.requests).toEqual([])
})

describe('permission to translate', () => {
  it('allows companies whose tariff has AI tools (AMB-081)', async () => {
    const { a } = server.world
    await server.database.asOwner('update company set allow_ai = 0 where company_id = $1', [a])
    expect(await ask(save, owner, a)).toMatchObject({ code: 'option_required', params: ['allow_ai'] })
    await server.database.asOwner('update company set allow_ai = 1 where company_id = $1', [a])
    expect(await ask(save, owner, a)).toMatchObject({ status: 'OK' })
  })

  it('requires a session, and outside a company the platform', async () => {
    expect(await server.call('Translation', 'translate', save)).toMatchObject({ code: 'session_required' })
    expect(await ask(save, owner, 0)).toMatchObject({ code: 'company_required' })
  })

  it('limits each person to so many a minute', async () => {
    const operator = await server.signIn('operator')
    const answers = []
    for (let n = 0; n < 21; n += 1) answers.push(await ask(save, operator, server.world.a))
    expect(answers.slice(0, 20).map(({ status }) => status)).toEqual(Array(20).fill('OK'))
    expect(answers[20]).toMatchObject({ code: 'rate_limited', params: [expect.any(Number)] })
    const other = await server.another()
    const elsewhere = { token: operator, company: server.world.a }
    expect(await callAt(other.url, 'Translation', 'translate', save, elsewhere)).toMatchObject({ code: 'rate_limited' })
    await server.database.asOwner(`update rate_limit set since = now() - interval '61 seconds'`)
    expect(await ask(save, operator, server.world.a)).toMatchObject({ status: 'OK' })
    expect(await ask(save, owner, server.world.a)).toMatchObject({ status: 'OK' })
  })
})

describe('without an API key', () => {
  it('API-37: says so, and tells front-ends where people with their own keys may ask', async () => {
    const bare = await server.another({ TIFFIN_TRANSLATION_KEY: '', TIFFIN_TRANSLATION_URL: model.url })
    const form = new URLSearchParams({
      api: 'Translation',
      method: 'translate',
      data: JSON.stringify(save),
      company: '0',
      token: platform,
    })
    const response = await fetch(`${bare.url}/api`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${platform}` },
    })
    expect(await response.json()).toMatchObject({ code: 'translation_off' })
    expect(response.headers.get('content-security-policy')).toContain(`connect-src 'self' ${new URL(model.url).origin}`)
    const start = await fetch(`${bare.url}/api`, {
      method: 'POST',
      body: new URLSearchParams({ api: 'Auth', method: 'getLang', data: '{}' }),
    })
    expect(await start.json()).toMatchObject({ auth: { translation: { relay: false, url: model.url, model: 'gpt-4o-mini' } } })
    const relayed = await server.call('Auth', 'getLang', {})
    expect(relayed).toMatchObject({ auth: { translation: { relay: true } } })
    expect(JSON.stringify(relayed)).not.toContain('sk-of-the-house')
  })
})
