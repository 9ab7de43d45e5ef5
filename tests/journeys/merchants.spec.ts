import { createHash } from 'node:crypto'
import { insertRow } from '@tiffin/server/test'
import { expectedScreens } from '../fixtures/screens.ts'
import { editor, field, openList, row, rows, rowsOf } from './records-support.ts'
import { axe, expect, type Page, test } from './support.ts'

test.beforeEach(async ({ stage }) => {
  await stage.database.asOwner(
    `update company set limit_merchant = null, domain_config = '', allow_web_app = 1, allow_acc_sys_integration = 1`,
  )
  await stage.database.asOwner('update admin set company = $1 where login = $2', [stage.world.a, 'platform'])
})

const list = expectedScreens.merchants.company?.path ?? ''
const everywhere = expectedScreens.merchants.administrator?.path ?? ''
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const webApp = (page: Page) => page.getByTestId('web-app')

test('the Access tab opens without the focus on a button that copies', { tag: '@full' }, async ({ page, stage }) => {
  await openList(page, stage, `/Company/Merchant?id=${stage.world.merchants[0]}&tab=Access`)
  await expect(editor(page).getByTestId(`access-${stage.world.operatorA}`)).toBeVisible()
  await expect(editor(page).locator(':focus')).toHaveCount(1)
  await expect(editor(page).getByRole('button', { name: 'Copy number' })).not.toBeFocused()
})

test(
  'MERCH-05 EDIT-10: the list opens, adds and reloads merchants, shows the users, and selects a company',
  { tag: '@full' },
  async ({ page, stage }) => {
    const { world } = stage
    await openList(page, stage, list, 'platform')
    await row(page, world.merchants[0]).getByRole('link').first().click()
    await expect(editor(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await button(page, 'Add').click()
    await expect(editor(page).getByText('Merchant: New record', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(editor(page)).toBeHidden()
    await Promise.all([
      page.waitForRequest((request) => (request.postData() ?? '').includes('getData')),
      button(page, 'Refresh').click(),
    ])

    await button(page, 'Users').click()
    const people = page.getByTestId('people')
    await expect(people.getByText('operator', { exact: true })).toBeVisible()
    await expect(people.getByText('owner-b', { exact: true })).toHaveCount(0)
    const { violations } = await axe(page).include('[data-testid=people]').analyze()
    expect(violations).toEqual([])
    await people.getByRole('button', { name: 'Close', exact: true }).click()

    await button(page, 'Select company').click()
    await page.getByRole('menuitemradio', { name: 'Beta' }).click()
    await expect(page.getByTestId('notices')).toContainText('Company selected')
    await page.goto(new URL(list, stage.url).href)
    await expect(row(page, world.merchantB)).toBeVisible()
    await expect(row(page, world.merchants[0])).toHaveCount(0)
  },
)

test(
  'MERCH-05 MERCH-06: at the company’s merchant limit the list says so, and adding leads to the tariff',
  { tag: '@full' },
  async ({ page, stage }) => {
    await stage.database.asOwner('update company set limit_merchant = 4')
    await openList(page, stage, list)
    await expect(rows(page)).toHaveCount(3)
    await expect(page.getByTestId('cap-reached')).toHaveCount(0)
    await stage.database.asOwner('update company set limit_merchant = 3')
    await page.reload()
    await expect(page.getByTestId('cap-reached')).toContainText('Maximum number of entries 3 reached')
    await button(page, 'Add').click()
    await expect(page).toHaveURL(/\/Company\/Tariff/)
  },
)

test('MERCH-05: people who manage nothing see neither the users nor other companies', async ({ page, stage }) => {
  await openList(page, stage, list, 'operator')
  await expect(button(page, 'Refresh')).toBeVisible()
  for (const name of ['Users', 'Select company', 'Add']) await expect(button(page, name)).toHaveCount(0)
})

test(
  'MERCH-13: across companies merchants are found by name and company, sorted, and their company is selected',
  { tag: '@full' },
  async ({ page, stage }) => {
    const { world } = stage
    await openList(page, stage, everywhere, 'platform')
    await expect(rows(page)).toHaveCount(4)
    await page.getByRole('searchbox', { name: 'Search' }).fill('foreign')
    await expect(rows(page)).toHaveCount(1)
    await expect(row(page, world.merchantB)).toBeVisible()
    await openWith(page, stage.url, `company=${world.a}&sort=-name`)
    await expect(rows(page)).toHaveCount(3)
    await expect(row(page, world.merchantB)).toHaveCount(0)
    const names = async (): Promise<string[]> =>
      page
        .getByTestId('record-table')
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.ariaLabel ?? ''))
    const down = await names()
    await openWith(page, stage.url, `company=${world.a}&sort=name`)
    expect(await names()).toEqual(down.toReversed())

    await openWith(page, stage.url, `company=${world.b}`)
    await row(page, world.merchantB)
      .getByRole('button', { name: /^Select company/ })
      .click()
    await expect(page.getByTestId('notices')).toContainText('Company selected')
    await expect(page.getByRole('button', { name: 'Company: Beta' })).toBeVisible()
  },
)

async function openWith(page: Page, url: string, query: string): Promise<void> {
  await page.goto(new URL(`${everywhere}?${query}`, url).href)
  await expect(page.getByTestId('record-table')).toBeVisible()
}

test('MERCH-09 MERCH-10: the web app is shown in a frame of 400 by 800, opens in a tab, and its link is copied', async ({
  page,
  stage,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await context.route('https://shop.example.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Soup shop</h1>' }),
  )
  await stage.database.asOwner(`update company set domain_config = 'shop.example.com' where company_id = $1`, [stage.world.a])
  await openList(page, stage, `${list}?id=${stage.world.merchants[0]}`)
  await button(page, 'Open web app').click()
  const frame = webApp(page).locator('iframe')
  await expect(frame.contentFrame().getByRole('heading')).toHaveText('Soup shop')
  const size = await frame.evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight])
  expect(size).toEqual([400, 800])
  await webApp(page).getByRole('button', { name: 'Copy link' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('https://shop.example.com')
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    webApp(page).getByRole('link', { name: 'Open in a new tab' }).click(),
  ])
  await expect(tab.getByRole('heading')).toHaveText('Soup shop')
  await tab.close()
  await webApp(page).getByRole('button', { name: 'Close', exact: true }).click()
  await expect(webApp(page)).toHaveCount(0)
  await expect(editor(page)).toBeVisible()
})

test(
  'MERCH-11: without a domain the dialog says so and leads to the company settings',
  { tag: '@full' },
  async ({ page, stage }) => {
    await openList(page, stage, `${list}?id=${stage.world.merchants[0]}`)
    await button(page, 'Open web app').click()
    await expect(webApp(page)).toContainText('Your store domain is not configured')
    await expect(webApp(page).locator('iframe')).toHaveCount(0)
    const { violations } = await axe(page).include('[data-testid=web-app]').analyze()
    expect(violations).toEqual([])
    await webApp(page).getByRole('link', { name: 'Settings' }).click()
    await expect(page).toHaveURL(/\/Company\/Settings/)
    await stage.database.asOwner('update company set allow_web_app = 0')
    await page.goto(new URL(`${list}?id=${stage.world.merchants[0]}`, stage.url).href)
    await expect(editor(page).getByRole('tab').first()).toBeVisible()
    await expect(button(page, 'Open web app')).toHaveCount(0)
  },
)

test('MERCH-20: the token is replaced after a confirmation, shown once, and copied', async ({ page, stage, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const merchant = stage.world.merchants[0]
  const stored = async (): Promise<unknown> =>
    (await stage.database.asOwner('select token from merchant where merchant_id = $1', [merchant]))[0]?.['token']
  const before = await stored()
  await openList(page, stage, `${list}?id=${merchant}&tab=Plugins`)
  const token = field(page, 'token')
  await expect(token.getByRole('textbox')).toHaveCount(0)
  await token.getByRole('button', { name: 'New token' }).click()
  const question = page.getByTestId('token-question')
  await expect(question).toContainText('The old token stops working immediately')
  await question.getByRole('button', { name: 'No', exact: true }).click()
  expect(await stored()).toBe(before)
  await token.getByRole('button', { name: 'New token' }).click()
  await expect(question.getByRole('button', { name: 'Yes' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(token.getByRole('textbox')).toHaveValue(/^[0-9a-f-]{36}$/)
  const shown = await token.getByRole('textbox').inputValue()
  expect(await stored()).toBe(createHash('sha256').update(shown).digest('hex'))
  expect(await stored()).not.toBe(before)
  await token.getByRole('button', { name: 'Copy token' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown)
  const { violations } = await axe(page).include('[data-testid=record-editor]').analyze()
  expect(violations).toEqual([])
  await page.reload()
  await expect(token.getByRole('button', { name: 'New token' })).toBeVisible()
  await expect(token.getByRole('textbox')).toHaveCount(0)
})

test(
  'MERCH-16 MERCH-17: a merchant gets its city from its address, and any cuisines of its company',
  { tag: '@full' },
  async ({ page, stage }) => {
    const { database, world } = stage
    const merchant = world.merchants[1]
    const city = await insertRow(database, 'city', { name: { en: 'Narva' } })
    const cuisines = await rowsOf(stage, 'cuisine', [{ name: { en: 'Thai' } }, { name: { en: 'Vegan' } }])
    await openList(page, stage, `${list}?id=${merchant}`)
    const address = field(page, 'address')
    await address.getByRole('combobox').click()
    await page.getByRole('listbox').getByRole('option', { name: 'Narva' }).click()
    for (const name of ['Thai', 'Vegan']) {
      await field(page, 'cuisine').getByRole('combobox').fill(name)
      await page.getByRole('listbox').getByRole('option', { name }).click()
    }
    await page.keyboard.press('Control+Enter')
    await page.getByTestId('save-question').getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByTestId('notices')).toContainText('Saved')
    const [stored] = await database.asOwner<{ address: { city: number }; cuisine: number[] }>(
      'select address, cuisine from merchant where merchant_id = $1',
      [merchant],
    )
    expect(stored?.address.city).toBe(city)
    expect(stored?.cuisine).toEqual(cuisines)
    await database.asOwner(`update merchant set cuisine = '[]', address = address || '{"city":null}' where merchant_id = $1`, [
      merchant,
    ])
    await database.asOwner('delete from city where city_id = $1', [city])
  },
)
