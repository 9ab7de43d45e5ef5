import type { Page } from '@playwright/test'
import { expectedAdministratorRoutes, expectedCompanyRoutes, inMenu } from '../fixtures/navigation.ts'
import { expect, signIn, test } from './support.ts'

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
      `update company set ${[...new Set(expectedCompanyRoutes.flatMap(({ option }) => option || []))]
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
