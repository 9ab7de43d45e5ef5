import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { insertRow, PASSWORD } from '@tiffin/server/test'
import { describe, expect, it } from 'vitest'
import { startFakePrinter } from '../fakes/fake-printer.ts'
import { texts } from '../fixtures/board.ts'
import { item, lineWith, soon, openKitchen } from './kitchen.ts'
import { fullRunOnly } from '../fixtures/full.ts'

const kitchen = openKitchen()
const { open, signedIn, status, place, statusOf } = kitchen

describe('board', () => {
  it('BOARD-01 BOARD-02 BOARD-03: shows a column for each status, in order, with the number of its cards', async () => {
    await place()
    const board = await signedIn('owner', { columns: 200 })
    await board.waitFor('#41')
    const [heading] = board.lines().filter((line) => line.includes('Pre-order'))
    expect(heading?.trim().split(/\s{2,}/)).toEqual([
      'Pre-order',
      '0',
      'New',
      '1',
      'Accepted',
      '0',
      'Ready',
      '0',
      'Delivered',
      '0',
      'Closed ■',
      '0',
    ])
  })

  it('BOARD-34 BOARD-35 BOARD-36: a card has its status colour at its edge and a countdown, red with a sign when late', async () => {
    await kitchen.server.database.asOwner(
      `update order_status set color = '{"background":"#3366CC","text":"#FFFFFF"}' where order_status_id = $1`,
      [status(2)],
    )
    await place({ time_finish: soon(-5), ticket: 51, order: 1 })
    await place({ time_finish: soon(25), ticket: 52, order: 2 })
    await place({ time_finish: soon(4), ticket: 53, order: 3 })
    await place({ time_finish: soon(-95), ticket: 54, order: 4 })
    const board = await signedIn()
    await board.waitFor('#54')
    // To the second near the deadline, otherwise to the minute.
    expect(lineWith(board, '#51')).toMatch(/#51.*▲ 5 min late/)
    expect(lineWith(board, '#52')).toMatch(/#52.*● 2[45] min left/)
    expect(lineWith(board, '#53')).toMatch(/#53.*● \d:\d\d left/)
    expect(lineWith(board, '#54')).toMatch(/#54.*▲ 1 h 3[56] min late/)
    // The sixteen terminal colours: 1 is red, 2 is green.
    expect(board.styleOf('▲ 5')?.color).toBe(1)
    expect(board.styleOf('● 2')?.color).toBe(2)
    expect(board.styleOf('▌')?.color).toBe(0x3366cc)
    // The heading of the selected column is readable on any terminal, whatever the status colour.
    const heading = board.cells()[board.lines().findIndex((line) => line.includes('Pre-order'))] ?? []
    expect(new Set(heading.filter(({ inverse }) => inverse).map(({ color }) => color))).toEqual(new Set([undefined]))
    const first = lineWith(board, '#53')
    await board.waitFor(() => lineWith(board, '#53') !== first)
  })

  it('BOARD-21 KDS-01 KDS-06: a key moves the selected card to its next status, and another undoes it', async () => {
    const order = await place()
    const board = await signedIn()
    await board.waitFor('#41')
    board.press(' ')
    await board.waitFor(/#41 Pizzeria moved to Accepted\s+\[u\] Undo/)
    await expect.poll(() => statusOf(order)).toBe(status(3))
    await board.waitFor(() => /Accepted\s+1 /.test(board.text()))
    board.press('u')
    await expect.poll(() => statusOf(order)).toBe(status(2))
    await board.waitFor(() => /New\s+1 /.test(board.text()))
  })

  it('KDS-01 KDS-02: digits select a card; a list of the moves made here can undo any of them', async () => {
    const [first, second] = [await place({ ticket: 61, order: 1 }), await place({ ticket: 62, order: 2 })]
    const board = await signedIn()
    await board.waitFor('#62')
    board.press('2', 'b')
    await expect.poll(() => statusOf(second)).toBe(status(3))
    board.press('1', 'b')
    await expect.poll(() => statusOf(first)).toBe(status(3))
    board.press('r')
    await board.waitFor('Recall a move')
    await board.waitFor(/► #61 .*New → Accepted/)
    board.press('j', 'enter')
    await expect.poll(() => statusOf(second)).toBe(status(2))
    expect(await statusOf(first)).toBe(status(3))
  })

  it('KDS-01: a digit selects the card that shows it, even if the cards above are scrolled out', async () => {
    const orders = new Map<number, number>()
    for (let ticket = 61; ticket <= 75; ticket += 1) orders.set(ticket, await place({ ticket, order: ticket }))
    const board = await signedIn()
    await board.waitFor('#61')
    board.press('G')
    await board.waitFor((text) => text.includes('#75') && !text.includes('#61'))
    const [, ticket] = /#(\d+)/.exec(board.text()) ?? []
    board.press('1', 'b')
    await expect.poll(() => statusOf(orders.get(Number(ticket)) ?? 0)).toBe(status(3))
  })

  it.each([
    ['columns', []],
    ['the list for screen readers', ['--screen-reader']],
  ])('page keys move by a screen in a long column, home and end to its ends: %s', async (_what, args) => {
    for (let order = 1; order <= 40; order += 1) await place({ ticket: 100 + order, order })
    const board = await signedIn('owner', { args })
    await board.waitFor('#101')
    const chosen = () => Number(/► .*?#(\d+)/.exec(board.text())?.[1])
    const shown = () => Array.from(board.text().matchAll(/#(1\d\d)\b/g), ([, ticket]) => Number(ticket))
    await expect.poll(chosen).toBe(101)
    const screenful = new Set(shown()).size
    expect(screenful).toBeGreaterThan(2)
    board.press('page down')
    await expect.poll(chosen).toBe(101 + screenful)
    board.press('page down')
    await expect.poll(chosen).toBeGreaterThan(101 + screenful + 1)
    // No card was skipped.
    expect(Math.min(...shown())).toBeLessThanOrEqual(101 + screenful + 1)
    board.press('end')
    await expect.poll(chosen).toBe(140)
    board.press('page up')
    await expect.poll(chosen).toBeLessThan(139)
    board.press('home')
    await expect.poll(chosen).toBe(101)
    board.press('page up')
    board.press('?')
    await board.waitFor(/pgdn +One screen down/)
  })

  it('a move that was undone on another board is not offered in the list of recent moves', async () => {
    const [undone, left] = [await place({ ticket: 61, order: 1 }), await place({ ticket: 62, order: 2 })]
    const storage = join(kitchen.home, 'shared.json')
    const first = await signedIn('owner', { storage })
    await first.waitFor('#62')
    for (const order of [left, undone]) {
      first.press(order === left ? '2' : '1', 'b')
      await expect.poll(() => statusOf(order)).toBe(status(3))
    }
    const second = kitchen.open({ storage })
    await second.waitFor('online')
    second.press('r')
    await second.waitFor(/► #61 .*New → Accepted/)
    first.press('u')
    await expect.poll(() => statusOf(undone)).toBe(status(2))
    const text = await second.waitFor((shown) => !shown.includes('#61 '))
    expect(text).toMatch(/#62 .*New → Accepted/)
  })

  it('BOARD-22 BOARD-25: the picker offers every status and says why one is closed; choosing that moves nothing', async () => {
    await kitchen.server.database.asOwner('update order_status set transfer = $2 where order_status_id = $1', [
      status(2),
      JSON.stringify([status(3), status(0)]),
    ])
    const order = await place()
    const board = await signedIn()
    await board.waitFor('#41')
    board.press('m')
    await board.waitFor('Move to…')
    await board.waitFor(/Ready .*Orders can't be moved from New to Ready/)
    await board.waitFor(/Closed .*The column Closed is locked/)
    await board.waitFor(/Cancelled .*reason required/)
    board.press('j', 'j', 'enter')
    await board.waitFor((text) => text.split("Orders can't be moved from New to Ready").length === 3)
    expect(await statusOf(order)).toBe(status(2))
    board.press('esc')
    await kitchen.server.database.asOwner(
      `update order_status s set transfer = (select jsonb_agg(o.order_status_id) from order_status o
        where o.company = s.company and o.order_status_id <> s.order_status_id and o.status <> 9) where order_status_id = $1`,
      [status(2)],
    )
  })

  fullRunOnly.it('KDS-23: cancelling asks for a reason and takes the card off the board', async () => {
    const order = await place()
    const board = await signedIn()
    await board.waitFor('#41')
    board.press('c')
    await board.waitFor('Enter a reason')
    board.press('enter')
    await board.waitFor((text) => text.split('Enter a reason').length === 3)
    board.press('sold out', 'enter')
    await expect.poll(() => statusOf(order)).toBe(status(0))
    const [row] = await kitchen.server.database.asOwner<{ cancel_reason: string }>(
      'select cancel_reason from "order" where order_id = $1',
      [order],
    )
    expect(row?.cancel_reason).toBe('sold out')
    await board.waitFor((text) => !text.includes('#41'))
  })

  it('BOARD-23 PERM-10: moving is refused with view access, with a message', async () => {
    const order = await place({ merchant: kitchen.server.world.merchants[1] })
    const board = await signedIn('operator')
    await board.waitFor('#41')
    board.press(' ')
    await board.waitFor("You can view this merchant's orders but not change them")
    expect(await statusOf(order)).toBe(status(2))
    board.press('M')
    await board.waitFor(/\[x\] Sushi +view only/)
    expect(lineWith(board, '[x] Pizzeria')).not.toContain('view only')
  })

  it('PERM-12: with view access an order opens with its items, and its status can’t be changed from there', async () => {
    const order = await place({ merchant: kitchen.server.world.merchants[1], cart: [item('Rice')] })
    const refusal = "You can view this merchant's orders but not change them"
    const board = await signedIn('operator')
    await board.waitFor('#41')
    board.press('enter')
    await board.waitFor(/1 +Rice +5\.00/)
    board.press(' ')
    await board.waitFor(refusal)
    expect(board.text()).toMatch(/1 +Rice +5\.00/)
    board.press('m')
    await board.waitFor('Accepted')
    expect(lineWith(board, 'Accepted')).toContain(refusal)
    expect(await statusOf(order)).toBe(status(2))
  })

  it('PERM-12: with view access no courier is chosen and no item is ticked', async () => {
    await place({ merchant: kitchen.server.world.merchants[1], cart: [item('Rice')] })
    const refusal = "You can view this merchant's orders but not change them"
    const board = await signedIn('operator')
    await board.waitFor('#41')
    board.press('d')
    expect(await board.waitFor(refusal)).toContain('#41')
    board.press('i')
    await board.waitFor(/\[ \] .*Rice/)
    await board.waitFor((text) => !text.includes(refusal))
    board.press(' ')
    await board.waitFor(refusal)
    expect(lineWith(board, 'Rice')).toContain('[ ]')
  })

  it('BOARD-24 BOARD-39: a disabled company has a banner, and its orders can be neither opened nor moved', async () => {
    await kitchen.server.database.asOwner('update company set enable = 0 where company_id = $1', [kitchen.server.world.a])
    const order = await place()
    const board = await signedIn()
    await board.waitFor('#41')
    await board.waitFor(`▲ ${texts.disabled}`)
    board.press(' ')
    await board.waitFor((text) => text.split(texts.disabled).length === 3)
    // The help of the board, not of an order.
    board.press('enter', '?')
    await board.waitFor('Column to the left')
    expect(await statusOf(order)).toBe(status(2))
  })

  it('BOARD-41 BOARD-37 SHELL-31: says who sees nothing and why', async () => {
    await kitchen.server.database.asOwner(`update company set domain_config = 'https://a.io' where company_id = $1`, [
      kitchen.server.world.a,
    ])
    const unset = await signedIn()
    await unset.waitFor('Set up your store domain to receive orders')
    await kitchen.server.database.asOwner(
      `update company set domain_config = 'https://alpha.example', suspended = 1 where company_id = $1`,
      [kitchen.server.world.a],
    )
    const empty = await signedIn()
    await empty.waitFor(texts.empty)
    await empty.waitFor(texts.suspended)
    const nobody = await insertRow(kitchen.server.database, 'admin', {
      login: 'nobody',
      name: 'Nora',
      company: kitchen.server.world.a,
    })
    await kitchen.server.database.asOwner(
      `update admin set password = (select password from admin where login = 'owner') where admin_id = $1`,
      [nobody],
    )
    await insertRow(kitchen.server.database, 'membership', { company: kitchen.server.world.a, admin: nobody, company_role: 2 })
    const board = open()
    await board.waitFor('Login')
    board.press('nobody', 'tab', PASSWORD, 'enter')
    expect(await board.waitFor(texts.noPermission)).not.toContain('Pre-order')
  })

  it('an empty board names the next step of setting up to owners, until the company has an order', async () => {
    const board = await signedIn('owner')
    await board.waitFor(/First steps: \d of 5\. Next: [A-Z][a-z ]+\. In the console: tiffin board --web/)
    await place()
    expect(await board.waitFor('#41')).not.toContain('First steps')
  })

  it('KDS-18 BOARD-05: a search says how many cards it hides, and ending it shows them again', async () => {
    await place({ ticket: 71 })
    await place({ ticket: 72, destination_address: 'Lindenallee 3' })
    const board = await signedIn()
    await board.waitFor('#72')
    board.press('/', 'linden')
    await board.waitFor('1 hidden by search')
    expect(board.text()).not.toContain('#71')
    board.press('esc')
    await board.waitFor('#71')
  })

  it('BOARD-04 BOARD-01: shows the chosen merchants', async () => {
    await place({ ticket: 81 })
    await place({ ticket: 82, merchant: kitchen.server.world.merchants[1] })
    const board = await signedIn()
    await board.waitFor('#82')
    expect(board.lines()[0]).toMatch(/Alpha · All merchants/)
    board.press('M')
    await board.waitFor('[x] Sushi')
    board.press(' ')
    await board.waitFor('[ ] Pizzeria')
    board.press('enter')
    await board.waitFor(/Alpha · Sushi/)
    expect(await board.waitFor((text) => text.includes('Pre-order') && !text.includes('#81'))).toContain('#82')
  })

  it('BOARD-32 KDS-14 ORDER-07: an order opens with its cart, type and history', async () => {
    await place({
      type: 3,
      cart: [item('Маргарита', { qty: 2 }), item('寿司')],
      destination_address: 'Lindenallee 3',
      odd: '20.00',
    })
    const board = await signedIn()
    await board.waitFor('#41')
    board.press(' ')
    await board.waitFor('moved to')
    // the cursor has stayed in the column
    board.press('right', 'enter')
    await board.waitFor('Timeline')
    await board.waitFor(/Olga \(tui\) {2}New → Accepted/)
    expect(board.text()).toContain('Lindenallee 3')
    expect(board.text()).toMatch(/Type +Pickup/)
    expect(board.text()).toMatch(/Change needed for +20\.00/)
    const ends = ['Маргарита', '寿司'].map((dish) => board.endOf(dish, '5.00'))
    expect(ends).toEqual([expect.any(Number), ends[0]])
    board.press('esc')
    await board.waitFor('Pre-order')
  })

  fullRunOnly.it('KDS-17: shows the connection and the age of the data, and says when the server is gone', async () => {
    await place()
    const other = await kitchen.server.another()
    const board = await signedIn('owner', { url: other.url })
    await board.waitFor(/● online {2}data 0:\d\d old/)
    await other.stop()
    await board.waitFor('Offline: the board may be out of date', 15_000)
    await board.waitFor(/offline for 0:\d\d/)
    await board.waitFor(/data 0:(0[3-9]|[1-5]\d) old/)
    expect(board.text()).toContain('#41')
  })

  it('BOARD-13 KDS-03: marks an order older than the period, with its age', async () => {
    await place({ time_create: '2026-01-05T10:00:00.000Z' })
    const board = await signedIn()
    expect(await board.waitFor('Ordered Jan 5')).toContain('#41')
    await board.waitFor(/↑↑ \d+ h old/)
  })

  it('shows allergens in red and notes separately, and hostile names as harmless text', async () => {
    const user = await insertRow(kitchen.server.database, 'user', {
      company: kitchen.server.world.a,
      name: 'Evil\u001B[2J\u202Ename\u0007',
      phone: '491',
    })
    await place({ user, cart: [item('Pad Thai', { allergens: ['peanuts'], note: 'no chili' })] })
    const board = await signedIn()
    await board.waitFor('peanuts')
    expect(board.styleOf('peanuts')?.inverse).toBe(true)
    expect(board.styleOf('peanuts')?.color).toBe(1)
    expect(board.styleOf('no chili')).toMatchObject({ inverse: false, color: 0, background: 3 })
    expect(lineWith(board, 'Evil')).toContain('Evil[2Jname')
    expect(board.raw()).not.toContain('name\u0007')
  })

  it('shows allergens and note of an item in a line, and a large order without hiding the next one', async () => {
    const dishes = Array.from({ length: 20 }, (_, index) => item(`Dish ${index}`, { allergens: ['gluten', 'milk'] }))
    await place({ ticket: 41, order: 1, cart: [...dishes, item('Last', { allergens: ['peanuts'] })] })
    await place({ ticket: 42, order: 2 })
    const board = await signedIn()
    await board.waitFor('#42')
    expect(lineWith(board, 'Dish 0')).toMatch(/1× Dish 0 ! gluten, milk/)
    expect(board.text()).toContain('#42')
    expect(board.text()).toMatch(/\+\d+ more[^]*! gluten, milk, peanuts/)
  })

  it('draws the other cards when a row is invalid, and continues', async () => {
    await place({ ticket: 41, order: 1, cart: { not: 'a list' } })
    await place({ ticket: 42, order: 2, cart: [null, 7, 'x', { name: 1, qty: 'many', addons: {} }] })
    await place({ ticket: 43, order: 3 })
    const board = await signedIn()
    await board.waitFor('#43')
    board.press('j', 'enter')
    await board.waitFor('Customer')
    board.press('esc')
    await board.waitFor('#43')
    board.press('j', ' ')
    expect(await board.waitFor('moved to')).toContain('#41')
  })
})

describe('tickets', () => {
  it('PRINT-12 PRINT-13 BOARD-50: prints the selected order on a network printer and marks it printed by the person', async () => {
    const printer = await startFakePrinter()
    const order = await place({ cart: [item('Margherita', { qty: 3 })] })
    const board = await signedIn('owner', { args: ['--printer', printer.address] })
    await board.waitFor('#41')
    board.press('p')
    await board.waitFor('Ticket #41 Pizzeria printed')
    expect(printer.jobs).toHaveLength(1)
    expect(printer.text()).toContain('Margherita')
    const [row] = await kitchen.server.database.asOwner<{ print: number }>(
      'select print::int as print from "order" where order_id = $1',
      [order],
    )
    expect(row?.print).toBe(kitchen.server.world.ownerA)
    await printer.close()
  })

  fullRunOnly.it('PRINT-12: a printer is chosen by its address, and prints to a file', async () => {
    const folder = join(kitchen.home, 'tickets')
    await place({ cart: [item('Margherita')] })
    const board = await signedIn()
    await board.waitFor('#41')
    board.press('p')
    await board.waitFor('Choose a printer first')
    // Printers found are listed above it.
    await board.waitFor('Virtual printer')
    const line = () => lineWith(board, '►')
    while (!line().includes('Enter an address…')) {
      const before = line()
      board.press('j')
      await board.waitFor(() => line() !== before)
    }
    board.press('enter')
    await board.waitFor('Enter an address, such as')
    board.press(`file://${folder}/`, 'enter')
    await board.waitFor(/file:.*selected/)
    board.press('esc', 'p')
    await board.waitFor('Ticket #41 Pizzeria printed')
    const files = await readdir(folder)
    expect(files).toHaveLength(1)
    expect((await readFile(join(folder, files[0] ?? ''))).includes('Margherita')).toBe(true)
  })

  it('BOARD-49: prints automatically when an order enters a printing status', async () => {
    const printer = await startFakePrinter()
    await place({ cart: [item('Margherita')] })
    const board = await signedIn('owner', { args: ['--printer', printer.address] })
    await board.waitFor('#41')
    board.press(' ')
    await board.waitFor('Ticket #41 Pizzeria printed', 15_000)
    expect(printer.jobs).toHaveLength(1)
    await printer.close()
  })

  it('KDS-12: an interrupted ticket stays an alarm until a person prints it again, as a copy', async () => {
    const printer = await startFakePrinter({ fault: { kind: 'drop', after: 40 } })
    await place({ cart: [item('Margherita')] })
    const board = await signedIn('owner', { args: ['--printer', printer.address] })
    await board.waitFor('#41')
    board.press('p')
    await board.waitFor('Ticket #41 Pizzeria may not have been printed. Press !', 20_000)
    const attempts = printer.jobs.length
    printer.behave({})
    board.press('Q')
    await board.waitFor(/#41.*may not have been printed/)
    board.press('esc', '!')
    await board.waitFor('Print again')
    board.press('enter')
    await board.waitFor('Ticket #41 Pizzeria printed')
    await board.waitFor((text) => !text.includes('may not have been printed. Press'))
    expect(printer.jobs).toHaveLength(attempts + 1)
    expect(printer.text(attempts)).toContain('COPY')
    await printer.close()
  })
})

describe('terminal', () => {
  it('asks before quitting with moves that the server does not know, and restores the screen', async () => {
    await place()
    const other = await kitchen.server.another()
    const board = await signedIn('owner', { url: other.url })
    await board.waitFor('#41')
    await other.stop()
    board.press(' ')
    await board.waitFor('#41 Pizzeria moved to Accepted. It will be sent')
    board.press('q')
    await board.waitFor('1 move waiting to be sent')
    board.press('n')
    await board.waitFor('Pre-order')
    board.press('q')
    await board.waitFor('[y/N]')
    board.press('y')
    expect(await board.exited).toBe(0)
    expect(board.raw().lastIndexOf('\u001B[?1049l')).toBeGreaterThan(board.raw().lastIndexOf('\u001B[?1049h'))
  })

  it('is restored after SIGTERM', async () => {
    const board = await signedIn()
    board.kill('SIGTERM')
    await board.exited
    expect(board.raw().lastIndexOf('\u001B[?1049l')).toBeGreaterThan(board.raw().lastIndexOf('\u001B[?1049h'))
    expect(board.raw()).toContain('\u001B[?25h')
  })

  it('draws only ASCII without colour on request', async () => {
    await place({ time_finish: soon(-5) })
    const board = await signedIn('owner', { args: ['--ascii'], env: { NO_COLOR: '1' } })
    // A frame arrives in pieces: wait for all of it, not just the first card.
    await board.waitFor((text) => text.includes('#41') && !text.includes('Loading'))
    expect(lineWith(board, '#41')).toMatch(/#> #41.*! 5 min late/)
    expect(board.text()).not.toMatch(/[▌█►▲●▼◄─·■…×•→≡]/)
    // oxlint-disable-next-line no-control-regex -- escapes are what is looked for
    expect(board.raw()).not.toMatch(/\u001B\[(?:3[0-7]|38|9[0-7])[;m]/)
  })

  it('follows a change of its size', async () => {
    for (let ticket = 1; ticket <= 12; ticket += 1) await place({ ticket, order: ticket })
    const board = await signedIn('owner', { columns: 200, rows: 80 })
    await board.waitFor('#12')
    board.resize(80, 24)
    await board.waitFor(/more columns ►/)
    await board.waitFor(/▼ \d+ more/)
    expect(Math.max(...board.lines().map((line) => line.length))).toBeLessThanOrEqual(80)
    board.resize(40, 6)
    await board.waitFor('Terminal too small')
  })

  it('MOON-02: an order that comes while its window is too small counts as shown only once it is drawn', async () => {
    await place({ ticket: 1 })
    const board = await signedIn()
    await board.waitFor('#1')
    board.resize(40, 6)
    await board.waitFor('Terminal too small')
    const order = await place({ ticket: 2 })
    // Long enough for a board that shows it to report it.
    await new Promise((resolve) => setTimeout(resolve, 4000))
    const enlarged = Date.now()
    board.resize(120, 30)
    await board.waitFor('#2')
    const shown = async () =>
      (await kitchen.server.database.asOwner<{ shown: Date }>('select shown from order_receipt where order_id = $1', [order]))[0]
    await expect.poll(shown).toBeDefined()
    expect(new Date((await shown())?.shown ?? 0).getTime()).toBeGreaterThanOrEqual(enlarged)
  })

  it('keeps the cursor, the open page and the typed text while its window is too small, and ignores keys', async () => {
    for (let ticket = 1; ticket <= 3; ticket += 1) await place({ ticket, order: ticket })
    const board = await signedIn()
    await board.waitFor('#3')
    board.press('down')
    await board.waitFor(/► #2/)
    const shrink = async () => {
      board.resize(40, 6)
      await board.waitFor('Terminal too small')
      board.press('x', 'j', 'y')
      // Keys that do nothing are not drawn.
      await new Promise((resolve) => setTimeout(resolve, 300))
      board.resize(120, 30)
    }
    await shrink()
    expect(await board.waitFor(/► #2/)).not.toContain('selected')
    board.press('c')
    await board.waitFor('Enter a reason')
    board.press('sold o')
    await board.waitFor('sold o')
    await shrink()
    await board.waitFor(/Enter a reason[^]*sold o/)
    board.press('ut')
    await board.waitFor(/sold out/)
    board.press('esc')
    await board.waitFor(/► #2/)
  })
})
