import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ApiError } from '../contract/errors.ts'
import { type Client, type ClientOptions, createClient } from './create-client.ts'
import { createSession } from './session.ts'
import { app, failed, http, ok, person, type Reply, stubApi, type StubApi } from './stub-api.ts'

let api: StubApi
afterEach(() => api.close())

async function start(options: Partial<ClientOptions>, ...replies: Reply[]) {
  api = await stubApi(...replies)
  const onSignedOut = vi.fn<(error: ApiError | null) => void>()
  return { client: createClient({ url: api.url, app, onSignedOut, ...options }), onSignedOut }
}
const signedIn = (token = 'secret') => ok({ auth: { status: 'OK', user: person(token) } })
const signIn = (client: Client) => client.Auth.Login({ login: 'ann', password: 'tiffin' })
const refused = (code?: string, status = 'FAIL') => failed({ code, error: code, auth: { status, error: code } })
const tables = [{ table: 'order' }]

describe('session changes from answers', () => {
  it('AUTH-01: OK stores the user and sends the new token with the next call', async () => {
    const { client } = await start({}, signedIn(), ok({ data: {}, feed: 1 }))
    await signIn(client)
    expect(client.session.user()).toEqual(person())
    await client.Reference.getData({ tables })
    expect(api.seen[1]?.form['token']).toBe('secret')
    expect(api.seen[1]?.headers.authorization).toBe('Bearer secret')
  })

  it('AUTH-01: checkAuth may replace the token', async () => {
    const { client } = await start({}, signedIn('one'), signedIn('two'), signedIn(''))
    await signIn(client)
    await client.Auth.checkAuth()
    expect(client.session.token()).toBe('two')
    await client.Auth.checkAuth()
    expect(client.session.token()).toBe('two')
  })

  it.each([
    ['a stranger', undefined],
    ['someone signed in', 'before'],
  ])('AUTH-02: REG leaves %s unchanged', async (_who, token) => {
    const session = createSession({ token })
    const { client, onSignedOut } = await start({ session }, ok({ auth: { status: 'REG', user: person('other') } }))
    expect(await client.Auth.checkAuth()).toMatchObject({ auth: { status: 'REG' } })
    expect([session.user(), session.token()]).toEqual([undefined, token])
    expect(onSignedOut).not.toHaveBeenCalled()
  })

  it('AUTH-02: REG keeps the session even if the call itself is refused', async () => {
    const session = createSession({ token: 'before' })
    const { client, onSignedOut } = await start({ session }, refused('bad_credentials', 'REG'))
    await expect(client.Auth.checkAuth()).rejects.toMatchObject({ code: 'bad_credentials' })
    expect(session.token()).toBe('before')
    expect(onSignedOut).not.toHaveBeenCalled()
  })

  it.each<[string, Reply, string]>([
    ['FAIL', refused(), 'session_required'],
    ['FAIL with a reason', refused('session_expired'), 'session_expired'],
    ['a status of a newer server', refused('frozen_over', 'FROZEN'), 'server_error'],
    ['wrong credentials', refused('bad_credentials'), 'bad_credentials'],
  ])('AUTH-03: %s signs out and notifies once', async (_what, reply, code) => {
    const { client, onSignedOut } = await start({ getToken: () => 'secret' }, signedIn(), reply)
    await client.Auth.checkAuth()
    await expect(client.Auth.checkAuth()).rejects.toMatchObject({ code })
    await expect(client.Auth.checkAuth()).rejects.toMatchObject({ code })
    expect([client.session.user(), client.session.token()]).toEqual([undefined, undefined])
    expect(onSignedOut.mock.calls.map(([error]) => error?.code)).toEqual([code])
    expect(api.seen[2]?.form).not.toHaveProperty('token')
  })

  it.each(['session_required', 'session_expired', 'account_blocked'])(
    'AUTH-03: %s from any call signs out, once for all pending calls',
    async (code) => {
      const { client, onSignedOut } = await start({ session: createSession({ kind: 'cookie' }) }, failed({ code }))
      const call = () => expect(client.Reference.getData({ tables })).rejects.toMatchObject({ code })
      await Promise.all([call(), call(), call()])
      expect(onSignedOut).toHaveBeenCalledTimes(1)
    },
  )

  it.each<[string, Reply, (client: Client) => Promise<unknown>]>([
    ['a server in trouble', http(503, refused('database_unavailable')), (c) => c.Auth.checkAuth()],
    ['a server that fails', http(500, refused('server_error')), (c) => c.Auth.checkAuth()],
    ['a page of a proxy', http(401, '<html>'), (c) => c.Auth.checkAuth()],
    ['an outdated client', refused('client_outdated'), (c) => c.Auth.checkAuth()],
    ['a limit', refused('rate_limited'), (c) => c.Auth.checkAuth()],
    ['a forbidden read', failed({ code: 'forbidden' }), (c) => c.Reference.getData({ tables })],
    ['a refused change of one’s own', refused('odd_name'), (c) => c.Auth.Update({ operator: { name: '' } })],
    ['a weak password', refused('weak_password'), (c) => c.Auth.Password({ password: '1' })],
  ])('does not sign out on %s', async (_what, reply, call) => {
    const clock = { now: () => 0, after: (_ms: number, run: () => void) => (queueMicrotask(run), () => {}) }
    const { client, onSignedOut } = await start({ clock, getToken: () => 'secret' }, reply)
    await expect(call(client)).rejects.toMatchObject({ name: 'ApiError' })
    expect(client.session.token()).toBe('secret')
    expect(onSignedOut).not.toHaveBeenCalled()
  })

  it('AUTH-12: signing out sends the token and then forgets it', async () => {
    const { client, onSignedOut } = await start({}, signedIn(), ok({ auth: { status: 'OK' } }))
    await signIn(client)
    await client.Auth.SignOut()
    expect(api.seen[1]?.form).toMatchObject({ api: 'Auth', method: 'SignOut', token: 'secret' })
    expect([client.session.user(), client.session.token()]).toEqual([undefined, undefined])
    expect(onSignedOut.mock.calls).toEqual([[null]])
  })

  it('ignores an answer to an earlier session', async () => {
    const waiting: (() => void)[] = []
    let arrived = () => {}
    const here = new Promise<void>((resolve) => (arrived = resolve))
    const held =
      (body: object): Reply =>
      (response) => {
        waiting.push(() => response.end(JSON.stringify(body)))
        if (waiting.length === 2) arrived()
      }
    const slow = [held(failed({ code: 'session_expired' })), held(signedIn('stale'))]
    const { client, onSignedOut } = await start({ getToken: () => 'old' }, ...slow, signedIn('new'))
    const late = [client.Reference.getData({ tables }), client.Auth.checkAuth()].map((call) => call.catch(() => {}))
    await here
    await signIn(client)
    for (const result of waiting) result()
    await Promise.all(late)
    expect(client.session.token()).toBe('new')
    expect(onSignedOut).not.toHaveBeenCalled()
  })
})
