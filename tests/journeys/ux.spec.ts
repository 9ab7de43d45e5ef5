import { editor, openList, row, rowsOf } from './records-support.ts'
import { card, column, expect, signIn, test } from './support.ts'

const cuisines = (...names: string[]) => names.map((name, n) => ({ name: { en: name }, order: n + 1 }))

test('BOARD-21: a card is dragged by keyboard, and each step is announced', async ({ page, stage }) => {
  const order = await stage.order({ ticket: 7 })
  await signIn(page, stage, 'owner')
  const said = page.locator('[aria-live=assertive]')
  async function dragRight(): Promise<void> {
    await page.keyboard.press('Space')
    await expect(said).toContainText('#7 Pizzeria picked up.')
    await expect(page.locator('[data-lifted]')).toBeVisible()
    // No one presses the next key before the lifted card is drawn.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await page.keyboard.press('ArrowRight')
    await expect(said).toContainText('#7 Pizzeria is over column Accepted.')
  }
  await card(page, order).locator('.open').focus()
  await dragRight()
  await page.keyboard.press('Escape')
  await expect(said).toContainText('#7 Pizzeria is back in its place.')
  await expect(column(page, stage, 2).getByTestId(`card-${order}`)).toBeVisible()
  await dragRight()
  await page.keyboard.press('Space')
  await expect(said).toContainText('#7 Pizzeria dropped in column Accepted.')
  await expect.poll(() => stage.statusOf(order)).toBe(3)
})

test('fast content shows no placeholder first', { tag: '@full' }, async ({ page, stage }) => {
  await stage.order()
  await signIn(page, stage, 'owner')
  for (const path of ['/Company/Order', '/Company/Tag']) {
    const held = Promise.withResolvers<void>()
    await page.route('**/api', async (route) => {
      if (/method=(getData|kanban)/i.test(route.request().postData() ?? '')) await held.promise
      await route.fallback()
    })
    await page.goto(new URL(path, stage.url).href)
    const delays = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .filter((animation) => animation instanceof CSSAnimation && animation.animationName.includes('appear'))
          .map((animation) => animation.effect?.getTiming().delay),
      )
    await expect.poll(delays).toEqual([200])
    held.resolve()
    await page.unroute('**/api')
  }
})

test(
  'a record opens in a new tab by middle click, and its number and link can be copied',
  { tag: '@full' },
  async ({ page, stage, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const [id = 0] = await rowsOf(stage, 'cuisine', cuisines('Thai'))
    await openList(page, stage, '/Company/Tag')
    const opened = context.waitForEvent('page')
    await row(page, id).getByRole('link').click({ button: 'middle' })
    await expect(editor(await opened)).toContainText('Thai')
    await expect(editor(page)).toBeHidden()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    for (const [name, text] of [
      ['Copy number', String(id)],
      ['Copy link', new URL(`/Company/Tag?id=${id}&company=${stage.world.a}`, stage.url).href],
    ] as const) {
      await row(page, id)
        .getByRole('button', { name: /^Actions for/ })
        .click()
      await page.getByRole('menuitem', { name }).click()
      await expect.poll(copied).toBe(text)
    }
  },
)

test('the chosen row density is kept after a reload', { tag: '@full' }, async ({ page, stage }) => {
  const [id = 0] = await rowsOf(stage, 'cuisine', cuisines('Thai'))
  await openList(page, stage, '/Company/Tag')
  const height = async () => (await row(page, id).boundingBox())?.height ?? 0
  const usual = await height()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Compact rows' }).click()
  await expect.poll(height).toBeLessThan(usual)
  await page.reload()
  await expect(row(page, id)).toBeVisible()
  expect(await height()).toBeLessThan(usual)
})

test('the default theme is that of the system, also when that changes', { tag: '@full' }, async ({ page, stage }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(stage.url)
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveClass(/light/)
})

test('menu entries are links: middle click opens a new tab', { tag: '@full' }, async ({ page, stage, context }) => {
  await stage.order()
  await signIn(page, stage, 'owner')
  const opened = context.waitForEvent('page')
  await page.getByTestId('menu').getByRole('link', { name: 'Tariff', exact: true }).click({ button: 'middle' })
  await expect(await opened).toHaveURL(/Company\/Tariff/)
  await expect(page.getByTestId('board')).toBeVisible()
})
