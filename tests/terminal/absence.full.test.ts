import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { insertOrder, PASSWORD, startTestServer, type TestServer } from '@tiffin/server/test'
import { updateLastSession } from '@tiffin/core'
import { folderStorage } from '@tiffin/tui'
import type { SessionUser } from '@tiffin/sdk/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type CuttableNetwork, startNetwork } from '../fakes/cuttable-network.ts'
import { startFakePrinter } from '../fakes/fake-printer.ts'
import { bundleBoard, type BoardProgram } from './bundle-board.ts'
import { openPty, type Pty } from './pty.ts'
import { fullRunOnly } from '../fixtures/full.ts'

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
    mkdtemp(join(tmpdir(), 'tiffin-away-')),
  ])
  network.setTarget(server.url)
})
afterAll(async () => {
  await Promise.all([network.close(), server.stop(), program.remove(), rm(home, { recursive: true, force: true })])
})
afterEach(async () => {
  await end()
  await network.restore()
  await server.database.asOwner('truncate print_job, "order" cascade')
})

let homes = 0
const offline = () => join(home, `${homes}.json.offline`)
function open(env: Record<string, string> = {}, ...args: string[]): Pty {
  const storage = join(home, `${homes}.json`)
  const board = openPty(program.file, ['--url', network.url, '--storage', storage, ...args], { columns: 120, rows: 30, env })
  boards.push(board)
  return board
}
async function end(): Promise<void> {
  for (const board of boards.splice(0)) {
    board.kill('SIGKILL')
    await board.exited
  }
}
async function signedIn(...args: string[]): Promise<Pty> {
  homes += 1
  const board = open({}, ...args)
  await board.waitFor('Login')
  board.press('owner', 'tab', PASSWORD, 'enter')
  await board.waitFor('online')
  return board
}
const place = (ticket = 41) => insertOrder(server.database, server.world, { ticket, time_create: new Date().toISOString() })
const status = (number: number) => server.world.statuses[number] as number
/** Another user moves an order. */
async function moveElsewhere(order_id: number, from: number, to: number, reason?: string): Promise<void> {
  const intents = [{ intent_id: randomUUID(), order_id, from: status(from), to: status(to), ...(reason ? { reason } : {}) }]
  const token = await server.signIn('operator')
  const answer = await server.call('Order', 'move', { intents }, { token, company: server.world.a })
  expect(answer).toMatchObject({ data: { results: [{ status: 'OK' }] } })
}
/** The board's data is written to disk every ten seconds. */
const boardIsKept = (ticket: string) =>
  expect
    .poll(
      async () => {
        const [name = ''] = (await readdir(offline())).filter((item) => /^board\..*\.json$/.test(item))
        return readFile(join(offline(), name), 'utf8').catch(() => '')
      },
      { timeout: 30_000 },
    )
    .toContain(ticket)
const CANCELLED = 0

describe('terminal board after an absence', () => {
  fullRunOnly.it('says why an order was cancelled during the absence and who moved it, and offers a decision', async () => {
    const [cancelled, moved, seen] = [await place(41), await place(42), await place(43)]
    const board = await signedIn()
    await board.waitFor('#43')
    await network.cut()
    await board.waitFor('Offline: the board may be out of date')
    board.press('j', 'b')
    await board.waitFor('1 move waiting')
    // The cursor is on the next card now, where the same key pressed at once would be taken for a slip.
    board.press('k', 'j', 'b')
    await board.waitFor('2 moves wait')
    await moveElsewhere(cancelled, 2, CANCELLED, 'the guest has left')
    await moveElsewhere(moved, 2, 1)
    await moveElsewhere(seen, 2, 1)
    await network.restore()
    await board.waitFor(/Order #41.* was cancelled: the guest has left/, 20_000)
    await board.waitFor('2 moves could not be applied. Press T', 20_000)
    board.press('T')
    await board.waitFor(/#42 .*Your move: New to Accepted +Now: Pre-order/)
    await board.waitFor(/Otto moved it from New to Pre-order at \d/)
    await board.waitFor(/enter Send again +d Discard change +o Open order/)
    board.press('o')
    await board.waitFor(/#42 Pizzeria +Pre-order/)
    board.press('esc')
    await board.waitFor('Conflicting changes')
    board.press('enter')
    await board.waitFor((text) => !text.includes('#42'))
    board.press('d')
    await board.waitFor('No conflicting changes')
    const rows = () => server.database.asOwner('select order_id, order_status::int as status from "order" order by order_id')
    await expect.poll(rows, { timeout: 10_000 }).toEqual(
      expect.arrayContaining([
        { order_id: moved, status: status(3) },
        { order_id: seen, status: status(1) },
      ]),
    )
  })

  fullRunOnly.it('keeps the reason of an offline cancellation, also after kill -9', async () => {
    const id = await place(41)
    const board = await signedIn()
    await board.waitFor('#41')
    await boardIsKept('"ticket":41')
    await network.cut()
    await board.waitFor('Offline: the board may be out of date')
    board.press('c')
    await board.waitFor('Enter a reason')
    board.press('no dough', 'enter')
    await board.waitFor('1 move waiting')
    await end()
    const again = open()
    await again.waitFor('1 move waiting', 20_000)
    await network.restore()
    await again.waitFor('online', 20_000)
    const reason = () => server.database.asOwner('select cancel_reason from "order" where order_id = $1', [id])
    await expect.poll(reason, { timeout: 20_000 }).toEqual([{ cancel_reason: 'no dough' }])
    await again.waitFor((text) => !text.includes('move waiting'))
    expect(again.text()).not.toContain('no reason given')
  })

  it('says by name that an undo waits for the network, and is never both offline and online when that returns', async () => {
    await place(41)
    const board = await signedIn()
    await board.waitFor('#41')
    board.press('b')
    await board.waitFor('#41 Pizzeria moved to Accepted')
    await network.cut()
    await board.waitFor('Offline: the board may be out of date')
    board.press('u')
    await board.waitFor("#41 Pizzeria moved back to New. It will be sent when you're back online.")
    let contradictions = 0
    const stop = setInterval(() => {
      const [header = '', banner = ''] = board.lines()
      if (/online/.test(header) && /offline/i.test(header + banner)) contradictions += 1
      if (/offline/.test(header) && /data 0:0\d old/.test(header) && Date.now() - back > 1500) contradictions += 1
    }, 20)
    const back = Date.now()
    await network.restore()
    await board.waitFor((text) => text.includes('online') && !text.includes('move waiting'), 30_000)
    clearInterval(stop)
    expect(contradictions).toBe(0)
  })

  it('offers no move in the tray that would be refused again, and says why the order was cancelled', async () => {
    const transfer = (to: readonly number[]) =>
      server.database.asOwner('update order_status set transfer = $2 where order_status_id = $1', [
        status(CANCELLED),
        JSON.stringify(to),
      ])
    await transfer([])
    const order = await place(41)
    const board = await signedIn()
    await board.waitFor('#41')
    await network.cut()
    await board.waitFor('Offline: the board may be out of date')
    board.press('b')
    await board.waitFor('1 move waiting')
    await moveElsewhere(order, 2, CANCELLED, 'the guest has left')
    await network.restore()
    await board.waitFor('1 move could not be applied. Press T', 30_000)
    board.press('T')
    await board.waitFor(/#41 .*Your move: New to Accepted +Now: Cancelled, the guest has left/)
    expect(board.lines().at(-1)).not.toContain('Send again')
    board.press('enter')
    await board.waitFor("Orders can't be moved from Cancelled to Accepted")
    expect(board.text()).toContain('Conflicting changes')
    await transfer(Object.values(server.world.statuses))
  })

  it('shows the last board at once, marked as unconfirmed, while the server is silent', async () => {
    await place(41)
    const board = await signedIn()
    await board.waitFor('#41')
    await boardIsKept('"ticket":41')
    await end()
    network.silence()
    const again = open()
    await again.waitFor('Connecting: the board may be out of date', 5000)
    expect(again.text()).toContain('#41')
    await network.restore()
    await again.waitFor((text) => text.includes('online') && !text.includes('Connecting:'), 30_000)
  })

  fullRunOnly.it('starts offline after the same person signed in again, but not after another person did', async () => {
    await place(41)
    const board = await signedIn()
    await board.waitFor('#41')
    await boardIsKept('"ticket":41')
    await end()
    const login = async (name: string) => {
      const token = await server.signIn(name)
      const { auth } = await server.call('Auth', 'checkAuth', { active: true }, { token })
      updateLastSession(folderStorage(offline()), token, (auth as { user: SessionUser }).user)
      return token
    }
    const token = await login('owner')
    await network.cut()
    const again = open({ TIFFIN_TOKEN: token })
    await again.waitFor('#41', 5000)
    await end()
    const other = open({ TIFFIN_TOKEN: await login('operator') })
    await other.waitFor("Can't reach")
    expect((await readdir(offline())).filter((name) => /^(board|session)\./.test(name))).toEqual([])
  })
})

fullRunOnly.it('the header says why the printer is down', async () => {
  const printer = await startFakePrinter()
  const board = await signedIn('--printer', printer.address)
  board.press('P', 'j')
  for (const [state, word] of [
    [{ cover: 'open' }, 'cover open'],
    [{ fault: { kind: 'no_paper', after: 0 } }, 'out of paper'],
  ] as const) {
    printer.behave(state)
    board.press('t')
    await board.waitFor(`printer: ${word}`)
  }
  await printer.close()
  board.press('t')
  expect(await board.waitFor('printer: offline')).not.toContain('out of paper')
})
