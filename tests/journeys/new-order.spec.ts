import { axe, expect, type Page, signIn, type Stage, test } from './support.ts'

test.beforeEach(async ({ stage }) => {
  const { database, world } = stage
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
  await expect(page.getByTestId('read-back')).toContainText('11.50 €')
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page)).toBeHidden()
  expect(Date.now() - began).toBeLessThan(30_000)
  await expect(page.getByText(/^Order #\d+ Pizzeria created$/)).toBeVisible()
  const order = await newest(stage)
  expect(order).toMatchObject({ destination_address: 'Lindenweg 5', total: '11.50', asap: 1, destination_coordinates: null })
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
