import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DOUBLE_PRESS_MS } from '@tiffin/core'
import { insertOrder, insertRow, PASSWORD, startTestServer, type TestServer } from '@tiffin/server/test'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type CuttableNetwork, startNetwork } from '../fakes/cuttable-network.ts'
import { startFakePrinter } from '../fakes/fake-printer.ts'
import { fastClockEnv } from '../fakes/fast-clock.ts'
import { fullRunOnly } from '../fixtures/full.ts'
import { bundleBoard, type BoardProgram } from './bundle-board.ts'
import { openPty, type Pty } from './pty.ts'

let network: CuttableNetwork
let server: TestServer
let program: BoardProgram
let home: string
const boards: Pty[] = []
beforeAll(async () => {
  network = await startNetwork()
  ;[server, program, home] = await Promise.all([
    startTestServer({ TIFFIN_PUBLIC_URL: network.url }),
    bundleBoard(),
    mkdtemp(join(tmpdir(), 'tiffin-printers-')),
  ])
  network.setTarget(server.url)
})
afterAll(async () => {
  await Promise.all([network.close(), server.stop(), program.remove(), rm(home, { recursive: true, force: true })])
})
afterEach(async () => {
  for (const board of boards.splice(0)) {
    board.kill('SIGKILL')
    await board.exited
  }
  env = {}
  await network.restore()
  await server.database.asOwner('truncate print_job, "order" cascade')
})

let homes = 0
let env: Record<string, string> = {}
function open(...args: string[]): Pty {
  const storage = join(home, `${homes}.json`)
  const board = openPty(program.file, ['--url', network.url, '--storage', storage, ...args], { columns: 120, rows: 30, env })
  boards.push(board)
  return board
}
async function signedIn(...args: string[]): Promise<Pty> {
  homes += 1
  const board = open(...args)
  await board.waitFor('Login')
  board.press('owner', 'tab', PASSWORD, 'enter')
  await board.waitFor('online')
  return board
}
const place = (ticket = 41) =>
  insertOrder(server.database, server.world, {
    ticket,
    time_create: new Date().toISOString(),
    cart: [{ id: 1, name: 'Margherita', qty: 1, price: '9.00' }],
  })
const status = (number: number) => server.world.statuses[number] as number
/** Another user moves an order. */
async function moveElsewhere(order_id: number, from: number, to: number): Promise<void> {
  const intents = [{ intent_id: randomUUID(), order_id, from: status(from), to: status(to) }]
  const token = await server.signIn('operator')
  const answer = await server.call('Order', 'move', { intents }, { token, company: server.world.a })
  expect(answer).toMatchObject({ data: { results: [{ status: 'OK' }] } })
}

describe('printers of a terminal', () => {
  it('PRINT-01 PRINT-02 PRINT-03 PRINT-04 PRINT-06: are listed with their status, changed and stored by key, and tested with a test page', async () => {
    const printer = await startFakePrinter()
    const board = await signedIn('--printer', printer.address)
    board.press('P')
    await board.waitFor(/tcp:\/\/127\.0\.0\.1:\d+ .*selected/)
    board.press('f')
    await board.waitFor(/● .*tcp:.*selected, ready/)
    await board.waitFor('No other printers found. Turn the printer on')
    expect(board.lines().find((line) => line.includes('Virtual printer'))).not.toContain('●')
    board.press('j', 't')
    await board.waitFor('Test page printed')
    expect(printer.text()).toContain('32 characters per line')
    board.press('e')
    await board.waitFor('Characters per line')
    board.press('j', 'enter')
    await board.waitFor(/Characters per line +42/)
    board.press('j', 'enter')
    await board.waitFor(/Number of receipts +2/)
    const stored = async () => JSON.parse(await readFile(join(home, `${homes}.json`), 'utf8')) as object
    await expect.poll(stored).toMatchObject({ printer_line: '42', number_receipts: '2' })
    board.press('t')
    await expect.poll(() => printer.text()).toContain('42 characters per line')
    await board.waitFor('Test page printed')
    printer.behave({ cover: 'open' })
    board.press('t')
    await board.waitFor('The printer cover is open')
    board.press('esc')
    await board.waitFor(/tcp:.*selected, The printer cover is open/)
    // Nothing is sent to a printer that was never selected.
    board.press('j')
    await board.waitFor(/► +Virtual printer/)
    expect(board.lines().at(-1)).not.toContain('Test print')
    board.press('t')
    await board.waitFor('t does nothing here')
    await printer.close()
  })

  it('PRINT-04 PRINT-10 PRINT-11: are searched at the given addresses, and shown by the names they report', async () => {
    const [first, second] = [
      await startFakePrinter({ names: ['EPSON', 'TM-T88V'] }),
      await startFakePrinter({ names: ['Star', 'TSP143'] }),
    ]
    const board = await signedIn('--printer', first.address, '--scan', first.address, '--scan', second.address)
    board.press('P')
    await board.waitFor('Virtual printer')
    board.press('f')
    await board.waitFor(`EPSON TM-T88V  ${first.address}`)
    await board.waitFor(`Star TSP143  ${second.address}`)
    expect([first.jobs, second.jobs]).toEqual([[], []])
    await Promise.all([first.close(), second.close()])
  })

  it('PRINT-04 PRINT-13: a second one is used besides the first', async () => {
    const printer = await startFakePrinter()
    await place()
    const board = await signedIn('--printer', printer.address)
    await board.waitFor('#41')
    board.press('P')
    await board.waitFor('Virtual printer')
    board.press('j', 'j', 'x')
    await board.waitFor((text) => text.split('selected').length === 3)
    board.press('esc', 'p')
    await board.waitFor('Ticket #41 Pizzeria printed')
    expect(printer.text()).toContain('Margherita')
    board.press('w')
    await board.waitFor('Margherita')
    await printer.close()
  })

  it('BOARD-10 PRINT-06: react only to the keys in the footer of a line, report each switch, and ask before one is removed', async () => {
    const folder = join(home, 'tickets')
    const board = await signedIn('--printer', 'virtual:')
    const line = (text: string) => board.lines().find((item) => item.includes(text)) ?? ''
    const footer = () => board.lines().at(-1)
    const doNothing = async (keys: readonly string[], about: string) => {
      const before = line(about)
      for (const key of keys) {
        board.press(key === 'space' ? ' ' : key)
        await board.waitFor(`${key} does nothing here`)
      }
      // Keys without a meaning on the page.
      board.press('z', 'g', '5', '%')
      expect(line(about)).toBe(before)
    }
    board.press('P')
    await board.waitFor(/Print new tickets automatically +on/)
    await expect.poll(footer).toMatch(/^ *esc +Back +enter +Choose +f +Find *$/)
    await doNothing(['space', 'x', 't', 'e', 'd'], 'Print new tickets automatically')
    board.press('enter')
    await board.waitFor('Automatic printing off')
    expect(line('Print new tickets')).toMatch(/ off$/)
    board.press('j', 'enter')
    await board.waitFor('Printing to Virtual printer only on request: automatic printing is off')
    board.press('k', 'enter')
    await board.waitFor('Automatic printing on')

    board.press('j', 'j', 'j')
    await board.waitFor(/► No printer/)
    await doNothing(['space', 'x', 't', 'e', 'd'], 'Virtual printer')
    board.press('enter')
    await board.waitFor('Stop using Virtual printer?')
    board.press('n')
    await board.waitFor(/● Virtual printer +selected/)
    expect(line('No printer')).toContain('►')

    board.press('k', 'k', 'd')
    await board.waitFor('Virtual printer is in use. Remove it?')
    board.press('n')
    await board.waitFor(/● Virtual printer +selected/)
    board.press(' ')
    await board.waitFor('Stop using Virtual printer?')
    board.press('y')
    await board.waitFor('No longer printing to Virtual printer')
    expect(line('No printer')).toContain('selected')

    board.press('j')
    await board.waitFor(/► Enter an address…/)
    board.press('enter')
    await board.waitFor('Enter an address, such as')
    board.press(`file://${folder}/`, 'enter')
    await board.waitFor(`Printing to file://${folder}/`)
    await board.waitFor((text) =>
      text.split('\n').some((entry) => entry.includes(`● file://${folder}/`) && entry.includes('selected')),
    )
  })

  it('KDS-12: waiting tickets are shown with the reason, and printed when a person says so', async () => {
    const printer = await startFakePrinter({ fault: { kind: 'no_paper', after: 0 } })
    const id = await place()
    const board = await signedIn('--printer', printer.address)
    await board.waitFor('#41')
    await moveElsewhere(id, 2, 3)
    await board.waitFor('The printer is out of paper')
    board.press('Q')
    await board.waitFor('Tickets waiting for a printer  The printer is out of paper')
    await board.waitFor(/#41.*waiting/)
    printer.behave({})
    board.press('enter')
    await board.waitFor('No tickets', 20_000)
    expect(printer.text()).toContain('#41')
    await printer.close()
  })
})

it('KDS-12: the list of tickets shows the result of each, and leaves out settled ones', async () => {
  const order = await place()
  const { a: company, merchants } = server.world
  const job = (state: string, more: object = {}) =>
    insertRow(server.database, 'print_job', { company, merchant: merchants[0], order, purpose: 'kitchen', state, ...more })
  const lease = { console: 'bar', lease_until: new Date(Date.now() + 3_600_000).toISOString() }
  for (const state of ['queued', 'unknown', 'failed', 'printed', 'expired', 'dismissed']) await job(state)
  await job('claimed', lease)
  await job('sending', lease)
  const board = await signedIn()
  await board.waitFor('#41')
  board.press('Q')
  await board.waitFor('printing: bar')
  expect(board.lines().flatMap((line) => /#41 Pizzeria .*?Anna +(.*?) *$/.exec(line)?.[1] ?? [])).toEqual([
    'may not have been printed',
    'failed to print',
    'waiting',
    'claimed by a console: bar',
    'printing: bar',
  ])
})

describe('offline terminal', () => {
  fullRunOnly.it('MOON-04 KDS-10 KDS-20 MOON-02: kill -9 loses no tick, no courier and no acknowledgement', async () => {
    const courier = { company: server.world.a, name: 'Carla', phone: '491', courier_status: 1, working: 1 }
    const carla = await insertRow(server.database, 'courier', courier)
    const id = await place()
    const board = await signedIn()
    await board.waitFor('#41 *NEW')
    // The couriers are read without opening their list. Data of board and couriers is written to disk every ten seconds.
    const offline = join(home, `${homes}.json.offline`)
    const kept = async (kind: string) =>
      (await readdir(offline)).filter((name) => name.startsWith(kind) && name.endsWith('.json'))
    const keptBoard = async () => readFile(join(offline, (await kept('board.'))[0] ?? ''), 'utf8').catch(() => '')
    await expect.poll(keptBoard, { timeout: 30_000 }).toContain('Carla')
    await network.cut()
    await board.waitFor('Offline: the board may be out of date')
    board.press('i')
    await board.waitFor('0/1')
    board.press(' ')
    await board.waitFor('1/1')
    board.press('esc', 'd')
    await board.waitFor(/► Carla/, 20_000)
    board.press('enter')
    await board.waitFor('2 changes wait')
    board.press('n')
    await board.waitFor((text) => !text.includes('NEW'))
    board.kill('SIGKILL')
    await board.exited
    expect([await kept('edit.'), await kept('receipt.')].map(({ length }) => length)).toEqual([2, 1])

    const again = open()
    await again.waitFor('2 changes wait', 20_000)
    await again.waitFor('√ 1/1')
    expect(again.text()).toContain('Carla')
    expect(again.text()).not.toContain('NEW')
    await network.restore()
    await again.waitFor('online', 20_000)
    const row = () =>
      server.database.asOwner(
        'select courier::int, acknowledged, jsonb_array_length(ticks) as ticks from "order" where order_id = $1',
        [id],
      )
    await expect.poll(row, { timeout: 20_000 }).toEqual([{ courier: carla, acknowledged: 1, ticks: 1 }])
    await again.waitFor((text) => !text.includes('changes wait'))
    await expect.poll(async () => [...(await kept('edit.')), ...(await kept('receipt.'))], { timeout: 20_000 }).toEqual([])
  })

  fullRunOnly.it(
    'MOON-04 KDS-17: says that actions are waiting as soon as the server is silent, even while starting',
    async () => {
      await place()
      const board = await signedIn()
      await board.waitFor('#41')
      const offline = join(home, `${homes}.json.offline`)
      await expect.poll(async () => (await readdir(offline)).join(' '), { timeout: 30_000 }).toMatch(/board\.\S+\.json/)
      network.silence()
      board.press('b')
      expect(await board.waitFor('1 move waiting to be sent')).not.toContain('offline')
      board.kill('SIGKILL')
      await board.exited
      const again = open()
      expect(await again.waitFor('1 move waiting to be sent')).toContain('connecting')
      await network.restore()
      await again.waitFor((text) => text.includes('online') && !text.includes('waiting to be sent'), 30_000)
    },
  )

  it('MOON-04: shows a conflicting move with both sides, and applies or drops it', async () => {
    const [first, second] = [await place(41), await place(42)]
    const board = await signedIn()
    await board.waitFor('#42')
    await network.cut()
    await board.waitFor('Offline: the board may be out of date')
    board.press('b')
    await board.waitFor('1 move waiting')
    await pause(DOUBLE_PRESS_MS)
    board.press('b')
    await board.waitFor('2 moves wait')
    await moveElsewhere(first, 2, 1)
    await moveElsewhere(second, 2, 1)
    await network.restore()
    await board.waitFor('2 moves could not be applied. Press T', 20_000)
    board.press('T')
    await board.waitFor(/#41 Pizzeria {2}Your move: New to Accepted +Now: Pre-order/)
    await board.waitFor('The order is no longer in that status')
    board.press('enter')
    await board.waitFor((text) => !text.includes('#41 Pizzeria  Your move'))
    board.press('d')
    await board.waitFor('No conflicting changes')
    const rows = () => server.database.asOwner('select order_id, order_status::int as status from "order" order by order_id')
    await expect.poll(rows, { timeout: 10_000 }).toEqual([
      { order_id: first, status: status(3) },
      { order_id: second, status: status(1) },
    ])
  })

  it('says who made the same move elsewhere, until esc closes the message', async () => {
    const order = await place(41)
    const board = await signedIn()
    await board.waitFor('#41')
    await network.cut()
    await board.waitFor('Offline: the board may be out of date')
    board.press('b')
    await board.waitFor('1 move waiting')
    await moveElsewhere(order, 2, 3)
    await network.restore()
    const said = await board.waitFor(/#41 Pizzeria: Otto moved it from New to Accepted at [\d:]+ {2}\[esc\] Close/, 20_000)
    expect(said).not.toContain('could not be applied')
    board.press('?')
    await board.waitFor((text) => text.includes('Otto moved it') && !text.includes('[esc]'))
    board.press('esc')
    await board.waitFor('[esc] Close')
    board.press('esc')
    await board.waitFor((text) => !text.includes('Otto moved it'))
  })

  fullRunOnly.it(
    'MOON-04 KDS-17 BOARD-49: survives ten minutes offline in a rush, and neither loses nor duplicates anything',
    async () => {
      const printer = await startFakePrinter()
      const before: number[] = []
      for (const ticket of [41, 42, 43, 44]) before.push(await place(ticket))
      env = fastClockEnv(100, { later: true })
      const start = Date.now()
      const board = await signedIn('--printer', printer.address)
      await board.waitFor('#44')
      const online = (Date.now() - start) / 1000
      await network.cut()
      await board.waitFor('Offline: the board')
      board.press('n', 'b')
      await board.waitFor('1 move wait')
      await pause(DOUBLE_PRESS_MS)
      board.press('b')
      await board.waitFor('2 moves wait')
      // Meanwhile others continue: one of the board's own moves conflicts, and a dozen orders come in.
      await moveElsewhere(before[1] ?? 0, 2, 1)
      await moveElsewhere(before[2] ?? 0, 2, 3)
      const come: number[] = []
      for (let ticket = 51; ticket <= 62; ticket += 1) come.push(await place(ticket))
      for (const order of come) await moveElsewhere(order, 2, 3)
      board.kill('SIGUSR2')
      const shown = await board.waitFor(/offline for 1\d:/, 30_000)
      const [away = 0, age = 0] = [/offline for (\d+):(\d+)/, /data (\d+):(\d+) old/].map((stated) => {
        const [, minutes, seconds] = stated.exec(shown) ?? []
        return Number(minutes) * 60 + Number(seconds)
      })
      // The last contact was while the board was online. The server's answers and the display are in whole seconds.
      expect(age - away).toBeGreaterThanOrEqual(-2)
      expect(age - away).toBeLessThanOrEqual(online + 2)
      expect(printer.jobs).toEqual([])
      board.kill('SIGUSR2')
      await network.restore()
      await board.waitFor('online', 20_000)
      await board.waitFor(/1 moves? could not be applied/, 20_000)
      await board.waitFor(/Pre-order +1 +New +1 +Accepted +14/, 20_000)
      const accepted = [before[0], before[2], ...come]
      const jobs = () => server.database.asOwner('select "order", state, copy::int from print_job order by "order", print_job_id')
      const printed = accepted.map((order) => ({ order, state: 'printed', copy: 0 }))
      await expect.poll(jobs, { timeout: 30_000 }).toEqual(printed)
      const papers = printer.jobs.map((_, job) => Number(/#(\d+)/.exec(printer.text(job))?.[1]))
      expect(papers.toSorted((a, b) => a - b)).toEqual([41, 43, ...come.map((_, at) => 51 + at)])
      await printer.close()
    },
  )
})
