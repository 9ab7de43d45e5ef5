import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startProxy } from './test/proxy.ts'
import { createMachine, type Machine } from './test/run-command.ts'

const { addAuthenticator, PASSWORD, startTestServer } = await import('@tiffin/server/test')
vi.setConfig({ testTimeout: 60_000 })
let server: Awaited<ReturnType<typeof startTestServer>>
let machine: Machine
/** They replace the app, which no test has. */
let recovery: string[]

beforeAll(async () => {
  server = await startTestServer()
  machine = createMachine({ TIFFIN_URL: server.url })
  recovery = (await addAuthenticator(server, 'owner')).recovery
})
afterAll(async () => {
  machine.remove()
  await server.stop()
})

const login = (...more: string[]) =>
  machine.run(['login', '--login', 'owner', '--password-stdin', ...more], { input: `${PASSWORD}\n` })

describe('tiffin login with a second factor', () => {
  it('needs a code, and says which flag has it', async () => {
    const without = await login()
    expect(without).toMatchObject({ code: 2, out: '' })
    expect(without.err).toContain('--code')
    const wrong = await login('--code', '000000')
    expect(wrong).toMatchObject({ code: 1, out: '' })
    expect(wrong.err).toContain('[code_wrong]')
    expect((await machine.run(['whoami'])).code).toBe(4)
  })

  it('signs in with a recovery code once; access tokens need no code', async () => {
    const [first = ''] = recovery
    expect(await login('--code', first)).toMatchObject({ code: 0 })
    const who = await machine.run(['whoami', '--json', 'login'])
    expect(JSON.parse(who.out)).toEqual({ login: 'owner' })
    expect((await login('--code', first)).err).toContain('[code_wrong]')
    const token = await machine.run(['token', 'create', '--name', 'ci', '--expires', '1d', '--scope', 'read'])
    const run = await machine.run(['list', 'courier', '--json', 'name'], { env: { TIFFIN_TOKEN: token.out.trim() } })
    expect(run).toMatchObject({ code: 0 })
  })

  it('sends a user with only passkeys and no recovery codes to the console', async () => {
    await server.database.asOwner(`update second_factor set kind = 'passkey'`)
    await server.database.asOwner('update recovery_code set used = now()')
    const run = await login()
    expect(run).toMatchObject({ code: 1, out: '' })
    expect(run.err).toContain('Passkeys work in browsers only. Sign in to the console there')
  })

  it('signs in through the console instead, approved by a session with the second factor', async () => {
    const owner = await server.signIn('operator')
    const approve = (err: string) =>
      server.call('Auth', 'AnswerSignIn', { code: /code=(\S+)/.exec(err)?.[1] ?? '', approve: true }, { token: owner })
    let asked: Promise<unknown> | undefined
    const run = await machine.run(['login', '--web'], {
      onErr(err) {
        if (err.includes('code=')) asked ??= approve(err)
      },
    })
    expect(await asked).toMatchObject({ data: { status: 'OK' } })
    expect(run).toMatchObject({ code: 0 })
    expect(run.err).toMatch(/approve the code [A-Z2-9]{4}-[A-Z2-9]{4}:\n.*\/approve\?code=/)
    const who = await machine.run(['whoami', '--json', 'login'])
    expect(JSON.parse(who.out)).toEqual({ login: 'operator' })
    expect((await machine.run(['logout'])).code).toBe(0)
  })

  it('waits for the approval through a short outage of the network', async () => {
    const token = await server.signIn('operator')
    let asked: Promise<unknown> | undefined
    let polls = 0
    const proxy = await startProxy(server.url, (body) => {
      if (!body.includes('SignInCode') || !body.includes('secret')) return 'pass'
      polls += 1
      return polls <= 2 ? 'drop' : 'pass'
    })
    const run = await machine.run(['login', '--web'], {
      env: { TIFFIN_URL: proxy.url },
      onErr(err) {
        const code = /code=(\S+)/.exec(err)?.[1]
        if (code !== undefined) asked ??= server.call('Auth', 'AnswerSignIn', { code, approve: true }, { token })
      },
    })
    proxy.stop()
    expect(run).toMatchObject({ code: 0 })
    expect(polls).toBeGreaterThan(2)
    expect((await machine.run(['logout'])).code).toBe(0)
  })

  it('a sign-in rejected in the console signs no one in', async () => {
    const token = await server.signIn('operator')
    let asked: Promise<unknown> | undefined
    const run = await machine.run(['login', '--web'], {
      onErr(err) {
        const code = /code=(\S+)/.exec(err)?.[1]
        if (code !== undefined) asked ??= server.call('Auth', 'AnswerSignIn', { code, approve: false }, { token })
      },
    })
    expect(await asked).toMatchObject({ data: { status: 'OK' } })
    expect(run).toMatchObject({ code: 1, out: '' })
    expect(run.err).toContain('The code was rejected or has expired')
    expect((await machine.run(['whoami'])).code).toBe(4)
  })

  it('tells an owner who lacks the required factor', async () => {
    await server.database.asOwner('update company set owner_second_factor = 1')
    const run = await machine.run(['login', '--login', 'owner-b', '--password-stdin'], { input: `${PASSWORD}\n` })
    expect(run).toMatchObject({ code: 1, out: '' })
    expect(run.err).toContain('Set up two-step sign-in to continue [factor_required]')
  })
})
