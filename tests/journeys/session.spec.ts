import type { Page } from '@playwright/test'
import { expect, signIn, type Stage, test } from './support.ts'
import { PASSWORD } from '@tiffin/server/test'

const dialog = (page: Page) => page.getByTestId('session-dialog')

/** Sets the remaining seconds of the session, in the database and on the page's clock. */
async function leave(page: Page, stage: Stage, seconds: number): Promise<void> {
  await stage.database.asOwner(`update session set expires = now() + make_interval(secs => $1)`, [seconds])
  await page.clock.fastForward((3600 - seconds) * 1000)
}

async function askToExit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account:' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

async function exit(page: Page): Promise<void> {
  await askToExit(page)
  await page.getByTestId('exit-dialog').getByRole('button', { name: 'Sign out' }).click()
}

test.beforeEach(async ({ page, stage }) => {
  await stage.order()
  await page.clock.install()
})

test('AUTH-06 AUTH-07 AUTH-08: asks before the session ends, counts down, and continues when the user stays', async ({
  page,
  stage,
}) => {
  await signIn(page, stage, 'owner')
  await leave(page, stage, 30)
  await expect(dialog(page)).toBeVisible()
  await expect(page.getByTestId('session-left')).toHaveText(/^0:(30|2\d)$/)
  await page.clock.fastForward(10_000)
  await expect(page.getByTestId('session-left')).toHaveText(/^0:(20|1\d)$/)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeVisible()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect(dialog(page)).toBeHidden()
  const [row] = await stage.database.asOwner<{ left: number }>(
    'select extract(epoch from max(expires) - now())::int as left from session',
  )
  expect(row?.left).toBeGreaterThan(3000)
})

test('AUTH-09 AUTH-12: Exit in that dialog signs out', async ({ page, stage }) => {
  await stage.database.asOwner('delete from session')
  await signIn(page, stage, 'owner')
  await leave(page, stage, 30)
  await dialog(page).getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByLabel('Login')).toBeVisible()
  expect(await stage.database.asOwner('select 1 from session')).toEqual([])
})

test('AUTH-10 NAV-65: an expired session leads to the sign-in, which says so, and back', async ({ page, stage }) => {
  await page.addInitScript(() => localStorage.setItem('tiffin.lang', 'ru'))
  await signInRussian(page, stage)
  await leave(page, stage, 0)
  await expect(page.getByText('Таймаут сессии')).toBeVisible()
  await expect(page).toHaveURL(`${stage.url}/`)
  await signInRussian(page, stage)
  await expect(page).toHaveURL(/\/Company\/Order(\?|$)/)
})

test('AUTH-01: after a wrong password, the next one replaces it', async ({ page, stage }) => {
  await page.goto(stage.url)
  await page.getByLabel('Login').fill('owner')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('not-this-one')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).not.toBeEmpty()
  await expect(password).toBeFocused()
  await page.keyboard.type('tiffin-demo')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('board')).toBeVisible()
})

async function signInRussian(page: Page, stage: Stage): Promise<void> {
  if (!page.url().startsWith(stage.url)) await page.goto(stage.url)
  await page.getByLabel('Логин').fill('owner')
  await page.getByLabel('Пароль', { exact: true }).fill('tiffin-demo')
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(page.getByTestId('board')).toBeVisible()
}

test(
  'two tabs share one session: staying in one keeps both, signing out ends both, and the next user is in both',
  { tag: '@full' },
  async ({ page, stage, context }) => {
    await signIn(page, stage, 'owner')
    const other = await context.newPage()
    await other.clock.install()
    await other.goto(`${stage.url}/Company/Order`)
    await expect(other.getByTestId('board')).toBeVisible()
    await leave(page, stage, 30)
    await other.clock.fastForward(3_570_000)
    await expect(dialog(page)).toBeVisible()
    await expect(dialog(other)).toBeVisible()
    await page.getByRole('button', { name: 'Stay here' }).click()
    await expect(dialog(other)).toBeHidden()
    await exit(page)
    await expect(page.getByLabel('Login')).toBeVisible()
    await expect(other.getByLabel('Login')).toBeVisible()
    await page.getByLabel('Login').fill('operator')
    await page.getByLabel('Password', { exact: true }).fill('tiffin-demo')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(other.getByRole('button', { name: 'Account: Otto' })).toBeVisible()
    await expect(other.getByTestId('board')).toBeVisible()
  },
)

test('AUTH-12: a reload does not undo an offline sign-out', { tag: '@full' }, async ({ page, stage }) => {
  await stage.database.asOwner('delete from session')
  await signIn(page, stage, 'owner')
  await page.route('**/api', (route) => route.abort('internetdisconnected'))
  await exit(page)
  await expect(page.getByLabel('Login')).toBeVisible()
  await page.unroute('**/api')
  const sessions = () => stage.database.asOwner('select 1 from session')
  expect(await sessions()).toHaveLength(1)
  await page.reload()
  await expect(page.getByLabel('Login')).toBeVisible()
  expect(await sessions()).toEqual([])
})

test(
  'AUTH-12: a late answer to a sign-out does not affect a new sign-in in another tab',
  { tag: '@full' },
  async ({ page, stage, context }) => {
    await signIn(page, stage, 'owner')
    const other = await context.newPage()
    await other.goto(`${stage.url}/Company/Order`)
    await expect(other.getByTestId('board')).toBeVisible()
    const gate = Promise.withResolvers<undefined>()
    await page.route('**/api', async (route) => {
      if (!(route.request().postData() ?? '').includes('method=SignOut')) return route.fallback()
      const response = await route.fetch()
      await gate.promise
      return route.fulfill({ response })
    })
    await askToExit(page)
    const answered = page.waitForResponse((response) => (response.request().postData() ?? '').includes('method=SignOut'))
    await page.getByTestId('exit-dialog').getByRole('button', { name: 'Sign out' }).click()
    await expect(other.getByLabel('Login')).toBeVisible()
    // By its form, which also ends the wait for the previous sign-out.
    await other.getByLabel('Login').fill('operator')
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(other.getByTestId('board')).toBeVisible()
    gate.resolve(undefined)
    await answered
    await other.reload()
    await expect(other.getByRole('button', { name: 'Account: Otto' })).toBeVisible()
  },
)

test('SHELL-15 SHELL-16: Exit asks first, and can end the sessions of all devices', async ({ page, stage, browser }) => {
  await stage.database.asOwner('delete from session')
  await signIn(page, stage, 'owner')
  const elsewhere = await (await browser.newContext()).newPage()
  await signIn(elsewhere, stage, 'owner')
  await askToExit(page)
  await page.getByTestId('exit-dialog').getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByTestId('exit-dialog')).toBeHidden()
  await askToExit(page)
  await page.getByLabel('On all my devices').check()
  await page.getByTestId('exit-dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByLabel('Login')).toBeVisible()
  await expect(elsewhere.getByLabel('Login')).toBeVisible()
  expect(await stage.database.asOwner('select 1 from session')).toEqual([])
  await elsewhere.context().close()
})
