import { setTimeout as pause } from 'node:timers/promises'
import { DOUBLE_PRESS_MS } from '@tiffin/core'
import { describe, expect, it } from 'vitest'
import { openKitchen } from './kitchen.ts'
import type { Pty } from './pty.ts'
import { fullRunOnly, sampled } from '../fixtures/full.ts'

const kitchen = openKitchen()

/** The order under the cursor, and the status of its column. */
const chosen = (board: Pty): string => /► .*?(#\d+)/.exec(board.text())?.[1] ?? ''
/** Whether the cursor reaches an order. */
const expectCursorOn = (board: Pty, order: string) => expect.poll(() => chosen(board), { timeout: 10_000 }).toBe(order)
const open = (login?: string) => kitchen.signedIn(login, { args: ['--screen-reader'] })

describe('cursor of a terminal board', () => {
  fullRunOnly.it(
    'goes to the neighbour when someone else moves its order, and to the nearest column after the last',
    async () => {
      for (const ticket of [41, 42, 43]) await kitchen.place({ ticket })
      const [grill, office] = [await open(), await open('operator')]
      await Promise.all([grill.waitFor('#43'), office.waitFor('#43')])
      grill.press('j')
      await expectCursorOn(grill, '#42')
      office.press('j')
      await expectCursorOn(office, '#42')
      office.press('b')
      await grill.waitFor(/New: 2/)
      await expectCursorOn(grill, '#43')
      await expectCursorOn(office, '#43')
      await pause(DOUBLE_PRESS_MS)
      office.press('b')
      await grill.waitFor(/New: 1/)
      await expectCursorOn(grill, '#41')
      await pause(DOUBLE_PRESS_MS)
      office.press('b')
      await grill.waitFor(/New: 0/)
      await expectCursorOn(grill, '#42')
      await grill.waitFor('#41 Pizzeria moved to Accepted. Now on #42 Pizzeria.')
      // Longer than the change may surprise someone.
      await pause(1100)
      grill.press('k', 'enter')
      await expect.poll(() => grill.text(), { timeout: 10_000 }).toContain('#42 Pizzeria  Accepted')
    },
  )

  it('goes to neighbouring columns and to the cards above and below', async () => {
    for (const ticket of [41, 42]) await kitchen.place({ ticket })
    await kitchen.place({ ticket: 43, order_status: kitchen.status(3) })
    const board = await open()
    await board.waitFor('#43')
    await expectCursorOn(board, '#41')
    const steps = [
      ['down', '#42'],
      ['up', '#41'],
      ['right', '#43'],
      ['left', '#41'],
      ['j', '#42'],
      ['k', '#41'],
      ['l', '#43'],
      ['h', '#41'],
    ] as const
    for (const [key, order] of steps) {
      board.press(key)
      await expect.poll(() => chosen(board), { timeout: 10_000, message: key }).toBe(order)
    }
  })

  it('says that someone else moved its order, and refuses a key meant for that one', async () => {
    const [first, second] = [await kitchen.place({ ticket: 41 }), await kitchen.place({ ticket: 42 })]
    const board = await open()
    await board.waitFor('#42')
    await expectCursorOn(board, '#41')
    await kitchen.moveElsewhere(first)
    await board.waitFor('#41 Pizzeria moved to Accepted. Now on #42 Pizzeria.')
    board.press(' ')
    await board.waitFor('The order under the cursor changed. Press again.')
    expect(await kitchen.statusOf(second)).toBe(kitchen.status(2))
    board.press('j', ' ')
    await board.waitFor('New: 0')
  })

  it.each([['j'], ['2']])(
    'refuses a key after %j that would have chosen another order before a move by someone else',
    async (key) => {
      const orders = [
        await kitchen.place({ ticket: 41 }),
        await kitchen.place({ ticket: 42 }),
        await kitchen.place({ ticket: 43 }),
      ]
      const board = await kitchen.signedIn()
      await board.waitFor('#43')
      await kitchen.moveElsewhere(orders[1] ?? 0)
      await board.waitFor(/New +2 /)
      board.press(key, ' ')
      await board.waitFor('The order under the cursor changed. Press again.')
      expect(await kitchen.statusOf(orders[2] ?? 0)).toBe(kitchen.status(2))
      await pause(1100)
      board.press(' ')
      await expect.poll(() => kitchen.statusOf(orders[2] ?? 0), { timeout: 10_000 }).toBe(kitchen.status(3))
    },
  )

  it('moves one order with a key that bounces, and several with arrow and key', async () => {
    const orders: number[] = []
    for (const ticket of [41, 42, 43]) orders.push(await kitchen.place({ ticket }))
    const statuses = () => Promise.all(orders.map(kitchen.statusOf))
    const board = await kitchen.signedIn()
    await board.waitFor('#43')
    board.press(' ', ' ', ' ')
    await board.waitFor('#41 Pizzeria moved to Accepted')
    await pause(DOUBLE_PRESS_MS)
    expect(await statuses()).toEqual([3, 2, 2].map(kitchen.status))
    board.press('j', ' ')
    await board.waitFor('#43 Pizzeria moved to Accepted')
    board.press('k', ' ')
    await expect.poll(statuses, { timeout: 10_000 }).toEqual([3, 3, 3].map(kitchen.status))
  })

  it('does not move an opened order further with a key meant for its previous status', async () => {
    const order = await kitchen.place({ ticket: 41 })
    const board = await open()
    await board.waitFor('#41')
    board.press('enter')
    await board.waitFor('#41 Pizzeria  New')
    await kitchen.moveElsewhere(order)
    await board.waitFor('#41 Pizzeria  Accepted')
    board.press(' ')
    await board.waitFor('Someone else moved it to Accepted.')
    expect(board.text()).toContain('#41 Pizzeria  Accepted')
    // The user's own moves add up.
    board.press(' ')
    await board.waitFor(/#41 Pizzeria {2}(?!Accepted)/)
    await expect.poll(() => kitchen.statusOf(order)).not.toBe(kitchen.status(3))
  })

  sampled.it.each([' ', 'b'])('stays in its column after the user’s own last order: a second %j moves no other', async (key) => {
    await kitchen.place({ ticket: 41 })
    await kitchen.place({ ticket: 42, order_status: kitchen.status(3) })
    const board = await open()
    await board.waitFor('#42')
    await expectCursorOn(board, '#41')
    board.press(key)
    await board.waitFor('New: 0')
    board.press(key)
    expect(await board.waitFor('No order selected')).toMatch(/► New: 0/)
    expect(board.text()).toContain('Accepted: 2')
    // The next order of the column gets the cursor.
    await kitchen.place({ ticket: 43 })
    await board.waitFor('#43')
    await expectCursorOn(board, '#43')
  })

  it('continues when a search, a cancellation or a change of columns removes its order', async () => {
    for (const ticket of [41, 42, 43]) await kitchen.place({ ticket })
    const board = await open()
    await board.waitFor('#43')
    board.press('j')
    await expectCursorOn(board, '#42')
    board.press('/')
    await board.waitFor('Keep search')
    board.press('#43', 'enter')
    await expectCursorOn(board, '#43')
    board.press('esc')
    await board.waitFor('#41')
    board.press('c')
    await board.waitFor('Enter a reason')
    board.press('burnt', 'enter')
    await board.waitFor((text) => text.includes('#41') && !text.includes('#43 Pizzeria,'))
    await expectCursorOn(board, '#42')
    expect(board.text()).not.toContain('#43 Pizzeria,')
  })

  it('follows the order that an undo restores', async () => {
    for (const ticket of [41, 42, 43]) await kitchen.place({ ticket })
    const board = await open()
    await board.waitFor('#43')
    board.press('b')
    await board.waitFor('New: 2')
    await expectCursorOn(board, '#42')
    board.press('j')
    await expectCursorOn(board, '#43')
    board.press('u')
    await board.waitFor('New: 3')
    await expectCursorOn(board, '#41')
    // Also one that has left the board.
    board.press('c')
    await board.waitFor('Enter a reason')
    board.press('burnt', 'enter')
    await board.waitFor('New: 2')
    await expectCursorOn(board, '#42')
    board.press('u')
    expect(await board.waitFor('New: 3')).toContain('#41')
    await expectCursorOn(board, '#41')
  })

  it.each([
    ['a target was asked for', 'm', '► Accepted', []],
    ['a reason was asked for', 'c', 'Enter a reason', ['burnt']],
  ])('leaves an order where someone moved it while %s', async (_, key, page, answer) => {
    const order = await kitchen.place({ ticket: 41 })
    const board = await kitchen.signedIn()
    await board.waitFor('#41')
    await pause(DOUBLE_PRESS_MS)
    board.press(key)
    await board.waitFor(page)
    await kitchen.moveElsewhere(order, { from: 2, to: 5 })
    // The page for a reason does not show the status.
    await pause(1000)
    board.press(...answer, 'enter')
    await board.waitFor('#41 Pizzeria: Otto moved it from New to Ready at')
    expect(await kitchen.statusOf(order)).toBe(kitchen.status(5))
  })

  sampled.it.each([' ', 'b', 'm', 'c', 'i', 'd', 'x', 'A', 'n', 'p', 'enter'])(
    'is on no order of an empty board, and %j says so',
    async (key) => {
      const board = await kitchen.signedIn()
      // The key that signed in must not count twice.
      await pause(DOUBLE_PRESS_MS)
      board.press(key)
      expect(await board.waitFor('No order selected')).not.toContain('#')
    },
  )
})
