import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { item, lineWith, openKitchen, soon } from './kitchen.ts'

const kitchen = openKitchen()
const { signedIn } = kitchen

const pace = async (change: object) => {
  const { server } = kitchen
  const token = await server.signIn('owner')
  return server.call('Merchant', 'pace', { merchant: server.world.merchants[0], ...change }, { token, company: server.world.a })
}

describe('a merchant can be paused or made busy until a stated time', () => {
  it('KDS-07: by key, shown on all boards with its end, and ended the same way', async () => {
    const [board, other] = await Promise.all([signedIn(), signedIn('operator')])
    board.press('t')
    await board.waitFor('Pause or resume a merchant')
    board.press('enter')
    await board.waitFor('For 15 min')
    // The same key again would count as an accidental repeat.
    board.press(' ')
    await board.waitFor(/Pizzeria: Paused until \d/)
    await other.waitFor(/Pizzeria: Paused until \d/)
    board.press('t', 'enter')
    await board.waitFor('End pause')
    board.press(' ')
    expect(await other.waitFor((text) => !text.includes('Paused until'))).toContain('online')
  })

  it('KDS-07: busy with chosen minutes until a typed time, ended by key; people choose among merchants they may change', async () => {
    const [board, other] = await Promise.all([signedIn(), signedIn('operator')])
    board.press('+')
    await board.waitFor('Mark a merchant as busy')
    board.press('enter')
    await board.waitFor('20 min more per order')
    board.press('j', ' ')
    await board.waitFor('For 15 min')
    for (let line = 0; line < 3; line += 1) board.press('j')
    await board.waitFor('► Until a set time…')
    board.press('enter')
    await board.waitFor('Enter a time, such as 18:30')
    board.press('2500', 'enter')
    await board.waitFor('Choose a time within the next 24 hours')
    for (let letter = 0; letter < 4; letter += 1) board.press('backspace')
    board.press('45', 'enter')
    await board.waitFor(/Pizzeria: Busy until \d.*: 15 min more/)
    await other.waitFor(/Pizzeria: Busy until \d.*: 15 min more/)
    // An operator may change one merchant only, and is not asked which.
    other.press('+')
    await other.waitFor('End busy time')
    other.press('enter')
    expect(await board.waitFor((text) => !text.includes('Busy until'))).toContain('online')
  })

  it('KDS-07: on the command line, and it ends by itself', async () => {
    const board = await signedIn()
    board.press(':')
    await board.waitFor('Run ')
    board.press('busy 15 for 60', 'enter')
    await board.waitFor('Mark a merchant as busy')
    board.press(' ')
    await board.waitFor(/Pizzeria: Busy until .*: 15 min more/)
    expect(await pace({ busy_until: soon(0.07), busy_minutes: 15 })).toMatchObject({ status: 'OK' })
    await board.waitFor((text) => !text.includes('Busy until'), 15_000)
    board.press(':')
    await board.waitFor('Run ')
    board.press('pause tomorrow', 'enter')
    await board.waitFor('pause: unknown value tomorrow. Known: 15, 30, 60')
  })
})

describe('a card shows how many orders the customer has placed and flags blocked or noted customers', () => {
  it('KDS-15: with the note in the order', async () => {
    const { server } = kitchen
    await server.database.asOwner(`update "user" set status = 0, comment = 'Pays late' where user_id = $1`, [server.world.userA])
    await kitchen.place({ cart: [item('Soup')] })
    const board = await signedIn()
    await board.waitFor(/\[Blocked customer\][^]*First order[^]*Customer note: Pays late[^]*1× /)
    expect(board.styleOf('Customer note')).toMatchObject({ inverse: true, bold: true })
    board.press('enter')
    await board.waitFor(/left\n *Customer note: Pays late\n[^]*Qty/)
    board.press('esc')
    await server.database.asOwner(`update "user" set status = 1, comment = '' where user_id = $1`, [server.world.userA])
    await kitchen.place({ ticket: 42 })
    board.press('R')
    expect(await board.waitFor((text) => text.includes('2 orders'))).not.toContain('Customer note')
  })
})

describe('scheduled orders are held until time_finish minus the estimate and then fire', () => {
  it('KDS-11: the card says why it is held and until when, and then flashes as new', async () => {
    await kitchen.place({ asap: 0, delivery_time: 40, time_finish: soon(40.2) })
    const board = await signedIn()
    const text = await board.waitFor(/Held until/)
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(/Held until .*due .*takes 40 min/)
    expect(text).not.toContain('NEW')
    await board.waitFor((now) => now.includes('NEW') && !now.includes('Held until'), 30_000)
  })
})

describe('items carry a station, and a board shows the items of one', () => {
  const [steak, beer] = [item('Steak', { station: 'Grill' }), item('Beer', { station: 'Bar' })]
  const placeAll = async () => {
    await kitchen.place({ ticket: 61, cart: [steak, beer, item('Ribs', { station: 'grill' }), item('Cola', { station: 'Bar' })] })
    await kitchen.place({ ticket: 62, order: 2, cart: [beer] })
    await kitchen.place({ ticket: 63, order: 3, cart: [item('Bread')] })
  }

  it('KDS-09 KDS-18 KDS-04 KDS-10: by key, with the number of other items and orders, its own counts and ticks', async () => {
    await placeAll()
    const storage = `${kitchen.home}/grill-station.json`
    const board = await signedIn('owner', { storage })
    await board.waitFor('#62')
    board.press('S')
    await board.waitFor(/Choose a station[^]*All stations +selected[^]*Bar[^]*Grill/)
    board.press('gri')
    await board.waitFor((text) => !text.includes('All stations'))
    board.press('enter')
    const shown = await board.waitFor('1 hidden by station Grill (S)')
    expect(shown).toContain('+2 elsewhere')
    expect(shown).toContain('Station: Grill')
    expect(shown).toContain('#63')
    for (const absent of ['#62', 'Beer', 'Cola']) expect(shown).not.toContain(absent)
    board.press('a')
    await board.waitFor('Whole board')
    expect(board.text()).toMatch(/1× Bread\s+1× Ribs\s+1× Steak/)
    board.press('esc')
    await board.waitFor('#61')
    board.press('g', 'i')
    await board.waitFor(/0\/2 +\+2 elsewhere/)
    expect(board.text()).not.toContain('Beer')
    board.press(' ')
    await board.waitFor('1/2')
    board.press('esc')
    await board.waitFor('√ 1/2')
    // Until the server has responded, the board would ask before it quits.
    board.press('q')
    await Promise.race([board.exited, board.waitFor('[y/N]').then(() => board.press('y'))])
    await board.exited
    // The choice belongs to this terminal.
    const again = kitchen.open({ storage })
    expect(await again.waitFor('1 hidden by station Grill')).not.toContain('#62')
  })

  it('KDS-09: on the command line and in a saved board; an unknown station is answered with the known ones', async () => {
    await placeAll()
    const board = await signedIn()
    await board.waitFor('#62')
    const run = async (line: string) => {
      board.press(':')
      await board.waitFor(/^ :/m)
      board.press(line, 'enter')
    }
    await run('station bar')
    expect(await board.waitFor('Station: Bar')).toContain('#62')
    board.press('B')
    await board.waitFor('Save this board as…')
    board.press('j', 'j', 'enter')
    await board.waitFor('Board name, for example its location')
    board.press('drinks', 'enter')
    await run('station wok')
    expect(await board.waitFor('No order has station wok. Stations: all, Bar, Grill. Press S')).toContain('Station: Bar')
    await run('station all')
    await board.waitFor((text) => text.includes('#61') && !text.includes('Station:'))
    await run('boards drinks')
    await board.waitFor('Station: Bar')
    expect(lineWith(board, 'Beer')).not.toBe('')
    expect(board.text()).not.toContain('Steak')
  })

  it('KDS-09: a mistyped station keeps the page open; one that no order has yet is chosen with the arrow key', async () => {
    await placeAll()
    const board = await signedIn()
    await board.waitFor('#62')
    board.press('S')
    await board.waitFor('Choose a station')
    board.press('grilx')
    await board.waitFor(/grilx +No order has it yet/)
    board.press('enter')
    expect(await board.waitFor('No station grilx')).toContain('Choose a station')
    board.press('backspace')
    await board.waitFor(/► Grill\s[^]*gril +No order has it yet/)
    board.press('down', 'enter')
    await board.waitFor('hidden by station gril (S)')
    board.press('S')
    await board.waitFor('Choose a station')
    board.press('bar', 'enter')
    expect(await board.waitFor('Station: Bar')).toContain('#62')
  })

  it('KDS-09: typed with the item of a new order', async () => {
    await kitchen.server.database.asOwner(`update merchant set work_time = '[]'`)
    await kitchen.place({ cart: [steak] })
    const board = await signedIn()
    board.press('o')
    await board.waitFor(/New order +Merchant/)
    board.press('pizz')
    await board.waitFor(/► Pizzeria/)
    board.press('enter')
    await board.waitFor('Name or phone')
    board.press('esc')
    await board.waitFor('Order type')
    board.press('t', 'a')
    await board.waitFor('+ Bread 1.00 @ Grill')
    board.press('2 Steak 9.00', 'enter')
    await board.waitFor('2× Steak')
    board.press('Beer 3.00 @ Bar', 'enter')
    await board.waitFor('1× Beer')
    board.press('enter')
    expect(await board.waitFor('1 Beer 3.00 @ Bar')).toContain('2 Steak 9.00 @ Grill')
  })
})

describe('a delivery is handed over with the code that its customer has', () => {
  it('KDS-13: or with a reason, one after the other', async () => {
    const { database, world } = kitchen.server
    await database.asOwner('update company set handoff_codes = 1')
    onTestFinished(async () => void (await database.asOwner('update company set handoff_codes = 0')))
    const ready = { type: 1, order_status: kitchen.status(5) }
    const [first, second] = [await kitchen.place(ready), await kitchen.place({ ...ready, ticket: 42, order: 2 })]
    await database.asOwner(`insert into order_handoff (company, order_id, code) values ($1, $2, '0042')`, [world.a, first])
    const board = await signedIn()
    await board.waitFor('#42')
    // The owner may tell the code to a customer who has lost it.
    board.press('enter')
    await board.waitFor('No. ')
    board.press('h')
    await board.waitFor(/Hand-off code +0042/)
    board.press('esc')
    board.press(' ')
    await board.waitFor(/Hand-off code +#41/)
    board.press('77', 'enter')
    await board.waitFor('Enter four digits')
    board.press('\u0015', '7777', 'enter')
    await board.waitFor('Wrong hand-off code')
    expect(await kitchen.statusOf(first)).toBe(kitchen.status(5))
    // Another move at once would count as an accidental repeat.
    await setTimeout(400)
    board.press('A', ' ')
    await board.waitFor(/Hand-off code +#41.*1\/2/)
    board.press('0042', 'enter')
    await board.waitFor(/Hand-off code +#42.*2\/2/)
    // So would the same key.
    await setTimeout(400)
    board.press('enter')
    await board.waitFor('Reason for no code')
    board.press('Neighbour took it', 'enter')
    for (const order of [first, second]) await expect.poll(() => kitchen.statusOf(order)).toBe(kitchen.status(8))
    const [row] = await database.asOwner<{ handoff_reason: string }>('select handoff_reason from "order" where order_id = $1', [
      second,
    ])
    expect(row?.handoff_reason).toBe('Neighbour took it')
  })

  it('unless someone has moved it while the code was asked: it stays there', async () => {
    const { database, world } = kitchen.server
    await database.asOwner('update company set handoff_codes = 1')
    onTestFinished(async () => void (await database.asOwner('update company set handoff_codes = 0')))
    const order = await kitchen.place({ type: 1, order_status: kitchen.status(5) })
    await database.asOwner(`insert into order_handoff (company, order_id, code) values ($1, $2, '0042')`, [world.a, order])
    const board = await signedIn()
    await board.waitFor('#41')
    board.press(' ')
    await board.waitFor(/Hand-off code +#41/)
    await kitchen.moveElsewhere(order, { from: 5, to: 3 })
    // The page shows nothing of the move, which is known within moments.
    await setTimeout(1500)
    board.press('0042', 'enter')
    await board.waitFor(/moved it (from|to)/)
    expect(await kitchen.statusOf(order)).toBe(kitchen.status(3))
  })
})
