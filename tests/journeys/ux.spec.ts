import { editor, openList, row, rows, rowsOf } from './records-support.ts'
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
    // No person presses the next key before the lifted card is drawn.
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

test('an empty list says why and what to do: add a record, or search for less', { tag: '@full' }, async ({ page, stage }) => {
  await rowsOf(stage, 'cuisine', [])
  await openList(page, stage, '/Company/Tag')
  await expect(page.getByTestId('list-none')).toContainText('Nothing here yet')
  await page.getByTestId('list-none').getByRole('button', { name: 'Add record' }).click()
  await expect(editor(page)).toContainText('New record')
  await rowsOf(stage, 'cuisine', cuisines('Thai'))
  await page.goto(new URL('/Company/Tag?search=nobody', stage.url).href)
  await expect(page.getByTestId('list-no-match')).toContainText('No records match your search and filters')
  await page.getByTestId('list-no-match').getByRole('button', { name: 'Show all' }).click()
  await expect(rows(page)).toHaveCount(1)
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

test(
  'the open tab of an editor is in the address: a link and a reload show it again',
  { tag: '@full' },
  async ({ page, stage }) => {
    await openList(page, stage, `/Company/User?id=${stage.world.userA}`)
    const tabs = editor(page).getByRole('tab')
    const [first, second] = [tabs.first(), tabs.nth(1)]
    await expect(first).toHaveAttribute('aria-selected', 'true')
    await second.click()
    const name = (await second.textContent()) ?? ''
    await expect.poll(() => new URL(page.url()).searchParams.get('tab')).toBe(name)
    await page.reload()
    await expect(second).toHaveAttribute('aria-selected', 'true')
  },
)

test('menu entries are links: middle click opens a new tab', { tag: '@full' }, async ({ page, stage, context }) => {
  await stage.order()
  await signIn(page, stage, 'owner')
  const opened = context.waitForEvent('page')
  await page.getByTestId('menu').getByRole('link', { name: 'Tariff', exact: true }).click({ button: 'middle' })
  await expect(await opened).toHaveURL(/Company\/Tariff/)
  await expect(page.getByTestId('board')).toBeVisible()
})

test('BOARD-35 BOARD-36: late orders are marked by colour, sign and words', { tag: '@full' }, async ({ page, stage }) => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const late = await stage.order({ time_create: ago(80), time_finish: ago(10) })
  const good = await stage.order({ time_finish: ago(-50) })
  await signIn(page, stage, 'owner')
  const countdown = (order: number) => card(page, order).getByTestId('countdown')
  const looksOf = (order: number) =>
    countdown(order).evaluate((element) => [getComputedStyle(element).color, element.querySelector('svg')?.innerHTML ?? ''])
  await expect(countdown(late).getByRole('img', { name: 'late by' })).toBeVisible()
  await expect(countdown(good).getByRole('img', { name: 'time left' })).toBeVisible()
  const [[lateColour, lateSign], [onTimeColour, onTimeSign]] = [await looksOf(late), await looksOf(good)]
  expect([lateColour === onTimeColour, lateSign === onTimeSign, lateSign === '']).toEqual([false, false, false])
  await expect(card(page, late)).not.toContainText('min old')
})

test('LIST-02: two quick clicks on a row add one history entry', { tag: '@full' }, async ({ page, stage }) => {
  const [id = 0] = await rowsOf(stage, 'cuisine', cuisines('Thai'))
  await openList(page, stage, '/Company/Tag')
  // Both before anything is drawn, like a fast hand on a slow machine.
  const steps = await row(page, id).evaluate((line) => {
    let pushed = 0
    const push = window.history.pushState.bind(window.history)
    window.history.pushState = (...given) => {
      pushed += 1
      push(...given)
    }
    const cell = line.querySelector<HTMLElement>('td:last-child')
    cell?.click()
    cell?.click()
    return pushed
  })
  expect(steps).toBe(1)
  await expect(editor(page)).toBeVisible()
  await page.goBack()
  await expect(editor(page)).toBeHidden()
  await expect(rows(page)).toHaveCount(1)
})

test(
  'LIST-04 LIST-05: on a phone the pager buttons fit in one row, in every language',
  { tag: '@full' },
  async ({ page, stage }) => {
    await rowsOf(stage, 'cuisine', [])
    await stage.database.asOwner(
      `insert into cuisine (company, name, "order") select $1, '{"en": "Kitchen"}', n from generate_series(1, 2000) n`,
      [stage.world.a],
    )
    await page.setViewportSize({ width: 390, height: 844 })
    await openList(page, stage, '/Company/Tag?page=120')
    for (const lang of ['en', 'ru', 'ar']) {
      await page.evaluate((code) => localStorage.setItem('tiffin.lang', code), lang)
      await page.reload()
      await expect(rows(page).first()).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      const [back, on] = await page.getByTestId('list-count').evaluate((line) => {
        const buttons = [...(line.parentElement?.querySelectorAll('button') ?? [])]
        return buttons.map((button) => button.getBoundingClientRect().top)
      })
      expect(on).toBe(back)
    }
  },
)

for (const lang of ['en', 'ru', 'ar'])
  test(
    `MERCH-21: the access table fits on a desktop, ${lang}`,
    { tag: lang === 'ru' ? [] : '@full' },
    async ({ page, stage }) => {
      await page.setViewportSize({ width: 1440, height: 900 })
      const [merchant] = stage.world.merchants
      await openList(page, stage, `/Company/Merchant?id=${merchant}&tab=Access`)
      await page.evaluate((code) => localStorage.setItem('tiffin.lang', code), lang)
      await page.reload()
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      const table = page.getByTestId(`access-${stage.world.operatorA}`)
      await expect(table).toBeVisible()
      const beyond = await table.evaluate((line) => {
        const region = line.closest('[role=region]')
        return (region?.scrollWidth ?? 0) - (region?.clientWidth ?? 0)
      })
      expect(beyond).toBe(0)
    },
  )
