import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createMachine, type Machine, type Run } from './test/run-command.ts'

const { PASSWORD, startTestServer } = await import('@tiffin/server/test')
vi.setConfig({ testTimeout: 60_000 })
let server: Awaited<ReturnType<typeof startTestServer>>
/** Signed in as the owner. */
let machine: Machine
/** Signed in as no one. */
let script: Machine

const json = (run: Run): unknown => JSON.parse(run.out)
const tiffin = (...args: string[]): Promise<Run> => machine.run(args)

beforeAll(async () => {
  server = await startTestServer()
  machine = createMachine({ TIFFIN_URL: server.url })
  script = createMachine({ TIFFIN_URL: server.url })
  await machine.run(['login', '--login', 'owner', '--password-stdin'], { input: PASSWORD })
})
afterAll(async () => {
  for (const item of [machine, script]) item.remove()
  await server.stop()
})

async function createToken(...args: string[]): Promise<string> {
  const run = await tiffin('token', 'create', '--name', 'ci', '--expires', '90d', ...args)
  expect(run).toMatchObject({ code: 0, err: "Copy it now: it won't be shown again\n" })
  expect(run.out).toMatch(/^tif_[0-9A-Za-z]{49}\n$/)
  return run.out.trim()
}

describe('access tokens', () => {
  it('are created, used by a script, listed and revoked', async () => {
    const token = await createToken('--scope', 'read,export', '--company', String(server.world.a))
    const withToken = (...args: string[]) => script.run(args, { env: { TIFFIN_TOKEN: token } })
    expect(json(await withToken('list', 'courier', '--json', 'name'))).toEqual([{ name: 'Carl' }])
    expect(json(await withToken('whoami', '--json'))).toMatchObject({
      login: 'owner',
      token: 'ci',
      scopes: ['read', 'export'],
      token_companies: [server.world.a],
      expires: expect.stringMatching(/^20.*Z$/) as string,
    })
    const [listed] = json(await tiffin('token', 'list', '--json')) as { access_token_id: number }[]
    expect(listed).toMatchObject({ name: 'ci', scopes: ['read', 'export'], last_used: expect.stringMatching(/Z$/) as string })
    const lacking = await withToken('save', 'courier', '1', '--set', 'name=x')
    expect(lacking).toMatchObject({ code: 1, out: '' })
    expect(lacking.err).toContain(
      'lacks the scope write [scope_required]\nCreate a token with this scope: tiffin token create --scope write\n',
    )
    const revoked = await tiffin('token', 'revoke', String(listed?.access_token_id))
    expect(revoked).toMatchObject({ code: 0, err: 'Revoked: 1\n' })
    const ended = await withToken('list', 'courier')
    expect(ended).toMatchObject({ code: 4, out: '' })
    expect(ended.err).toBe('The access token was revoked [token_revoked]\nCreate another one: tiffin token create\n')
  })

  it('are named if they were revoked before another ID was found missing', async () => {
    await createToken('--scope', 'read')
    const [{ access_token_id: id } = { access_token_id: 0 }] = (
      json(await tiffin('token', 'list', '--json')) as { access_token_id: number }[]
    ).slice(-1)
    const run = await tiffin('token', 'revoke', String(id), '999999')
    expect([run.code, run.err.split('\n')[0]]).toEqual([expect.any(Number), `Already revoked: ${id}`])
    expect(run.code).not.toBe(0)
  })

  it('sign a profile in from standard input, and signing out leaves the token valid', async () => {
    const token = await createToken('--scope', 'read')
    const login = await script.run(['login', '--token-stdin', '--json', 'login,scopes'], { input: `${token}\n` })
    expect(json(login)).toEqual({ login: 'owner', scopes: ['read'] })
    expect(json(await script.run(['list', 'courier', '--json', 'name']))).toEqual([{ name: 'Carl' }])
    expect(await script.run(['logout'])).toMatchObject({
      code: 0,
      err: 'Signed out\nThe token stays valid: revoke it with tiffin token revoke\n',
    })
    const profile = readFileSync(path.join(script.home, '.local/state/tiffin/profiles/default.json'), 'utf8')
    expect(profile).not.toContain(token)
    expect((await script.run(['whoami'], { env: { TIFFIN_TOKEN: token } })).code).toBe(0)
  })

  it.each([
    ['mistyped', (token: string) => token.slice(0, -1), 'token_malformed', 'Copy the whole token'],
    ['of two lines', (token: string) => `${token}\n${token}`, 'token_malformed', 'Copy the whole token'],
    ['empty', () => '', 'token_malformed', 'Copy the whole token'],
  ])('that are %s are refused with what to do', async (_what, change, code, advice) => {
    const run = await script.run(['login', '--token-stdin'], { input: change(await createToken('--scope', 'read')) })
    expect(run).toMatchObject({ code: 4, out: '' })
    expect(run.err).toContain(`[${code}]\n${advice}`)
  })

  it('that have expired exit with 4 and say so, in the language of the user', async () => {
    const token = await createToken('--scope', 'read')
    await server.database.asOwner('update session set expires = now() where access_token is not null')
    const run = await script.run(['whoami', '--lang', 'ru'], { env: { TIFFIN_TOKEN: token } })
    expect(run).toMatchObject({ code: 4, out: '' })
    expect(run.err).toBe('Срок действия токена доступа истёк [token_expired]\nСоздайте новый: tiffin token create\n')
  })

  it.each([
    [['--scope', 'read', '--expires', '90d'], '--name is required'],
    [['--name', 'x', '--scope', 'read'], '--expires is required'],
    [['--name', 'x', '--scope', 'raed', '--expires', '1d'], 'Did you mean read?'],
    [['--name', 'x', '--scope', 'read', '--expires', '366d'], 'from 1d to 365d: 366d'],
    [['--name', 'x', '--scope', 'read', '--expires', '1d', '--company', 'a'], 'Invalid ID: a'],
  ])('refuse the options %j', async (args, words) => {
    const run = await tiffin('token', 'create', ...args)
    expect(run).toMatchObject({ code: 2, out: '' })
    expect(run.err).toContain(words)
  })

  it('are not created with --dry-run, which prints the known fields as JSON', async () => {
    const args = ['token', 'create', '--name', 'x', '--scope', 'read', '--expires', '1d', '--json', 'name,scopes']
    const count = async () => (json(await tiffin('token', 'list', '--json')) as object[]).length
    const before = await count()
    expect(json(await tiffin(...args, '--dry-run'))).toEqual({ name: 'x', scopes: ['read'] })
    expect(await count()).toBe(before)
    expect(json(await tiffin(...args))).toEqual({ name: 'x', scopes: ['read'] })
    expect(await count()).toBe(before + 1)
  })

  it('can’t create other tokens', async () => {
    const token = await createToken('--scope', 'read,write,export,import,config')
    const run = await script.run(['token', 'create', '--name', 'x', '--scope', 'read', '--expires', '1d'], {
      env: { TIFFIN_TOKEN: token },
    })
    expect(run).toMatchObject({ code: 4, out: '' })
    expect(run.err).toContain('[token_not_allowed]')
  })
})
