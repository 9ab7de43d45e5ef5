import { afterAll, expect, it, vi } from 'vitest'
import { createMachine } from './test/run-command.ts'

const { callAt, startTestServer } = await import('@tiffin/server/test')
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const database = await startTestServer()
const { app, owner, worker } = database.database.urls
const machine = createMachine({
  DATABASE_URL: app,
  DATABASE_OWNER_URL: owner,
  DATABASE_WORKER_URL: worker,
  TIFFIN_HOME: database.home,
  TIFFIN_LOG: 'warn',
})
afterAll(async () => {
  machine.remove()
  await database.stop()
})

it('a stranger registers at the shipped server, whose packages are bundled', async () => {
  let address = ''
  let done = false
  const served = machine.run(['serve', '--port', '0'], {
    onErr: (err) => (address = /http:\/\/\S+/.exec(err)?.[0] ?? address),
    until: () => done,
    signal: 'SIGTERM',
  })
  const auth = (method: string, data: object) => callAt(address, 'Auth', method, data)
  try {
    await expect.poll(() => address, { timeout: 30_000 }).not.toBe('')
    await auth('Registration', { email: 'ida@example.com', name: 'Ida' })
    const read = () => database.database.asOwner<{ text: string }>('select text from outbox')
    await expect.poll(read, { timeout: 30_000 }).toHaveLength(1)
    const token = /\/auth#(\S+)/.exec((await read())[0]?.text ?? '')?.[1]
    expect(await auth('UseLink', { token, password: 'Password1' })).toMatchObject({ code: 'weak_password' })
    const answer = await auth('UseLink', { token, password: 'correct horse battery' })
    expect(answer).toMatchObject({ auth: { status: 'OK', user: { login: 'ida@example.com' } } })
  } finally {
    done = true
  }
  await served
})
