import type { Page } from '@playwright/test'
import { expectedAdministratorRoutes, expectedCompanyRoutes, inMenu } from '../fixtures/navigation.ts'
import { chooseLanguage, card, expect, resize, signIn, test } from './support.ts'

const menu = (page: Page) => page.getByTestId('menu')

test.beforeEach(async ({ stage }) => {
  await stage.order()
  await stage.database.asOwner('update admin set company = $1 where login = $2', [stage.world.a, 'platform'])
})

for (const { login, routes } of [
  { login: 'platform', routes: inMenu([...expectedCompanyRoutes, ...expectedAdministratorRoutes]) },
  { login: 'owner', routes: inMenu(expectedCompanyRoutes) },
]) {
  const title = `SHELL-20 NAV-17 NAV-45 NAV-61: the menu of ${login} leads to every screen that is built, and none is missing`
  test(title, { tag: login === 'owner' ? [] : '@full' }, async ({ page, stage }) => {
    test.slow()
    await stage.database.asOwner(
      `update company set ${expectedCompanyRoutes
        .flatMap(({ option }) => option || [])
        .map((option) => `${option} = 1`)
        .join(', ')}`,
    )
    await signIn(page, stage, login)
    const links = menu(page).getByRole('link')
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    expect(new Set(hrefs)).toEqual(new Set(routes.map(({ path }) => path)))
    expect(hrefs).toHaveLength(routes.length)
    for (const { path } of routes) {
      await menu(page).locator(`a[href="${path}"]`).click()
      await expect(page).toHaveURL((url) => url.pathname === path)
      const heading = page.getByRole('main').getByRole('heading', { level: 1 })
      await expect(heading).toHaveCount(1)
      await expect(heading).not.toHaveText(/404|Something went wrong/)
    }
  })
}

for (const { name, path, option } of expectedCompanyRoutes.filter((route) => route.option)) {
  test(
    `GATE-01 GATE-02 GATE-12: without ${option} ${name} offers it, and leads to the tariff`,
    { tag: option === 'allow_promocode' ? [] : '@full' },
    async ({ page, stage }) => {
      await stage.database.asOwner(`update company set ${option} = 0`)
      await signIn(page, stage, 'owner')
      await page.goto(stage.url + path)
      const placeholder = page.getByTestId('option-missing')
      await expect(placeholder.getByTestId('upsell')).toContainText('Not enabled for your company: ')
      await placeholder.getByRole('link', { name: 'Open tariff' }).click()
      await expect(page).toHaveURL(/\/Company\/Tariff$/)
      await stage.database.asOwner(`update company set ${option} = 1`)
      await page.goto(stage.url + path)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      await expect(placeholder).toBeHidden()
    },
  )
}

test(
  'SHELL-41: shows the state of the console to platform administrators, without secrets',
  { tag: '@full' },
  async ({ page, stage }) => {
    await signIn(page, stage, 'platform')
    await page.goto(`${stage.url}/Tasks`)
    const state = page.getByTestId('state')
    await expect(state).toContainText('"login": "platform"')
    await expect(state).toContainText('"token": "•••"')
    await expect(state).toContainText('"settings": "•••"')
    await expect(menu(page).locator('a[href="/Tasks"]')).toHaveCount(0)
    await page.context().clearCookies()
    await signIn(page, stage, 'owner')
    await page.goto(`${stage.url}/Tasks`)
    await expect(page.getByText('Page not found')).toBeVisible()
  },
)

test('SHELL-38: a page is as high as the window minus the bar, at every width', { tag: '@full' }, async ({ page, stage }) => {
  await signIn(page, stage, 'owner')
  for (const [width, height] of [
    [1440, 900],
    [2560, 1300],
    [390, 844],
    [320, 500],
  ] as const) {
    await resize(page, width, height)
    const bar = await page.getByRole('banner').boundingBox()
    const main = await page.getByRole('main').boundingBox()
    expect(main).toMatchObject({ y: bar?.height, height: height - (bar?.height ?? 0) })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})

for (const { login, companies } of [
  { login: 'owner', companies: 'their only company' },
  { login: 'platform', companies: 'one of several companies' },
])
  test(
    `SHELL-13 SHELL-38: on a phone the long name of ${companies} is truncated`,
    { tag: login === 'owner' ? [] : '@full' },
    async ({ page, stage }) => {
      const rename = 'update company set name = $1 where company_id = $2'
      await stage.database.asOwner(rename, [{ en: 'Шафрановая улица и друзья, кухня и доставка, город' }, stage.world.a])
      const order = await stage.order()
      await signIn(page, stage, login)
      const bar = page.getByRole('banner')
      const parts = [
        ...(await bar.getByRole('button').all()),
        bar.getByRole('link', { name: 'To the order page' }),
        page.getByRole('button', { name: 'Reload' }),
        card(page, order).locator('.moves'),
      ]
      for (const width of [390, 360, 320]) {
        await resize(page, width, 700)
        await card(page, order).scrollIntoViewIfNeeded()
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        for (const part of parts) {
          const box = await part.boundingBox()
          if (!box) throw new Error(`${part.toString()} is not shown`)
          expect(box.x).toBeGreaterThanOrEqual(0)
          expect(box.x + box.width).toBeLessThanOrEqual(width)
          expect(box.width).toBeGreaterThanOrEqual(24)
        }
      }
      await stage.database.asOwner(rename, [{ en: 'Alpha' }, stage.world.a])
    },
  )

test(
  'SHELL-13 SHELL-15: the bar has menu, chat, sound and account; the account has companies, language, theme, help and exit',
  { tag: '@full' },
  async ({ page, stage }) => {
    await signIn(page, stage, 'platform')
    const bar = page.getByRole('banner')
    await expect(bar.getByRole('button', { name: 'Menu' })).toBeVisible()
    await bar.getByRole('button', { name: 'Account:' }).click()
    await expect(page.getByRole('menuitemradio')).toHaveText(['Alpha', 'Beta'])
    await page.getByRole('menuitem', { name: 'Theme' }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await expect(page.locator('html')).toHaveClass(/dark/)
    await chooseLanguage(page, 'العربية')
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await page.getByRole('banner').locator('[aria-haspopup=menu]').last().click()
    await page.getByRole('menuitem', { name: 'اللغة' }).click()
    await page.getByRole('menuitemradio', { name: 'en' }).click()
    await bar.getByRole('button', { name: 'Account:' }).click()
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    await expect(page.getByTestId('keys-dialog')).toBeVisible()
  },
)

test('COMP-19: the user is reloaded for the company after a switch', { tag: '@full' }, async ({ page, stage }) => {
  await page.clock.install()
  await signIn(page, stage, 'platform')
  const asked: string[] = []
  page.on('request', (request) => {
    const form = new URLSearchParams(request.postData() ?? '')
    if (form.get('method') === 'checkAuth') asked.push(form.get('company') ?? '')
  })
  await page.getByRole('button', { name: 'Account:' }).click()
  await page.getByRole('menuitemradio', { name: 'Beta' }).click()
  await expect(page.getByRole('button', { name: 'Company: Beta' })).toBeVisible()
  const before = asked.length
  await page.clock.fastForward(1000)
  await expect.poll(() => asked.length).toBeGreaterThan(before)
  expect(asked.at(-1)).toBe(String(stage.world.b))
})

test('NAV-15: unknown addresses lead to the page named error404-page', async ({ page, stage }) => {
  await signIn(page, stage, 'owner')
  for (const address of ['/error404-page', '/Company/Nothing', '/Administrator/Company']) {
    await page.goto(stage.url + address)
    await expect(page.locator('[data-route=error404-page]')).toContainText('404')
  }
})
