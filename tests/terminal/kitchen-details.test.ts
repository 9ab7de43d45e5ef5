import { describe, expect, it } from 'vitest'
import { sizes } from '../fixtures/terminal.ts'
import { item, lineWith, openKitchen, soon } from './kitchen.ts'
import type { Pty } from './pty.ts'

const kitchen = openKitchen()
const { signedIn, status, place } = kitchen

const footer = (board: Pty): string => board.lines().at(-1) ?? ''
const owner = async () => ({ token: await kitchen.server.signIn('owner') })

/** Moves a new order like another board. */
async function moveElsewhere(order_id: number, to: number, reason?: string): Promise<void> {
  const intent = { intent_id: crypto.randomUUID(), order_id, from: status(2), to, ...(reason ? { reason } : {}) }
  await kitchen.server.call('Order', 'move', { intents: [intent] }, await owner())
}

describe('order that leaves the board under the cursor', () => {
  it.each([
    ['cancelled', async (order: number) => moveElsewhere(order, status(0), 'guest left'), '#41 Pizzeria was cancelled.'],
    [
      'deleted',
      async (order: number) => {
        await kitchen.server.call('Reference', 'deleteData', { tables: [{ table: 'order', id: order }] }, await owner())
      },
      '#41 Pizzeria is no longer on this board.',
    ],
  ])('is named when it was %s, and keys meant for it are blocked', async (_, takeAway, text) => {
    const [first, second] = [await place({ ticket: 41, order: 1 }), await place({ ticket: 42, order: 2 })]
    const board = await signedIn()
    await board.waitFor(/► #41[^]*#42/)
    await takeAway(first)
    await board.waitFor(`${text} Now on #42 Pizzeria.`)
    board.press(' ')
    await board.waitFor('The order under the cursor changed. Press again.')
    expect(await kitchen.statusOf(second)).toBe(status(2))
    await takeAway(second)
    await board.waitFor(text.replace('41', '42'))
    expect(board.text()).not.toContain('Now on')
  })

  it('is not mentioned if the person has searched for others', async () => {
    await place({ ticket: 41, order: 1 })
    await place({ ticket: 42, order: 2 })
    const board = await signedIn()
    await board.waitFor(/► #41[^]*#42/)
    board.press('/')
    await board.waitFor('Keep search')
    board.press('#42', 'enter')
    await board.waitFor(/► #42/)
    expect(board.text()).not.toContain('Now on')
    board.press(' ')
    await board.waitFor('#42 Pizzeria moved to Accepted')
  })
})

describe('cards', () => {
  it.each(sizes)('that are late and scrolled out are counted at $columns x $rows', async (size) => {
    for (let ticket = 41; ticket <= 70; ticket += 1)
      await place({ ticket, order: ticket, time_finish: soon(ticket > 68 ? -5 : 30) })
    const board = await signedIn('owner', size)
    await board.waitFor(/▼ \d+ more, 2 late/)
    board.press('G')
    await board.waitFor(/► #70/)
    expect(await board.waitFor(/▲ \d+ more/)).not.toContain('2 late')
  })

  it('that are late are counted in screen reader mode', async () => {
    for (let ticket = 41; ticket <= 70; ticket += 1)
      await place({ ticket, order: ticket, time_finish: soon(ticket > 68 ? -5 : 30) })
    const board = await signedIn('owner', { columns: 80, rows: 24, args: ['--screen-reader'] })
    await board.waitFor('New: 30 orders, 2 late')
    expect(await board.waitFor(/^ +\d+ more, 2 late$/m)).not.toContain('#70')
    board.press('v')
    await board.waitFor('The list for screen readers has no compact cards')
  })

  it('show all dishes if there is room, and the address after them', async () => {
    const cart = ['Soup', 'Salad', 'Rice', 'Fish', 'Bread', 'Tea', 'Cake'].map((name) => item(name))
    await place({ cart, destination_address: 'Lindenallee 3', comment: 'Ring twice' })
    const board = await signedIn('owner', { columns: 80, rows: 24 })
    await board.waitFor(/1× Soup[^]*1× Cake[^]*≡ Ring twice[^]*Lindenallee 3/)
    expect(board.text()).not.toContain('+')
  })

  it('say which figure is the remaining time and which is the age', async () => {
    await place({ ticket: 41, order: 1, time_create: soon(-12.5), time_finish: soon(20) })
    await place({ ticket: 42, order: 2, time_create: soon(-40), time_finish: soon(-10.5) })
    const board = await signedIn()
    await board.waitFor('#42')
    await board.waitFor((text) => /#41.*● (19|20) min left/.test(text) && /#42.*▲ 10 min late/.test(text))
    expect(board.text()).toContain('↑↑ 12 min old')
    expect(board.text()).not.toContain('40 min old')
  })
})

describe('keys', () => {
  it('are labelled in the footer with the next status, also for an open order', async () => {
    await place({ ticket: 41, order_status: status(3) })
    const board = await signedIn('owner', { columns: 80, rows: 24 })
    await board.waitFor('#41')
    await expect.poll(() => footer(board)).toContain('space Next → Ready')
    board.press('enter')
    await board.waitFor('#41 Pizzeria  Accepted')
    await expect.poll(() => footer(board)).toContain('space Next → Ready')
    board.press('esc', ' ')
    await board.waitFor('#41 Pizzeria moved to Ready')
    await expect.poll(() => footer(board)).toMatch(/space Next {2}/)
  })

  it.each(['a', '?', 'y'])('do not close what they have opened when %j is pressed twice by accident', async (key) => {
    await place()
    const board = await signedIn()
    await board.waitFor('#41')
    board.press(key, key)
    await board.waitFor('esc Back')
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(footer(board)).toContain('esc Back')
    board.press(key)
    await board.waitFor('#41')
  })

  it.each([
    ['9', 'No card 9 in this column'],
    ['#', '# does nothing here'],
    ['N', 'Nothing to mark as seen'],
  ])('that can do nothing say so: %s', async (key, text) => {
    await place({ acknowledged: 1 })
    const board = await signedIn()
    await board.waitFor('#41')
    board.press(key)
    await board.waitFor(text)
    expect(board.text()).toMatch(/► #41/)
  })

  it('BOARD-05 KDS-22: the search finds dishes and add-ons, and goes to the order with a number', async () => {
    await place({ ticket: 41, order: 1, cart: [item('Menu 79')] })
    await place({ ticket: 42, order: 2, cart: [item('Menu 79'), item('Salad', { addons: [{ name: 'Bacon', qty: 1 }] })] })
    // Others with the number in a dish come before it on the board.
    await place({ ticket: 79, order: 3, order_status: status(3), cart: [item('Tea')] })
    const board = await signedIn()
    await board.waitFor('#79')
    board.press('/')
    await board.waitFor('Keep search')
    board.press('bacon')
    await board.waitFor((text) => text.includes('2 hidden by search') && !text.includes('#41') && text.includes('#42'))
    board.press('esc', '/')
    await board.waitFor('Keep search')
    board.press('79')
    await board.waitFor(/► #79/)
    expect(lineWith(board, 'hidden')).toBe('')
  })
})
