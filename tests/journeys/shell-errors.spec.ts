import type { Page } from '@playwright/test'
import { expect, signIn, test } from './support.ts'

test.beforeEach(async ({ stage }) => {
  await stage.order()
  await stage.database.asOwner('update admin set company = $1 where login = $2', [stage.world.a, 'platform'])
})

test('ERR-01: a call that times out shows "Server error"', { tag: '@full' }, async ({ page, stage }) => {
  await page.clock.install()
  await signIn(page, stage, 'platform')
  await page.route('**/api', (route) =>
    (route.request().postData() ?? '').includes('method=saveData') ? new Promise(() => {}) : route.fallback(),
  )
  await page.getByRole('button', { name: 'Account:' }).click()
  const asked = page.waitForRequest((request) => (request.postData() ?? '').includes('method=saveData'))
  await page.getByRole('menuitemradio', { name: 'Beta' }).click()
  await asked
  await page.clock.fastForward(20_000)
  await expect(page.locator('[data-notice=negative]')).toContainText('Server error')
})

test('SHELL-34: a message vanishes after 5 s', async ({ page, stage }) => {
  await page.clock.install()
  await signIn(page, stage, 'platform')
  await page.getByRole('button', { name: 'Account:' }).click()
  await page.getByRole('menuitemradio', { name: 'Beta' }).click()
  await expect(page.locator('[data-notice=positive]')).toContainText('Company selected')
  await page.clock.fastForward(5000)
  await expect(page.locator('[data-notice=positive]')).toBeHidden()
})

test('ERR-11: a page missing after an update says so, and can be reloaded', { tag: '@full' }, async ({ page, stage }) => {
  await signIn(page, stage, 'owner')
  await page.route('**/assets/subscription-page-*', (route) => route.fulfill({ status: 404, body: 'Not found' }))
  await page.goto(`${stage.url}/Company/Tariff`)
  const errorPage = page.getByTestId('error-page')
  await expect(errorPage.getByRole('alert')).toHaveText("Can't load the page")
  await expect(errorPage).toContainText('chunk_failed')
  await expect(page.getByTestId('menu')).toBeVisible()
  await page.unroute('**/assets/subscription-page-*')
  await errorPage.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Tariff' })).toBeVisible()
})

test('ERR-11: a page that takes over 10 s says what is loading and offers a retry', { tag: '@full' }, async ({ page, stage }) => {
  await signIn(page, stage, 'owner')
  await page.clock.install()
  let hangs = true
  await page.route('**/assets/subscription-page-*', (route) => (hangs ? new Promise(() => {}) : route.continue()))
  const asked = page.waitForRequest('**/assets/subscription-page-*')
  await page.keyboard.type('gt')
  await asked
  const late = page.getByTestId('late-page')
  await page.clock.fastForward(9000)
  await expect(late).toBeHidden()
  await page.clock.fastForward(1000)
  await expect(late).toContainText('The page is still loading')
  hangs = false
  await late.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Tariff' })).toBeVisible()
})

const parts = [
  { part: 'palette', open: (page: Page) => page.keyboard.press('Control+k') },
  { part: 'order-drawer', open: (page: Page) => page.locator('[data-order]').click() },
  { part: 'recall-dialog', open: (page: Page) => page.keyboard.press('r') },
  {
    part: 'courier-dialog',
    open: async (page: Page) => {
      await page.locator('[data-order] .open').focus()
      await page.keyboard.press('d')
    },
  },
]
for (const { part, open } of parts) {
  test(`ERR-11: ${part}, if missing or slow to load, leaves the board unchanged`, { tag: '@full' }, async ({ page, stage }) => {
    await page.clock.install()
    for (const fate of ['fails', 'hangs']) {
      // From the start, because the board preloads some of its chunks.
      await page.route(`**/assets/${part}-*`, (route) => (fate === 'fails' ? route.abort() : new Promise(() => {})))
      const asked = page.waitForRequest(`**/assets/${part}-*`)
      if (fate === 'fails') await signIn(page, stage, 'owner')
      else await page.reload()
      await expect(page.getByTestId('board')).toBeVisible()
      await open(page)
      await asked
      if (fate === 'hangs') await page.clock.runFor(10_000)
      const notice = page.locator(fate === 'fails' ? '[data-notice=negative]' : '[data-notice=warning]')
      await expect(notice).toContainText(fate === 'fails' ? "Can't load the page" : 'Still loading.')
      await expect(page.getByTestId('board')).toBeVisible()
      await page.keyboard.press('?')
      await expect(page.getByTestId('keys-dialog')).toBeVisible()
      await page.unroute(`**/assets/${part}-*`)
    }
  })
}

test('ERR-10: an error thrown by a page is shown as text', { tag: '@full' }, async ({ page, stage }) => {
  await signIn(page, stage, 'owner')
  await page.route('**/assets/subscription-page-*', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export function SubscriptionPage() { throw new Error('No tariff <b>here</b>') }`,
    }),
  )
  await page.keyboard.type('gt')
  await expect(page.getByTestId('error-page')).toContainText('No tariff <b>here</b>')
})
