import { insertRow, PASSWORD } from '@tiffin/server/test'
import { field, openList, row, save } from './records-support.ts'
import { expect, type Page, type Stage, test } from './support.ts'

async function choose(stage: Stage, navigation: readonly string[]): Promise<void> {
  await stage.database.asOwner('update membership set navigation = $1 where admin = $2', [
    JSON.stringify(navigation),
    stage.world.operatorA,
  ])
}
const notices = (page: Page) => page.getByTestId('notices').getByRole('alert')

test.afterEach(async ({ stage }) => {
  await choose(stage, [])
  await stage.database.asOwner('update company set allow_promocode = 1')
  await stage.database.asOwner('update admin set company = $1 where login = $2', [null, 'platform'])
})

test('NAV-64: an operator works on a page chosen for them, and finds it locked without its option', async ({ page, stage }) => {
  const { a } = stage.world
  await stage.database.asOwner('update company set allow_promocode = 1')
  await choose(stage, ['Company-Marketing-Promocode'])
  const id = await insertRow(stage.database, 'promocode', { company: a, code: 'SPRING' })
  await openList(page, stage, '/Company/Marketing/Promocode', 'operator')
  await row(page, id).click()
  await field(page, 'code').getByRole('textbox').fill('SUMMER')
  await save(page)
  await expect(row(page, id)).toContainText('SUMMER')
  await stage.database.asOwner('update company set allow_promocode = 0 where company_id = $1', [a])
  await page.waitForTimeout(1100)
  await page.goto(`${stage.url}/Company/Marketing/Promocode`)
  await expect(page.getByTestId('option-missing')).toBeVisible()
  await expect(notices(page)).toHaveCount(0)
})

test('PERM-24: an operator with access to the dictionary edits texts in their language', async ({ page, stage }) => {
  const { operatorA } = stage.world
  const id = await insertRow(stage.database, 'dictionary', { application: 'admin', params: '', texts: { en: 'Pear' } })
  await choose(stage, ['Administrator-Dictionary'])
  await stage.database.asOwner(`update admin set dictionary_edit = 'ru' where admin_id = $1`, [operatorA])
  await openList(page, stage, '/Administrator/Dictionary', 'operator')
  await row(page, id).click()
  await field(page, 'ru').getByRole('textbox').fill('Груша')
  await save(page)
  await expect(row(page, id)).toContainText('Груша')
  await expect(page.getByRole('link', { name: 'Companies' })).toHaveCount(0)
})

test(
  'SHELL-30: the platform can use only the tariff of a disabled company, and enables it in its editor',
  { tag: '@full' },
  async ({ page, stage }) => {
    const { a } = stage.world
    await stage.database.asOwner('update company set enable = 0 where company_id = $1', [a])
    await page.goto(stage.url)
    await page.getByLabel('Login').fill('platform')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByTestId('record-list')).toBeVisible()
    await page.goto(`${stage.url}/Company/Order`)
    await page.getByTestId('choose-company').getByLabel('Choose a company').selectOption('Alpha')
    const dialog = page.getByTestId('disabled-dialog')
    await expect(dialog).toBeVisible()
    await dialog.getByRole('link', { name: 'Open tariff' }).click()
    await expect(page).toHaveURL(/\/Company\/Tariff$/)
    await expect(dialog).toBeHidden()
    await page.goBack()
    await dialog.getByRole('link', { name: 'Companies' }).click()
    await row(page, a).click()
    await expect(dialog).toBeHidden()
    const toggle = field(page, 'enable').getByRole('switch')
    await expect(toggle).not.toBeChecked()
    await field(page, 'enable').locator('label').first().click()
    await expect(toggle).toBeChecked()
    await save(page)
    await page.getByTestId('save-question').getByRole('button', { name: 'Yes', exact: true }).click()
    await expect(page.getByTestId('notices')).toContainText('Saved')
    await page.goto(`${stage.url}/Company/Order`)
    await expect(page.getByText('Set up your store domain to receive orders')).toBeVisible()
    await expect(dialog).toBeHidden()
  },
)

test(
  'PERM-03: an operator without merchants sees only the message, without errors',
  { tag: '@full' },
  async ({ page, stage }) => {
    const admin = await insertRow(stage.database, 'admin', { login: 'newcomer', name: 'Nina' })
    await stage.database.asOwner(
      `update admin set password = (select password from admin where login = 'owner'), company = $1 where admin_id = $2`,
      [stage.world.a, admin],
    )
    await insertRow(stage.database, 'membership', { company: stage.world.a, admin, company_role: 2 })
    await page.goto(stage.url)
    await page.getByLabel('Login').fill('newcomer')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByTestId('board-message')).toContainText('No have permissions to view or edit orders')
    await expect(notices(page)).toHaveCount(0)
    await page.getByRole('button', { name: /Nina|newcomer/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible()
  },
)

test('if the companies fail to load, the page that needs one offers a retry', async ({ page, stage }) => {
  const isAboutCompanies = (body: string | null): boolean => decodeURIComponent(body ?? '').includes('"table":"owner"')
  await page.route('**/api', (route) => (isAboutCompanies(route.request().postData()) ? route.abort() : route.fallback()))
  await page.goto(`${stage.url}/Company/Order`)
  await page.getByLabel('Login').fill('platform')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const message = page.getByTestId('choose-company')
  await expect(message).toContainText("Can't load the list")
  await page.unroute('**/api')
  await message.getByRole('button', { name: 'Retry' }).click()
  await message.getByLabel('Choose a company').selectOption('Alpha')
  await expect(message).toBeHidden()
})
