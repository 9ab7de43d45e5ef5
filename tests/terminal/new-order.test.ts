import { insertRow } from '@tiffin/server/test'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { item, openKitchen } from './kitchen.ts'
import type { Pty } from './pty.ts'

const kitchen = openKitchen()
const { signedIn, place } = kitchen

beforeEach(async () => {
  const { database, world } = kitchen.server
  await database.asOwner(`delete from "user" where company = $1 and user_id <> $2`, [world.a, world.userA])
  await database.asOwner(`update company set fee = '0.50' where company_id = $1`, [world.a])
  // Open all day, whenever the tests run.
  await database.asOwner(`update merchant set work_time = '[]'`)
})

const newest = async (): Promise<Record<string, unknown> | undefined> =>
  (await kitchen.server.database.asOwner<Record<string, unknown>>(`select * from "order" order by order_id desc limit 1`))[0]

async function begin(board: Pty): Promise<void> {
  board.press('o')
  await board.waitFor(/New order +Merchant/)
  board.press('pizz')
  await board.waitFor(/► Pizzeria/)
  board.press('enter')
  await board.waitFor('Name or phone')
}

describe('a new order', () => {
  it('WIZ-01 WIZ-04: is taken from seller to user to address, and appears on the board', async () => {
    const board = await signedIn()
    await begin(board)
    board.press('0171 5550001')
    await board.waitFor('Enter adds a new customer')
    board.press('enter')
    await board.waitFor('New customer')
    board.press('Ida Brandt', 'enter')
    await board.waitFor('Enter the address')
    board.press('Lindenweg 5', 'enter')
    await board.waitFor('For example: 2 Soup 4.50')
    board.press('2 Soup 4.50', 'enter')
    await board.waitFor('2× Soup')
    board.press('enter')
    await board.waitFor('Total 9.50 €')
    expect(board.text()).toMatch(/New order +First order/)
    expect(board.text()).toMatch(/That will be 9\.50 €, with you by /)
    board.press('c')
    await board.waitFor(/Order #\d+ .*created/)
    expect(await newest()).toMatchObject({ destination_address: 'Lindenweg 5', total: '9.50', type: 1 })
    await board.waitFor('Ida Brandt')
    await begin(board)
    board.press('brandt')
    await board.waitFor(/Ida Brandt .*017 155/)
  })

  it('WIZ-02: as a pickup has no address, and asks for items before it is complete', async () => {
    const board = await signedIn()
    await begin(board)
    board.press('esc')
    await board.waitFor('Order type')
    board.press('t')
    await board.waitFor('Pickup')
    expect(board.text()).not.toContain('Address')
    board.press('a')
    await board.waitFor('For example: 2 Soup 4.50')
    board.press('Soup 4.50', 'enter', 'enter')
    await board.waitFor('Total 5.00 €')
    board.press('j', 'j', 'enter')
    await board.waitFor('Name or phone')
    board.press('anna')
    await board.waitFor(/Anna .*301/)
    board.press('enter')
    await board.waitFor(/Order #\d+ .*created/)
    expect(await newest()).toMatchObject({ type: 2, total: '5.00', user: kitchen.server.world.userA })
  })

  it('WIZ-05: refuses a blocked customer in words', async () => {
    await insertRow(kitchen.server.database, 'user', {
      company: kitchen.server.world.a,
      name: 'Bert',
      phone: '4917111',
      status: 0,
    })
    const board = await signedIn()
    await begin(board)
    board.press('bert')
    await board.waitFor(/Bert .*Blocked/)
    board.press('enter')
    expect(await board.waitFor('The user is blocked')).toContain('Name or phone')
  })

  /** The form of an order below the merchant's minimum. */
  async function belowMinimum(login?: 'operator') {
    const { database, world } = kitchen.server
    await database.asOwner(`update merchant set min_order_cost = '50' where merchant_id = $1`, [world.merchants[0]])
    onTestFinished(async () => void (await database.asOwner('update merchant set min_order_cost = 0')))
    const board = await signedIn(login)
    await begin(board)
    board.press('anna')
    await board.waitFor(/Anna .*301/)
    board.press('enter')
    await board.waitFor('Enter the address')
    board.press('Lindenweg 5', 'enter')
    await board.waitFor('For example: 2 Soup 4.50')
    board.press('Soup 4.50', 'enter', 'enter')
    return board
  }

  it('asks once before it is created despite a warning', async () => {
    const board = await belowMinimum()
    await board.waitFor('Total 5.00 €')
    board.press('c')
    expect(await board.waitFor('despite the warnings?')).toContain('Below the minimum order of 50.00')
    expect(await newest()).toBeUndefined()
    board.press('y')
    await board.waitFor(/Order #\d+ .*created/)
    expect(await newest()).toMatchObject({ total: '5.00' })
  })

  it('names the warning in the form, and again when it is refused to a user who may not overrule it', async () => {
    const board = await belowMinimum('operator')
    await board.waitFor(/Total 5\.00 €\n[^\n]*\n +▲ Below the minimum order of 50\.00/)
    board.press('c')
    await board.waitFor(/Below the minimum order of 50\.00.*\. You can't save an order despite its warnings\. Ask an owner\./)
    expect(board.text()).toContain('Order type')
    expect(await newest()).toBeUndefined()
  })

  it('is parked by Esc and opened again; earlier lines are suggested', async () => {
    await place({ cart: [item('Soup of the day')] })
    const board = await signedIn()
    await begin(board)
    board.press('esc')
    await board.waitFor('Order type')
    board.press('a')
    await board.waitFor('For example: 2 Soup 4.50')
    board.press('2 so')
    await board.waitFor('Soup of the day')
    board.press('enter', 'enter')
    await board.waitFor('2 Soup of the day 5.00')
    board.press('esc')
    await board.waitFor((text) => !text.includes('Order type'))
    await begin(board)
    board.press('esc')
    await board.waitFor('Parked: …')
    board.press('p')
    expect(await board.waitFor('2 Soup of the day 5.00')).toContain('Pizzeria')
  })

  it('takes a note and the allergens of an item by key, shows them, and creates the order with them', async () => {
    const board = await signedIn('owner', { columns: 80, rows: 24 })
    await begin(board)
    board.press('anna')
    await board.waitFor(/Anna .*301/)
    board.press('enter')
    await board.waitFor('Enter the address')
    board.press('Lindenweg 5', 'enter')
    await board.waitFor('For example: 2 Soup 4.50')
    board.press('Soup 4.50', 'enter', 'enter')
    await board.waitFor('Total 5.00 €')
    board.press('n')
    await board.waitFor('Choose an item first')
    board.press('j', 'j', 'j', 'j')
    await board.waitFor(/► +1 Soup 4\.50[^]*n Note/)
    board.press('n')
    await board.waitFor(/Soup +Note/)
    board.press('no salt', 'enter')
    await board.waitFor(/► +1 Soup 4\.50[^]*» no salt/)
    board.press('g')
    await board.waitFor('separated by commas')
    board.press('milk, nuts', 'enter')
    await board.waitFor(/! milk, nuts\n +» no salt/)
    board.press('c')
    await board.waitFor(/Order #\d+ .*created/)
    expect(await newest()).toMatchObject({ cart: [{ name: 'Soup', note: 'no salt', allergens: ['milk', 'nuts'] }] })
  })

  it('survives the end of the program', async () => {
    const storage = `${kitchen.home}/kept.json`
    const board = await signedIn('owner', { storage })
    await begin(board)
    board.press('esc')
    await board.waitFor('Order type')
    board.press('a')
    await board.waitFor('For example: 2 Soup 4.50')
    board.press('Tea 1.00', 'enter', 'enter')
    await board.waitFor('1 Tea 1.00')
    await new Promise((resolve) => setTimeout(resolve, 1000))
    board.kill('SIGKILL')
    await board.exited
    const next = kitchen.open({ storage })
    await next.waitFor('online')
    next.press('o')
    await next.waitFor(/New order +Merchant/)
    next.press('esc')
    await next.waitFor('Parked: …')
    next.press('p')
    expect(await next.waitFor('1 Tea 1.00')).toContain('Pizzeria')
  })
})

describe('a ringing phone', () => {
  const ring = async (phone: string): Promise<void> => {
    const { server } = kitchen
    await server.database.asOwner(`update country set phone_code = '49' where country_id = 1`)
    const token = await server.signIn('operator')
    expect(await server.call('Order', 'ring', { phone }, { token, company: server.world.a })).toMatchObject({ status: 'OK' })
  }

  it('shows who calls, and a key opens an order for them; unknown numbers are kept for a new customer', async () => {
    const board = await signedIn()
    await ring('0049 30 1234567')
    expect(await board.waitFor('is calling: Anna, no orders yet')).toContain('[f] New order')
    expect(board.text()).not.toContain('Order type')
    board.press('f')
    await board.waitFor(/New order +Merchant/)
    board.press('pizz', 'enter')
    await board.waitFor('Enter the address')
    await ring('0171 5550001')
    await board.waitFor('+49 171 555 0001 is calling. No customer has this number yet.')
    board.press('esc')
    await board.waitFor('Order type')
    board.press('f')
    await board.waitFor(/New order +Merchant/)
    board.press('pizz', 'enter')
    await board.waitFor(/New customer +\+49 171 555 0001/)
    board.press('Ida Brandt', 'enter')
    await board.waitFor('Enter the address')
    board.press('esc')
    await board.waitFor(/Ida Brandt \+49 171/)
    await board.waitFor('Parked: Anna')
  })

  it('WIZ-05: of a blocked customer opens nothing, and a hidden number opens an empty order', async () => {
    const { database, world } = kitchen.server
    await insertRow(database, 'user', { company: world.a, name: 'Bert', phone: '4917111', status: 0 })
    const board = await signedIn()
    await ring('017111')
    expect(await board.waitFor('Bert. The user is blocked')).not.toContain('[f]')
    board.press('f')
    expect(await board.waitFor(/ The user is blocked/)).not.toContain('Order type')
    await ring('')
    await board.waitFor('A hidden number is calling')
    board.press('f')
    await board.waitFor(/New order +Merchant/)
  })
})

describe('the merchants of a new order', () => {
  it('are ranked by who can take it, with reasons', async () => {
    const { database, world } = kitchen.server
    await database.asOwner(`update merchant set min_order_cost = '50' where merchant_id = $1`, [world.merchants[0]])
    onTestFinished(async () => void (await database.asOwner('update merchant set min_order_cost = 0')))
    const board = await signedIn()
    await begin(board)
    board.press('esc')
    await board.waitFor('Order type')
    board.press('t', 'a')
    await board.waitFor('For example: 2 Soup 4.50')
    board.press('Soup', 'enter')
    await board.waitFor('Enter the price of Soup, or 0 if it is free')
    board.press(' 4.50', 'enter')
    await board.waitFor('1× Soup')
    board.press('enter')
    await board.waitFor('Total 5.00 €')
    board.press('w')
    expect(await board.waitFor('Which merchant can take this?')).toMatch(
      /Sushi.*5\.00 €[^]*Pizzeria.*Below the minimum order of 50\.00/,
    )
    board.press('enter')
    await board.waitFor('Name or phone')
    board.press('Ida Brandt 0171 5550001')
    await board.waitFor('Enter adds a new customer')
    board.press('enter')
    await board.waitFor(/Order #\d+ .*created/)
    await board.waitFor('Ida Brandt')
  })
})
