import { expect, startSession, test } from './support.ts'

test('COMP-09 COMP-15: a person without a company lands on the dialog, creates one with a tariff, and gets its tariff page and first steps', async ({
  page,
  stage,
}) => {
  const { database } = stage
  await database.asOwner(`insert into admin (login, name, password, role) select 'newcomer', 'Nina', password, 2 from admin
    where login = 'owner'`)
  const [tariff] = await database.asOwner<{ id: number }>(
    `insert into tariff (name, amount, subscription, trial, trial_period, most_value, status, "order")
     values ('{"en":"Business"}', 79, 1, 1, 30, 1, 1, 1) returning tariff_id::int as id`,
  )
  const [period] = await database.asOwner<{ id: number }>(
    `insert into subscribe_period (name, month, discount, status, "default") values ('{"en":"Year"}', 12, 20, 1, 1)
     returning subscribe_period_id::int as id`,
  )
  try {
    await startSession(page, stage.url, 'newcomer')
    await page.goto(stage.url)
    const dialog = page.getByTestId('create-company')
    await dialog.getByLabel('Company name').fill('Nina’s')
    await dialog.getByRole('button', { name: 'Next' }).click()
    const card = dialog.getByTestId(`tariff-${tariff?.id}`)
    await expect(card).toContainText('Free trial: 30 days')
    await expect(card).toContainText('First bill after the trial: $758.40')
    await card.getByRole('button', { name: 'Create company' }).click()
    await expect(page).toHaveURL(/\/Company\/Tariff$/)
    await expect(page.getByTestId('notices')).toContainText('Company created successfully')
    const [company] = await database.asOwner(
      `select c.name, c.country::int, c.lang, c.base_tariff::int, c.tariff_period::int, c.trial::int, a.login,
         c.due_date::date - current_date as days
       from company c join admin a on a.admin_id = c.owner_id order by c.company_id desc limit 1`,
    )
    expect(company).toMatchObject({
      name: { en: 'Nina’s' },
      country: 1,
      lang: [1],
      base_tariff: tariff?.id,
      tariff_period: period?.id,
      trial: 1,
      login: 'newcomer',
      days: 30,
    })
    await page.goto(`${stage.url}/Company/Order`)
    await expect(page.getByTestId('first-steps')).toContainText('Done: 1 of 5')
    await page.getByRole('link', { name: 'Add a merchant' }).click()
    await expect(page.getByTestId('record-editor')).toBeVisible()

    // Another company: without a second trial, and only for the tab that created it.
    const other = await page.context().newPage()
    await other.goto(`${stage.url}/Company/Order`)
    await expect(other).toHaveTitle(/Nina’s/)
    await page.goto(`${stage.url}/Company/Order`)
    await page.getByRole('button', { name: 'Account:' }).click()
    await page.getByRole('menuitem', { name: 'Create company' }).click()
    await dialog.getByLabel('Company name').fill('Second')
    await dialog.getByRole('button', { name: 'Next' }).click()
    await expect(card).toContainText('You have already had the free trial of this tariff.')
    await expect(card).toContainText('First bill, due at once: $758.40')
    await card.getByRole('button', { name: 'Create company' }).click()
    await expect(page).toHaveURL(/\/Company\/Tariff$/)
    await expect(page).toHaveTitle(/Second/)
    const [second] = await database.asOwner(
      `select trial::int, due_date::date - current_date as days from company order by company_id desc limit 1`,
    )
    expect(second).toEqual({ trial: 0, days: 0 })
    await other.reload()
    await expect(other).toHaveTitle(/Nina’s/)
    await other.close()
  } finally {
    await database.asOwner(
      `update company set deleted = now() where owner_id = (select admin_id from admin where login = 'newcomer')`,
    )
    await database.asOwner('update tariff set status = 2')
    await database.asOwner('update subscribe_period set status = 2')
  }
})
