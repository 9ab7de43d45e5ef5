import path from 'node:path'
import { expect, type Page, test as base } from '@playwright/test'
import { billCompanies, insertRow, payPageKey, startTestServer, type TestServer } from '@tiffin/server/test'
import { platformSeeds } from '@tiffin/sdk/contract'
import { axe, linkTo } from './support.ts'

const DAY = 86_400_000
const PASSWORD = 'correct horse battery'

/** A server that takes test payments, whose clock the journey moves. */
interface Stage extends TestServer {
  later(days: number): void
  /** Runs the billing round. */
  bill(): Promise<void>
}

const test = base.extend<object, { stage: Stage }>({
  stage: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright demands this very form
    async ({}, use) => {
      let moved = 0
      const web = process.env['TIFFIN_WEB'] ?? path.resolve(import.meta.dirname, '../../packages/web/dist')
      const now = () => new Date(Date.now() + moved)
      const server = await startTestServer({ TIFFIN_WEB: web, TIFFIN_PAY_PROVIDER: 'sandbox' }, { now })
      const { database } = server
      for (const table of ['tariff', 'subscribe_period'] as const)
        for (const row of platformSeeds()[table] ?? []) await insertRow(database, table, row)
      await use({
        ...server,
        later: (days) => void (moved += days * DAY),
        bill: () => billCompanies(server.context),
      })
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

async function createCompany(page: Page, stage: Stage, email: string): Promise<void> {
  await page.goto(stage.url)
  await page.getByRole('link', { name: 'Create account' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Ida Brandt')
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('check-mail')).toContainText(email)
  await page.goto(await linkTo(stage, email))
  await page.getByLabel('New password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  const dialog = page.getByTestId('create-company')
  await dialog.getByLabel('Company name').fill('Ida’s Kitchen')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByTestId('tariff-1').getByRole('button', { name: 'Create company' }).click()
  await expect(page).toHaveURL(/\/Company\/Tariff$/)
  await expect(page.getByTestId('notices')).toContainText('Company created successfully')
  // The tour would start over the next page.
  await stage.database.asOwner(`update admin set settings = settings || '{"tour": "done"}' where email = $1`, [email])
}

async function addMerchant(page: Page, stage: Stage): Promise<void> {
  await page.goto(`${stage.url}/Company/Order`)
  await expect(page.getByTestId('first-steps')).toContainText('Done: 1 of 5')
  await page.getByRole('link', { name: 'Add a merchant' }).click()
  const editor = page.getByTestId('record-editor')
  await editor.getByLabel('Seller name: en').fill('Corner Grill')
  await editor.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByTestId('notices')).toContainText('Saved')
  await page.goto(`${stage.url}/Company/Order`)
  await expect(page.getByTestId('first-steps')).toContainText('Done: 2 of 5')
}

async function takeOrder(page: Page, stage: Stage, customer: string, phone: string): Promise<void> {
  // Open all day, whenever the journeys run.
  await stage.database.asOwner(`update merchant set work_time = '[]' where name->>'en' = 'Corner Grill'`)
  await page.goto(`${stage.url}/Company/Order`)
  await page.getByRole('button', { name: 'New order', exact: true }).click()
  // The only merchant is chosen already.
  await page.getByRole('combobox', { name: 'Customer' }).fill(phone)
  await expect(page.getByTestId('new-order').getByText('No results')).toBeVisible()
  await page.keyboard.press('Enter')
  await page.getByLabel('Name', { exact: true }).fill(customer)
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Address' }).fill('Lindenweg 5')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Add item' }).fill('2 Soup 4.50')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByTestId('board')).toContainText(customer)
}

/** Tops up the suggested amount on the page of the sandbox. */
async function topUp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Top up' }).click()
  const opened = page.context().waitForEvent('page')
  await page.getByTestId('top-up').getByRole('button', { name: 'Pay', exact: true }).click()
  const pay = await opened
  await pay.waitForURL(/\/pay\?/)
  await pay.getByRole('button', { name: 'Pay' }).click()
  await expect(pay.getByRole('status')).toContainText('Payment received')
  await pay.close()
}

test('COMP-09: a stranger registers, confirms, creates a company and adds a merchant', async ({ page, stage }) => {
  await createCompany(page, stage, `stranger-${Date.now()}@example.com`)
  await addMerchant(page, stage)
})

for (const { scheme, lang } of [
  { scheme: 'dark', lang: 'ar' },
  { scheme: 'light', lang: 'en' },
] as const)
  test(`the payment page has no faults and works by keyboard: ${scheme}, ${lang}, 390 px`, async ({ page, stage }) => {
    const { database, world, url } = stage
    const [payment] = await database.asOwner<{ id: number }>(
      `insert into payment (company, "user", type, bill, total, state, date, page_key)
       values ($1, $2, 1, 1234.5, 1234.5, 'open', now(), 'the key of the page') returning payment_id::int as id`,
      [world.a, world.ownerA],
    )
    await page.setViewportSize({ width: 390, height: 800 })
    await page.emulateMedia({ colorScheme: scheme })
    const key = await payPageKey(stage.context, 'the key of the page')
    await page.goto(`${url}/pay?${new URLSearchParams({ lang, payment_id: String(payment?.id), key })}`)
    await expect(page.locator('html')).toHaveAttribute('dir', lang === 'ar' ? 'rtl' : 'ltr')
    await expect(page.getByRole('main')).toContainText('1,234.50')
    const expectNoFaults = async () => {
      expect((await axe(page).analyze()).violations).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    }
    await expectNoFaults()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status')).toBeVisible()
    await expectNoFaults()
    const [paid] = await database.asOwner('select state from payment where payment_id = $1', [payment?.id])
    expect(paid).toEqual({ state: 'applied' })
  })

test('@full a company from its first order over the end of its trial to its payment; staff join and lock their session', async ({
  page,
  browser,
  stage,
}) => {
  test.setTimeout(120_000)
  await createCompany(page, stage, `owner-${Date.now()}@example.com`)
  await addMerchant(page, stage)
  await takeOrder(page, stage, 'Ada Wong', '0171 5550001')

  await test.step('a person is invited, joins, locks and unlocks', async () => {
    const email = `guest-${Date.now()}@example.com`
    await page.goto(`${stage.url}/Company/Merchant`)
    await page.getByRole('button', { name: 'Users' }).click()
    await page.getByRole('button', { name: 'Invite by email' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByTestId('invite').getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByRole('button', { name: `Revoke invitation: ${email}` })).toBeVisible()
    const context = await browser.newContext()
    const guest = await context.newPage()
    await guest.goto(await linkTo(stage, email))
    await expect(guest.getByRole('heading', { name: 'Join Ida’s Kitchen' })).toBeVisible()
    await guest.getByLabel('New password').fill(PASSWORD)
    await guest.keyboard.press('Enter')
    // The profile asks for a name first (AUTH-11).
    const profile = guest.getByTestId('profile')
    await profile.getByLabel('Name', { exact: true }).fill('Omar Haddad')
    await profile.getByRole('button', { name: 'Save' }).click()
    await expect(profile).toBeHidden()
    await guest.goto(`${stage.url}/CreatePin`)
    await guest.getByLabel('PIN', { exact: true }).fill('4711')
    await guest.getByLabel('Repeat PIN').fill('4711')
    await guest.getByLabel('Current password').fill(PASSWORD)
    await guest.keyboard.press('Enter')
    await guest.getByTestId('enter-pin').getByLabel('PIN').fill('4711')
    await guest.keyboard.press('Enter')
    await expect(guest.getByRole('button', { name: 'Account: Omar Haddad' })).toBeVisible()
    await context.close()
  })

  await test.step('the trial ends: suspended, then blocked', async () => {
    stage.later(31)
    await stage.bill()
    await page.goto(`${stage.url}/Company/Order`)
    await expect(page.getByTestId('company-suspended')).toContainText('Service is suspended')
    stage.later(14)
    await stage.bill()
    await page.reload()
    await expect(page.getByTestId('disabled-dialog')).toContainText(/The subscription expired 1[56] days ago/)
  })

  await test.step('paying makes it active again', async () => {
    await page.getByRole('link', { name: 'Open tariff' }).click()
    await topUp(page)
    await expect(page.getByTestId('notices')).toContainText('Balance topped up', { timeout: 20_000 })
    await expect(page.getByTestId('company-suspended')).toBeHidden()
    await page.goto(`${stage.url}/Company/Order`)
    await expect(page.getByTestId('board')).toContainText('Ada Wong')
    await takeOrder(page, stage, 'Bo Lind', '0171 6660002')
    const [company] = await stage.database.asOwner(
      `select c.trial, c.enable, c.suspended, c.balance::text, (select array_agg(b.kind order by b.booking_id) from booking b where b.company = c.company_id) as booked
       from company c order by company_id desc limit 1`,
    )
    expect(company).toEqual({ trial: 0, enable: 1, suspended: 0, balance: '0.00', booked: ['payment', 'subscription'] })
  })
})
