import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createMachine, type Machine, type Run } from './test/run-command.ts'

const { insertRow, PASSWORD, startTestServer } = await import('@tiffin/server/test')
vi.setConfig({ testTimeout: 60_000 })
let server: Awaited<ReturnType<typeof startTestServer>>
/** Signed in as the owner. */
let machine: Machine
let mailing: string
let user_id: number

const json = (run: Run): unknown => JSON.parse(run.out)
const tiffin = (...args: string[]): Promise<Run> => machine.run(args)

beforeAll(async () => {
  server = await startTestServer()
  const { a: company } = server.world
  await server.database.asOwner('update company set allow_mailing = 1, allow_push = 1, enable = 1')
  machine = createMachine({ TIFFIN_URL: server.url })
  await machine.run(['login', '--login', 'owner', '--password-stdin'], { input: PASSWORD })
  user_id = await insertRow(server.database, 'user', { company, name: 'Ida', email: 'ida@example.com', mail_consent: 1 })
  mailing = String(
    await insertRow(server.database, 'mailing', {
      company,
      channel: 'mail',
      subject: { en: 'Soup' },
      text: { en: 'Soup today' },
      quiet_from: '00:00',
      quiet_until: '00:00',
    }),
  )
})
afterAll(async () => {
  machine.remove()
  await server.stop()
})

it('sends only with the exact number, then shows the result, the reason and the kept messages', async () => {
  expect(json(await tiffin('mailing', 'count', mailing, '--json'))).toMatchObject({ total: 2, will_get: 1, without_consent: 1 })
  expect(await tiffin('mailing', 'start', mailing, '--yes')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--count') as string,
  })
  expect(await tiffin('mailing', 'start', mailing, '--yes', '--count', '2')).toMatchObject({ code: 1 })
  expect(await tiffin('mailing', 'start', mailing, '--dry-run')).toMatchObject({ code: 0 })
  expect(json(await tiffin('mailing', 'list', '--json', 'state'))).toEqual([{ state: 'draft' }])
  expect(await tiffin('mailing', 'why', mailing, String(user_id))).toMatchObject({
    out: expect.stringContaining('Will receive it') as string,
  })
  expect(await tiffin('mailing', 'start', mailing, '--yes', '--count', '1')).toMatchObject({ code: 0 })
  await vi.waitFor(
    async () => expect(json(await tiffin('mailing', 'list', '--json', 'state,kept'))).toEqual([{ state: 'done', kept: 1 }]),
    {
      timeout: 30_000,
    },
  )
  const why = await tiffin('mailing', 'why', mailing, String(user_id))
  expect(why.out).toContain('Kept, not sent: No service is set up for this channel')
  expect(json(await tiffin('outbox', '--json', 'channel,user_id,text'))).toMatchObject([
    { channel: 'mail', user_id, text: { en: 'Soup today' } },
  ])
  expect(await tiffin('outbox', '--platform')).toMatchObject({ code: 1, out: '' })
})

it('schedules, and cancels it', async () => {
  const { a: company } = server.world
  const id = String(await insertRow(server.database, 'mailing', { company, channel: 'mail', text: { en: 'Later' } }))
  expect(await tiffin('mailing', 'schedule', id, '2030-01-01T09:00', '--yes', '--count', '1')).toMatchObject({ code: 2 })
  const scheduled = await tiffin('mailing', 'schedule', id, '2030-01-01T09:00Z', '--yes', '--count', '1', '--json', 'state')
  expect(json(scheduled)).toMatchObject({ state: 'scheduled' })
  expect(json(await tiffin('mailing', 'stop', id, '--yes', '--json', 'state'))).toMatchObject({ state: 'draft' })
  for (const method of ['pause', 'resume']) expect((await tiffin('mailing', method, id)).code).not.toBe(0)
})

it('asks before it resumes one that has not started yet', async () => {
  const { a: company } = server.world
  const row = {
    company,
    channel: 'mail',
    text: { en: 'Late' },
    state: 'paused',
    paused: 'late',
    quiet_from: '00:00',
    quiet_until: '00:00',
  }
  const id = String(await insertRow(server.database, 'mailing', row))
  expect(await tiffin('mailing', 'resume', id)).toMatchObject({ code: 2 })
  expect(await tiffin('mailing', 'resume', id, '--yes')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--count') as string,
  })
  expect(await tiffin('mailing', 'resume', id, '--yes', '--count', '2')).toMatchObject({ code: 1 })
  const resumed = await tiffin('mailing', 'resume', id, '--yes', '--count', '1', '--json', 'state')
  expect(json(resumed)).toMatchObject({ state: 'sending' })
})
