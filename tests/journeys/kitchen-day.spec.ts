import { axe, card, cardLink, expect, signIn, test } from './support.ts'

test.beforeEach(async ({ stage }) => {
  await stage.database.asOwner('update merchant set paused_until = null, busy_until = null')
  await stage.database.asOwner('update company set handoff_codes = 0')
})

test('KDS-07: a merchant can be paused or made busy until a stated time, which all boards show', async ({
  page,
  context,
  stage,
}) => {
  await stage.order()
  await signIn(page, stage, 'owner')
  const other = await context.newPage()
  await other.goto(stage.url)
  await expect(other.getByTestId('board')).toBeVisible()
  // A page in the background shows no dialog: its animations stand still.
  await page.bringToFront()
  await page.getByRole('button', { name: 'Pause or mark as busy' }).click()
  const dialog = page.getByTestId('pace-dialog')
  await expect(dialog).toContainText('Takes orders as usual')
  expect((await axe(page).analyze()).violations).toEqual([])
  await dialog.getByRole('radio', { name: 'For 15 min' }).check()
  await dialog.getByRole('button', { name: 'Pause', exact: true }).click()
  const paused = /Pizzeria: Paused until \d/
  await expect(page.getByTestId('pace')).toHaveText(paused)
  await expect(other.getByTestId('pace')).toHaveText(paused)
  await page.getByTestId('pace').getByRole('button', { name: 'Change' }).click()
  await dialog.getByRole('button', { name: 'End pause' }).click()
  await expect(other.getByTestId('pace')).toHaveCount(0)
})

test('KDS-07: being busy ends by itself, and says when', async ({ page, stage }) => {
  await stage.order()
  await signIn(page, stage, 'owner')
  await page.getByTestId('board').press('p')
  const dialog = page.getByTestId('pace-dialog')
  await dialog.getByRole('radio', { name: 'Busy: orders take longer' }).check()
  await dialog.getByLabel('Extra minutes per order').fill('25')
  await dialog.getByRole('button', { name: 'Mark as busy' }).click()
  await expect(page.getByTestId('pace')).toHaveText(/Pizzeria: Busy until .*\d: 25 min more/)
  const token = await stage.signIn('owner')
  const soon = { merchant: stage.world.merchants[0], busy_until: new Date(Date.now() + 4000).toISOString(), busy_minutes: 25 }
  expect(await stage.call('Merchant', 'pace', soon, { token, company: stage.world.a })).toMatchObject({ status: 'OK' })
  await expect(page.getByTestId('pace')).toHaveCount(0, { timeout: 10_000 })
})

test('KDS-15: a card shows how many orders the customer has placed and flags blocked or noted customers', async ({
  page,
  stage,
}) => {
  const about = (values: string) => stage.database.asOwner(`update "user" set ${values} where user_id = $1`, [stage.world.userA])
  await about(`status = 0, comment = 'Pays late'`)
  const order = await stage.order()
  await signIn(page, stage, 'owner')
  const seen = card(page, order)
  await expect(seen).toContainText('First order')
  await expect(seen.getByRole('img', { name: 'Blocked customer' })).toBeVisible()
  await expect(seen.getByRole('img', { name: 'Customer note' })).toBeVisible()
  await page.goto(`${stage.url}/Company/Order?order=${order}`)
  await expect(page.getByTestId('order-drawer')).toContainText('Pays late')
  await about(`status = 1, comment = ''`)
  await stage.order()
  await page.goto(`${stage.url}/Company/Order`)
  await expect(seen).toContainText('2 orders')
  await expect(seen.getByRole('img', { name: 'Blocked customer' })).toHaveCount(0)
})

test('KDS-11: scheduled orders are held until time_finish minus the estimate and then fire', async ({ page, stage }) => {
  test.setTimeout(120_000)
  // Long enough to sign in on a busy machine.
  const time_finish = new Date(Date.now() + 40 * 60_000 + 30_000).toISOString()
  const order = await stage.order({ asap: 0, delivery_time: 40, time_finish })
  await signIn(page, stage, 'owner')
  const held = card(page, order).getByTestId('held')
  await expect(held).toHaveText(/Held until .*: due .*, takes 40 min/)
  await expect(card(page, order)).not.toContainText('New')
  await expect(held).toHaveCount(0, { timeout: 60_000 })
  await expect(card(page, order).locator('.news')).toHaveText('New')
})

const dish = (id: number, name: string, station: string) => ({
  id,
  name,
  qty: 1,
  price: '5.00',
  station,
  addons: [],
  allergens: [],
})

test('KDS-09 KDS-10: items carry a station, and a board shows the items of one with their ticks', async ({ page, stage }) => {
  const order = await stage.order({ cart: [dish(1, 'Steak', 'Grill'), dish(2, 'Beer', 'Bar'), dish(3, 'Ribs', 'grill')] })
  const drinks = await stage.order({ cart: [dish(2, 'Beer', 'Bar')] })
  await signIn(page, stage, 'owner')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('grill, bar')
  await page.keyboard.press('Enter')
  const dialog = page.getByTestId('station-dialog')
  await expect(dialog.getByRole('option', { name: 'Grill' })).toBeVisible()
  expect((await axe(page).analyze()).violations).toEqual([])
  await dialog.getByRole('option', { name: 'Grill' }).click()
  await expect(card(page, drinks)).toBeHidden()
  await expect(card(page, order)).toContainText('+1 elsewhere')
  await expect(card(page, order)).not.toContainText('Beer')
  await expect(page.getByTestId('station')).toContainText('1 hidden by station Grill')
  expect((await axe(page).analyze()).violations).toEqual([])
  // The order itself has all items.
  await card(page, order).click()
  const items = page.getByTestId('items')
  await expect(items).toContainText('Station: Bar')
  for (const name of ['Steak', 'Beer']) await items.getByRole('checkbox', { name: `${name} is ready` }).click()
  await page.keyboard.press('Escape')
  await expect(card(page, order).locator('.ticks')).toHaveText('1/2')
  await page.reload()
  await expect(card(page, order).locator('.ticks')).toHaveText('1/2')
  await expect(card(page, drinks)).toBeHidden()
  // A board saved under a name includes its station, and so does the next visit.
  await page.getByRole('button', { name: 'Boards' }).click()
  await page.getByTestId('boards').getByRole('menuitem', { name: 'Save this board as' }).click()
  await page.getByTestId('name-dialog').getByLabel('Name').fill('By the fire')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Board: By the fire' })).toBeVisible()
  await page.getByTestId('station').getByRole('button', { name: 'All stations' }).click()
  await expect(card(page, drinks)).toBeVisible()
  await page.getByRole('button', { name: 'Board: By the fire (modified)' }).click()
  await page.getByTestId('boards').getByRole('menuitem', { name: 'Revert to "By the fire"' }).click()
  await expect(card(page, drinks)).toBeHidden()
  await page.goto(`${stage.url}/Company/Order`)
  await expect(card(page, order)).toBeVisible()
  await expect(card(page, drinks)).toBeHidden()
})

test('KDS-09: the station of an item is typed in the cart, suggested from earlier orders, and stored', async ({
  page,
  stage,
}) => {
  await stage.order({ cart: [dish(1, 'Steak', 'Grill')] })
  await signIn(page, stage, 'owner')
  await page.getByRole('button', { name: 'New order' }).click()
  await page.getByRole('option', { name: 'Pizzeria' }).click()
  const wizard = page.getByTestId('new-order')
  await wizard.getByText('Pickup').click()
  const field = page.getByRole('combobox', { name: 'Add item' })
  for (const text of ['Steak 9.00', 'Beer 3.00 @ Bar', 'Fries 2.00']) {
    await field.fill(text)
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('group', { name: 'Steak' })).toContainText('Station: Grill')
  await expect(page.getByRole('group', { name: 'Beer' })).toContainText('Station: Bar')
  await page.getByRole('button', { name: 'More: Fries' }).click()
  const station = page.getByRole('group', { name: 'Fries' }).getByLabel('Station')
  expect(
    await page.locator('datalist option').evaluateAll((all) => all.map((item) => (item as HTMLOptionElement).value)),
  ).toEqual(['Bar', 'Grill'])
  await station.fill('Fryer')
  await page.getByTestId('steps').getByRole('button', { name: 'Customer' }).click()
  await page.getByRole('combobox', { name: 'Customer' }).fill('Anna')
  await page.getByRole('option', { name: 'Anna' }).click()
  const stored = async () =>
    (await stage.database.asOwner<{ cart: { station: string }[] }>(`select cart from "order" order by order_id desc limit 1`))[0]
  await expect.poll(async () => (await stored())?.cart.map((line) => line.station)).toEqual(['Grill', 'Bar', 'Fryer'])
})

test('KDS-13: a delivery is handed over with the code that its customer has', async ({ page, stage }) => {
  await stage.database.asOwner('update company set handoff_codes = 1')
  const order = await stage.order({ type: 1, order_status: stage.status(5) })
  await signIn(page, stage, 'owner')
  await card(page, order).click()
  await page.getByRole('button', { name: 'Show hand-off code' }).click()
  const shown = page.getByTestId('order-drawer').getByRole('status').filter({ hasText: 'Hand-off code' })
  await expect(shown).toHaveText(/Hand-off code: \d{4}/)
  const code = /\d{4}/.exec((await shown.textContent()) ?? '')?.[0] ?? ''
  await page.keyboard.press('b')
  const dialog = page.getByTestId('handoff-dialog')
  await expect(dialog.getByRole('button', { name: 'Hand over' })).toBeDisabled()
  expect((await axe(page).analyze()).violations).toEqual([])
  const wrong = String((Number(code) + 1) % 10_000).padStart(4, '0')
  await page.keyboard.type(wrong)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('notices')).toContainText('Wrong hand-off code')
  expect(await stage.statusOf(order)).toBe(5)
  await page.keyboard.press('Escape')
  await expect(cardLink(page, order)).toBeFocused()
  await page.keyboard.press('b')
  await expect(dialog).toBeVisible()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await expect.poll(() => stage.statusOf(order)).toBe(8)
  await page.keyboard.press('u')
  await expect.poll(() => stage.statusOf(order)).toBe(5)
})

test('KDS-13: several deliveries are asked for once; without a code they need a reason', async ({ page, stage }) => {
  await stage.database.asOwner('update company set handoff_codes = 1')
  const ready = { type: 1, order_status: stage.status(5) }
  const [first, second] = [await stage.order(ready), await stage.order({ ...ready, order: 2 })]
  const pickup = await stage.order({ ...ready, type: 2, order: 3 })
  await stage.database.asOwner(`insert into order_handoff (company, order_id, code) values ($1, $2, '0042')`, [
    stage.world.a,
    first,
  ])
  await signIn(page, stage, 'operator')
  await expect(card(page, pickup)).toBeVisible()
  for (const order of [first, second, pickup]) await card(page, order).click({ modifiers: ['Shift'], position: { x: 60, y: 20 } })
  await expect(page.getByTestId('bulk-bar')).toContainText('3 selected')
  await page.keyboard.press('m')
  await page
    .getByTestId('bulk-moves')
    .getByTestId(`move-to-${stage.status(8)}`)
    .click()
  const dialog = page.getByTestId('handoff-dialog')
  await expect(dialog.getByRole('textbox')).toHaveCount(3)
  await dialog.getByRole('textbox').first().fill('0042')
  await dialog.getByLabel('Reason for no code').fill('Neighbour took it')
  await page.keyboard.press('Enter')
  for (const order of [first, second, pickup]) await expect.poll(() => stage.statusOf(order)).toBe(8)
  const reasons = await stage.database.asOwner<{ handoff_reason: string }>(
    'select handoff_reason from "order" where order_id = any($1) order by order_id',
    [[first, second, pickup]],
  )
  expect(reasons.map((row) => row.handoff_reason)).toEqual(['', 'Neighbour took it', ''])
  await page.goto(`${stage.url}/Company/Order?order=${second}`)
  const drawer = page.getByTestId('order-drawer')
  await expect(drawer).toContainText('Neighbour took it')
  await expect(drawer.getByRole('button', { name: 'Show hand-off code' })).toHaveCount(0)
})
