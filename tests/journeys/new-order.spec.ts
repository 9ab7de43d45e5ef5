import { axe, expect, type Page, signIn, type Stage, test } from './support.ts'

test.beforeEach(async ({ stage }) => {
  const { database, world } = stage
  await database.asOwner('delete from chat_message')
  await database.asOwner(`delete from "user" where company = $1 and user_id <> $2`, [world.a, world.userA])
  await database.asOwner(
    `update merchant set address = '{"coords":[52.5,13.4],"address":"Mainzer Str. 1"}', cooking_time = 30,
     delivery = '[{"from_km":0,"to_km":5,"price":2,"per_km":1}]' where merchant_id = $1`,
    [world.merchants[0]],
  )
  await database.asOwner(`update company set fee = '0.50', tips = '[5,10]' where company_id = $1`, [world.a])
  // Open all day, whenever the journeys run.
  await database.asOwner(`update merchant set work_time = '[]', min_order_cost = 0`)
  await stage.order()
})

/** Of our lists, not of drop-downs. */
const options = (page: Page) => page.locator('[role=option]')
const dialog = (page: Page) => page.getByTestId('new-order')
const newest = async ({ database }: Stage) =>
  (await database.asOwner<Record<string, unknown>>(`select * from "order" order by order_id desc limit 1`))[0]

test('BOARD-33 WIZ-01: an order by phone is taken by keyboard alone and appears on the board', async ({ page, stage }) => {
  await signIn(page, stage, 'owner')
  const began = Date.now()
  await page.keyboard.press('o')
  await expect(dialog(page)).toBeVisible()
  // Seller, then user, then address.
  await expect(
    dialog(page)
      .getByRole('listitem')
      .filter({ hasText: /Merchant|Customer|Address/ }),
  ).toHaveCount(3)
  await expect(page.getByRole('option', { name: 'Pizzeria' })).toBeVisible()
  await page.keyboard.type('pizz')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Customer' })).toBeFocused()
  await page.keyboard.type('0171 5550001')
  await expect(dialog(page).getByText('No results')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type('Ida Brandt')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Address' })).toBeFocused()
  await page.keyboard.type('Lindenweg 5')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Add item' })).toBeFocused()
  await page.keyboard.type('2 Soup 4.50 + Bread 1')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('amount-Cost')).toHaveText('11.00 €')
  await expect(page.getByTestId('amount-Total')).toHaveText('11.50 €')
  await expect(page.getByTestId('read-back')).toContainText('11.50 € plus delivery')
  // The distance is unknown, so the fee is asked for.
  await page.keyboard.press('Control+Enter')
  await expect(page.getByLabel('Delivery cost')).toBeFocused()
  await expect(dialog(page).getByText('Create the order despite the warnings?')).toBeVisible()
  await page.keyboard.type('3')
  await expect(page.getByTestId('amount-Total')).toHaveText('14.50 €')
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page)).toBeHidden()
  expect(Date.now() - began).toBeLessThan(30_000)
  await expect(page.getByText(/^Order #\d+ Pizzeria created$/)).toBeVisible()
  const order = await newest(stage)
  expect(order).toMatchObject({ destination_address: 'Lindenweg 5', total: '14.50', asap: 1, destination_coordinates: null })
  const card = page.getByTestId(`card-${String(order?.['order_id'])}`)
  await expect(card).toContainText('Ida Brandt')
  await expect(card).toContainText('Soup')
})

/** Opens the wizard and chooses the first merchant. */
async function begin(page: Page, stage: Stage, login = 'owner'): Promise<void> {
  await signIn(page, stage, login)
  await page.getByRole('button', { name: 'New order' }).click()
  await page.getByRole('option', { name: 'Pizzeria' }).click()
}
async function addItem(page: Page, text: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Add item' }).fill(text)
  await page.keyboard.press('Enter')
}
const orders = async ({ database }: Stage) => (await database.asOwner(`select 1 from "order"`)).length
const step = (page: Page, name: string) => page.getByTestId('steps').getByRole('button', { name })

test('WIZ-02: a pickup with a filled cart is completed at once after the customer, an empty one asks', async ({
  page,
  stage,
}) => {
  await begin(page, stage)
  await dialog(page).getByText('Pickup').click()
  await expect(page.getByTestId('steps').getByRole('listitem')).toHaveCount(2)
  await addItem(page, 'Soup 4.50')
  await step(page, 'Customer').click()
  await page.getByRole('combobox', { name: 'Customer' }).fill('Anna')
  await page.getByRole('option', { name: 'Anna' }).click()
  await expect(dialog(page)).toBeHidden()
  expect(await newest(stage)).toMatchObject({ type: 2, total: '5.00', user: stage.world.userA })

  await page.keyboard.press('o')
  await page.getByRole('option', { name: 'Pizzeria' }).click()
  await dialog(page).getByText('Pickup').click()
  await step(page, 'Customer').click()
  await page.getByRole('combobox', { name: 'Customer' }).fill('Anna')
  await page.getByRole('option', { name: 'Anna' }).click()
  await expect(page.getByTestId('empty-cart').getByRole('button', { name: 'Add items' })).toBeFocused()
  expect(await orders(stage)).toBe(2)
  await page.getByRole('button', { name: 'Create without items' }).click()
  await expect(dialog(page)).toBeHidden()
  expect(await orders(stage)).toBe(3)
})

test('WIZ-04 WIZ-05: customers are found by name or phone, and a blocked one is refused', async ({ page, stage }) => {
  const { database, world } = stage
  await database.asOwner(
    `insert into "user" (company, name, phone, status) values ($1, 'Bert Blocked', '4917111', 0), ($1, 'No Phone', '', 1)`,
    [world.a],
  )
  await begin(page, stage)
  const field = page.getByRole('combobox', { name: 'Customer' })
  await field.fill('0301 234')
  await expect(options(page)).toHaveText([/^Anna/])
  await field.fill('no phone')
  await expect(dialog(page).getByText('No results')).toBeVisible()
  await field.fill('bert')
  await page.getByRole('option', { name: 'Bert Blocked' }).click()
  await expect(page.getByText('The user is blocked')).toBeVisible()
  await expect(step(page, 'Customer')).toHaveText('Customer')
})

test('WIZ-06: changing the merchant of a new order happens without a question', async ({ page, stage }) => {
  await begin(page, stage)
  await addItem(page, 'Soup 4.50')
  await step(page, 'Merchant').click()
  await page.getByRole('option', { name: 'Sushi' }).click()
  await expect(step(page, 'Merchant')).toContainText('Sushi')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByLabel('Name: Soup')).toHaveValue('Soup')
})

test('BOARD-33: a button for people who may edit orders opens the wizard, which offers only their merchants', async ({
  page,
  stage,
}) => {
  await signIn(page, stage, 'operator')
  await page.getByRole('button', { name: 'New order' }).click()
  await expect(step(page, 'Merchant')).toContainText('Pizzeria')
  await step(page, 'Merchant').click()
  await expect(options(page)).toHaveText([/^Pizzeria/])
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  const token = await stage.signIn('owner')
  const give = (level: number) =>
    stage.call(
      'Reference',
      'saveData',
      {
        tables: [
          {
            table: 'merchant',
            id: stage.world.merchants[0],
            row: { access: [{ user: stage.world.operatorA, access: [0, level, 1, 2] }] },
          },
        ],
      },
      { token },
    )
  await give(1)
  await page.reload()
  await expect(page.getByTestId('view-only')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New order' })).toHaveCount(0)
  await page.keyboard.press('o')
  await expect(dialog(page)).toBeHidden()
  await give(2)
})

test('a new order survives a reload, is parked by Escape and resumed', async ({ page, stage }) => {
  await begin(page, stage)
  await addItem(page, 'Soup 4.50')
  await page.getByLabel('Comment', { exact: true }).fill('Ring twice')
  await page.waitForTimeout(700)
  await page.reload()
  await expect(page.getByLabel('Comment', { exact: true })).toHaveValue('Ring twice')
  await expect(page.getByLabel('Name: Soup')).toHaveValue('Soup')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('Order parked')).toBeVisible()
  await page.keyboard.press('o')
  await expect(page.getByLabel('Comment', { exact: true })).toHaveValue('')
  await page.getByRole('button', { name: 'Parked: Pizzeria' }).click()
  await expect(page.getByLabel('Comment', { exact: true })).toHaveValue('Ring twice')
  await dialog(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialog(page)).toBeHidden()
  await page.getByText('Undo', { exact: true }).click()
  await page.keyboard.press('o')
  await expect(page.getByRole('button', { name: 'Parked: Pizzeria' })).toBeVisible()
})

test('a refused order comes back with the reason, and one without a network waits', async ({ page, stage, context }) => {
  await stage.database.asOwner('update company set allow_promocode = 1')
  await begin(page, stage)
  await dialog(page).getByText('Pickup').click()
  await step(page, 'Customer').click()
  await page.getByRole('combobox', { name: 'Customer' }).fill('Anna')
  await page.getByRole('option', { name: 'Anna' }).click()
  await addItem(page, 'Soup 4.50')
  await page.getByRole('textbox', { name: 'Promo code' }).fill('NOPE')
  await expect(page.getByTestId('total')).toContainText('Promo code not found')
  await dialog(page).getByRole('button', { name: 'Create', exact: true }).click()
  await expect(dialog(page).getByText('Promo code not found').first()).toBeVisible()
  await expect(page.getByLabel('Name: Soup')).toHaveValue('Soup')
  expect(await orders(stage)).toBe(1)
  await page.getByRole('textbox', { name: 'Promo code' }).fill('')
  await context.setOffline(true)
  await dialog(page).getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText("Can't reach the server. The order will be sent as soon as possible.")).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await context.setOffline(false)
  await page.goto(`${stage.url}/Company/User`)
  await expect.poll(() => orders(stage), { timeout: 10_000 }).toBe(2)
})

test('a warning is shown with its reason, and Create asks once', async ({ page, stage }) => {
  await stage.database.asOwner('update merchant set min_order_cost = 50')
  await begin(page, stage)
  await dialog(page).getByText('Pickup').click()
  await addItem(page, 'Soup 4.50')
  await expect(page.getByTestId('warnings')).toHaveText('Below the minimum order of 50.00 €')
  expect((await axe(page).analyze()).violations).toEqual([])
  await step(page, 'Customer').click()
  await page.getByRole('combobox', { name: 'Customer' }).fill('Anna')
  await page.getByRole('option', { name: 'Anna' }).click()
  await expect(dialog(page).getByText('Create the order despite the warnings?')).toBeVisible()
  expect(await orders(stage)).toBe(1)
  await page.getByRole('button', { name: 'Create anyway' }).click()
  await expect(dialog(page)).toBeHidden()
  expect(await orders(stage)).toBe(2)
})

test('a key that is held down asks about warnings, and does not answer itself', async ({ page, stage }) => {
  await stage.database.asOwner('update merchant set min_order_cost = 50')
  await begin(page, stage)
  await page.getByRole('combobox', { name: 'Customer' }).fill('Anna')
  await page.getByRole('option', { name: 'Anna' }).click()
  await page.getByRole('combobox', { name: 'Address' }).fill('Lindenweg 5')
  await addItem(page, 'Soup 4.50')
  await page.keyboard.down('Control')
  for (let repeats = 0; repeats < 5; repeats += 1) await page.keyboard.down('Enter')
  await expect(dialog(page).getByText('Create the order despite the warnings?')).toBeVisible()
  expect(await orders(stage)).toBe(1)
  await page.keyboard.up('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.up('Control')
  await expect(dialog(page)).toBeHidden()
  expect(await orders(stage)).toBe(2)
})

test.describe('a ringing phone', () => {
  test.beforeEach(({ stage }) => stage.database.asOwner(`update country set phone_code = '49' where country_id = 1`))
  test.afterEach(({ stage }) => stage.database.asOwner(`update country set phone_code = '' where country_id = 1`))

  async function ring(stage: Stage, phone: string): Promise<void> {
    const token = await stage.signIn('operator')
    expect(await stage.call('Order', 'ring', { phone }, { token, company: stage.world.a })).toMatchObject({ status: 'OK' })
  }

  test('shows who calls without taking the focus, and a key opens an order for them', async ({ page, stage }) => {
    await signIn(page, stage, 'owner')
    const search = page.getByRole('searchbox').first()
    await search.focus()
    await ring(stage, '030 1234567')
    await ring(stage, '0049 30 1234567')
    const notice = page.getByTestId('notices').locator('[data-notice]')
    await expect(notice).toHaveText(/\+49 301 234 567\S* is calling: Anna, 1 order/)
    await expect(search).toBeFocused()
    await page.waitForTimeout(300)
    await expect(notice).toHaveCount(1)
    expect((await axe(page).analyze()).violations).toEqual([])
    await page.keyboard.press('Escape')
    await search.blur()
    await page.keyboard.press('f')
    await expect(step(page, 'Customer')).toContainText('Anna')
    await expect(notice).toHaveCount(0)
  })

  test('parks the open order, and offers an unknown number for a new customer', async ({ page, stage }) => {
    await begin(page, stage)
    await addItem(page, 'Soup 4.50')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByLabel('Comment', { exact: true }).fill('Ring twice')
    await ring(stage, '+49 171 5550001')
    const caller = dialog(page).getByRole('button', { name: /^Caller: .*\+49 171 555 0001/ })
    await expect(caller).toBeVisible()
    await expect(page.getByTestId('callers')).toContainText('is calling. No customer has this number yet.')
    // Nothing covers the buttons.
    for (const name of ['Discard', 'Park', 'Create'])
      await dialog(page).getByRole('button', { name, exact: true }).click({ trial: true })
    expect((await axe(page).analyze()).violations).toEqual([])
    await expect(page.getByLabel('Comment', { exact: true })).toBeFocused()
    await caller.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Comment', { exact: true })).toHaveValue('')
    await page.getByRole('option', { name: 'Pizzeria' }).click()
    await expect(page.getByTestId('new-customer').getByLabel('Phone')).toHaveValue('+49 171 555 0001')
    await page.keyboard.type('Ida Brandt')
    await page.keyboard.press('Enter')
    await expect(step(page, 'Customer')).toContainText('Ida Brandt')
    await page.getByRole('button', { name: 'Parked: Pizzeria' }).click()
    await expect(page.getByLabel('Comment', { exact: true })).toHaveValue('Ring twice')
  })

  test('WIZ-05: of a blocked customer opens nothing, and a hidden number opens an empty order', async ({ page, stage }) => {
    await stage.database.asOwner(`insert into "user" (company, name, phone, status) values ($1, 'Bert Blocked', '4917111', 0)`, [
      stage.world.a,
    ])
    await signIn(page, stage, 'owner')
    await ring(stage, '017111')
    await expect(page.getByText('Bert Blocked. The user is blocked')).toBeVisible()
    await page.getByTestId('board').press('f')
    await expect(page.getByText('The user is blocked', { exact: true })).toBeVisible()
    await expect(dialog(page)).toBeHidden()
    await ring(stage, 'anonymous')
    await expect(page.getByText('A hidden number is calling')).toBeVisible()
    await page.getByTestId('notices').getByRole('button', { name: 'New order' }).click()
    await expect(dialog(page)).toBeVisible()
    await expect(step(page, 'Customer')).toHaveText('Customer')
  })
})

test('the merchants are ranked by who can take the order, with reasons', async ({ page, stage }) => {
  const { database, world } = stage
  const [near, far] = world.merchants
  await database.asOwner(`update merchant set min_order_cost = 50 where merchant_id = $1`, [near])
  await begin(page, stage)
  await dialog(page).getByText('Pickup').click()
  await expect(page.getByRole('button', { name: 'Which merchant can take this?' })).toHaveCount(0)
  await addItem(page, 'Soup 4.50')
  await page.getByRole('button', { name: 'Which merchant can take this?' }).click()
  await expect(page.getByRole('combobox', { name: 'Merchant' })).toBeFocused()
  await expect(options(page).filter({ hasText: 'Below the minimum order of 50.00 €' })).toHaveText(/^Pizzeria/)
  await expect(options(page).first()).toHaveText(/^(?!Pizzeria).*5\.00 €/)
  await expect(options(page).last()).toHaveText(/^Pizzeria/)
  expect((await axe(page).analyze()).violations).toEqual([])
  await page.keyboard.type('sushi')
  await page.keyboard.press('Enter')
  await expect(step(page, 'Merchant')).toContainText('Sushi')
  await database.asOwner(`update merchant set min_order_cost = 0 where merchant_id = any($1)`, [[near, far]])
})

test('a name and a phone typed together become a new customer, and known addresses are suggested', async ({ page, stage }) => {
  await stage.order({ destination_address: 'Torstraße 7', destination_coordinates: '(52.53,13.4)' })
  await begin(page, stage)
  await page.getByRole('combobox', { name: 'Customer' }).fill('Ida Brandt 0171 5550001')
  await expect(dialog(page).getByText('No results')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('new-customer').getByLabel('Phone')).toHaveValue('0171 5550001')
  await page.keyboard.press('Enter')
  await expect(step(page, 'Customer')).toContainText('Ida Brandt')
  await page.getByRole('combobox', { name: 'Address' }).fill('torstr')
  await page.getByRole('option', { name: 'Torstraße 7' }).click()
  await expect(step(page, 'Address')).toContainText('Torstraße 7')
})
