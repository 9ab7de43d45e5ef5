import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { insertRow, PASSWORD } from '@tiffin/server/test'
import { afterAll, beforeAll, beforeEach, describe, expect, vi } from 'vitest'
import { sampled } from '../fixtures/full.ts'
import { sizes } from '../fixtures/terminal.ts'
import { item, openKitchen, type Opened } from './kitchen.ts'
import type { Pty } from './pty.ts'

/** A Friday noon in the future, so that no session has expired. */
const NOON = Date.parse('2035-06-15T12:00:00.000Z')
const at = (minutes: number): string => new Date(NOON + minutes * 60_000).toISOString()

const kitchen = openKitchen()
const { open, place, status } = kitchen
let clock: Record<string, string>

beforeAll(async () => {
  // The clocks of server and board are stopped at the same moment; timers continue.
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  const file = join(kitchen.home, 'noon.mjs')
  await writeFile(file, `Date.now = () => ${NOON}`)
  clock = { NODE_OPTIONS: `--import=${file}` }
  const { server } = kitchen
  const color = (background: string) => JSON.stringify({ background, text: '#FFFFFF' })
  await server.database.asOwner(`update global_lang set support = 1 where code = 'en'`)
  await insertRow(server.database, 'global_lang', { global_lang_id: 90, code: 'ar', name: 'العربية', support: 1, dir: 'rtl' })
  for (const [number, background] of Object.entries({
    1: '#8C6BB1',
    2: '#3366CC',
    3: '#2CA25F',
    5: '#D98E04',
    8: '#777777',
    9: '#555555',
  }))
    await server.database.asOwner('update order_status set color = $2 where order_status_id = $1', [
      status(Number(number)),
      color(background),
    ])
})
afterAll(() => {
  vi.useRealTimers()
})

const people = ['Anna Müller', 'Владимир Петров', '田中 太郎', 'გიორგი მაისურაძე', 'Zoë O’Hara', '김철수']
const dishes = ['Margherita', 'Quattro formaggi', 'Sushi mix 12', 'Pad Thai', 'Борщ', '味噌汁', 'Tiramisù']

/** Orders of every kind at noon: late, old, with notes, half ready, pre-order, on the way, pickup, with add-ons, and done. */
beforeEach(async () => {
  const { server } = kitchen
  const users: number[] = []
  for (const [index, name] of people.entries())
    users.push(await insertRow(server.database, 'user', { company: server.world.a, name, phone: `49301000${index}` }))
  const columns = [1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 5, 5, 8, 8]
  for (const [index, number] of columns.entries()) {
    const cart = Array.from({ length: 1 + (index % 4) }, (_, line) =>
      item(dishes[(index + line * 2) % dishes.length] ?? '', {
        qty: 1 + ((index + line) % 3),
        ...(index % 3 === 1 && line === 0 ? { allergens: ['milk', 'nuts'], note: 'no onions' } : {}),
        ...(index % 4 === 2 && line === 0 ? { addons: [{ name: 'wasabi' }, { name: 'pickled ginger', qty: 2 }] } : {}),
      }),
    )
    await place({
      ticket: 21 + index,
      order: index,
      user: users[index % users.length],
      merchant: server.world.merchants[index % 2],
      order_status: status(number),
      time_create: at(-3 * index - 0.5),
      // The pre-order is for tomorrow, and every fifth order is pickup.
      time_finish: at(number === 1 ? 24 * 60 + 240 : 33 - 5 * index - 0.5),
      type: index % 5 === 2 ? 2 : 1,
      time_delivery: number === 8 ? at(-2) : null,
      total: `${12 + index * 3}.50`,
      destination_address: index % 2 === 0 ? `Lindenallee ${index + 3}, 2nd floor` : '',
      comment: index === 4 ? 'Please ring at the back door, the bell in front is broken' : '',
      acknowledged: index === 1 || index > 5 ? 1 : 0,
      cart,
    })
  }
})

async function signedIn(options: Opened): Promise<Pty> {
  const board = open({ ...options, env: { ...clock, ...options.env } })
  await board.waitFor('Login')
  board.press('owner', 'tab', PASSWORD, 'enter')
  await board.waitFor(/online[^]*#22[^]*\? Help/)
  return board
}

const fileOf = (name: string): string => join(import.meta.dirname, 'golden', `${name}.txt`)

/** The screen once it is as reviewed, or as it is instead; `vitest -u` rewrites it for another review. */
async function settled(board: Pty, name: string): Promise<string> {
  const reviewed = await readFile(fileOf(name), 'utf8').catch(() => undefined)
  // A frame arrives in pieces; the comparison reports one that never comes.
  if (reviewed !== undefined) await board.waitFor((text) => `${text}\n` === reviewed, 20_000).catch(() => '')
  return `${board.text()}\n`
}

describe('board at noon', () => {
  sampled.it.each(sizes)('looks as reviewed at $columns x $rows', async (size) => {
    const name = `board-${size.columns}x${size.rows}`
    await expect(await settled(await signedIn(size), name)).toMatchFileSnapshot(fileOf(name))
  })

  // The pressed keys, and the resulting screen, including the footer.
  sampled.it.each([
    ['compact', ['v'], /#24 .*\n.*\n.*\n.*\n[^]*next/i],
    ['marked', ['x', 'right', 'x', 'x'], '3 orders selected'],
    ['search', ['/', 'müller'], /11 hidden by search[^]*Keep search/],
    ['commands', [':', 'm'], /mark-all[^]*Run/],
    ['move', ['m'], /reason required[^]*esc Back/],
    ['items', ['right', 'j', 'i'], /0\/3[^]*Tick or untick/],
    ['courier', ['d'], /No courier[^]*esc Back/],
    ['all-day', ['a'], /Whole board[^]*esc Back/],
    ['period', ['D'], /Choose dates…[^]*esc Back/],
    ['boards', ['B'], /Save this board[^]*esc Back/],
    ['recall', ['r'], /Nothing to undo[^]*esc Back/],
    ['help', ['?'], /▼ \d+ more[^]*esc Back/],
  ] as const)('looks as reviewed in 80 x 24 with %s', async (name, keys, until) => {
    const board = await signedIn({ columns: 80, rows: 24 })
    board.press(...keys)
    await board.waitFor(until)
    await expect(await settled(board, name)).toMatchFileSnapshot(fileOf(name))
  })

  sampled.it.each([
    ['arabic', [], '#22'],
    ['arabic-move', ['m'], /esc/],
    ['arabic-search', ['/', 'müller'], 'müller'],
  ] as const)('SHELL-03: looks as reviewed in 80 x 24 in Arabic: %s', async (name, keys, until) => {
    const storage = join(kitchen.home, `${name}.json`)
    await writeFile(storage, JSON.stringify({ lang: 'ar' }))
    const board = open({ columns: 80, rows: 24, storage, env: clock })
    await board.waitFor('اسم المستخدم')
    board.press('owner', 'tab', PASSWORD, 'enter')
    await board.waitFor(/متصل[^]*#22/)
    board.press(...keys)
    await board.waitFor(until)
    await expect(await settled(board, name)).toMatchFileSnapshot(fileOf(name))
  })

  sampled.it.each([
    ['ascii', ['--ascii']],
    ['screen-reader', ['--screen-reader']],
    ['low-bandwidth', ['--low-bandwidth']],
  ])('looks as reviewed in 80 x 24 in %s', async (name, args) => {
    await expect(await settled(await signedIn({ columns: 80, rows: 24, args: [...args] }), name)).toMatchFileSnapshot(
      fileOf(name),
    )
  })
})
