import type { Page } from '@playwright/test'
import { insertRow } from '@tiffin/server/test'
import { expect, linkTo, startSession, type Stage, test } from './support.ts'

async function register(page: Page, stage: Stage, email: string, name: string): Promise<string> {
  await page.goto(stage.url)
  await page.getByRole('link', { name: 'Create account' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('check-mail')).toContainText(email)
  return linkTo(stage, email)
}

test('NAV-02 NAV-03 NAV-09 NAV-10: a stranger registers, confirms, sets a password, and locks the session with a PIN', async ({
  page,
  stage,
}) => {
  const email = `stranger-${Date.now()}@example.com`
  const link = await register(page, stage, email, 'Ida Brandt')
  await page.goto(link)
  await page.getByLabel('New password').fill('password1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('too common')
  await page.getByLabel('New password').fill('correct horse battery')
  await page.keyboard.press('Enter')
  // A person without a company is asked to create one (AMB-249).
  await page.getByTestId('create-company').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Account: Ida Brandt' }).click()
  await page.getByRole('menuitem', { name: /^Lock/ }).click()
  await page.getByLabel('PIN', { exact: true }).fill('4711')
  await page.getByLabel('Repeat PIN').fill('4711')
  await page.getByLabel('Current password').fill('correct horse battery')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('enter-pin')).toBeVisible()
  await page.reload()
  await page.getByLabel('PIN', { exact: true }).fill('0000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Attempts left: 4')
  await page.getByLabel('PIN', { exact: true }).fill('4711')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('create-company')).toBeVisible()

  await page.goto(link)
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('This link has already been used')
})

test('an owner invites a person, who sets a password and works there', async ({ page, browser, stage }) => {
  const email = `guest-${Date.now()}@example.com`
  await startSession(page, stage.url, 'owner')
  await page.goto(`${stage.url}/Company/Merchant`)
  await page.getByRole('button', { name: 'Users' }).click()
  await page.getByRole('button', { name: 'Invite by email' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByTestId('invite').getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('button', { name: `Revoke invitation: ${email}` })).toBeVisible()
  const context = await browser.newContext()
  const guest = await context.newPage()
  await guest.goto(await linkTo(stage, email))
  await guest.getByLabel('New password').fill('correct horse battery')
  await guest.keyboard.press('Enter')
  // The profile asks for a name first (AUTH-11).
  await expect(guest.getByTestId('profile')).toBeVisible()
  await expect(guest.getByTestId('profile').locator('[data-field=login] input')).toHaveValue(email)
  await context.close()
})

test('SHELL-02: no page lets a courier or a customer in', async ({ page, stage }) => {
  const phone = '4915188888'
  const values = { company: stage.world.a, phone, code_value: '1234' }
  await insertRow(stage.database, 'courier', { ...values, name: 'Cora' })
  await insertRow(stage.database, 'user', { ...values, name: 'Carl' })
  await page.goto(`${stage.url}/ClassicAuth`)
  await page.getByLabel('Login').fill(phone)
  await page.getByLabel('Password', { exact: true }).fill('1234')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Wrong login or password')
  await page.goto(`${stage.url}/Phone`)
  await page.getByLabel('Phone', { exact: true }).fill(phone)
  await page.keyboard.press('Enter')
  await page.getByLabel('Code from the message').fill('1234')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('The code is incorrect')
  expect(await stage.database.asOwner('select from outbox where recipient = $1', [phone])).toEqual([])
})
