import { axe, cardLink, chooseLanguage, expect, type Page, resize, signIn, type Stage, test } from './support.ts'

const soup = { id: 'soup', name: 'Soup', qty: 2, price: '4.50', amount: '9.00', total: '9.00' }
const editor = (page: Page) => page.getByTestId('record-editor')
const field = (page: Page, name: string) => editor(page).locator(`[data-field=${name}]`)
const amount = (page: Page, label: string) => page.getByTestId('total').getByTestId(`amount-${label}`)
const stored = async ({ database }: Stage, order: number) =>
  (await database.asOwner<Record<string, unknown>>(`select * from "order" where order_id = $1`, [order]))[0]

test.beforeEach(async ({ stage }) => {
  const { database, world } = stage
  await database.asOwner(
    `update merchant set address = '{"coords":[52.5,13.4],"address":"Mainzer Str. 1"}', cooking_time = 30, work_time = '[]',
     min_order_cost = 0, delivery = '[{"from_km":0,"to_km":5,"price":2,"per_km":1}]'`,
  )
  await database.asOwner(`update company set fee = '0.50', allow_promocode = 1 where company_id = $1`, [world.a])
})

const make = (stage: Stage, more: Record<string, unknown> = {}) =>
  stage.order({
    type: 1,
    cart: [soup],
    cost: '9.00',
    fee: '0.50',
    delivery: '3.00',
    total: '12.50',
    destination_address: 'Lindenweg 5',
    destination_coordinates: [52.51, 13.4],
    ...more,
  })

/** Opens the editor of an order from its card, by keyboard. */
async function edit(page: Page, order: number): Promise<void> {
  await cardLink(page, order).focus()
  await page.keyboard.press('e')
  await expect(field(page, 'cart').getByRole('combobox')).toBeVisible()
}

test('BOARD-32 ORDER-01 ORDER-02: an order is corrected by keyboard alone, and the server stores the amounts that were shown', async ({
  page,
  stage,
}) => {
  const order = await make(stage)
  await signIn(page, stage, 'owner')
  await cardLink(page, order).press('Enter')
  await page.getByTestId('order-drawer').getByRole('button', { name: 'Edit order' }).press('Enter')
  await expect(editor(page).getByRole('tab')).toHaveText(['Main', 'Order'])
  for (const name of ['time_create', 'time_delivery', 'pay_date']) await expect(field(page, name).locator('input')).toBeDisabled()
  await editor(page).getByRole('combobox', { name: 'Add item' }).focus()
  await page.keyboard.type('2 Bread 1.25')
  await page.keyboard.press('Enter')
  await expect(amount(page, 'Cost')).toHaveText('11.50 €')
  await field(page, 'discount').getByRole('textbox').fill('1.50')
  await field(page, 'destination_coordinates').getByRole('spinbutton').first().fill('52.52')
  await expect(amount(page, 'Delivery')).toHaveText('4.00 €')
  await expect(amount(page, 'Total')).toHaveText('14.50 €')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await stored(stage, order)).toMatchObject({ cost: '11.50', discount: '1.50', delivery: '4.00', total: '14.50' })
  await expect(amount(page, 'Total')).toHaveText('14.50 €')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('order-drawer')).toContainText('Bread')
})

test('ORDER-03 ORDER-04: changing the merchant asks, clears the fields of the former one, and assigns the order', async ({
  page,
  stage,
}) => {
  const order = await make(stage, { discount: '1.00', total: '11.50' })
  const [, second] = stage.world.merchants
  const [other] = await stage.database.asOwner<{ name: { en: string } }>('select name from merchant where merchant_id = $1', [
    second,
  ])
  await signIn(page, stage, 'owner')
  await edit(page, order)
  const merchant = field(page, 'merchant').getByRole('combobox')
  const previous = await merchant.inputValue()
  const choose = async (): Promise<void> => {
    await merchant.click()
    await page.getByRole('option', { name: other?.name.en ?? '' }).click()
  }
  await choose()
  const question = page.getByTestId('change-question')
  await expect(question).toContainText('Items, promo code, discount and bonus will be removed.')
  await page.keyboard.press('Escape')
  await expect(merchant).toHaveValue(previous)
  await choose()
  await question.getByRole('button', { name: 'Yes' }).press('Enter')
  await expect(amount(page, 'Total')).toHaveText('0.00 €')
  await editor(page).getByRole('combobox', { name: 'Add item' }).fill('Maki 8')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await stored(stage, order)).toMatchObject({
    merchant: second,
    discount: '0.00',
    promocode: '',
    cost: '8.00',
    total: '11.50',
  })
})

test('a refused promo code and another person’s change are shown where they belong', async ({ page, stage }) => {
  const order = await make(stage)
  await signIn(page, stage, 'owner')
  await edit(page, order)
  await field(page, 'promocode').getByRole('textbox').fill('NOPE')
  await expect(page.getByTestId('total')).toContainText('Promo code not found')
  await page.keyboard.press('Control+Enter')
  await expect(field(page, 'promocode').getByRole('alert')).toHaveText('Promo code not found')
  await field(page, 'promocode').getByRole('textbox').fill('')
  await field(page, 'comment').getByRole('textbox').fill('Ring twice')
  const token = await stage.signIn('owner')
  await stage.call(
    'Reference',
    'saveData',
    { tables: [{ table: 'order', id: order, row: { comment: 'Knock', info: 'VIP' } }] },
    { token, company: stage.world.a },
  )
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByTestId('conflict-dialog')
  await expect(dialog).toContainText('Knock')
  await dialog.getByRole('button', { name: 'Continue with these values' }).click()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await stored(stage, order)).toMatchObject({ comment: 'Ring twice', info: 'VIP', total: '12.50' })
})

test('NAV-17: the platform lists the orders of all companies, and edits one', async ({ page, stage }) => {
  const order = await make(stage)
  await signIn(page, stage, 'platform')
  await expect(page).toHaveURL((url) => url.pathname === '/Administrator/Order')
  await page.getByTestId(`row-${order}`).getByRole('link').first().click()
  await editor(page).getByRole('tab', { name: 'Order' }).click()
  await field(page, 'comment').getByRole('textbox').fill('From the platform')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await stored(stage, order)).toMatchObject({ comment: 'From the platform', total: '12.50' })
})

for (const language of ['English', 'العربية'])
  test(`the order editor is accessible and fits a phone, in ${language}`, async ({ page, stage }) => {
    const order = await make(stage)
    await signIn(page, stage, 'owner')
    if (language !== 'English') await chooseLanguage(page, language)
    await edit(page, order)
    expect((await axe(page).analyze()).violations).toEqual([])
    await resize(page, 390, 844)
    const wide = await editor(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(wide).toBeLessThanOrEqual(0)
    await editor(page).getByRole('tab').first().click()
    expect((await axe(page).analyze()).violations).toEqual([])
  })
