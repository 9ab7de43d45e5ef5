import { accessIcons } from '../fixtures/board.ts'
import { dragCard } from './drag-card.ts'
import { axe, card, cardLink, column, expect, signIn, type Stage, test } from './support.ts'

const cart = ['Soup', 'Bread'].map((name, index) => ({ id: index + 1, name, qty: 1, price: '3.00', addons: [], allergens: [] }))

async function addCourier(stage: Stage, name: string, more: Record<string, unknown> = {}): Promise<number> {
  const values = {
    company: stage.world.a,
    name,
    phone: `4917${name.length}${Date.now() % 1e7}`,
    courier_status: 1,
    working: 1,
    ...more,
  }
  const keys = Object.keys(values)
  const [row] = await stage.database.asOwner<{ id: number }>(
    `insert into courier (${keys.join(', ')}) values (${keys.map((_, index) => `$${index + 1}`).join(', ')}) returning courier_id as id`,
    Object.values(values),
  )
  return row?.id ?? 0
}

test('KDS-20: a courier is assigned from the card menu; busy and off-duty ones are marked', async ({ page, stage }) => {
  const [free, busy, off] = [
    await addCourier(stage, 'Frida Free'),
    await addCourier(stage, 'Bruno Busy'),
    await addCourier(stage, 'Olaf Off', { working: 2 }),
  ]
  await stage.order({ courier: busy, order_status: stage.status(3) })
  const order = await stage.order()
  await signIn(page, stage, 'owner')
  await card(page, order).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Assign a courier' }).click()
  const dialog = page.getByTestId('courier-dialog')
  await expect(dialog.getByRole('button', { name: /Frida Free/ })).toContainText('Free')
  await expect(dialog.getByRole('button', { name: /Bruno Busy/ })).toContainText('Busy · orders: 1')
  await expect(dialog.getByRole('button', { name: /Olaf Off/ })).toContainText('Off duty')
  await dialog.getByLabel('Search couriers').fill('frida')
  await page.keyboard.press('Enter')
  await expect(card(page, order)).toContainText('Frida Free')
  await expect
    .poll(async () => (await stage.database.asOwner(`select courier from "order" where order_id = $1`, [order]))[0])
    .toEqual({ courier: free })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card(page, order)).not.toContainText('Frida Free')
  await stage.database.asOwner(`update "order" set courier = null`)
  await stage.database.asOwner(`delete from courier where courier_id = any($1)`, [[free, busy, off]])
})

test(
  'KDS-10 BOARD-32: lines are ticked in the preview, which can also move the order, and the card counts them',
  { tag: '@full' },
  async ({ page, stage }) => {
    const order = await stage.order({ cart })
    await signIn(page, stage, 'owner')
    await card(page, order).click()
    const soup = page.getByTestId('items').getByRole('checkbox', { name: 'Soup is ready' })
    await soup.click()
    await expect(soup).toBeChecked()
    // Also with the keyboard alone, like everything in the drawer.
    await page.getByTestId('order-drawer').getByRole('button', { name: 'Move to…' }).press('Enter')
    await expect(page.getByTestId('order-moves')).toBeVisible()
    await page.keyboard.type('Acc')
    await page.keyboard.press('Enter')
    await expect.poll(() => stage.statusOf(order)).toBe(3)
    await page.keyboard.press('Escape')
    await expect(card(page, order)).toContainText('1/2')
    await page.reload()
    await expect(card(page, order)).toContainText('1/2')
  },
)

test(
  'KDS-02 KDS-01 BOARD-32: the board keys also work in the preview, for the open order',
  { tag: '@full' },
  async ({ page, stage }) => {
    const order = await stage.order({ order: 1 })
    const other = await stage.order({ order: 2 })
    await signIn(page, stage, 'owner')
    await card(page, order).click()
    const drawer = page.getByTestId('order-drawer')
    await expect(drawer).toBeVisible()
    await page.keyboard.press('b')
    await expect.poll(() => stage.statusOf(order)).toBe(3)
    await page.keyboard.press('u')
    await expect.poll(() => stage.statusOf(order)).toBe(2)
    await page.keyboard.press('m')
    await expect(page.getByTestId('order-moves')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('order-moves')).toBeHidden()
    await page.keyboard.press('d')
    const couriers = page.getByTestId('courier-dialog')
    await expect(couriers.getByRole('searchbox')).toBeFocused()
    // A dialog is above the preview now, and gets the keys.
    await couriers.getByRole('button').first().focus()
    await page.keyboard.press('b')
    await page.keyboard.press('Escape')
    await expect(couriers).toBeHidden()
    await page.keyboard.press('?')
    await expect(page.getByTestId('keys-dialog')).toContainText('Undo last move')
    await expect(page.getByTestId('keys-dialog')).not.toContainText('Column to the left')
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('keys-dialog')).toBeHidden()
    await expect(drawer).toBeVisible()
    expect([await stage.statusOf(order), await stage.statusOf(other)]).toEqual([2, 2])
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(cardLink(page, order)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(cardLink(page, other)).toBeFocused()
  },
)

test('KDS-16: several cards are selected by key and moved at once, with separate results and one undo', async ({
  page,
  stage,
}) => {
  const first = await stage.order({ order: 1 })
  const second = await stage.order({ order: 2 })
  const closed = await stage.order({ order: 3, order_status: stage.status(8) })
  const transfer = `update order_status set transfer = $1 where order_status_id = $2 returning transfer`
  await stage.database.asOwner(transfer, ['[]', stage.status(8)])
  await signIn(page, stage, 'owner')
  await page.keyboard.press('1')
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  const bar = page.getByTestId('bulk-bar')
  await expect(bar).toContainText('2 selected')
  await card(page, closed).click({ modifiers: ['Shift'], position: { x: 60, y: 20 } })
  await expect(bar).toContainText('3 selected')
  await page.keyboard.press('m')
  await expect(page.getByTestId('bulk-moves').getByRole('menuitem', { name: 'Accepted' })).toContainText('2 of 3')
  const locked = page.getByTestId('bulk-moves').getByTestId(`move-to-${stage.status(9)}`)
  await expect(locked).toHaveAttribute('aria-disabled', 'true')
  await expect(locked).toContainText('The column Closed is locked')
  await expect(locked.locator('svg')).toBeVisible()
  await page.getByTestId('bulk-moves').getByRole('menuitem', { name: 'Accepted' }).click()
  await expect(column(page, stage, 3).getByTestId(`card-${first}`)).toBeVisible()
  await expect.poll(() => stage.statusOf(second)).toBe(3)
  await expect(page.getByTestId('notices')).toContainText(/2 moved to Accepted, 1 failed: #\d+ Pizzeria:/)
  await expect(bar).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => stage.statusOf(first)).toBe(2)
  await expect.poll(() => stage.statusOf(second)).toBe(2)
  await stage.database.asOwner(transfer, [JSON.stringify([stage.status(5)]), stage.status(8)])
})

test(
  'focus goes to the neighbour when someone else moves the order, and follows one that an undo restores',
  { tag: '@full' },
  async ({ page, stage }) => {
    const orders: number[] = []
    for (let place = 1; place <= 3; place += 1) orders.push(await stage.order({ order: place }))
    const [first = 0, second = 0, third = 0] = orders
    const later = await stage.order({ order_status: stage.status(5) })
    const moveElsewhere = async (order_id: number, from = 2, to = 3) => {
      const intents = [{ intent_id: crypto.randomUUID(), order_id, from: stage.status(from), to: stage.status(to) }]
      const answer = await stage.call(
        'Order',
        'move',
        { intents },
        { token: await stage.signIn('operator'), company: stage.world.a },
      )
      expect(answer).toMatchObject({ data: { results: [{ status: 'OK' }] } })
    }
    const inFocus = (order: number) => expect(cardLink(page, order)).toBeFocused()
    await signIn(page, stage, 'owner')
    await expect(card(page, later)).toBeVisible()
    await page.keyboard.press('b')
    await expect(page.getByText('No order selected')).toBeVisible()
    await page.keyboard.press('2')
    await inFocus(second)
    await moveElsewhere(second)
    await inFocus(third)
    await moveElsewhere(third)
    await inFocus(first)
    // Keys are blocked for a second after the focused card has left.
    await page.waitForTimeout(1100)
    await page.keyboard.press('b')
    await expect(column(page, stage, 3).getByTestId(`card-${first}`)).toBeVisible()
    await expect(page.getByText('No order selected')).toBeHidden()
    // The column is empty now: a second press must not move an order of another column.
    await page.keyboard.press('b')
    await expect(page.getByText('No order selected')).toBeVisible()
    await expect(column(page, stage, 3).locator('[data-order]')).toHaveCount(3)
    await expect.poll(() => Promise.all([first, second, third].map((order) => stage.statusOf(order)))).toEqual([3, 3, 3])
    // The next order of the column gets the focus.
    await moveElsewhere(second, 3, 2)
    await inFocus(second)
    await page.keyboard.press('u')
    await expect(column(page, stage, 2).getByTestId(`card-${first}`)).toBeVisible()
    await inFocus(first)
  },
)

test(
  'KDS-01 KDS-16 KDS-23: digits select cards by position, and focus stays on the board',
  { tag: '@full' },
  async ({ page, stage }) => {
    const orders: number[] = []
    for (let place = 1; place <= 20; place += 1) orders.push(await stage.order({ order: place }))
    const [first = 0, second = 0, third = 0] = orders
    await signIn(page, stage, 'owner')
    await expect(column(page, stage, 2).locator('.tile:visible')).toHaveText(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
    const inFocus = (order: number) => expect(cardLink(page, order)).toBeFocused()
    const moveTo = async (name: string) => {
      await page.keyboard.press('m')
      await page.getByRole('menuitem', { name }).click()
    }
    const cancel = async () => {
      await moveTo('Cancelled')
      await page.getByTestId('reason-dialog').getByRole('textbox').fill('Out of dough')
      await page
        .getByTestId('reason-dialog')
        .getByRole('button', { name: /^Cancel order/ })
        .click()
    }
    // Off-screen, and not rendered.
    await column(page, stage, 2)
      .locator('.body')
      .evaluate((body) => body.scrollTo(0, 1e6))
    await expect(card(page, first)).toHaveCount(0)
    await page.keyboard.press('1')
    await inFocus(first)
    await expect(card(page, first)).toBeInViewport({ ratio: 1 })

    for (const [key, asked] of [
      ['d', page.getByTestId('courier-dialog').getByRole('searchbox')],
      ['Control+k', page.getByTestId('palette').getByRole('combobox')],
    ] as const) {
      await page.keyboard.press(key)
      await expect(asked).toBeFocused()
      await page.keyboard.press('Escape')
      await inFocus(first)
    }

    await moveTo('Accepted')
    await expect(column(page, stage, 3).getByTestId(`card-${first}`)).toBeVisible()
    await inFocus(first)
    await page.keyboard.press('ArrowLeft')
    await inFocus(second)
    await cancel()
    await expect(card(page, second)).toHaveCount(0)
    await inFocus(third)
    await page.keyboard.press('x')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('x')
    await expect(page.getByTestId('bulk-bar')).toContainText('2 selected')
    await cancel()
    await expect.poll(() => stage.statusOf(third)).toBe(0)
    await expect(page.getByTestId('bulk-bar')).toHaveCount(0)
  },
)

test('BOARD-18: Enter in the search goes to the first match, Escape clears and then leaves it', async ({ page, stage }) => {
  await stage.order({ destination_address: 'Lindenweg 5' })
  const wanted = await stage.order({ destination_address: 'Birkenweg 7' })
  await signIn(page, stage, 'owner')
  await page.keyboard.press('/')
  await page.keyboard.type('birken')
  await page.keyboard.press('Enter')
  await expect(cardLink(page, wanted)).toBeFocused()
  await page.keyboard.press('/')
  const search = page.getByLabel('Search orders')
  await page.keyboard.press('Escape')
  await expect(search).toHaveValue('')
  await expect(search).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(search).not.toBeFocused()
})

test('KDS-02: the list of recent moves, newest first, can undo any of them, and the timer keeps running', async ({
  page,
  stage,
}) => {
  const time_finish = new Date(Date.now() + 30 * 60_000).toISOString()
  const first = await stage.order({ order: 1, ticket: 81, time_finish })
  const second = await stage.order({ order: 2, ticket: 82, time_finish })
  const times = () =>
    stage.database.asOwner('select time_create, time_finish, time_delivery from "order" where order_id = $1', [first])
  const before = await times()
  await signIn(page, stage, 'owner')
  await card(page, first).click({ button: 'right' })
  await page.getByTestId(`move-to-${stage.status(8)}`).click()
  await expect.poll(() => stage.statusOf(first)).toBe(8)
  await dragCard(page, card(page, second), column(page, stage, 3))
  await expect.poll(() => stage.statusOf(second)).toBe(3)
  await page.keyboard.press('r')
  const moves = page.getByTestId('recall-dialog').getByRole('listitem')
  await expect(moves).toHaveText([/#82 PizzeriaNew to Accepted/, /#81 PizzeriaNew to Delivered/])
  await moves.last().getByRole('button', { name: 'Undo' }).click()
  await expect(moves).toHaveCount(1)
  await expect.poll(() => stage.statusOf(first)).toBe(2)
  expect(await stage.statusOf(second)).toBe(3)
  expect(await times()).toEqual(before)
  await expect(card(page, first).getByTestId('countdown')).toContainText(/(29:\d\d|30:00)$/)
})

test('KDS-05: a new order flashes until it is acknowledged on some board', { tag: '@full' }, async ({ page, stage, browser }) => {
  const order = await stage.order()
  await signIn(page, stage, 'owner')
  await expect(card(page, order).locator('.news')).toHaveText('New')
  const other = await (await browser.newContext()).newPage()
  await signIn(other, stage, 'owner')
  await expect(card(other, order).locator('.news')).toBeVisible()
  await page.keyboard.press('1')
  await page.keyboard.press('n')
  await expect(card(page, order).locator('[data-news]')).toHaveCount(0)
  await expect(card(other, order).locator('[data-news]')).toHaveCount(0)
  await other.context().close()
})

test(
  'KDS-23: an order cancelled elsewhere stays visible with the reason until acknowledged',
  { tag: '@full' },
  async ({ page, stage, browser }) => {
    const order = await stage.order()
    await signIn(page, stage, 'owner')
    const other = await (await browser.newContext()).newPage()
    await signIn(other, stage, 'owner')
    await card(other, order).click({ button: 'right' })
    await other.getByTestId('moves').getByRole('menuitem', { name: 'Cancelled' }).click()
    await expect(other.getByTestId('reason-dialog')).toContainText(/Cancel #\d+ Pizzeria\?/)
    await other.getByTestId('reason-dialog').getByRole('textbox').fill('Out of dough')
    await other.getByTestId('reason-dialog').getByRole('button', { name: 'Cancel order' }).click()
    const strip = page.getByTestId('cancelled')
    await expect(strip).toContainText('Out of dough')
    await expect(other.getByTestId('cancelled')).toBeHidden()
    await page.reload()
    await expect(strip).toContainText('Out of dough')
    await strip.getByRole('button', { name: 'Mark as seen' }).click()
    await expect(strip).toBeHidden()
    await other.context().close()
  },
)

test(
  'BOARD-31: an order can be deleted from its card by its creator and by owners only',
  { tag: '@full' },
  async ({ browser, page, stage }) => {
    const mine = await stage.order({ admin: stage.world.operatorA })
    const other = await stage.order({ order: 2, admin: stage.world.platform })
    const owner = await browser.newPage()
    await signIn(page, stage, 'operator')
    await card(page, other).click({ button: 'right' })
    await expect(page.getByRole('menuitem', { name: 'Open order' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Delete order' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await signIn(owner, stage, 'owner')
    for (const [at, order] of [
      [page, mine],
      [owner, other],
    ] as const) {
      await card(at, order).click({ button: 'right' })
      await at.getByRole('menuitem', { name: 'Delete order' }).click()
      await at.getByTestId('delete-dialog').getByRole('button', { name: 'Delete order' }).click()
      await expect(card(at, order)).toBeHidden()
    }
    await owner.close()
  },
)

test(
  'BOARD-22 BOARD-25: allowed statuses come before closed ones, and each closed one says why',
  { tag: '@full' },
  async ({ page, stage }) => {
    const order = await stage.order()
    await signIn(page, stage, 'owner')
    const transfer = `update order_status set transfer = $1 where order_status_id = $2`
    const [before] = await stage.database.asOwner<{ transfer: number[] }>(
      `select transfer from order_status where order_status_id = $1`,
      [stage.status(2)],
    )
    try {
      await stage.database.asOwner(transfer, [JSON.stringify([stage.status(8), stage.status(5)]), stage.status(2)])
      await page.reload()
      await card(page, order).click({ button: 'right' })
      const items = page.getByTestId('moves').getByRole('menuitem')
      await expect(items).toContainText(['Ready', 'Delivered', 'Pre-order'])
      await expect(items.nth(1)).not.toHaveAttribute('aria-disabled', 'true')
      await expect(items.nth(2)).toHaveAttribute('aria-disabled', 'true')
      await expect(items.filter({ hasText: 'Pre-order' })).toContainText("Orders can't be moved from New to Pre-order")
      await expect(page.getByTestId('moves').getByRole('group', { name: 'Not available now' })).toContainText('Pre-order')
      const { violations } = await axe(page).include('[data-testid=moves]').analyze()
      expect(violations).toEqual([])
      // The keys follow the same order: open statuses first, then closed ones.
      await page.keyboard.press('ArrowDown')
      await expect(items.first()).toHaveAttribute('data-highlighted', '')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect.poll(() => stage.statusOf(order)).toBe(8)
    } finally {
      await stage.database.asOwner(transfer, [JSON.stringify(before?.transfer), stage.status(2)])
    }
  },
)

test('PERM-11 PERM-12 BOARD-04: the picker marks edit and view access, and the menu says why', async ({ page, stage }) => {
  const order = await stage.order({ merchant: stage.world.merchants[1] })
  await signIn(page, stage, 'operator')
  await page.getByRole('button', { name: /^Merchants:/ }).click()
  const mark = (name: string) => page.getByRole('menuitemcheckbox', { name }).locator('[data-access]')
  await expect(mark('Pizzeria')).toHaveAttribute('data-access', accessIcons.edit)
  await expect(mark('Sushi')).toHaveAttribute('data-access', accessIcons.view)
  await page.keyboard.press('Escape')
  await card(page, order).click({ button: 'right' })
  await expect(page.getByTestId(`move-to-${stage.status(3)}`)).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByTestId('moves-closed')).toContainText('not change them')
  await expect(page.getByRole('menuitem', { name: 'Assign a courier' })).toHaveCount(0)
})
