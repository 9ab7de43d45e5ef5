import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { DEMO_PASSWORD } from '../demo-accounts.ts'
import { type Demo, startDemo } from '../start-demo.ts'
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts'
import { createWire } from '#simulator/wire'
import { ensurePlatform } from '#db/platform'
import { createVirtualPrinter } from './create-virtual-printer.ts'

let database: TestDatabase
let demo: Demo
const MINUTE = 60_000

beforeAll(async () => {
  database = await createTestDatabase()
  await ensurePlatform(database.urls.owner)
  const { urls } = database
  demo = await startDemo(readConfig({ PORT: '0', TIFFIN_LOG: 'silent' }), {
    store: {
      db: database.open(),
      ownerUrl: urls.owner,
      workerUrl: urls.worker,
      home: '',
      close: async () => {},
    },
    jobs: false,
    speed: 0,
    seed: { busy: { days: 2, perDay: 40, customers: 30, couriers: 4, open: 12 } },
  })
})
afterAll(async () => {
  await demo.stop()
  await database.drop()
})

const owner = () => createWire({ url: demo.url, login: 'owner', password: DEMO_PASSWORD })
const stateOf = async (id: number) =>
  (
    await database.asOwner<{ state: string; console: string }>('select state, console from print_job where print_job_id = $1', [
      id,
    ])
  )[0]
async function ask(): Promise<{ job: number; order: number }> {
  const [row] = await database.asOwner<{ id: number }>(
    `select order_id::int as id from "order" o join order_status s on s.order_status_id = o.order_status
     where o.company = 1 and s.status between 2 and 6 and not exists (select 1 from print_job p where p.order = o.order_id) limit 1`,
  )
  const order = row?.id ?? 0
  const { data } = await owner().call<{ data: { job: { print_job_id: number } } }>('Print', 'request', { order_id: order })
  return { job: data.job.print_job_id, order }
}

describe('virtual printer', () => {
  it('prints tickets under a lease that no other console has claimed, and keeps the output', async () => {
    const { job, order } = await ask()
    const trouble: unknown[] = []
    const printer = createVirtualPrinter({
      wire: owner(),
      timezone: 'Europe/Berlin',
      now: () => Date.now() + MINUTE,
      onProblem: (error) => trouble.push(error),
    })
    await printer.step()
    expect(trouble).toEqual([])
    expect(await stateOf(job)).toEqual({ state: 'printed', console: 'Virtual printer' })
    const [paper] = printer.papers()
    expect(paper).toMatchObject({ print_job_id: job, order_id: order, purpose: 'kitchen' })
    const [row] = await database.asOwner<{ ticket: number; dish: string; print: number }>(
      `select ticket, cart->0->>'name' as dish, print::int as print from "order" where order_id = $1`,
      [order],
    )
    expect(paper?.text).toContain(`#${row?.ticket}`)
    expect(paper?.text.replaceAll(/\s+/g, ' ')).toContain(row?.dish.split(' ')[0])
    expect(row?.print).toBeGreaterThan(0)
    await printer.step()
    expect(printer.papers()).toHaveLength(1)
  })

  it('leaves new tickets to consoles with a real printer', async () => {
    const { job } = await ask()
    const printer = createVirtualPrinter({ wire: owner(), timezone: 'Europe/Berlin' })
    await printer.step()
    expect(printer.papers()).toEqual([])
    expect(await stateOf(job)).toEqual({ state: 'queued', console: '' })
  })

  it('does not crash when the server is unavailable', async () => {
    const away = createWire({
      url: demo.url,
      login: 'owner',
      password: DEMO_PASSWORD,
      fetch: () => Promise.reject(new TypeError('refused')),
    })
    const trouble: unknown[] = []
    await createVirtualPrinter({ wire: away, timezone: 'UTC', onProblem: (error) => trouble.push(error) }).step()
    expect(trouble).toMatchObject([{ code: 'network' }])
  })

  it('shows its output to this machine', async () => {
    const answer = await fetch(`${demo.url}/demo/papers`)
    expect(await answer.json()).toEqual({ papers: [] })
  })
})
