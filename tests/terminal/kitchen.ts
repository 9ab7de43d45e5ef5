import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { insertOrder, PASSWORD, startTestServer, type TestServer } from '@tiffin/server/test'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { bundleBoard, type BoardProgram } from './bundle-board.ts'
import { openPty, type Pty, type PtyOptions } from './pty.ts'

export interface Opened extends PtyOptions {
  args?: string[]
  url?: string
  storage?: string
}

/** A server with its database, and boards in separate terminals; each test starts without orders and settings. */
export interface Kitchen {
  readonly server: TestServer
  /** A folder for files of this test file. */
  readonly home: string
  /** The board's program, for tests that don't use `open`. */
  readonly program: string
  open(options?: Opened): Pty
  signedIn(login?: string, options?: Opened): Promise<Pty>
  /** The key of a status by its number. */
  status(number: number): number
  /** Inserts an order bypassing all rules: #41 of the first merchant, new, due in half an hour. */
  place(values?: Record<string, unknown>): Promise<number>
  statusOf(order: number): Promise<number | undefined>
  /** Accepts a new order like another board, or moves it elsewhere. */
  moveElsewhere(order: number, move?: { from?: number; to?: number; reason?: string }): Promise<void>
}

export function openKitchen(): Kitchen {
  let server: TestServer
  let program: BoardProgram
  let home: string
  const boards: Pty[] = []
  let homes = 0

  beforeAll(async () => {
    ;[server, program, home] = await Promise.all([startTestServer(), bundleBoard(), mkdtemp(join(tmpdir(), 'tiffin-terminal-'))])
  })
  afterAll(async () => {
    await Promise.all([server.stop(), program.remove(), rm(home, { recursive: true, force: true })])
  })
  afterEach(async () => {
    for (const board of boards.splice(0)) {
      board.kill('SIGKILL')
      await board.exited
    }
    await server.database.asOwner('truncate print_job, "order" cascade')
    await server.database.asOwner('delete from kanban_settings')
    await server.database.asOwner(`update company set enable = 1, suspended = 0, domain_config = ''`)
  })

  function open({ args = [], url = server.url, storage, ...options }: Opened = {}): Pty {
    homes += 1
    const board = openPty(program.file, ['--url', url, '--storage', storage ?? join(home, `${homes}.json`), ...args], {
      columns: 120,
      rows: 30,
      ...options,
    })
    boards.push(board)
    return board
  }

  return {
    get server() {
      return server
    },
    get home() {
      return home
    },
    get program() {
      return program.file
    },
    open,
    async signedIn(login = 'owner', options = {}) {
      const board = open(options)
      await board.waitFor('Login')
      board.press(login, 'tab', PASSWORD, 'enter')
      await board.waitFor('online')
      return board
    },
    status: (number) => server.world.statuses[number] as number,
    place: (values = {}) =>
      insertOrder(server.database, server.world, { time_create: soon(-1), time_finish: soon(30), ticket: 41, ...values }),
    async statusOf(order) {
      const rows = await server.database.asOwner<{ order_status: string }>(
        `select order_status from "order" where order_id = $1`,
        [order],
      )
      return rows.map((row) => Number(row.order_status)).at(0)
    },
    async moveElsewhere(order_id, { from = 2, to = 3, reason } = {}) {
      const { world } = server
      const move = { intent_id: crypto.randomUUID(), order_id, from: world.statuses[from], to: world.statuses[to], reason }
      await server.call('Order', 'move', { intents: [move] }, { token: await server.signIn('operator') })
    },
  }
}

/** The time in this many minutes. */
export const soon = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()

export const item = (name: string, more: Record<string, unknown> = {}) => ({
  id: name,
  name,
  qty: 1,
  price: '5.00',
  total: '5.00',
  addons: [],
  ...more,
})

export const lineWith = (board: Pty, text: string): string => board.lines().find((line) => line.includes(text)) ?? ''
