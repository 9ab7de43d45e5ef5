import type { CDPSession, Page } from '@playwright/test'
import { codeOfApp, insertRow, PASSWORD } from '@tiffin/server/test'
import { expect, type Stage, test } from './support.ts'

/** A device whose fingerprint sensor accepts every request. */
async function addDevice(page: Page): Promise<{ cdp: CDPSession; remove: () => Promise<void> }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, remove: () => cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }).then(() => undefined) }
}

/** A platform administrator of this test alone. */
async function person(stage: Stage): Promise<string> {
  const login = `factor-${Date.now()}`
  // The tour would start over the page.
  await insertRow(stage.database, 'admin', { login, name: 'Ida', role: 1, settings: { tour: 'done' } })
  await stage.database.asOwner(
    `update admin set password = (select password from admin where login = 'owner') where login = $1`,
    [login],
  )
  return login
}

async function enter(page: Page, login: string): Promise<void> {
  await page.getByLabel('Login').fill(login)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
}

async function openProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: /^Profile/ }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByTestId('profile').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Exit' }).click()
  await page.getByTestId('exit-dialog').getByRole('button', { name: 'Exit' }).click()
}

test('a passkey is added, signs in alone and as the second step, and stops working when it is removed', async ({
  page,
  stage,
}) => {
  const login = await person(stage)
  const { remove } = await addDevice(page)
  await page.goto(stage.url.replace('127.0.0.1', 'localhost'))
  await enter(page, login)
  await openProfile(page)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const dialog = page.getByTestId('add-passkey')
  await dialog.getByLabel('Passkey name').fill('Laptop')
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  const codes = page.getByTestId('recovery-codes').getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = await codes.first().innerText()
  await page.getByRole('button', { name: 'I have saved the codes' }).click()
  await expect(page.getByTestId('factors')).toContainText('Laptop')
  await signOut(page)

  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await openProfile(page)
  await expect(page.getByTestId('factors')).toContainText('Last used')
  await signOut(page)

  await enter(page, login)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await openProfile(page)
  await page.getByRole('button', { name: 'Remove Laptop' }).click()
  const question = page.getByTestId('remove-factor')
  await question.getByLabel('Current password').fill(PASSWORD)
  await question.getByLabel('Code or recovery code').fill(recovery)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('factors')).not.toContainText('Laptop')
  await signOut(page)

  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('This passkey was not accepted')
  await remove()
})

test(
  'an authenticator app is set up in the profile and asked for after the password',
  { tag: '@full' },
  async ({ page, stage }) => {
    const login = await person(stage)
    await page.goto(stage.url.replace('127.0.0.1', 'localhost'))
    await enter(page, login)
    await openProfile(page)
    await page.getByRole('button', { name: 'Set up authenticator app' }).click()
    await page.getByTestId('set-up-totp').getByLabel('Current password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    const secret = (await page.getByTestId('totp-secret').innerText()).replaceAll(' ', '')
    await page.getByLabel('Code from your authenticator app').fill(codeOfApp(secret, Date.now() - 30_000))
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'I have saved the codes' }).click()
    await signOut(page)

    await enter(page, login)
    await page.getByLabel('Code from your authenticator app').fill('000000')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('incorrect')
    await page.getByLabel('Code from your authenticator app').fill(codeOfApp(secret))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible()
  },
)
