import { axe, expect, signIn, test } from './support.ts'

test.beforeEach(({ stage }) => stage.database.asOwner('update merchant set paused_until = null, busy_until = null'))

test('KDS-07: a merchant can be paused or made busy until a stated time, which all boards show', async ({
  page,
  stage,
  browser,
}) => {
  await stage.order()
  await signIn(page, stage, 'owner')
  const other = await (await browser.newContext()).newPage()
  await signIn(other, stage, 'operator')
  await page.getByRole('button', { name: 'Pause or make busy' }).click()
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
  await other.context().close()
})

test('KDS-07: being busy ends by itself, and says when', async ({ page, stage }) => {
  await stage.order()
  await signIn(page, stage, 'owner')
  await page.getByTestId('board').press('p')
  const dialog = page.getByTestId('pace-dialog')
  await dialog.getByRole('radio', { name: 'Busy: orders take longer' }).check()
  await dialog.getByLabel('Extra minutes per order').fill('25')
  await dialog.getByRole('button', { name: 'Make busy' }).click()
  await expect(page.getByTestId('pace')).toHaveText(/Pizzeria: Busy until \d.*: 25 min more/)
  const token = await stage.signIn('owner')
  const soon = { merchant: stage.world.merchants[0], busy_until: new Date(Date.now() + 4000).toISOString(), busy_minutes: 25 }
  expect(await stage.call('Merchant', 'pace', soon, { token, company: stage.world.a })).toMatchObject({ status: 'OK' })
  await expect(page.getByTestId('pace')).toHaveCount(0, { timeout: 10_000 })
})
