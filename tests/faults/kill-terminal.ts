import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { insertOrder, PASSWORD, startTestServer } from '@tiffin/server/test'
import { expect } from 'vitest'
import { startFakePrinter } from '../fakes/fake-printer.ts'
import { bundleBoard } from '../terminal/bundle-board.ts'
import { openPty, type Pty } from '../terminal/pty.ts'
import { endWithTest } from './end-with-test.ts'
import { createStallableLine } from './stallable-line.ts'

interface Job {
  ticket: number
  state: string
  copy: number
}

/** Bytes of the three status requests before a ticket; the one at its end is part of what the printer gets. */
const STATUS_REQUEST_BYTES = 9

/**
 * Kills the terminal during a ticket, each time after another share of its bytes, and restarts it. Then
 * compares the papers with the print jobs and resolves the alarms. Returns the job states before that.
 */
export async function killTerminal({ kills }: { kills: number }): Promise<{ printed: number; unknown: number }> {
  const [server, program, printer, home] = await Promise.all([
    startTestServer(),
    bundleBoard(),
    startFakePrinter(),
    mkdtemp(path.join(tmpdir(), 'tiffin-kill-')),
  ])
  const line = await createStallableLine(printer.port)
  const endWith = endWithTest(async () => {
    await Promise.all([line.close(), printer.close(), program.remove(), server.stop()])
    await rm(home, { recursive: true, force: true })
  })
  const { world, database } = server
  const token = await server.signIn('owner')
  let terminal: Pty | undefined

  async function open(): Promise<Pty> {
    const args = ['--url', server.url, '--storage', path.join(home, 'board.json'), '--printer', line.address]
    const first = terminal === undefined
    const opened = openPty(program.file, args, { columns: 140, rows: 40 })
    endWith(() => {
      opened.kill('SIGKILL')
      return opened.exited
    })
    terminal = opened
    if (first) {
      await terminal.waitFor('Login')
      terminal.press('owner', 'tab', PASSWORD, 'enter')
    }
    await terminal.waitFor('online', 30_000)
    return terminal
  }
  /** Creates an order that enters the status with the print flag. */
  async function order(ticket: number): Promise<void> {
    const [from, to] = [world.statuses[2] as number, world.statuses[3] as number]
    const cart = [{ id: 1, name: 'Margherita', qty: 2, price: '9.50', total: '19.00', addons: [] }]
    const time_create = new Date().toISOString()
    const order_id = await insertOrder(database, world, { ticket, cart, time_create })
    const intents = [{ intent_id: randomUUID(), order_id, from, to }]
    const answer = await server.call('Order', 'move', { intents }, { token, company: world.a })
    expect(answer).toMatchObject({ data: { results: [{ status: 'OK' }] } })
  }
  const jobs = () =>
    database.asOwner<Job>(
      `select o.ticket, p.state, p.copy::int as copy from print_job p join "order" o on o.order_id = p."order" order by p.print_job_id`,
    )
  /** Whether all jobs have reached one of these final states. */
  const ended = async (...ends: string[]) => (await jobs()).every((job) => ends.includes(job.state))
  // Otherwise each kill would have to wait for the lease of half a minute.
  const endLeases = () =>
    database.asOwner(
      `update print_job set lease_until = now() - interval '1 second' where state in ('claimed', 'sending') and lease_until is not null`,
    )
  const papers = () =>
    printer.jobs.map((_, index) => {
      const text = printer.text(index)
      const complete = printer.paper(index).items.some((item) => item.kind === 'cut')
      return { ticket: Number(/#(\d+)/.exec(text)?.[1] ?? 0), complete, copy: text.includes('COPY') }
    })

  await open()
  await order(100)
  await terminal?.waitFor(/Ticket #100 \S+ printed/, 20_000)
  const length = (printer.jobs[0]?.length ?? 0) + STATUS_REQUEST_BYTES
  for (let kill = 0; kill < kills; kill += 1) {
    const held = line.holdAfter(Math.floor((length * kill) / (kills - 1 || 1)))
    await order(101 + kill)
    const printed = terminal?.waitFor(new RegExp(`Ticket #${101 + kill} \\S+ printed`), 30_000).then(
      () => 'printed',
      (error: unknown) => error,
    )
    expect(await Promise.race([held, printed])).toBeUndefined()
    terminal?.kill('SIGKILL')
    await terminal?.exited
    line.release(kill % 2 === 0 ? 'arrives' : 'lost')
    await endLeases()
    await open()
  }
  await expect.poll(() => ended('printed', 'unknown'), { timeout: 60_000 }).toBe(true)

  const before = await jobs()
  expect(before.map((job) => job.ticket)).toEqual(Array.from({ length: kills + 1 }, (_, index) => 100 + index))
  const onPaper = papers()
  expect(onPaper.filter((paper) => paper.copy)).toEqual([])
  for (const { ticket, state } of before) {
    const own = onPaper.filter((paper) => paper.ticket === ticket)
    // An unknown ticket may or may not have come out, but never twice.
    if (state === 'printed') expect(own, `#${ticket}`).toEqual([{ ticket, complete: true, copy: false }])
    else expect(own.length, `#${ticket}`).toBeLessThanOrEqual(1)
  }

  const unknown = before.filter((job) => job.state === 'unknown')
  for (const { ticket } of unknown) {
    await terminal?.waitFor(new RegExp(`Ticket #${ticket} .*may not have been printed`))
    terminal?.press('!')
    await terminal?.waitFor('Print again')
    terminal?.press('enter')
    const copy = { ticket, state: 'printed', copy: 1 }
    await expect.poll(jobs, { timeout: 20_000 }).toContainEqual(copy)
    terminal?.press('esc')
    // Waits before the next key, which directly after an escape would be read as part of the sequence.
    await terminal?.waitFor((text) => !text.includes('Print again'))
  }
  await expect.poll(() => ended('printed', 'dismissed')).toBe(true)
  const again = papers().filter((paper) => paper.copy)
  expect(again).toEqual(unknown.map(({ ticket }) => ({ ticket, complete: true, copy: true })))
  return { printed: before.length - unknown.length, unknown: unknown.length }
}
