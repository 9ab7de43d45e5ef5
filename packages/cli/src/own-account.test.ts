import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createMachine, type Machine } from './test/run-command.ts'

const { insertRow, PASSWORD, startTestServer } = await import('@tiffin/server/test')
// Each run is a separate process, which starts slowly on a loaded machine.
vi.setConfig({ testTimeout: 60_000 })
let server: Awaited<ReturnType<typeof startTestServer>>
let machine: Machine
let ida: number

beforeAll(async () => {
  server = await startTestServer()
  machine = createMachine({ TIFFIN_URL: server.url })
  const signedIn = await machine.run(['login', '--login', 'owner', '--password-stdin'], { input: `${PASSWORD}\n` })
  if (signedIn.code !== 0) throw new Error(signedIn.err)
  const { database, world } = server
  ida = await insertRow(database, 'admin', { login: 'ida@example.com', password: 'x', name: 'Ida', surname: 'Brandt' })
  await insertRow(database, 'membership', { company: world.a, admin: ida, company_role: 2 })
  await database.asOwner('insert into own_account (admin) values ($1)', [ida])
})
afterAll(async () => {
  machine.remove()
  await server.stop()
})

it('an owner who changes the login of a person with their own account reads why that is refused', async () => {
  const { code, err } = await machine.run([
    'save',
    'admin',
    String(ida),
    '--set',
    'login=mine',
    '--set',
    'password=Mine-now-123',
    '--yes',
  ])
  expect(code).not.toBe(0)
  expect(err).toContain('Ida Brandt manages their own sign-in')
})
