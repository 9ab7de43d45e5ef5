import { afterEach, describe, expect, it, vi } from 'vitest'
import { type PrintClient, printNext, type PrintOutcome } from '@tiffin/core/printing'
import {
  layoutJob,
  printerProfile,
  type PrinterTransport,
  throwIfStopped,
  renderEscpos,
  unknownStatus,
} from '@tiffin/core/receipt'
import { createTcpPrinter } from '@tiffin/tui/printing'
import { apiError } from '@tiffin/sdk/contract'
import { type FakePrinter, type FakePrinterOptions, startFakePrinter } from '../fakes/fake-printer.ts'
import { options, order } from './sample-order.ts'

const ticket = renderEscpos(layoutJob(order, options()), printerProfile('epson'))
const times = { connect: 2000, status: 100, stall: 400 }
const job = { print_job_id: 5, order: 900_147, purpose: 'kitchen', state: 'claimed', copy: 0 }

interface Said {
  call: string
  input: unknown
  /** Tickets that the printer had started at the time of the call. */
  onPaper: number
}

/** A server with the given answers that records the calls in order. */
function clientOf(said: Said[], onPaper: () => number, refuse: Partial<Record<keyof PrintClient, Error>> = {}, queue = [job]) {
  const hear = (call: keyof PrintClient, input: unknown): void => {
    said.push({ call, input, onPaper: onPaper() })
    const error = refuse[call]
    if (error) throw error
  }
  const server_time = 0
  const write = (call: keyof PrintClient) => async (input: unknown) => {
    await Promise.resolve()
    hear(call, input)
    return { server_time, data: { status: 'OK' as const, job, server_lease_seconds: 30 } }
  }
  const client: PrintClient = {
    async claim(input) {
      await Promise.resolve()
      hear('claim', input)
      const next = queue.shift() ?? null
      return { server_time, data: { status: 'OK', job: next, order: next && { ...order }, lease_seconds: 30 } }
    },
    begin: write('begin'),
    confirm: write('confirm'),
    fail: write('fail'),
  }
  return client
}

const open: FakePrinter[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((printer) => printer.close()))
})

async function run(
  behaviour: FakePrinterOptions | 'refuse',
  refuse: Partial<Record<keyof PrintClient, Error>> = {},
  render: () => Uint8Array = () => ticket,
): Promise<{ said: Said[]; calls: string[]; outcome: PrintOutcome; printer: FakePrinter }> {
  const printer = await startFakePrinter(behaviour === 'refuse' ? {} : behaviour)
  if (behaviour === 'refuse') await printer.close()
  else open.push(printer)
  const said: Said[] = []
  const outcome = await printNext({
    client: clientOf(said, () => printer.jobs.length, refuse),
    render: () => [{ transport: createTcpPrinter('127.0.0.1', printer.port, times), bytes: render() }],
    console: 'kitchen 1',
    now: Date.now,
    merchants: [10],
  })
  return { said, calls: said.map(({ call }) => call), outcome, printer }
}

/** Fails after it was allowed to begin, without reporting its progress. */
const odd: PrinterTransport = {
  name: 'odd',
  kind: 'usb',
  status: () => Promise.resolve(unknownStatus),
  async send(_, sending) {
    await sending?.onFirstByte?.()
    throw new Error('cable')
  },
}

interface Slow {
  passed: number
  patience?: number
  lease_until?: string | null
  /** A clock that is stopped in the meantime. */
  still?: 'device' | 'steady'
}
/** Prints in chunks of 100 ms each, after `passed` ms until the server responded `begin`. */
async function printSlowly(said: Said[], { passed, patience = 0, lease_until = null, still }: Slow) {
  const client = clientOf(said, () => 0)
  const time = { device: 1_800_000_000_000, steady: 5 }
  function pass(ms: number): void {
    if (still !== 'device') time.device += ms
    if (still !== 'steady') time.steady += ms
  }
  const steady = vi.spyOn(performance, 'now').mockImplementation(() => time.steady)
  const written: number[] = []
  const slow: PrinterTransport = {
    ...odd,
    patience,
    async send(bytes, sending = {}) {
      await sending.onFirstByte?.()
      for (let sent = 0; sent < bytes.length; sent += 100) {
        throwIfStopped(sending, sent)
        written.push(100)
        pass(100)
      }
      return { sent: bytes.length }
    },
  }
  const begin: PrintClient['begin'] = async (input) => {
    const answer = await client.begin(input)
    pass(passed)
    return { ...answer, data: { ...answer.data, job: { ...job, lease_until } } }
  }
  const render = () => [{ transport: slow, bytes: ticket }]
  const outcome = await printNext({ client: { ...client, begin }, render, console: 'kitchen 1', now: () => time.device })
  steady.mockRestore()
  return { outcome, written }
}

describe('printNext', () => {
  it('KDS-12: claims, begins before the first byte and confirms after the last', async () => {
    const { said, outcome, printer } = await run({})
    const lease = expect.any(String) as string
    const held = { print_job_id: 5, console: 'kitchen 1', lease }
    expect(said).toEqual([
      { call: 'claim', input: { console: 'kitchen 1', lease, merchants: [10] }, onPaper: 0 },
      { call: 'begin', input: held, onPaper: 0 },
      { call: 'confirm', input: held, onPaper: 1 },
    ])
    expect(outcome.state).toBe('printed')
    expect(printer.text()).toContain('#47 Delivery')
  })

  it('KDS-12: requests a longer lease if a person takes part in printing', async () => {
    const said: Said[] = []
    const byHand: PrinterTransport = {
      ...odd,
      patience: 300,
      async send(bytes, sending) {
        await sending?.onFirstByte?.()
        return { sent: bytes.length }
      },
    }
    await printNext({
      client: clientOf(said, () => 0),
      render: () => [{ transport: byHand, bytes: ticket }],
      console: 'kitchen 1',
      now: Date.now,
    })
    expect(said[1]).toMatchObject({ call: 'begin', input: { print_job_id: 5, lease_seconds: 300 } })
  })

  it('does nothing when there is nothing to print', async () => {
    const said: Said[] = []
    const outcome = await printNext({
      client: clientOf(said, () => 0, {}, []),
      render: () => [{ transport: createTcpPrinter('127.0.0.1', 1, times), bytes: ticket }],
      console: 'kitchen 1',
      now: Date.now,
    })
    expect([outcome, said.map(({ call }) => call)]).toEqual([{ state: 'idle' }, ['claim']])
  })

  it.each([
    ['refuses', 'refuse', ['claim', 'fail'], 'failed', [0, 0], 'The printer refused the connection'],
    [
      'has no paper',
      { fault: { kind: 'no_paper', after: 0 } },
      ['claim', 'fail'],
      'failed',
      [0, 0],
      'The printer is out of paper',
    ],
    ['is open', { cover: 'open' }, ['claim', 'fail'], 'failed', [0, 0], 'The printer cover is open'],
    [
      'runs out of paper',
      { fault: { kind: 'no_paper', after: 90 } },
      ['claim', 'begin', 'fail'],
      'unknown',
      [90, ticket.length],
      'The printer is out of paper',
    ],
    [
      'breaks off',
      { fault: { kind: 'drop', after: 90 } },
      ['claim', 'begin', 'fail'],
      'unknown',
      [90, ticket.length],
      'The printer stopped before the ticket was finished',
    ],
    [
      'stalls',
      { fault: { kind: 'stall', after: 90 } },
      ['claim', 'begin', 'fail'],
      'unknown',
      [90, ticket.length],
      "The printer isn't responding",
    ],
    [
      'breaks off without a word',
      { answers: false, fault: { kind: 'drop', after: 90 } },
      ['claim', 'begin', 'fail'],
      'unknown',
      [90, ticket.length],
      'The printer stopped before the ticket was finished',
    ],
  ] as const)('KDS-12: a printer that %s', async (_, behaviour, order, state, [least, most], error) => {
    const { said, calls, outcome } = await run(behaviour)
    expect(calls).toEqual(order)
    expect(outcome.state).toBe(state)
    const told = said.at(-1)?.input as { bytes_sent: number; error: string }
    expect(told).toMatchObject({ print_job_id: 5, console: 'kitchen 1', error })
    expect(told.bytes_sent).toBeGreaterThanOrEqual(least)
    expect(told.bytes_sent).toBeLessThanOrEqual(most)
  })

  it('KDS-12: sends nothing when another console has the job', async () => {
    const { calls, outcome, printer } = await run({}, { begin: apiError('lease_lost') })
    expect(calls).toEqual(['claim', 'begin'])
    expect([outcome.state, printer.jobs.length]).toEqual(['lost', 0])
  })

  it('KDS-23: returns unsent a ticket rendered before its order was cancelled', async () => {
    const said: Said[] = []
    const printer = await startFakePrinter({})
    open.push(printer)
    const client = clientOf(said, () => 0, { begin: apiError('order_cancelled') })
    const claim: PrintClient['claim'] = async (input) => {
      const { data, server_time } = await client.claim(input)
      return { server_time, data: { ...data, order: { ...order, revision: 4 } } }
    }
    const render = () => [{ transport: createTcpPrinter('127.0.0.1', printer.port, times), bytes: ticket }]
    const outcome = await printNext({ client: { ...client, claim }, render, console: 'kitchen 1', now: Date.now })
    expect(said.map(({ call }) => call)).toEqual(['claim', 'begin', 'fail'])
    expect(said[1]?.input).toMatchObject({ print_job_id: 5, revision: 4 })
    expect([outcome.state, printer.jobs.length]).toEqual(['cancelled', 0])
  })

  it.each([
    ['sends nothing and returns the ticket', 30_001, 0, [], { state: 'failed', bytes_sent: 0 }],
    ['stops sending and leaves it to a person', 29_850, 0, [100, 100], { state: 'unknown', bytes_sent: 200 }],
    ['does the same with a page, later', 299_850, 300, [100, 100], { state: 'unknown', bytes_sent: 200 }],
  ])('KDS-12 KDS-23: if its lease ends before it is done, %s', async (_what, passed, patience, pieces, expected) => {
    const said: Said[] = []
    const { outcome, written } = await printSlowly(said, { passed, patience })
    expect(outcome).toMatchObject({ ...expected, error: { code: 'printer_late' } })
    expect(written).toEqual(pieces)
    expect(said.at(-1)).toMatchObject({ call: 'fail', input: { bytes_sent: expected.bytes_sent } })
  })

  it.each([
    ['the machine sleeps', 'steady'],
    ["someone sets the device's clock back", 'device'],
  ] as const)('KDS-12 KDS-23: sends nothing after its lease even if %s in the meantime', async (_what, still) => {
    expect(await printSlowly([], { passed: 30_001, still })).toMatchObject({ outcome: { state: 'failed' }, written: [] })
  })

  it.each(['1970-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z'])(
    'KDS-12: prints within its lease and no later if the database clock, on which it ends at %s, differs',
    async (lease_until) => {
      expect((await printSlowly([], { passed: 100, lease_until })).outcome.state).toBe('printed')
      expect((await printSlowly([], { passed: 30_001, lease_until })).outcome.state).toBe('failed')
    },
  )

  it('KDS-12: sends nothing if begin can’t be reported to the server', async () => {
    const { said, outcome, printer } = await run({}, { begin: apiError('network') })
    expect(said.at(-1)).toMatchObject({ call: 'fail', input: { bytes_sent: 0 } })
    expect([outcome.state, printer.jobs.length]).toEqual(['failed', 0])
  })

  it('KDS-12: never reports a printed ticket as failed because the confirmation was lost', async () => {
    const { calls, outcome, printer } = await run({}, { confirm: apiError('network') })
    expect(calls).toEqual(['claim', 'begin', 'confirm'])
    expect([outcome.state, printer.jobs.length]).toEqual(['unconfirmed', 1])
  })

  it("returns a job that can't be laid out", async () => {
    const { said, outcome } = await run({}, {}, () => {
      throw new Error('no such font')
    })
    expect(said.at(-1)).toMatchObject({ call: 'fail', input: { bytes_sent: 0, error: 'no such font' } })
    expect(outcome.state).toBe('failed')
  })

  it('KDS-12: treats bytes of a transport that does not count them as sent once it was allowed to begin', async () => {
    const said: Said[] = []
    const outcome = await printNext({
      client: clientOf(said, () => 0),
      render: () => [{ transport: odd, bytes: ticket }],
      console: 'kitchen 1',
      now: Date.now,
    })
    expect(said.at(-1)).toMatchObject({ call: 'fail', input: { bytes_sent: ticket.length, error: 'cable' } })
    expect(outcome.state).toBe('unknown')
  })

  it("does not throw when the failure can't be reported either", async () => {
    const { calls, outcome } = await run('refuse', { fail: apiError('network') })
    expect([calls, outcome.state]).toEqual([['claim', 'fail'], 'failed'])
  })

  describe('with two printers', () => {
    async function runTwo(first: FakePrinterOptions, second: FakePrinterOptions) {
      const printers = await Promise.all([startFakePrinter(first), startFakePrinter(second)])
      open.push(...printers)
      const said: Said[] = []
      const outcome = await printNext({
        client: clientOf(said, () => printers[0].jobs.length),
        render: () => printers.map(({ port }) => ({ transport: createTcpPrinter('127.0.0.1', port, times), bytes: ticket })),
        console: 'kitchen 1',
        now: Date.now,
      })
      return {
        calls: said.map(({ call }) => call),
        told: said.at(-1)?.input,
        outcome,
        papers: printers.map(({ jobs }) => jobs.length),
      }
    }

    it('KDS-12: begins once, and confirms when both have everything', async () => {
      const { calls, outcome, papers } = await runTwo({}, { answers: false })
      expect([calls, outcome.state, papers]).toEqual([['claim', 'begin', 'confirm'], 'printed', [1, 1]])
    })

    it('KDS-12: starts neither if one of them reports a fault', async () => {
      const { calls, outcome, papers } = await runTwo({}, { cover: 'open' })
      expect([calls, outcome.state, papers]).toEqual([['claim', 'fail'], 'failed', [0, 0]])
    })

    it('KDS-12: counts what the first one printed if the second is interrupted', async () => {
      const { told, outcome } = await runTwo({}, { fault: { kind: 'drop', after: 10 } })
      expect(outcome.state).toBe('unknown')
      expect((told as { bytes_sent: number }).bytes_sent).toBeGreaterThan(ticket.length)
    })
  })
})
