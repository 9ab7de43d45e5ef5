import { escalateDue } from '@tiffin/server/test'
import { describe, expect, it } from 'vitest'
import { fullRunOnly } from '../fixtures/full.ts'
import { strokes } from '../fixtures/terminal.ts'
import { item, lineWith, openKitchen, soon } from './kitchen.ts'
import type { Pty } from './pty.ts'

const kitchen = openKitchen()
const { open, signedIn, status, place } = kitchen

/** Number of bells so far; no other text contains the character. */
const rings = (board: Pty): number => board.raw().split('\u0007').length - 1

/** Changes rows like another board, and this one is notified. */
async function elsewhere(api: 'move' | 'cart', order: number, to = 0, reason = 'guest left'): Promise<void> {
  const { server } = kitchen
  const token = await server.signIn('owner')
  if (api === 'cart') {
    const tables = [{ table: 'order', id: order, row: { cart: [item('Soup', { qty: 7 })] } }]
    await server.call('Reference', 'saveData', { tables }, { token })
    return
  }
  const intent = { intent_id: crypto.randomUUID(), order_id: order, from: status(2), to, reason }
  await server.call('Order', 'move', { intents: [intent] }, { token })
}

describe('unacknowledged changes', () => {
  it('KDS-05: a new order is marked, blinks, and rings in its own pattern until a key acknowledges it', async () => {
    await place()
    const board = await signedIn()
    await board.waitFor(/► #41 \*NEW/)
    await board.waitFor(() => rings(board) >= strokes.new.length)
    // The selected card is drawn inverted; blinking toggles that.
    for (const inverse of [false, true]) await board.waitFor(() => board.styleOf('► #41')?.inverse === inverse)
    board.press('n')
    await board.waitFor((text) => !text.includes('NEW'))
    const other = await signedIn('operator')
    expect(await other.waitFor('#41')).not.toContain('NEW')
  })

  it('MOON-02 KDS-14: the timeline shows on which boards an order was shown, and when and by whom it was acknowledged', async () => {
    await place()
    const grill = await signedIn('owner', { args: ['--name', 'grill-1'] })
    await grill.waitFor(/► #41 \*NEW/)
    const office = await signedIn('operator', { args: ['--name', 'office'] })
    await office.waitFor('#41')
    grill.press('n')
    await office.waitFor((text) => text.includes('#41') && !text.includes('NEW'))
    const told = 'select console from order_receipt where shown is not null'
    await expect.poll(() => kitchen.server.database.asOwner(told), { timeout: 10_000 }).toHaveLength(2)
    office.press('enter')
    await office.waitFor(/\d:\d\d {2,}Shown on (owner|operator) \(terminal\) and on 1 more \(e\)/, 20_000)
    await office.waitFor(/\d:\d\d {2}Olga {2}Seen on owner \(terminal\)/)
    office.press('e')
    await office.waitFor(/\d:\d\d {2,}Shown on operator \(terminal\)/)
    expect(office.text()).not.toContain('Seen on operator')
  })

  it('KDS-05: a changed order is marked and rings; opening it acknowledges it', async () => {
    const order = await place({ cart: [item('Soup')] })
    const board = await signedIn()
    await board.waitFor(/NEW/)
    board.press('n')
    await board.waitFor((text) => !text.includes('NEW'))
    const before = rings(board)
    await elsewhere('cart', order)
    await board.waitFor(/#41 \*CHANGED/)
    await board.waitFor(() => rings(board) >= before + strokes.changed.length)
    board.press('enter')
    await board.waitFor('Timeline')
    board.press('esc')
    expect(await board.waitFor(/Pre-order[^]*7× Soup/)).not.toContain('CHANGED')
  })

  it.each(['enter', 'i'])('KDS-05: a page opened by %j says that its order has changed', async (key) => {
    const order = await place({ cart: [item('Soup')] })
    const board = await signedIn()
    await board.waitFor(/NEW/)
    board.press(key)
    await board.waitFor(/#41 Pizzeria.*(New|Items)/)
    await elsewhere('cart', order)
    await board.waitFor(/#41 Pizzeria.*\*CHANGED/)
    expect(await board.waitFor(/7.*Soup/)).toContain('*CHANGED')
  })

  it('KDS-23: the page of a cancelled order has no countdown and no next status', async () => {
    const order = await place()
    const board = await signedIn()
    await board.waitFor('#41')
    board.press('enter')
    await board.waitFor(/● \d+.* left/)
    expect(board.lines().at(-1)).toContain('space Next')
    await elsewhere('move', order, status(0))
    await board.waitFor('#41 Pizzeria  Cancelled')
    expect(board.text()).not.toMatch(/\d (left|late)/)
    await board.waitFor(() => board.lines().at(-1)?.includes('Next') === false)
    board.press(' ')
    await board.waitFor('This order has no next status')
    expect(await kitchen.statusOf(order)).toBe(status(0))
  })

  fullRunOnly.it(
    'KDS-23 KDS-05: a cancellation rings and stays visible with its reason until acknowledged, also after a restart',
    async () => {
      const storage = `${kitchen.home}/cancelled.json`
      const order = await place()
      const board = await signedIn('owner', { storage })
      await board.waitFor('#41')
      const before = rings(board)
      await elsewhere('move', order, status(0))
      await board.waitFor('n: mark as seen, y: reasons. Order #41 Pizzeria was cancelled: guest left')
      await board.waitFor(() => rings(board) >= before + strokes.cancelled.length)
      board.kill('SIGKILL')
      await board.exited
      const again = open({ storage })
      await again.waitFor(/Order #41 Pizzeria was cancelled: guest left[^]*Pre-order/)
      again.press('n')
      // The server's response, which comes after the key, does not report it again.
      expect(await again.waitFor((text) => !text.includes('was cancelled') && text.includes('online'))).toContain('Pre-order')
    },
  )

  it.each([['Y'], ['y', 'Y']])(
    'KDS-23: several cancellations share one line, a key shows their reasons, and %j %s marks only them as seen',
    async (...keys) => {
      const orders: number[] = []
      for (let ticket = 51; ticket <= 59; ticket += 1) orders.push(await place({ ticket, order: ticket }))
      await place({ ticket: 60, order: 60 })
      const board = await signedIn()
      await board.waitFor('#51')
      for (const [index, order] of orders.entries()) await elsewhere('move', order, status(0), `reason ${51 + index}`)
      const text = await board.waitFor('Orders cancelled: 9. Reasons: y. Mark all as seen: Y')
      expect(text).not.toContain('reason 5')
      board.press('y')
      const all = await board.waitFor(
        (now) => now.includes('Cancelled orders') && /reason 59[^]*reason 51|reason 51[^]*reason 59/.test(now),
      )
      for (let ticket = 51; ticket <= 59; ticket += 1) expect(all).toContain(`#${ticket} Pizzeria: reason ${ticket}`)
      board.press('esc')
      await board.waitFor((now) => !now.includes('Cancelled orders'))
      board.press(...keys)
      await board.waitFor(/Marked as seen: 9.*\[u\] Undo/)
      await board.waitFor((now) => !now.includes('Orders cancelled') && /#60 \*NEW/.test(now))
      board.press('u')
      await board.waitFor('Orders cancelled: 9')
      board.press('Y')
      await board.waitFor((now) => !now.includes('Orders cancelled'))
      for (const list of ['y', 'r']) {
        board.press(list)
        await board.waitFor(/reason 59[^]*reason 58/)
        board.press('esc')
        await board.waitFor(/#60 \*NEW/)
      }
    },
  )

  it('KDS-23: a long reason does not hide the keys of its banner in a narrow terminal', async () => {
    const order = await place()
    const board = await signedIn('owner', { columns: 60, rows: 24 })
    await board.waitFor('#41')
    await elsewhere('move', order, status(0), 'The guest waited for an hour and has gone to the noodles')
    await board.waitFor('cancelled: The guest')
    // Both lines are drawn as one banner, as wide as the terminal.
    expect(board.lines().slice(1, 3)).toEqual([
      ' ▲ n: mark as seen, y: reasons. Order #41 Pizzeria was      ',
      '   cancelled: The guest waited for an hour and has gone to… ',
    ])
    for (const row of [1, 2]) expect(board.cells()[row]?.every(({ inverse }) => inverse)).toBe(true)
    expect(board.lines().at(-1)).toContain('Seen')
  })

  it('KDS-23: a key acknowledges no hidden cancellation, and says how many it acknowledged', async () => {
    const [first, second] = [await place({ ticket: 51, order: 2 }), await place({ ticket: 52, order: 3 })]
    await place({ ticket: 41, order: 1 })
    const board = await signedIn()
    await board.waitFor(/► #41 \*NEW[^]*#52/)
    await elsewhere('move', first, status(0))
    await board.waitFor(/Order #51 Pizzeria was cancelled/)
    await elsewhere('move', second, status(0))
    await board.waitFor('Orders cancelled: 2')
    board.press('n')
    expect(await board.waitFor((text) => !text.includes('NEW'))).toContain('Orders cancelled: 2')
    // The board hears of it by its change.
    await elsewhere('cart', await place({ ticket: 61, order: 4 }))
    await board.waitFor(/#61 \*NEW/)
    board.press('N')
    await board.waitFor(/Mark everything as seen[^]*3 orders[^]*Are you sure\?/)
    board.press('n')
    expect(await board.waitFor(/#61 \*NEW/)).toContain('Orders cancelled: 2')
    board.press('N')
    await board.waitFor('Are you sure?')
    board.press('y')
    await board.waitFor('Marked as seen: 3')
    await board.waitFor((text) => !/NEW|Orders cancelled/.test(text))
    board.press('N')
    await board.waitFor('Nothing to mark as seen')
  })

  it('KDS-23: a key acknowledges the selected new card before the only cancellation', async () => {
    const other = await place({ ticket: 51, order: 2 })
    await place({ ticket: 41, order: 1 })
    const board = await signedIn()
    await board.waitFor(/► #41 \*NEW[^]*#51/)
    await elsewhere('move', other, status(0))
    // The line names the key that marks it now, and none while a page hears the keys.
    await board.waitFor(/Y: mark as seen, y: reasons. Order #51 Pizzeria was cancelled/)
    board.press('?')
    await board.waitFor(/▲ Order #51 Pizzeria was cancelled[^]*Keyboard shortcuts/)
    board.press('esc')
    await board.waitFor('► #41 *NEW')
    board.press('n')
    expect(await board.waitFor((text) => !text.includes('NEW'))).toContain(
      'n: mark as seen, y: reasons. Order #51 Pizzeria was cancelled',
    )
    expect(board.lines().at(-1)).toMatch(/^ n Seen/)
    board.press('n')
    await board.waitFor((text) => !text.includes('was cancelled'))
    await board.waitFor(() => !board.lines().at(-1)?.includes('n Seen'))
  })

  fullRunOnly.it('KDS-05: an order that becomes late rings once, and its countdown shows the rest', async () => {
    await place({ order_status: status(3), time_finish: soon(0.1) })
    const board = await signedIn()
    await board.waitFor('#41')
    const before = rings(board)
    await board.waitFor(() => /#41.*▲ -?0:0/.test(lineWith(board, '#41')), 20_000)
    await board.waitFor(() => rings(board) >= before + strokes.late.length)
    expect(rings(board)).toBe(before + strokes.late.length)
  })

  fullRunOnly.it(
    'BOARD-45: the sound of a status repeats at the company’s interval until someone has seen the order',
    async () => {
      const { server } = kitchen
      await server.database.asOwner(`update order_status set sound = 'builtin:alarm' where order_status_id = $1`, [status(2)])
      await server.database.asOwner('update company set sound_play_period = 5 where company_id = $1', [server.world.a])
      await place()
      const board = await signedIn()
      await board.waitFor('#41')
      await board.waitFor(() => rings(board) >= strokes.status.length * 3, 25_000)
      board.press('s')
      expect(await board.waitFor('sound off')).toContain('NEW')
      await server.database.asOwner(`update order_status set sound = '' where order_status_id = $1`, [status(2)])
      await server.database.asOwner('update company set sound_play_period = null where company_id = $1', [server.world.a])
      board.press('s')
      await board.waitFor('Sound on')
      await board.waitFor('Board sound setting saved')
    },
  )
})

it('KDS-08: owners are told of an order that no one has accepted, with its merchant, and of no other', async () => {
  const { server } = kitchen
  await server.database.asOwner('update company set escalate_after = 5 where company_id = $1', [server.world.a])
  const [pizzeria, sushi] = server.world.merchants
  await place({ merchant: pizzeria, ticket: 41, last_time: soon(-1) })
  await place({ merchant: sushi, ticket: 42, time_create: soon(-12), last_time: soon(-12) })
  const board = await signedIn()
  await board.waitFor(/#42 \*NEW/)
  await escalateDue(server.context)
  expect(await board.waitFor(/Order #42 Sushi has been waiting for 1\d min and (no one|hasn't appeared)/)).not.toContain(
    'Order #41',
  )
  await server.database.asOwner('update company set escalate_after = default where company_id = $1', [server.world.a])
})

it('SHELL-13: says that there is a new message if the user may answer it, but not when one was read', async () => {
  const { server } = kitchen
  const { a: company, userA: user } = server.world
  await server.database.asOwner('update company set allow_chat = 1 where company_id = $1', [company])
  const [board, operators] = [await signedIn(), await signedIn('operator')]
  const unread = async (count: number) => {
    await server.database.asOwner('update "user" set chat_admin_unread = $2 where user_id = $1', [user, count])
    // The chat writes the row; any change of it notifies the boards.
    const tables = [{ table: 'user', id: user, row: { comment: `${count} unread` } }]
    await server.call('Reference', 'saveData', { tables }, { token: await server.signIn('owner'), company })
  }
  await unread(2)
  await board.waitFor('New message')
  await board.waitFor((text) => !text.includes('New message'))
  await unread(1)
  const order = await place()
  const tables = [{ table: 'order', id: order, row: { comment: 'Told of' } }]
  await server.call('Reference', 'saveData', { tables }, { token: await server.signIn('owner'), company })
  for (const screen of [board, operators]) expect(await screen.waitFor('#41')).not.toContain('New message')
  // A board that has not counted it yet would see no growth.
  await board.waitFor('[Unread messages: 1]')
  await unread(2)
  await board.waitFor('New message')
  await board.waitFor('[Unread messages: 2]')
  expect(operators.text()).not.toContain('message')
  board.press('H')
  await board.waitFor('No messages yet. Write the first one below.')
  board.press('esc')
  await board.waitFor('No customer has written yet.')
  board.press('esc')
  await server.database.asOwner('update company set allow_chat = 0 where company_id = $1', [company])
})
