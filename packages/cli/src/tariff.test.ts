import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createMachine, type Machine, type Run } from './test/run-command.ts'

const { insertRow, PASSWORD, startTestServer } = await import('@tiffin/server/test')
vi.setConfig({ testTimeout: 60_000 })
let server: Awaited<ReturnType<typeof startTestServer>>
let machine: Machine
const tiffin = (...args: string[]): Promise<Run> => machine.run(args)

beforeAll(async () => {
  server = await startTestServer()
  machine = createMachine({ TIFFIN_URL: server.url })
  await machine.run(['login', '--login', 'owner', '--password-stdin'], { input: PASSWORD })
  const { database, world } = server
  const option = [{ field: 'allow_push', free: 0, enable: 1, show: 1, value: '5.00', description: {} }]
  const shared = { status: 1, subscription: 1, trial: 0 }
  const basic = await insertRow(database, 'tariff', { ...shared, name: { en: 'Basic' }, amount: '20.00', option: [], order: 1 })
  await insertRow(database, 'tariff', { ...shared, name: { en: 'Pro' }, amount: '50.00', option, order: 2 })
  const month = await insertRow(database, 'subscribe_period', {
    name: { en: 'Month' },
    month: 1,
    discount: 0,
    status: 1,
    default: 1,
  })
  await database.asOwner(
    `update company set base_tariff = $1, tariff_period = $3, paid_total = 20, trial = 0, timezone = 'UTC', allow_push = 0,
       period_start = now() - interval '15 days', due_date = now() + interval '15 days' where company_id = $2`,
    [basic, world.a, month],
  )
})
afterAll(async () => {
  machine.remove()
  await server.stop()
})

describe('tiffin tariff', () => {
  it('shows tariff, balance, days left, usage and the next bill', async () => {
    const run = await tiffin('tariff', '--json')
    expect(JSON.parse(run.out)).toMatchObject({
      tariff: 'Basic',
      months: 1,
      price: '20.00',
      balance: '0.00',
      days_left: expect.any(Number) as number,
      orders_used: expect.any(Number) as number,
      next_bill: '20.00',
      to_pay: '20.00',
    })
  })

  it('prints the steps of a change’s bill, and changes nothing', async () => {
    const run = await tiffin('tariff', 'change', 'pro', '--add-ons', 'allow_push', '--dry-run')
    expect(run).toMatchObject({ code: 0, err: 'Nothing was changed\n' })
    expect(run.out.split('\n').slice(0, 5)).toEqual([
      'Tariff: $50.00',
      'Add-ons: $5.00 (Chosen: 1)',
      'Already paid, and days that have passed: -$37.50 (Days left: 15 of 30)',
      'To pay now: $17.50',
      'You pay $17.50 now. Pro applies as soon as the payment arrives.',
    ])
    expect(await server.database.asOwner(`select 1 from payment where type = 4 and tariff is not null`)).toEqual([])
  })

  it.each([
    [['Prro'], 3, 'Tariff not found: Prro'],
    [['Pro', '--period', '7'], 2, 'No subscription period has 7 months'],
    [['Pro', '--add-ons', 'allow_chat'], 2, 'The tariff has no add-on allow_chat'],
    [['Basic'], 1, 'Nothing would change'],
  ])('refuses %j', async (args, code, message) => {
    const run = await tiffin('tariff', 'change', ...args, '--dry-run')
    expect([run.code, run.out]).toEqual([code, ''])
    expect(run.err).toContain(message)
  })

  it('lists invoices, and prints one as it was issued', async () => {
    const { database, world } = server
    const document = '<!doctype html>\n<h1>Счёт 17 &amp; co</h1>\n'
    await insertRow(database, 'invoice', {
      company: world.a,
      number: 17,
      amount: '42.00',
      date: '2026-11-10T12:00:00Z',
      document,
    })
    await insertRow(database, 'invoice', { company: world.b, number: 18, amount: '1.00', date: '2026-11-10T12:00:00Z', document })
    const list = await tiffin('tariff', 'invoices', '--json')
    expect(JSON.parse(list.out)).toMatchObject([{ number: 17, amount: '42.00' }])
    expect(await tiffin('tariff', 'invoice', '17')).toMatchObject({ code: 0, out: document, err: '' })
    for (const number of ['18', '99', 'x', '1e1']) {
      const run = await tiffin('tariff', 'invoice', number)
      expect([run.code, run.out], number).toEqual([3, ''])
      expect(run.err).toContain(`Invoice not found: ${number}`)
    }
  })

  it('asks before it changes anything', async () => {
    const run = await tiffin('tariff', 'change', 'Pro')
    expect(run.code).toBe(2)
    expect(run.err).toContain('--yes')
  })
})
