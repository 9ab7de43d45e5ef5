import { readFile, writeFile } from 'node:fs/promises'
import type { NamedBoard } from '@tiffin/core'
import { insertRow } from '@tiffin/server/test'
import { describe, expect, it } from 'vitest'
import { fullRunOnly } from '../fixtures/full.ts'
import { item, lineWith, openKitchen, soon } from './kitchen.ts'
import type { Pty } from './pty.ts'

const kitchen = openKitchen()
const { signedIn, status, place, statusOf } = kitchen

async function run(board: Pty, line: string): Promise<void> {
  board.press(':')
  await board.waitFor(/^ :/m)
  board.press(line, 'enter')
}

describe('where is my order', () => {
  it.each(['0301 234', '+49 30 1234567', 'anna'])(
    'KDS-26: one key finds a customer’s orders by phone or name across merchants and dates: %s',
    async (text) => {
      const { database, world } = kitchen.server
      const boris = await insertRow(database, 'user', { company: world.a, name: 'Boris' })
      const times = {
        time_create: '2026-03-01T10:00:00Z',
        time_finish: '2026-03-01T11:00:00Z',
        time_delivery: '2026-03-01T10:50Z',
      }
      await place({ ticket: 41, courier: world.courierA })
      await place({ ticket: 12, merchant: world.merchants[1], order_status: status(8), ...times })
      await place({ ticket: 13, user: boris })
      const board = await signedIn()
      await board.waitFor('#13')
      board.press('W')
      await board.waitFor('Name, phone or ticket')
      board.press(text)
      const found = await board.waitFor(/#41 .*New[^]*#12 .*Delivered/)
      expect(found).toMatch(/#12 Sushi/)
      expect(lineWith(board, '#41')).toMatch(/Anna, .+, due /)
      expect(lineWith(board, '#12')).toMatch(/Anna, delivered Mar 1/)
      expect(found).not.toContain('#13')
      board.press('down', 'enter')
      await board.waitFor('Order #12 Sushi is not on this board')
      board.press('up')
      board.press('enter')
      expect(await board.waitFor(/Customer +Anna/)).toContain('#41')
    },
  )
})

describe('several orders at once', () => {
  it('KDS-16 KDS-01: selected orders move together by one key, and one notice undoes them', async () => {
    const orders = [
      await place({ ticket: 61, order: 1 }),
      await place({ ticket: 62, order: 2 }),
      await place({ ticket: 63, order: 3 }),
    ]
    const board = await signedIn()
    await board.waitFor('#63')
    board.press('x', 'x')
    await board.waitFor('2 orders selected')
    expect(lineWith(board, '#61')).toContain('√ #61')
    board.press(' ')
    await board.waitFor('2 orders moved')
    await expect.poll(() => Promise.all(orders.map(statusOf))).toEqual([status(3), status(3), status(2)])
    await board.waitFor((text) => !text.includes('orders selected'))
    board.press('u')
    await expect.poll(() => Promise.all(orders.map(statusOf))).toEqual([status(2), status(2), status(2)])
  })

  it('KDS-16: a selected order that someone else has moved is named, and moves no further', async () => {
    const orders = [await place({ ticket: 12 }), await place({ ticket: 13 }), await place({ ticket: 14 })]
    const board = await signedIn()
    await board.waitFor('#14')
    board.press('A')
    await board.waitFor('3 orders selected')
    await kitchen.moveElsewhere(orders[1] ?? 0)
    await board.waitFor(/Accepted +1/)
    board.press(' ')
    await board.waitFor(/2 moved to Accepted, 1 failed: #13/)
    expect(await Promise.all(orders.map(statusOf))).toEqual([status(3), status(3), status(3)])
    board.press('u')
    await expect.poll(() => Promise.all(orders.map(statusOf)), { timeout: 10_000 }).toEqual([status(2), status(3), status(2)])
  })

  it('KDS-16: the key for the only selected order does not act on another one after that order is gone', async () => {
    const [first, second] = [await place({ ticket: 12 }), await place({ ticket: 13 })]
    const board = await signedIn()
    await board.waitFor('#13')
    board.press('x')
    await board.waitFor('#12 Pizzeria selected')
    await kitchen.server.database.asOwner('update "order" set delete = 1 where order_id = $1', [first])
    board.press('R')
    await board.waitFor((text) => !text.includes('#12'))
    board.press(' ')
    await board.waitFor('This order is no longer visible')
    expect(await statusOf(second)).toBe(status(2))
  })

  it('KDS-16: a whole column is selected by a key, cancelled with one reason, and deselected by Esc', async () => {
    const orders = [await place({ ticket: 61, order: 1 }), await place({ ticket: 62, order: 2 })]
    const board = await signedIn()
    await board.waitFor('#62')
    board.press('A')
    await board.waitFor('2 orders selected')
    board.press('esc')
    await board.waitFor((text) => !text.includes('orders selected'))
    board.press('A', 'c')
    await board.waitFor('Enter a reason')
    board.press('oven broken', 'enter')
    await expect.poll(() => Promise.all(orders.map(statusOf))).toEqual([status(0), status(0)])
  })

  it('KDS-16: says for each refused order why it stayed', async () => {
    await place({ ticket: 61, order: 1 })
    await place({ ticket: 62, order: 2, merchant: kitchen.server.world.merchants[1] })
    const board = await signedIn('operator')
    await board.waitFor('#62')
    board.press('A', 'm')
    await board.waitFor('Move to…')
    await board.waitFor('2 orders')
    board.press('enter')
    expect(await board.waitFor(/1 moved to .*, 1 failed: #62/)).toContain('#62')
  })
})

describe('order on the board', () => {
  it('KDS-10: its items are ticked one by one, and the card says how many are ready', async () => {
    await place({
      cart: [
        item('Soup', { note: 'no salt', allergens: ['milk'], addons: [{ name: 'croutons', qty: 2 }] }),
        item('Rice', { qty: 2 }),
        item('Tea'),
      ],
    })
    const board = await signedIn()
    await board.waitFor('#41')
    board.press('i')
    await board.waitFor('0/3')
    expect(board.text()).toMatch(/\[ \] 1× Soup \+ 2× croutons *\n +! milk *\n +» no salt/)
    // A repeated key must not reach the board, where Space moves the order.
    board.press('i', ' ')
    await board.waitFor('1/3')
    board.press('j', ' ')
    await board.waitFor('2/3')
    await board.waitFor('[√] 2× Rice')
    board.press('esc')
    await board.waitFor(/√ 2\/3/)
    const other = await signedIn('operator')
    await other.waitFor(/√ 2\/3/)
  })

  it('KDS-20 KDS-16: is assigned to a courier; those who are busy or off duty are marked', async () => {
    const { server } = kitchen
    const courier = (name: string, more: Record<string, unknown>) =>
      insertRow(server.database, 'courier', {
        company: server.world.a,
        name,
        phone: `49${name.length}00`,
        courier_status: 1,
        working: 1,
        ...more,
      })
    const carla = await courier('Carla', {})
    const otto = await courier('Otto', { working: 2 })
    const berta = await courier('Berta B', { courier_status: 2 })
    const [order, second] = [await place({ order: 1 }), await place({ ticket: 42, order: 2 })]
    const board = await signedIn()
    await board.waitFor('#42')
    board.press('d')
    await board.waitFor('Assign a courier')
    await board.waitFor('Carla')
    expect(lineWith(board, 'Otto')).toContain('Off duty')
    expect(lineWith(board, 'Berta')).toContain('Busy')
    expect(lineWith(board, 'Carla')).toMatch(/► Carla/)
    board.press('enter')
    await board.waitFor(/#41 Pizzeria assigned to Carla\s+\[u\] Undo/)
    const assigned = async () =>
      (
        await server.database.asOwner<{ courier: number }>(
          'select coalesce(courier, 0)::int as courier from "order" where order_id = any($1) order by order_id',
          [[order, second]],
        )
      ).map(({ courier: chosen }) => chosen)
    await expect.poll(assigned).toEqual([carla, 0])
    await board.waitFor('Carla')
    board.press('u')
    await expect.poll(assigned).toEqual([0, 0])
    board.press('A')
    await board.waitFor('2 orders selected')
    board.press('d')
    await board.waitFor(/► Carla/)
    board.press('enter')
    await board.waitFor(/2 orders assigned to the courier\s+\[u\] Undo/)
    await expect.poll(assigned).toEqual([carla, carla])
    board.press('u')
    await expect.poll(assigned).toEqual([0, 0])
    await server.database.asOwner('delete from courier where courier_id = any($1)', [[carla, otto, berta]])
  })

  it('KDS-03: shows by sign and text that it has waited long, and the countdown stays', async () => {
    await place({ ticket: 61, order: 1, time_create: soon(-2) })
    await place({ ticket: 62, order: 2, time_create: soon(-6.5) })
    await place({ ticket: 63, order: 3, time_create: soon(-12.5) })
    const board = await signedIn()
    await board.waitFor('#63')
    await board.waitFor('↑ 6 min old')
    await board.waitFor('↑↑ 12 min old')
    expect(board.text()).not.toContain('2 min old ')
    // Red means late by the promised time.
    expect(board.styleOf('↑↑ 12')).toMatchObject({ color: 0, background: 3 })
    expect(lineWith(board, '#63')).toMatch(/● (29|30) min/)
  })

  it('KDS-03: the company’s own minutes decide which order has waited long', async () => {
    const { database, world } = kitchen.server
    const setMinutes = (warning: number, late: number) =>
      database.asOwner('update company set order_age_warning = $2, order_age_late = $3 where company_id = $1', [
        world.a,
        warning,
        late,
      ])
    await setMinutes(20, 30)
    for (const [order, age] of [12, 22, 32].entries()) await place({ ticket: 61 + order, order, time_create: soon(-age - 0.5) })
    const board = await signedIn()
    await board.waitFor('↑ 22 min old')
    await board.waitFor('↑↑ 32 min old')
    expect(board.text()).toContain('#61')
    expect(board.text()).not.toContain('12 min old')
    await setMinutes(5, 8)
  })

  it('KDS-04: the all-day counts add up the items of open orders, of all columns or of one', async () => {
    await place({ order: 1, cart: [item('Soup', { qty: 2 }), item('Rice')] })
    await place({ order: 2, ticket: 42, order_status: status(3), cart: [item('Soup', { qty: 3 })] })
    await place({ order: 3, ticket: 43, order_status: status(8), cart: [item('Soup', { qty: 50 })] })
    const board = await signedIn()
    await board.waitFor('#42')
    board.press('a')
    await board.waitFor('Whole board')
    expect(board.text()).toMatch(/5× Soup\s+1× Rice/)
    board.press('l', 'l')
    await board.waitFor(/All day\s+◄ New ►/)
    expect(board.text()).toMatch(/2× Soup\s+1× Rice/)
    board.press('esc')
    await board.waitFor('Pre-order')
  })
})

describe('board contents', () => {
  it('BOARD-06: a period is chosen from a list or typed, and the header shows it', async () => {
    await place({ ticket: 61, order_status: status(8), time_create: soon(-24 * 60 * 3), time_delivery: soon(-24 * 60 * 3) })
    const yesterday = soon(-24 * 60)
    await place({ ticket: 60, order_status: status(8), time_create: yesterday, time_delivery: yesterday })
    await place({ ticket: 62 })
    const board = await signedIn('owner', { columns: 200 })
    await board.waitFor('#62')
    expect(board.text()).not.toMatch(/#6[01]/)
    board.press('D')
    await board.waitFor(/► The next 7 days\s+selected/)
    for (let line = 0; line < 14; line += 1) board.press('j')
    await board.waitFor('► Choose dates…')
    board.press('enter')
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    await board.waitFor('Enter a date or range, such as')
    board.press('2026-13-77', 'enter')
    await board.waitFor('Enter a valid date or range')
    board.press('\u0015', `${day(-4)} ${day(-2)}`, 'enter')
    await board.waitFor(`${day(-4)} – ${day(-2)}`)
    // An unfinished order stays visible, whatever its age.
    await board.waitFor((text) => text.includes('#61') && text.includes('#62'))
    board.press('D')
    await board.waitFor(/► Choose dates…\s+selected/)
    for (let line = 0; line < 11; line += 1) board.press('k')
    await board.waitFor('► Yesterday')
    board.press('enter')
    await board.waitFor(/Alpha.* Yesterday/)
    await board.waitFor((text) => text.includes('#60') && !text.includes('#61'))
  })

  it('BOARD-08: cards are detailed, and compact by a key', async () => {
    await place({ cart: [item('Soup', { allergens: ['celery'] })], destination_address: 'Lindenallee 3' })
    const board = await signedIn('owner', { columns: 80, rows: 24 })
    await board.waitFor('1× Soup')
    board.press('v')
    await board.waitFor((text) => !text.includes('1× Soup'))
    expect(board.text()).toContain('celery')
    board.press('v')
    await board.waitFor('1× Soup')
  })

  fullRunOnly.it(
    'KDS-18 BOARD-02: columns are chosen by the command line, saved as a named board, and what they hide is counted',
    async () => {
      await place({ ticket: 61 })
      await place({ ticket: 62, order_status: status(3) })
      const storage = `${kitchen.home}/grill.json`
      const board = await signedIn('owner', { args: ['--columns', 'accepted, 8, Fritteuse'], storage })
      await board.waitFor('Column not found: Fritteuse')
      await board.waitFor('#62')
      expect(board.text()).not.toContain('#61')
      expect(board.text()).not.toContain('Pre-order')
      await board.waitFor('1 order in a hidden column (B)')
      board.press('B')
      await board.waitFor('Save this board as…')
      board.press('j', 'j', 'enter')
      await board.waitFor('Board name, for example its location')
      board.press('grill', 'enter')
      await board.waitFor('#62')
      board.press('q')
      await board.exited
      const again = kitchen.open({ args: ['--board', 'grill'], storage })
      expect(await again.waitFor('#62')).not.toContain('Pre-order')
      await run(again, 'boards all')
      await again.waitFor('Pre-order')
      await again.waitFor('#61')
    },
  )

  it('KDS-18 BOARD-52: shares named boards with the console, and takes over those of an earlier terminal', async () => {
    const { database, world } = kitchen.server
    await place({ ticket: 61 })
    await place({ ticket: 62, order_status: status(3) })
    const storage = `${kitchen.home}/former.json`
    const grill = { name: 'grill', columns: [status(3)], merchants: 'all' }
    await writeFile(storage, JSON.stringify({ [`boards.${world.a}`]: JSON.stringify([grill]) }))
    const board = await signedIn('owner', { storage })
    await board.waitFor('#61')
    const settings = async () =>
      (await database.asOwner<{ settings: { boards: NamedBoard[]; board?: string } }>('select settings from kanban_settings'))[0]
        ?.settings
    await expect.poll(settings).toMatchObject({ boards: [{ name: 'grill', merchants: 'all', period: '', compact: false }] })
    await expect.poll(() => readFile(storage, 'utf8')).not.toContain('boards.')
    // Someone saves another in the console, and calls up this one there.
    const bar: NamedBoard = { name: 'bar', merchants: 'all', period: 'Today', compact: true, hidden: [status(3)] }
    const boards = [bar, ...((await settings())?.boards ?? [])]
    await database.asOwner(`update kanban_settings set settings = $1`, [{ boards }])
    // The line is entered before the board has read the saved ones again.
    await database.asOwner('begin; lock table kanban_settings')
    await run(board, 'boards bar')
    await expect.poll(() => database.waiting()).toBeGreaterThan(0)
    await board.waitFor((text) => !/^ :/m.test(text))
    await database.asOwner('commit')
    await board.waitFor('1 order in a hidden column (B)')
    expect(board.text()).not.toContain('#62')
    await expect.poll(settings).toMatchObject({ board: 'bar', compact: true, hidden: [status(3)] })
    await run(board, 'boards grill')
    await board.waitFor((text) => text.includes('#62') && !text.includes('#61'))
    await expect.poll(settings).toMatchObject({ board: 'grill', compact: false })
    board.press('B')
    await board.waitFor(/► bar\s+[^]*grill[^]*All columns/)
    board.press('d')
    await board.waitFor('Board deleted: bar')
    await expect.poll(async () => (await settings())?.boards.map(({ name }) => name)).toEqual(['grill'])
  })

  it('BOARD-48: reloads soon after it opens, even without notifications', async () => {
    const board = await signedIn()
    await board.waitFor('Pre-order')
    await place({ ticket: 61 })
    expect(await board.waitFor('#61', 10_000)).toContain('Pre-order')
  })

  fullRunOnly.it('BOARD-46: reloads at the company’s interval, even without notifications', async () => {
    const { database, world } = kitchen.server
    await database.asOwner('update company set order_reload_timer = 5 where company_id = $1', [world.a])
    const board = await signedIn()
    await board.waitFor('Pre-order')
    // Written directly to the database, so the server sends no notification; the first may come with the refresh after opening.
    for (const ticket of [61, 62, 63]) {
      await place({ ticket, order: ticket })
      await board.waitFor(`#${ticket}`, 20_000)
    }
    expect(board.text()).toContain('#61')
    await database.asOwner('update company set order_reload_timer = null where company_id = $1', [world.a])
  })

  it('BOARD-44 BOARD-09: the sound is switched by a key, and the setting is remembered', async () => {
    const board = await signedIn()
    await board.waitFor('Pre-order')
    board.press('s')
    await board.waitFor('sound off')
    await board.waitFor('Board sound setting saved')
    const other = await signedIn()
    await other.waitFor('sound off')
    other.press('s')
    await other.waitFor((text) => !text.includes('sound off'))
    expect(await other.waitFor('Board sound setting saved')).not.toContain('sound off')
  })
})

describe('command line', () => {
  it('moves the selected order to the status of that name, completed by Tab', async () => {
    const order = await place()
    const board = await signedIn()
    await board.waitFor('#41')
    board.press(':', 'mo', 'tab')
    await board.waitFor(':move ')
    board.press('rea', 'tab')
    await board.waitFor(':move Ready')
    board.press('enter')
    await expect.poll(() => statusOf(order)).toBe(status(5))
  })

  it('offers completions, reports unknown commands, and recalls earlier lines', async () => {
    await place()
    const board = await signedIn()
    await board.waitFor('#41')
    board.press(':')
    await board.waitFor('alarms  all-day  all-seen')
    board.press('fly', 'enter')
    await board.waitFor('Unknown command: fly')
    board.press('\u0015', 'move nowhere', 'enter')
    await board.waitFor(/move: unknown value nowhere\. Known: .*Accepted/)
    board.press(':', 'up')
    await board.waitFor(':move nowhere')
    board.press('\u0015', 'search anna', 'enter')
    await board.waitFor('/anna')
    await run(board, 'open 41')
    await board.waitFor('Customer')
    board.press('esc')
    await board.waitFor('Pre-order')
    await run(board, 'help')
    expect(await board.waitFor('Keyboard shortcuts')).toContain('Column to the left')
  })
})

describe('mouse', () => {
  const at = (board: Pty, text: string) => {
    const row = board.lines().findIndex((line) => line.includes(text))
    return { row: row + 1, column: (board.lines()[row] ?? '').indexOf(text) + 1 }
  }
  const click = (board: Pty, text: string) => {
    const { row, column } = at(board, text)
    board.press(`\u001B[<0;${column};${row}M`, `\u001B[<0;${column};${row}m`)
  }

  it('BOARD-32: selects a card by a press and opens it by another, if enabled', async () => {
    await place({ ticket: 61, order: 1 })
    await place({ ticket: 62, order: 2 })
    const board = await signedIn('owner', { args: ['--mouse'] })
    await board.waitFor('#62')
    expect(board.raw()).toContain('\u001B[?1006h')
    click(board, '#62')
    await board.waitFor('► #62')
    click(board, '#62')
    await board.waitFor('Customer')
    board.press('esc')
    await board.waitFor('► #62')
    board.press('\u001B[<64;10;10M')
    await board.waitFor('► #61')
    board.press('q')
    await board.exited
    expect(board.raw().lastIndexOf('\u001B[?1006l')).toBeGreaterThan(board.raw().lastIndexOf('\u001B[?1006h'))
  })

  it('is left to the terminal otherwise', async () => {
    await place()
    const board = await signedIn()
    await board.waitFor('#41')
    expect(board.raw()).not.toContain('\u001B[?1000h')
  })
})
