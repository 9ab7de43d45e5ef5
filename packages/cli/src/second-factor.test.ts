import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
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

  it('signs in with a recovery code, once; tokens need none', async () => {
    const [first = ''] = recovery
    expect(await login('--code', first)).toMatchObject({ code: 0 })
    const who = await machine.run(['whoami', '--json', 'login'])
    expect(JSON.parse(who.out)).toEqual({ login: 'owner' })
    expect((await login('--code', first)).err).toContain('[code_wrong]')
    const token = await machine.run(['token', 'create', '--name', 'ci', '--expires', '1d', '--scope', 'read'])
    const run = await machine.run(['list', 'courier', '--json', 'name'], { env: { TIFFIN_TOKEN: token.out.trim() } })
    expect(run).toMatchObject({ code: 0 })
  })

  it('someone with passkeys alone and no recovery codes left is sent to the console', async () => {
    await server.database.asOwner(`update second_factor set kind = 'passkey'`)
    await server.database.asOwner('update recovery_code set used = now()')
    const run = await login()
    expect(run).toMatchObject({ code: 1, out: '' })
    expect(run.err).toContain('Passkeys work in browsers only. Sign in to the console there')
  })

  it('an owner who must have one and has none is told so', async () => {
    await server.database.asOwner('update company set owner_second_factor = 1')
    const run = await machine.run(['login', '--login', 'owner-b', '--password-stdin'], { input: `${PASSWORD}\n` })
    expect(run).toMatchObject({ code: 1, out: '' })
    expect(run.err).toContain('Set up two-step sign-in to continue [factor_required]')
  })
})
