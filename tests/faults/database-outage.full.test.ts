import path from 'node:path'
import { callAt } from '@tiffin/server/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BoardProgram, bundleBoard } from '../terminal/bundle-board.ts'
import { openPty, type Pty } from '../terminal/pty.ts'
import { asSeen, type LiveOrders, watchOrders } from './live-orders.ts'
import { createHome } from './server-home.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { makeCompany, type SmallCompany } from './small-company.ts'

const home = createHome()
let server: ServerProcess | undefined
let program: BoardProgram | undefined
let board: Pty
let company: SmallCompany
let client: LiveOrders | undefined
// Also if the start itself times out.
const ends: (() => unknown)[] = []

beforeAll(async () => {
  ;[server, program] = await Promise.all([startServerProcess(home.env, { endWith: (end) => ends.push(end) }), bundleBoard()])
  company = await makeCompany(home, server.url)
  const storage = path.join(home.env['HOME'] ?? '', 'board.json')
  board = openPty(program.file, ['--url', server.url, '--storage', storage], { columns: 200, rows: 40 })
  await board.waitFor('Login')
  board.press(company.login, 'tab', company.password, 'enter')
  await board.waitFor('online')
  client = await watchOrders({ url: server.url, token: company.token, company: company.company })
}, 120_000)
afterAll(async () => {
  client?.close()
  board.kill('SIGKILL')
  await board.exited
  await Promise.all(ends.map(async (end) => end()))
  await Promise.all([home.remove(), program?.remove()])
}, 60_000)

const http = async (page: string): Promise<number> => (await fetch(`${server?.url ?? ''}${page}`)).status

it.each([{ signal: 'SIGKILL' }, { signal: 'SIGINT' }] as const)(
  'a database outage ($signal) while a board is open loses no move and needs no restart',
  async ({ signal }) => {
    const [order] = await company.place(1)
    const ticket = signal === 'SIGKILL' ? 1 : 2
    await board.waitFor(`#${ticket} `)
    await board.waitFor(/New\s+1 /)

    const giveBack = await home.stopDatabaseFor(signal)
    await expect.poll(() => http('/readyz'), { timeout: 15_000 }).toBe(503)
    expect(await http('/healthz')).toBe(200)
    const read = { tables: [{ table: 'order' }] }
    const options = { token: company.token, company: company.company }
    expect(await callAt(server?.url ?? '', 'Reference', 'getData', read, options)).toMatchObject({
      http: 503,
      code: 'database_unavailable',
    })
    await board.waitFor(new RegExp(`► #${ticket} `))
    board.press(' ')
    await board.waitFor('moved to')
    await board.waitFor(new RegExp(`Accepted\\s+${ticket} `))

    const find = `select order_id::int, order_status::int, revision::int from "order" where company = $1 order by order_id`
    const rows = () => home.rows<{ order_id: number; order_status: number; revision: number }>(find, [company.company])
    // The server itself restarts it.
    await giveBack()
    await expect.poll(() => http('/readyz'), { timeout: 15_000 }).toBe(200)
    await expect
      .poll(async () => (await rows()).at(-1), { timeout: 15_000 })
      .toMatchObject({
        order_id: order,
        order_status: company.statuses[3],
      })
    const truth = new Map((await rows()).map((row) => [row.order_id, asSeen(row)]))
    await expect.poll(() => client?.known, { timeout: 15_000 }).toEqual(truth)
    await board.waitFor((text) => text.includes('online') && new RegExp(`Accepted\\s+${ticket} `).test(text), 30_000)
    const moves = await home.rows('select intent from change where intent is not null')
    expect(moves).toHaveLength(ticket)
  },
  90_000,
)

it('a killed database is restarted, and calls report it as unavailable until then', async () => {
  const options = { token: company.token, company: company.company }
  const ask = () => callAt(server?.url ?? '', 'Reference', 'getData', { tables: [{ table: 'order', limit: [0, 1] }] }, options)
  home.endDatabase('SIGKILL')
  const codes: unknown[] = []
  await expect
    .poll(
      async () => {
        const { status, code } = await ask()
        codes.push(code ?? status)
        return codes.includes('database_unavailable') && status
      },
      { timeout: 20_000 },
    )
    .toBe('OK')
  expect(codes.filter((code) => code !== 'OK' && code !== 'database_unavailable')).toEqual([])
}, 30_000)

it('still stops properly', async () => {
  const code = await server?.stop()
  expect(code).toBe(0)
}, 30_000)
