import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertOrder } from '#server/test/seed'
import { startTestServer, type TestServer } from '#server/test/test-server'

let server: TestServer
let owner: string
let operator: string
let order: number
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signIn('owner')
  operator = await server.signIn('operator')
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.database.asOwner('delete from print_job')
  order = await insertOrder(server.database, server.world)
})

interface Job {
  print_job_id: number
  order: number
  state: string
  copy: number
  purpose: string
  console: string
}

async function print(method: string, data: object, token = owner) {
  const answer = await server.call('Print', method, data, { token, company: server.world.a })
  return {
    code: answer.code,
    job: (answer['data'] as { job?: Job | null })?.job ?? null,
    order: (answer['data'] as { order?: object })?.order,
  }
}

async function move(from: number, to: number, reason?: string): Promise<void> {
  const { statuses } = server.world
  const intent = { intent_id: randomUUID(), order_id: order, from: statuses[from], to: statuses[to], reason }
  await server.call('Order', 'move', { intents: [intent] }, { token: owner, company: server.world.a })
}

const states = async () =>
  (
    await server.database.asOwner<{ purpose: string; state: string }>(
      'select purpose, state from print_job order by print_job_id',
    )
  ).map((job) => `${job.purpose} ${job.state}`)

const leaseEnds = () => server.database.asOwner(`update print_job set lease_until = now() - interval '1 second'`)

describe('ticket', () => {
  it('KDS-12 BOARD-50 ORDER-09: is claimed, begun and confirmed, which sets the admin on the order', async () => {
    await move(2, 3)
    const claimed = await print('claim', { console: 'kitchen-1' })
    expect(claimed).toMatchObject({
      job: { order, state: 'claimed', purpose: 'kitchen', copy: 0 },
      order: { order_id: order, user_obj: { name: 'Anna' } },
    })
    const id = { print_job_id: claimed.job?.print_job_id, console: 'kitchen-1' }
    expect(await print('begin', id)).toMatchObject({ job: { state: 'sending' } })
    const printedBy = () => server.database.asOwner('select print from "order" where order_id = $1', [order])
    expect(await printedBy()).toEqual([{ print: 0 }])
    expect(await print('confirm', id)).toMatchObject({ job: { state: 'printed' } })
    expect(await printedBy()).toEqual([{ print: server.world.ownerA }])
  })

  it('KDS-15: has the note about the customer for users who may read customers', async () => {
    await server.database.asOwner(`update "user" set comment = 'Allergic to nuts'`)
    await move(2, 3)
    expect(await print('claim', { console: 'kitchen-1' })).toMatchObject({
      order: { user_obj: { noted: 1, comment: 'Allergic to nuts' } },
    })
  })

  it('goes to one of two consoles that ask at once', async () => {
    await move(2, 3)
    const claims = await Promise.all(['kitchen-1', 'kitchen-2'].map((console) => print('claim', { console })))
    expect(claims.filter((claim) => claim.job !== null)).toHaveLength(1)
  })

  it('is skipped while another console is claiming it', async () => {
    await move(2, 3)
    const other = new Client({ connectionString: server.database.urls.admin })
    await other.connect()
    await other.query('begin; select 1 from print_job for update')
    const claim = print('claim', { console: 'kitchen-1' })
    const first = await Promise.race([claim, new Promise((resolve) => setTimeout(resolve, 3000, 'waits'))])
    await other.query('rollback')
    await other.end()
    expect(first).toMatchObject({ job: null })
    expect(await print('claim', { console: 'kitchen-2' })).toMatchObject({ job: { state: 'claimed' } })
  })

  /** A ticket that its console began but did not finish within its lease. */
  async function outlived() {
    await move(2, 3)
    const { job } = await print('claim', { console: 'kitchen-1' })
    const held = { print_job_id: job?.print_job_id, console: 'kitchen-1' }
    await print('begin', held)
    await leaseEnds()
    await print('claim', { console: 'kitchen-2' })
    expect(await states()).toEqual(['kitchen unknown'])
    return held
  }

  it('KDS-12: counts as printed, without an alarm, if its console confirms it after the lease', async () => {
    const held = await outlived()
    expect(await print('confirm', held)).toMatchObject({ job: { state: 'printed' } })
  })

  it('KDS-12: is queued again, without an alarm, if its console reports after the lease that nothing was printed', async () => {
    const held = await outlived()
    const nothing = { bytes_sent: 0, error: 'Ticket not printed' }
    expect(await print('fail', { ...held, console: 'kitchen-2', ...nothing })).toMatchObject({ code: 'lease_lost' })
    expect(await print('fail', { ...held, ...nothing })).toMatchObject({ job: { state: 'queued' } })
  })

  it('KDS-12: has a longer lease on a console where a person operates the printer', async () => {
    await move(2, 3)
    const { job } = await print('claim', { console: 'kitchen-1' })
    await print('begin', { print_job_id: job?.print_job_id, console: 'kitchen-1', lease_seconds: 300 })
    const [row] = await server.database.asOwner<{ left: number }>(
      'select extract(epoch from lease_until - now())::int as left from print_job',
    )
    expect(row?.left).toBeGreaterThan(290)
  })

  it('KDS-12: is printed at once, instead of another, when requested while queued', async () => {
    await move(2, 3)
    const { job } = await print('claim', { console: 'kitchen-1' })
    const held = { print_job_id: job?.print_job_id, console: 'kitchen-1' }
    await print('fail', { ...held, bytes_sent: 0, error: 'The printer is offline' })
    const requested = await print('request', { order_id: order })
    expect(requested).toMatchObject({ job: { print_job_id: job?.print_job_id, state: 'queued', copy: 0 } })
    expect(await states()).toEqual(['kitchen queued'])
    expect(await print('claim', { console: 'kitchen-1' })).toMatchObject({ job: { order } })
  })

  it('KDS-12: says COPY when the order is marked as printed without a job, as imported ones are', async () => {
    await server.database.asOwner('update "order" set print = $1 where order_id = $2', [server.world.ownerA, order])
    expect(await print('request', { order_id: order })).toMatchObject({ job: { copy: 1 } })
    expect(await print('request', { order_id: order, purpose: 'receipt' })).toMatchObject({ job: { copy: 0 } })
  })

  it('KDS-12: says COPY when requested while a console has it', async () => {
    await move(2, 3)
    await print('claim', { console: 'kitchen-1' })
    expect(await print('request', { order_id: order })).toMatchObject({ job: { copy: 1 } })
    expect(await print('request', { order_id: order, purpose: 'receipt' })).toMatchObject({ job: { copy: 0 } })
  })

  it('is not blocked by its console while another transaction locks the order and wants the ticket next', async () => {
    await move(2, 3)
    const { job } = await print('claim', { console: 'kitchen-1' })
    const held = { print_job_id: job?.print_job_id, console: 'kitchen-1' }
    await print('begin', held)
    const { database } = server
    await database.asOwner('begin')
    await database.asOwner('select from "order" where order_id = $1 for update', [order])
    const confirmed = print('confirm', held)
    await expect.poll(() => database.waiting()).toBeGreaterThan(0)
    const ticket = await database.asOwner('select from print_job for update nowait').then(
      () => 'free',
      (error: Error) => error.message,
    )
    await database.asOwner('rollback')
    expect(ticket).toBe('free')
    expect(await confirmed).toMatchObject({ job: { state: 'printed' } })
  })

  it('says COPY if the order is marked as printed without a print job', async () => {
    await server.database.asOwner('update "order" set print = $1 where order_id = $2', [server.world.ownerA, order])
    expect(await print('request', { order_id: order })).toMatchObject({ job: { copy: 1 } })
    expect(await print('request', { order_id: order, purpose: 'receipt' })).toMatchObject({ job: { copy: 0 } })
  })

  it('goes to another console if the first goes silent before the first byte', async () => {
    await move(2, 3)
    const first = await print('claim', { console: 'kitchen-1' })
    await leaseEnds()
    const second = await print('claim', { console: 'kitchen-2' })
    expect(second.job).toMatchObject({ print_job_id: first.job?.print_job_id, console: 'kitchen-2' })
    expect(await print('begin', { print_job_id: first.job?.print_job_id, console: 'kitchen-1' })).toMatchObject({
      code: 'lease_lost',
    })
  })

  it('of a deleted order does not block others', async () => {
    await move(2, 3)
    const tables = [{ table: 'order', id: order }]
    await server.call('Reference', 'deleteData', { tables }, { token: owner, company: server.world.a })
    order = await insertOrder(server.database, server.world)
    await move(2, 3)
    expect(await print('claim', { console: 'kitchen-1' })).toMatchObject({ job: { order } })
    expect(await print('claim', { console: 'kitchen-1' })).toMatchObject({ job: null })
  })

  it('KDS-12: becomes unknown if a console goes silent after the first byte, and no console prints it again', async () => {
    await move(2, 3)
    const { job } = await print('claim', { console: 'kitchen-1' })
    await print('begin', { print_job_id: job?.print_job_id, console: 'kitchen-1' })
    await leaseEnds()
    expect(await print('claim', { console: 'kitchen-2' })).toMatchObject({ job: null })
    expect(await states()).toEqual(['kitchen unknown'])
  })

  it('KDS-12: becomes unknown even if no console asks for work again', async () => {
    await move(2, 3)
    const { job } = await print('claim', { console: 'kitchen-1' })
    await print('begin', { print_job_id: job?.print_job_id, console: 'kitchen-1' })
    await leaseEnds()
    const admin = new Client({ connectionString: server.database.urls.admin })
    await admin.connect()
    await admin.query(`update graphile_worker._private_jobs set run_at = now()`)
    await admin.end()
    await expect.poll(states, { timeout: 10_000 }).toEqual(['kitchen unknown'])
  })

  it.each([
    [0, 'kitchen queued'],
    [17, 'kitchen unknown'],
  ])('with a send that failed after %i bytes becomes %s', async (bytes_sent, state) => {
    await move(2, 3)
    const { job } = await print('claim', { console: 'kitchen-1' })
    await print('begin', { print_job_id: job?.print_job_id, console: 'kitchen-1' })
    await print('fail', { print_job_id: job?.print_job_id, console: 'kitchen-1', bytes_sent, error: 'Printer refused' })
    expect(await states()).toEqual([state])
  })

  it('KDS-12: that no console can begin is delayed for the console that tried, and finally waits for a person', async () => {
    await move(2, 3)
    const fail = async (console: string) => {
      const { job } = await print('claim', { console })
      if (job) await print('fail', { print_job_id: job.print_job_id, console, bytes_sent: 0, error: 'It cannot be drawn' })
      return job !== null
    }
    expect(await fail('kitchen-1')).toBe(true)
    expect(await fail('kitchen-1')).toBe(false)
    expect(await fail('kitchen-2')).toBe(true)
    for (const state of ['queued', 'queued', 'failed']) {
      await server.database.asOwner(`update print_job set retry_at = now() - interval '1 second'`)
      expect(await fail('kitchen-2')).toBe(true)
      expect(await states()).toEqual([`kitchen ${state}`])
    }
    const [stuck] = await server.database.asOwner<{ error: string; attempt: number }>('select error, attempt from print_job')
    expect(stuck).toEqual({ error: 'It cannot be drawn', attempt: 5 })
    expect(await print('claim', { console: 'kitchen-3' })).toMatchObject({ job: null })
    expect(await print('request', { order_id: order })).toMatchObject({ job: { state: 'queued', copy: 0 } })
    expect(await states()).toEqual(['kitchen expired', 'kitchen queued'])
  })

  it('KDS-12: that is delayed is given at once to a console that requests it by number', async () => {
    await move(2, 3)
    const { job } = await print('claim', { console: 'kitchen-1' })
    const held = { print_job_id: job?.print_job_id, console: 'kitchen-1' }
    await print('fail', { ...held, bytes_sent: 0, error: 'The printer is offline' })
    expect(await print('claim', { console: 'kitchen-1' })).toMatchObject({ job: null })
    expect(await print('claim', held)).toMatchObject({ job: { order, state: 'claimed' } })
  })

  it('KDS-12: that crashes every console that claims it fails like one that they give back', async () => {
    await move(2, 3)
    for (const console of ['1', '2', '3', '4', '5']) {
      expect((await print('claim', { console })).job).not.toBeNull()
      await leaseEnds()
    }
    expect(await print('claim', { console: '6' })).toMatchObject({ job: null })
    expect(await states()).toEqual(['kitchen failed'])
    const [failed] = await server.database.asOwner<Job>('select print_job_id from print_job')
    expect(await print('dismiss', { print_job_id: failed?.print_job_id })).toMatchObject({ job: { state: 'dismissed' } })
  })

  it('writes nothing when no ticket is waiting', async () => {
    const kept = () => server.database.asOwner('select key from idempotency order by key')
    const before = await kept()
    const options = { token: owner, company: server.world.a, key: randomUUID() }
    const ask = () => server.call('Print', 'claim', { console: 'kitchen-1' }, options)
    expect(await ask()).toMatchObject({ data: { job: null } })
    expect(await kept()).toEqual(before)
    await move(2, 3)
    const taken = await ask()
    expect(taken).toMatchObject({ data: { job: { order } } })
    expect(await ask()).toMatchObject({ data: { job: (taken['data'] as { job: object }).job } })
  })

  it('of an order names the seller even to consoles that may not read the company’s legal details', async () => {
    await server.database.asOwner(`update company set legal_name = 'Alpha GmbH', legal_tax = 'DE 42' where company_id = $1`, [
      server.world.a,
    ])
    await print('request', { order_id: order, purpose: 'receipt' }, operator)
    const { order: paper } = await print('claim', { console: 'kitchen-1' }, operator)
    expect(paper).toMatchObject({ seller: { legal_name: 'Alpha GmbH', legal_tax: 'DE 42' } })
  })

  it('says COPY when requested again, and settles the unknown one', async () => {
    await move(2, 3)
    const { job } = await print('claim', { console: 'kitchen-1' })
    await print('begin', { print_job_id: job?.print_job_id, console: 'kitchen-1' })
    await leaseEnds()
    await print('claim', { console: 'kitchen-2' })
    expect(await print('request', { order_id: order })).toMatchObject({ job: { state: 'queued', copy: 1 } })
    expect(await states()).toEqual(['kitchen dismissed', 'kitchen queued'])
  })

  it('KDS-23: of a cancelled order prints CANCELLED if a ticket was printed, and nothing if printing never began', async () => {
    await move(2, 3)
    await move(3, 0, 'Customer called')
    expect(await states()).toEqual(['kitchen expired'])
    order = await insertOrder(server.database, server.world)
    await move(2, 3)
    const { job } = await print('claim', { console: 'kitchen-1' })
    await print('begin', { print_job_id: job?.print_job_id, console: 'kitchen-1' })
    await print('confirm', { print_job_id: job?.print_job_id, console: 'kitchen-1' })
    await move(3, 0, 'Customer called')
    expect(await states()).toEqual(['kitchen expired', 'kitchen printed', 'cancelled queued'])
  })
})

describe('console', () => {
  beforeEach(() => server.database.asOwner('delete from print_console'))

  it('KDS-12: belongs to its user: other users can’t begin, confirm or fail its tickets under its name', async () => {
    await move(2, 3)
    const { job } = await print('claim', { console: 'board-A' }, operator)
    const held = { print_job_id: job?.print_job_id, console: 'board-A' }
    expect(await print('begin', held)).toMatchObject({ code: 'lease_lost' })
    expect(await print('begin', held, operator)).toMatchObject({ job: { state: 'sending' } })
    expect(await print('confirm', held)).toMatchObject({ code: 'lease_lost' })
    expect(await print('fail', { ...held, bytes_sent: 0, error: 'x' })).toMatchObject({ code: 'lease_lost' })
    // Restarted, with another session of the same user.
    expect(await print('confirm', held, await server.signIn('operator'))).toMatchObject({ job: { state: 'printed' } })
  })

  it('MOON-04: reports on its ticket with its lease, even after another user signed in there', async () => {
    await move(2, 3)
    const lease = randomUUID()
    const { job } = await print('claim', { console: 'board-A', lease })
    const held = { print_job_id: job?.print_job_id, console: 'board-A' }
    await print('begin', { ...held, lease })
    expect(await print('confirm', { ...held, lease: randomUUID() }, operator)).toMatchObject({ code: 'lease_lost' })
    expect(await print('confirm', { ...held, lease }, operator)).toMatchObject({ job: { state: 'printed' } })
    const [row] = await server.database.asOwner('select print from "order" where order_id = $1', [order])
    expect(row).toEqual({ print: server.world.ownerA })
  })

  it('KDS-12: has printers that other users can’t replace, remove or print for, even under its name', async () => {
    const named = async () =>
      (
        (await server.call('Print', 'offers', {}, { token: owner, company: server.world.a }))['data'] as {
          printers: { name: string }[]
        }
      ).printers.map(({ name }) => name)
    const offer = (name: string | null, token: string) =>
      print('offer', { console: 'board-A#1', printers: name === null ? [] : [{ address: `virtual:${name}`, name }] }, token)
    await offer('grill', operator)
    await offer('other', owner)
    expect(await named()).toEqual(['grill', 'other'])
    await print('request', { order_id: order, at: { console: 'board-A#1', address: 'virtual:grill' } })
    expect(await print('claim', { console: 'board-A#1' })).toMatchObject({ job: null })
    await offer(null, owner)
    expect(await named()).toEqual(['grill'])
    expect(await print('claim', { console: 'board-A#2' }, operator)).toMatchObject({ job: { order } })
  })
})

describe('printer offered by a running board', () => {
  const grill = { address: 'tcp://10.0.0.5', name: 'Grill' }
  const offers = async (token = owner) => {
    const answer = await server.call('Print', 'offers', {}, { token, company: server.world.a })
    return (answer['data'] as { printers: object[] }).printers
  }
  const request = () => print('request', { order_id: order, at: { console: 'kitchen-1', address: grill.address } })
  const claimed = async (console: string) => (await print('claim', { console })).job
  beforeEach(() => server.database.asOwner('delete from print_console'))

  it('KDS-12 BOARD-49: is shown to others until the board withdraws it or goes silent', async () => {
    const [pizza, sushi] = server.world.merchants
    await print('offer', { console: 'kitchen-1#7', printers: [grill] })
    await print('offer', { console: 'kitchen-1#8', printers: [grill, { address: 'virtual:', name: 'Paper' }] })
    await print('offer', { console: 'bar#1', printers: [grill], merchants: [sushi] })
    expect(await offers()).toEqual([
      { console: 'bar', ...grill },
      { console: 'kitchen-1', ...grill },
      { console: 'kitchen-1', address: 'virtual:', name: 'Paper' },
    ])
    await print('offer', { console: 'bar#1', printers: [grill], merchants: [pizza] })
    expect(await offers(operator)).toHaveLength(3)
    await print('offer', { console: 'kitchen-1#8', printers: [] })
    await server.database.asOwner(`update print_console set seen = now() - interval '1 minute'`)
    expect(await offers()).toEqual([])
    const kept = () => server.database.asOwner('select console from print_console order by console')
    await print('offer', { console: 'grill#1', printers: [grill] })
    expect(await kept()).toEqual([{ console: 'bar' }, { console: 'grill' }])
    await server.database.asOwner(`update print_console set seen = now() - interval '25 hours'`)
    await print('offer', { console: 'grill#2', printers: [grill] })
    expect(await kept()).toEqual([{ console: 'grill' }])
  })

  it('KDS-12 BOARD-49: gets the tickets requested for it, and another board gets those of one that is gone', async () => {
    await print('offer', { console: 'kitchen-1#7', printers: [grill] })
    await request()
    expect(await claimed('bar#1')).toBeNull()
    expect(await claimed('kitchen-1#8')).toMatchObject({ order, printer: grill.address })
    await request()
    await server.database.asOwner(`update print_console set seen = now() - interval '1 minute'`)
    expect(await claimed('bar#1')).toMatchObject({ order, printer: grill.address })
  })

  it('KDS-12: is shown even if a colleague’s boards announce many printers, of which one hundred boards are kept', async () => {
    const many = Array.from({ length: 50 }, (_, n) => ({ address: `virtual:${n}`, name: `A${n}` }))
    await print('offer', { console: 'kitchen', printers: [grill] })
    for (let n = 0; n < 102; n += 1) await print('offer', { console: `a${n}`, printers: many }, operator)
    expect(await offers()).toContainEqual({ console: 'kitchen', ...grill })
    expect(await offers(operator)).toHaveLength(200)
    const [kept] = await server.database.asOwner(
      'select count(*)::int as boards, bool_or(console = $1) as latest from print_console',
      ['a101'],
    )
    expect(kept).toEqual({ boards: 101, latest: true })
  })

  it('PERM-09 PERM-12: is offered and shown only where orders may be changed', async () => {
    const [, viewed, unseen] = server.world.merchants
    await print('offer', { console: 'bar', printers: [grill], merchants: [viewed, unseen] })
    expect(await offers(operator)).toEqual([])
    await server.database.asOwner('delete from print_console')
    await print('offer', { console: 'bar', printers: [grill], merchants: [viewed, unseen] }, operator)
    expect(await offers()).toEqual([])
  })
})

describe('ticket that a person has seen on paper', () => {
  it.each([
    ['unknown', ['kitchen dismissed', 'changed queued', 'cancelled queued']],
    ['failed', ['kitchen dismissed']],
  ])('KDS-12 KDS-23 KDS-24: counts as printed after it was %s', async (state, expected) => {
    await move(2, 3)
    const [job] = await server.database.asOwner<Job>('update print_job set state = $1 returning print_job_id', [state])
    await print('dismiss', { print_job_id: job?.print_job_id })
    const cart = [{ id: 2, name: 'Cola', qty: 1, price: '2.00' }]
    const tables = [{ table: 'order', id: order, row: { cart } }]
    expect(await server.call('Reference', 'saveData', { tables }, { token: owner, company: server.world.a })).toMatchObject({
      status: 'OK',
    })
    await move(3, 0, 'Customer called')
    expect(await states()).toEqual(expected)
  })
})

describe('ticket requested again', () => {
  const begun = async (console = 'kitchen-1') => {
    const { job } = await print('claim', { console })
    const held = { print_job_id: job?.print_job_id, console }
    await print('begin', held)
    return held
  }
  const save = (cart: object[]) =>
    server.call(
      'Reference',
      'saveData',
      { tables: [{ table: 'order', id: order, row: { cart } }] },
      { token: owner, company: server.world.a },
    )
  const cola = { id: 2, name: 'Cola', qty: 1, price: '2.00' }
  const tea = { id: 3, name: 'Tea', qty: 2, price: '1.00' }

  it('KDS-12 KDS-23 KDS-24: while the first is unknown, changes and cancellations still apply to that one', async () => {
    await move(2, 3)
    await print('fail', { ...(await begun()), bytes_sent: 17, error: 'It broke off' })
    expect(await print('request', { order_id: order })).toMatchObject({ job: { copy: 1 } })
    const elsewhere = { table: 'order', id: order, row: { merchant: server.world.merchants[1] } }
    const given = await server.call('Reference', 'saveData', { tables: [elsewhere] }, { token: owner, company: server.world.a })
    expect(given).toMatchObject({ code: 'order_printed' })
    await save([cola])
    await move(3, 0, 'Customer called')
    expect(await states()).toEqual(['kitchen dismissed', 'kitchen queued', 'changed queued', 'cancelled queued'])
  })

  it.each([
    ['unknown', 'dismissed', 1],
    ['failed', 'expired', 0],
  ])('KDS-12 KDS-24: is the chosen one of several CHANGED, with its changes, when it was %s', async (from, to, copy) => {
    await move(2, 3)
    await carryOut()
    await save([cola])
    await save([cola, tea])
    const [first, second] = await server.database.asOwner<Job & { content: object }>(
      // An update returns rows in table order, which is not always the order in which they were written.
      `with changed as (update print_job set state = $1 where purpose = 'changed' returning print_job_id, content)
         select * from changed order by print_job_id`,
      [from],
    )
    const requested = await print('request', { order_id: order, purpose: 'changed', print_job_id: first?.print_job_id })
    expect(requested).toMatchObject({ job: { copy, content: first?.content } })
    expect((await states()).slice(1)).toEqual([`changed ${to}`, `changed ${from}`, 'changed queued'])
    const again = await print('request', { order_id: order, purpose: 'changed', print_job_id: second?.print_job_id })
    expect(again).toMatchObject({ job: { copy, content: { added: [{ name: 'Tea', qty: 2 }], removed: [] } } })
  })
})

describe('claimed ticket that could not be begun', () => {
  const fail = (held: object) => print('fail', { ...held, bytes_sent: 0, error: 'The printer is offline' })
  const claim = async (console = 'kitchen-1') => ({
    print_job_id: (await print('claim', { console })).job?.print_job_id,
    console,
  })

  it('KDS-12: is replaced by one requested in the meantime, which is not marked as a copy', async () => {
    await move(2, 3)
    const held = await claim()
    expect(await print('request', { order_id: order })).toMatchObject({ job: { copy: 1 } })
    expect(await fail(held)).toMatchObject({ job: { state: 'expired', retry_at: null } })
    expect(await print('claim', { console: 'kitchen-2' })).toMatchObject({ job: { purpose: 'kitchen', copy: 0 } })
    expect(await states()).toEqual(['kitchen expired', 'kitchen claimed'])
  })

  it('KDS-12: is not printed after its COPY, even if its console went silent', async () => {
    await move(2, 3)
    await claim()
    await print('request', { order_id: order })
    const copy = await claim('kitchen-2')
    await print('begin', copy)
    await server.database.asOwner(`update print_job set lease_until = now() - interval '1 second' where state = 'claimed'`)
    expect(await print('claim', { console: 'kitchen-3' })).toMatchObject({ job: null })
    expect(await print('confirm', copy)).toMatchObject({ job: { state: 'printed', copy: 1 } })
    expect(await states()).toEqual(['kitchen expired', 'kitchen printed'])
  })

  it('KDS-23 KDS-06: of an order cancelled in the meantime is dropped with its CANCELLED, and printed if the order is restored', async () => {
    await move(2, 3)
    const held = await claim()
    await move(3, 0, 'Customer called')
    expect(await states()).toEqual(['kitchen claimed', 'cancelled queued'])
    await fail(held)
    expect(await states()).toEqual(['kitchen expired', 'cancelled expired'])
    await move(0, 3)
    expect((await states()).slice(2)).toEqual(['kitchen queued'])
  })

  it('KDS-24: prints the current order, without a CHANGED after it', async () => {
    await move(2, 3)
    const held = await claim()
    const tables = [{ table: 'order', id: order, row: { cart: [{ id: 2, name: 'Cola', qty: 1, price: '2.00' }] } }]
    await server.call('Reference', 'saveData', { tables }, { token: owner, company: server.world.a })
    expect(await states()).toEqual(['kitchen claimed', 'changed queued'])
    await fail(held)
    expect(await states()).toEqual(['kitchen queued', 'changed expired'])
  })

  it('KDS-23: does not print CANCELLED for an order that was restored', async () => {
    await move(2, 3)
    await carryOut()
    await move(3, 0, 'Customer called')
    const held = await claim()
    await move(0, 3)
    expect(await states()).toEqual(['kitchen printed', 'cancelled claimed', 'kitchen queued'])
    const restored = await server.database.asOwner('select copy, content from print_job where "order" = $1 and copy = 1', [order])
    expect(restored).toEqual([{ copy: 1, content: { restored: 1 } }])
    await fail(held)
    expect(await states()).toEqual(['kitchen printed', 'cancelled expired', 'kitchen queued'])
  })
})

describe('tickets of an order on two consoles', () => {
  const claimed = async (console: string) => {
    const { job, order: drawn } = await print('claim', { console })
    return { job, held: { print_job_id: job?.print_job_id, console }, revision: (drawn as { revision: number }).revision }
  }

  it('KDS-23 KDS-12: a COPY rendered before the cancellation does not come out after CANCELLED', async () => {
    await move(2, 3)
    await carryOut()
    await print('request', { order_id: order })
    const { held, revision } = await claimed('kitchen-2')
    await move(3, 0, 'Customer called')
    await carryOut()
    expect(await print('begin', { ...held, revision })).toMatchObject({ code: 'order_cancelled' })
    await print('fail', { ...held, bytes_sent: 0, error: 'The order was cancelled before its ticket was printed' })
    expect(await states()).toEqual(['kitchen printed', 'kitchen expired', 'cancelled printed'])
    // A ticket requested now shows the order as it is, cancelled.
    await print('request', { order_id: order })
    const later = await claimed('kitchen-2')
    expect(await print('begin', { ...later.held, revision: later.revision })).toMatchObject({
      job: { state: 'sending', copy: 1 },
    })
  })

  it('KDS-23 KDS-24: a CHANGED rendered before the cancellation is claimed again with the current order', async () => {
    await move(2, 3)
    await carryOut()
    const tables = [{ table: 'order', id: order, row: { cart: [{ id: 2, name: 'Cola', qty: 1, price: '2.00' }] } }]
    await server.call('Reference', 'saveData', { tables }, { token: owner, company: server.world.a })
    const { held, revision } = await claimed('kitchen-2')
    await move(3, 0, 'Customer called')
    expect(await print('begin', { ...held, revision })).toMatchObject({ code: 'order_cancelled' })
    await print('fail', { ...held, bytes_sent: 0, error: 'The order was cancelled before its ticket was printed' })
    const again = await claimed('kitchen-3')
    expect(again.job).toMatchObject({ purpose: 'changed' })
    expect(await print('begin', { ...again.held, revision: again.revision })).toMatchObject({ job: { state: 'sending' } })
  })

  it('KDS-23 KDS-12: CANCELLED waits for a COPY that is being printed elsewhere, as long as that console has it', async () => {
    await move(2, 3)
    await carryOut()
    await print('request', { order_id: order })
    const { held, revision } = await claimed('kitchen-2')
    await print('begin', { ...held, revision })
    await move(3, 0, 'Customer called')
    expect(await print('claim', { console: 'kitchen-1' })).toMatchObject({ job: null })
    await print('confirm', held)
    expect(await print('claim', { console: 'kitchen-1' })).toMatchObject({ job: { purpose: 'cancelled' } })
  })
})

describe('ticket that tells a kitchen', () => {
  const request = (purpose: string) => print('request', { order_id: order, purpose })

  it('KDS-23: of a cancellation is printed only for an order that is cancelled', async () => {
    await move(2, 3)
    await carryOut()
    expect(await request('cancelled')).toMatchObject({ code: 'nothing_to_print' })
    await move(3, 0, 'Customer called')
    expect(await request('cancelled')).toMatchObject({ job: { purpose: 'cancelled' } })
    expect(await states()).toEqual(['kitchen printed', 'cancelled queued'])
  })

  it('KDS-24: of a change is printed only if there was one', async () => {
    expect(await request('changed')).toMatchObject({ code: 'nothing_to_print' })
    expect(await states()).toEqual([])
  })
})

const printedBy = async () =>
  (await server.database.asOwner<{ print: number }>('select print::int from "order" where order_id = $1', [order]))[0]?.print

it('ORDER-09: the order names who printed the kitchen ticket first, also after a copy', async () => {
  await move(2, 3)
  for (const token of [owner, operator]) {
    if (token === operator) await print('request', { order_id: order, purpose: 'kitchen' }, token)
    const { job } = await print('claim', { console: 'kitchen-1' }, token)
    const id = { print_job_id: job?.print_job_id, console: 'kitchen-1' }
    await print('begin', id, token)
    expect(await print('confirm', id, token)).toMatchObject({ job: { state: 'printed', copy: token === owner ? 0 : 1 } })
    expect(await printedBy()).toBe(server.world.ownerA)
  }
})

describe('ticket that may be on paper', () => {
  it.each([
    ['unknown', 'was there, by the person who looked', () => server.world.operatorA],
    ['failed', 'was not', () => 0],
  ])('BOARD-50 KDS-12 ORDER-09: that is %s and dismissed says that the paper %s', async (state, _what, by) => {
    await move(2, 3)
    const { job } = await print('claim', { console: 'kitchen-1' })
    await server.database.asOwner('update print_job set state = $1', [state])
    const dismissed = await print('dismiss', { print_job_id: job?.print_job_id }, operator)
    expect(dismissed).toMatchObject({ job: { state: 'dismissed' } })
    expect(await printedBy()).toBe(by())
  })
})

describe('receipt', () => {
  it.each(['unknown', 'failed'])(
    'KDS-12: requested by a person keeps the alarm of a kitchen ticket that is %s',
    async (state) => {
      await move(2, 3)
      await server.database.asOwner('update print_job set state = $1', [state])
      await print('request', { order_id: order, purpose: 'receipt' })
      expect(await states()).toEqual([`kitchen ${state}`, 'receipt queued'])
    },
  )

  it('BOARD-49 BOARD-50 ORDER-09: given to a customer before the order was accepted does not replace the kitchen ticket', async () => {
    await print('request', { order_id: order, purpose: 'receipt' })
    await carryOut()
    expect(await printedBy()).toBe(0)
    await move(2, 3)
    expect(await states()).toEqual(['receipt printed', 'kitchen queued'])
    await move(3, 0, 'Customer called')
    expect(await states()).toEqual(['receipt printed', 'kitchen expired'])
  })
})

async function carryOut(): Promise<void> {
  const { job } = await print('claim', { console: 'kitchen-1' })
  const held = { print_job_id: job?.print_job_id, console: 'kitchen-1' }
  await print('begin', held)
  await print('confirm', held)
}

describe('deleted order', () => {
  const remove = () =>
    server.call('Reference', 'deleteData', { tables: [{ table: 'order', id: order }] }, { token: owner, company: server.world.a })

  it('KDS-23: prints only CANCELLED, if the kitchen may be cooking from its ticket', async () => {
    await move(2, 3)
    await carryOut()
    await print('request', { order_id: order })
    expect(await remove()).toMatchObject({ status: 'OK' })
    expect(await states()).toEqual(['kitchen printed', 'kitchen expired', 'cancelled queued'])
    const claimed = await print('claim', { console: 'kitchen-1' })
    expect(claimed).toMatchObject({
      job: { order, purpose: 'cancelled' },
      order: { order_id: order, user_obj: { name: 'Anna' } },
    })
    expect(await print('request', { order_id: order })).toMatchObject({ code: 'not_found' })
  })

  it.each([
    ['delivered', 8, []],
    ['cancelled', 0, ['cancelled queued']],
  ])('KDS-23: that was %s before prints no more than it would have', async (_name, to, more) => {
    await move(2, 3)
    await carryOut()
    await move(3, to, 'Customer called')
    await remove()
    expect(await states()).toEqual(['kitchen printed', ...more])
  })
})

describe('restored order', () => {
  const send = async (from: number, to: number, more: object) => {
    const { statuses } = server.world
    const intent = { intent_id: randomUUID(), order_id: order, from: statuses[from], to: statuses[to], ...more }
    const answer = await server.call('Order', 'move', { intents: [intent] }, { token: owner, company: server.world.a })
    expect(answer).toMatchObject({ data: { results: [{ status: 'OK' }] } })
    return intent.intent_id
  }
  const cancel = () => send(3, 0, { reason: 'Customer called' })

  it('KDS-23 KDS-06: prints its ticket again, marked COPY, if the kitchen was told that it is cancelled', async () => {
    await move(2, 3)
    await carryOut()
    const undo = await cancel()
    await carryOut()
    await send(0, 3, { undo })
    expect(await states()).toEqual(['kitchen printed', 'cancelled printed', 'kitchen queued'])
    expect(await print('claim', { console: 'kitchen-1' })).toMatchObject({ job: { purpose: 'kitchen', copy: 1 } })
  })

  it('KDS-23 KDS-06: withdraws what the kitchen was not yet told, however often', async () => {
    await move(2, 3)
    await carryOut()
    await send(0, 3, { undo: await cancel() })
    expect(await states()).toEqual(['kitchen printed', 'cancelled expired'])
    const second = await cancel()
    await carryOut()
    await send(0, 3, { undo: second })
    await carryOut()
    await send(0, 3, { undo: await cancel() })
    expect((await states()).slice(2)).toEqual(['cancelled printed', 'kitchen printed', 'cancelled expired'])
  })
})

describe('no user', () => {
  it('claims or dismisses tickets of a disabled company, but tickets on paper are still confirmed', async () => {
    const enable = (value: number) =>
      server.database.asOwner('update company set enable = $2 where company_id = $1', [server.world.a, value])
    await move(2, 3)
    const { job } = await print('claim', { console: 'kitchen-1' })
    await print('begin', { print_job_id: job?.print_job_id, console: 'kitchen-1' })
    await print('request', { order_id: order })
    await enable(0)
    try {
      expect(await print('claim', { console: 'kitchen-2' })).toMatchObject({ code: 'company_disabled' })
      const [waiting] = await server.database.asOwner<{ id: number }>(
        `select print_job_id as id from print_job where state = 'queued'`,
      )
      expect(await print('dismiss', { print_job_id: waiting?.id })).toMatchObject({ code: 'company_disabled' })
      const confirmed = await print('confirm', { print_job_id: job?.print_job_id, console: 'kitchen-1' })
      expect(confirmed).toMatchObject({ job: { state: 'printed' } })
    } finally {
      await enable(1)
    }
  })

  it("PERM-09: gets tickets of merchants that they can't see", async () => {
    order = await insertOrder(server.database, server.world, { merchant: server.world.merchants[2] })
    await move(2, 3)
    expect(await print('claim', { console: 'kitchen-1' }, operator)).toMatchObject({ job: null })
    expect(await print('claim', { console: 'kitchen-1', merchants: [server.world.merchants[2]] }, operator)).toMatchObject({
      job: null,
    })
    expect(await print('request', { order_id: order }, operator)).toMatchObject({ code: 'not_found' })
  })

  it('PERM-12: prints or dismisses with view access only', async () => {
    order = await insertOrder(server.database, server.world, { merchant: server.world.merchants[1] })
    await move(2, 3)
    expect(await print('claim', { console: 'kitchen-1' }, operator)).toMatchObject({ job: null })
    expect(await print('request', { order_id: order }, operator)).toMatchObject({ code: 'forbidden' })
    const { job } = await print('claim', { console: 'kitchen-1' })
    for (const method of ['begin', 'dismiss']) {
      const answer = await print(method, { print_job_id: job?.print_job_id, console: 'kitchen-1' }, operator)
      expect(answer, method).toMatchObject({ code: 'forbidden' })
    }
  })

  it('confirms or returns a job that another console holds', async () => {
    await move(2, 3)
    const { job } = await print('claim', { console: 'kitchen-1' })
    for (const method of ['begin', 'confirm']) {
      expect(await print(method, { print_job_id: job?.print_job_id, console: 'kitchen-2' })).toMatchObject({ code: 'lease_lost' })
    }
  })

  it('dismisses a job of another company', async () => {
    const foreign = await server.signIn('owner-b')
    await move(2, 3)
    const { job } = await print('claim', { console: 'kitchen-1' })
    const answer = await server.call(
      'Print',
      'dismiss',
      { print_job_id: job?.print_job_id },
      { token: foreign, company: server.world.b },
    )
    expect(answer).toMatchObject({ code: 'not_found' })
  })
})
