import { card, column, expect, signIn, type Page, test } from './support.ts'

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search orders' })
const address = (page: Page) => new URL(page.url()).searchParams
/** The server's error for a read that times out. */
const timeout = { status: 'FAIL', code: 'timeout', error: 'The search took too long. Narrow it and try again.', server_time: 1 }
const yesterday = new Date(Date.now() - 86_400_000).toISOString()

test('BOARD-01 BOARD-06 BOARD-20: merchants, days and search are in the address; reload and Back restore the board', async ({
  page,
  stage,
}) => {
  const [pizza, sushi] = stage.world.merchants
  const done = { order_status: stage.status(8), time_create: yesterday }
  const here = await stage.order({ ...done, merchant: sushi, destination_address: 'Lindenweg 5' })
  const other = await stage.order({ ...done, merchant: sushi, destination_address: 'Elsewhere 9' })
  const open = await stage.order({ merchant: pizza })
  await page.clock.install()
  await signIn(page, stage, 'owner')
  await page.getByRole('button', { name: 'Merchants: All merchants' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Sushi' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => address(page).get('merchants')).toBe(String(sushi))
  await expect(card(page, open)).toBeHidden()
  await page.getByRole('button', { name: 'Period: The next 7 days' }).click()
  await page.getByRole('menuitemradio', { name: 'Yesterday', exact: true }).click()
  await expect.poll(() => address(page).get('period')).toBe('Yesterday')
  await expect(card(page, other)).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  await search(page).fill('ELSE')
  await page.clock.runFor(199)
  await expect(card(page, here)).toBeVisible()
  await search(page).fill('LINDEN')
  await page.clock.runFor(199)
  await expect(card(page, here)).toBeVisible()
  await expect(card(page, other)).toBeVisible()
  await page.clock.runFor(1)
  await expect(card(page, other)).toBeHidden()
  await page.clock.resume()
  await expect.poll(() => address(page).get('search')).toBe('LINDEN')
  await page.reload()
  await expect(card(page, here)).toBeVisible()
  await expect(search(page)).toHaveValue('LINDEN')
  await expect(card(page, other)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Merchants: Sushi' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Period: Yesterday' })).toBeVisible()
  // Typing is not a history step: Back goes to before the days were chosen.
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Period: The next 7 days' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Merchants: Sushi' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Merchants: All merchants' })).toBeVisible()
  await expect(card(page, open)).toBeVisible()
  // A reload shows the same as Back, and so does the link for another user with other settings.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Merchants: All merchants' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Period: The next 7 days' })).toBeVisible()
  await expect(card(page, open)).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('button', { name: 'Merchants: Sushi' })).toBeVisible()
})

test(
  'BOARD-01 NAV-01: board settings in the address of the sign-in apply before and after signing in',
  { tag: '@full' },
  async ({ page, stage }) => {
    const sushi = stage.world.merchants[1]
    const named = `${stage.url}/?merchants=${sushi}&period=Yesterday`
    const shows = async () => {
      await expect(page.getByRole('button', { name: 'Merchants: Sushi' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Period: Yesterday' })).toBeVisible()
    }
    await page.goto(named)
    await page.getByLabel('Login').fill('owner')
    await page.getByLabel('Password', { exact: true }).fill('tiffin-demo')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await shows()
    await page.goto(`${stage.url}/Company/Tariff`)
    await expect(page.getByRole('heading', { name: 'Tariff' })).toBeVisible()
    await page.goto(named)
    await shows()
  },
)

test(
  'BOARD-32 KDS-14: the open order is in the address, with its timeline, and Back closes it',
  { tag: '@full' },
  async ({ page, stage }) => {
    const order = await stage.order()
    await signIn(page, stage, 'owner')
    await page.keyboard.press('1')
    await page.keyboard.press('b')
    await expect.poll(() => stage.statusOf(order)).toBe(3)
    await card(page, order).click()
    const drawer = page.getByTestId('order-drawer')
    await expect(drawer).toContainText(`#${order}`)
    await expect(drawer.getByTestId('timeline').getByRole('listitem').filter({ hasText: 'Accepted' })).toHaveText(/Olga · web/)
    expect(address(page).get('order')).toBe(String(order))
    await page.goBack()
    await expect(drawer).toBeHidden()
    expect(address(page).get('order')).toBeNull()
    await page.goForward()
    await expect(drawer).toBeVisible()
    await drawer.getByRole('button', { name: 'Close' }).click()
    await expect(drawer).toBeHidden()
    expect(address(page).get('order')).toBeNull()
  },
)

test(
  'BOARD-32 KDS-16: a card is a link: middle click and Ctrl open a new tab, a click the preview, and Shift selects',
  { tag: '@full' },
  async ({ page, stage, context }) => {
    const order = await stage.order()
    await signIn(page, stage, 'owner')
    const link = page.getByRole('link', { name: `#${order} ` })
    expect(await link.evaluate((anchor: HTMLAnchorElement) => anchor.href)).toBe(
      `${stage.url}/Company/Order?company=${stage.world.a}&order=${order}`,
    )
    const position = { x: 60, y: 20 }
    for (const click of [
      () => card(page, order).click({ button: 'middle', position }),
      () => card(page, order).click({ modifiers: ['ControlOrMeta'], position }),
    ]) {
      const opened = context.waitForEvent('page')
      await click()
      const tab = await opened
      await expect(tab.getByTestId('order-drawer')).toContainText(`#${order}`)
      await tab.close()
      await expect(page.getByTestId('order-drawer')).toBeHidden()
    }
    await page.evaluate(() => Object.assign(window, { isSame: true }))
    await link.click({ modifiers: ['Shift'], position })
    await expect(page.getByTestId('bulk-bar')).toContainText('1 selected')
    await expect(page.getByRole('link', { name: `#${order} Pizzeria selected` })).toBeVisible()
    await link.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('order-drawer')).toContainText(`#${order}`)
    await page.keyboard.press('Escape')
    // A drag that ends where it began is not a click, and none of these reloads the page.
    const { x = 0, y = 0 } = (await card(page, order).boundingBox()) ?? {}
    await page.mouse.move(x + 60, y + 20)
    await page.mouse.down()
    await page.mouse.move(x + 90, y + 40, { steps: 5 })
    await page.mouse.move(x + 62, y + 22, { steps: 5 })
    await page.mouse.up()
    await expect(page.locator('[data-lifted]')).toBeHidden()
    await expect(page.getByTestId('order-drawer')).toBeHidden()
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
    expect(context.pages()).toHaveLength(1)
  },
)

test(
  'BOARD-32: a link opens an order that is not on the board, after signing in; an invalid one says so',
  { tag: '@full' },
  async ({ page, stage }) => {
    const old = await stage.order({ order_status: stage.status(8), time_create: '2026-01-05T12:00:00.000Z' })
    await page.goto(`${stage.url}/Company/Order?order=${old}`)
    await page.getByLabel('Login').fill('owner')
    await page.getByLabel('Password', { exact: true }).fill('tiffin-demo')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const drawer = page.getByTestId('order-drawer')
    await expect(drawer).toContainText(`#${old}`)
    await page.goto(`${stage.url}/Company/Order?id=${old}`)
    await expect(drawer).toContainText(`#${old}`)
    await page.goto(`${stage.url}/Company/Order?order=999999999`)
    await expect(drawer).toContainText('Record not found. It may have been deleted.')
    const isAsked = (body: string | null) => (new URLSearchParams(body ?? '').get('data') ?? '').includes(`"prm":[${old}]`)
    await page.route('**/api', (route) => (isAsked(route.request().postData()) ? route.abort() : route.fallback()))
    await page.goto(`${stage.url}/Company/Order?order=${old}`)
    await expect(drawer).toContainText("Can't reach the server", { timeout: 20_000 })
    await page.unroute('**/api')
    await drawer.getByRole('button', { name: 'Retry' }).click()
    await expect(drawer).toContainText(`#${old}`)
  },
)

test(
  "BOARD-32 COMP-17: a link of another company opens there, or says why it can't",
  { tag: '@full' },
  async ({ page, stage, browser }) => {
    const order = await stage.order()
    await signIn(page, stage, 'owner')
    await page.goto(`${stage.url}/Company/Order?company=${stage.world.b}&order=1`)
    const message = page.getByTestId('other-company').getByRole('heading')
    await expect(message).toHaveText(`This link belongs to another company: #${stage.world.b}`)
    await page.getByRole('button', { name: `Go to #${stage.world.b}` }).click()
    await expect(message).toHaveText("You don't have access to this company")
    await page.getByRole('link', { name: 'Stay in Alpha' }).click()
    await expect(card(page, order)).toBeVisible()
    await expect(page.getByTestId('order-drawer')).toHaveCount(0)

    const other = await (await browser.newContext()).newPage()
    await other.goto(`${stage.url}/Company/Order?company=${stage.world.a}&order=${order}`)
    await other.getByLabel('Login').fill('platform')
    await other.getByLabel('Password', { exact: true }).fill('tiffin-demo')
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await other.getByRole('button', { name: 'Go to Alpha' }).click()
    await expect(other.getByTestId('order-drawer')).toContainText(`#${order}`)
    await other.context().close()
  },
)

test('ERR-08: the number and the link of an order can be copied', { tag: '@full' }, async ({ page, stage, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const order = await stage.order()
  await signIn(page, stage, 'owner')
  await card(page, order).click()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Copy number' }).click()
  await expect(page.getByTestId('notices')).toContainText(`String ${order} copied to clipboard`)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(String(order))
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`${stage.url.replace(/\/$/, '')}/Company/Order?company=${stage.world.a}&order=${order}`)
})

test('ERR-09: says so if copying is not possible', { tag: '@full' }, async ({ page, stage }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'))
  })
  const order = await stage.order()
  await signIn(page, stage, 'owner')
  await card(page, order).click()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Copy number' }).click()
  await expect(page.getByTestId('notices').locator('[data-notice=negative]')).toHaveText('Error while copying to clipboard')
  await expect(page.getByTestId('notices')).not.toContainText('copied to clipboard')
})

test(
  'BOARD-01 BOARD-37: a link with a deleted merchant says so and offers all merchants',
  { tag: '@full' },
  async ({ page, stage }) => {
    const order = await stage.order()
    await signIn(page, stage, 'owner')
    const link = new URL(page.url())
    link.searchParams.set('merchants', '99999')
    await page.goto(link.href)
    await expect(page.getByTestId('board-message')).toHaveText("The selected merchants no longer exist, or you don't have access")
    await expect(page.getByRole('button', { name: 'Merchants: No merchants' })).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'All merchants', exact: true }).click()
    await expect(card(page, order)).toBeVisible()
    await expect.poll(() => address(page).get('merchants')).toBe('all')
  },
)

test('BOARD-13 BOARD-51: a period that times out is reported, also after a reload, with a way back', async ({ page, stage }) => {
  const order = await stage.order()
  await signIn(page, stage, 'owner')
  await page.route('**/api**', (route) =>
    route.request().postData()?.includes('2020-') ? route.fulfill({ status: 408, json: timeout }) : route.fallback(),
  )
  const sentence = 'This period takes too long to load. Choose a shorter one.'
  await page.getByRole('button', { name: 'Period: The next 7 days' }).click()
  await page.getByRole('menuitem', { name: 'Choose dates…' }).click()
  await page.getByLabel('From').fill('2020-01-02')
  await page.getByTestId('days-dialog').getByRole('button', { name: 'Show' }).click()
  await expect(page.locator('[data-notice=negative]')).toContainText(sentence)
  await page.reload()
  await expect(page.getByTestId('board-message')).toHaveText(sentence)
  await page.getByRole('button', { name: 'The next 7 days' }).click()
  await expect(card(page, order)).toBeVisible()
})

test(
  'BOARD-51: for one day, a timeout says that the server is too busy, also after a reload, and to try again',
  { tag: '@full' },
  async ({ page, stage }) => {
    const order = await stage.order()
    await signIn(page, stage, 'owner')
    await page.route('**/api**', (route) =>
      route.request().postData()?.includes('time_create') ? route.fulfill({ status: 408, json: timeout }) : route.fallback(),
    )
    const sentence = 'The server is busy. Try again in a moment.'
    await page.getByRole('button', { name: 'Period: The next 7 days' }).click()
    await page.getByRole('menuitemradio', { name: 'Today', exact: true }).click()
    await expect(page.locator('[data-notice=negative]')).toContainText(sentence)
    await page.reload()
    await expect(page.getByTestId('board-message')).toHaveText(sentence)
    await page.unroute('**/api**')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(card(page, order)).toBeVisible()
  },
)

test(
  'KDS-14 MOON-02: the timeline shows in one line on how many screens an order was shown, and lists them on request',
  { tag: '@full' },
  async ({ page, stage }) => {
    const order = await stage.order()
    await stage.database.asOwner(
      `insert into order_receipt (company, order_id, console, shown)
     select $1, $2, 'kitchen-' || n, now() - make_interval(mins => 20 - n) from generate_series(1, 4) n`,
      [stage.world.a, order],
    )
    await signIn(page, stage, 'owner')
    await card(page, order).click()
    const timeline = page.getByTestId('timeline')
    const more = timeline.getByRole('button', { name: /^and on [34] more$/ })
    await expect(timeline.getByRole('listitem').filter({ hasText: 'Shown on' })).toHaveText(/Shown on kitchen-1/)
    await expect(more).toHaveAttribute('aria-expanded', 'false')
    await more.click()
    await expect(page.getByTestId('more-screens')).toContainText(/kitchen-2.*kitchen-3.*kitchen-4/s)
    await more.click()
    await expect(page.getByTestId('more-screens')).toHaveCount(0)
  },
)

test(
  'KDS-14: collapsed steps of a ticket name who did them, and a person’s action has a separate line',
  { tag: '@full' },
  async ({ page, stage }) => {
    const order = await stage.order()
    const as = { token: await stage.signIn('owner'), company: stage.world.a }
    const asked = await stage.call('Print', 'request', { order_id: order }, as)
    const { print_job_id } = (asked['data'] as { job: { print_job_id: number } }).job
    const job = { print_job_id, console: 'grill' }
    await stage.call('Print', 'claim', job, as)
    await stage.call('Print', 'fail', { ...job, bytes_sent: 0, error: 'No paper' }, as)
    expect(await stage.call('Print', 'dismiss', { print_job_id }, as)).toMatchObject({ data: { status: 'OK' } })
    await signIn(page, stage, 'owner')
    await card(page, order).click()
    const timeline = page.getByTestId('timeline')
    await expect(timeline.getByRole('listitem').filter({ hasText: 'Ticket: dismissed' })).toContainText('Olga')
    await timeline.getByRole('button', { name: '3 automatic changes' }).click()
    await expect(page.getByTestId('automatic-steps').getByRole('listitem')).toHaveText([/Olga/, /Olga/, /Olga/])
  },
)

test(
  'KDS-14 EDIT-16: the timeline shows the date of earlier events, in the company’s time zone',
  { tag: '@full' },
  async ({ page, stage }) => {
    const order = await stage.order({ time_create: '2026-01-05T22:00:00.000Z' })
    await stage.database.asOwner(
      `insert into order_receipt (company, order_id, console, shown, acknowledged) values
     ($1, $2, 'kitchen-1', '2026-01-05T22:10Z', '2026-01-05T22:40Z'), ($1, $2, 'kitchen-2', '2026-01-05T23:20Z', '2026-01-06T10:00Z')`,
      [stage.world.a, order],
    )
    await signIn(page, stage, 'owner')
    await card(page, order).click()
    const times = page.getByTestId('timeline').locator('time')
    await expect(times).toContainText(['Jan 5, 23:10', 'Jan 5, 23:40', 'Jan 6, 11:00'])
    await page
      .getByTestId('timeline')
      .getByRole('button', { name: /^and on/ })
      .click()
    await expect(page.getByTestId('more-screens').locator('time').first()).toHaveText('Jan 6, 00:20')
  },
)

test('KDS-18 BOARD-18: a column emptied by the search says how many it hides', { tag: '@full' }, async ({ page, stage }) => {
  const found = await stage.order({ destination_address: 'Lindenweg 5' })
  for (let count = 0; count < 2; count += 1) await stage.order({ order_status: stage.status(3) })
  await signIn(page, stage, 'owner')
  await search(page).fill('linden')
  await expect(column(page, stage, 3).locator('.empty')).toHaveText('2 hidden by search')
  await expect(column(page, stage, 5).locator('.empty')).toHaveText('No orders')
  await expect(card(page, found)).toBeVisible()
})

test('KDS-18 BOARD-18: no matches is different from an empty board', { tag: '@full' }, async ({ page, stage }) => {
  const order = await stage.order()
  await signIn(page, stage, 'owner')
  await search(page).fill('a')
  await expect(card(page, order)).toBeVisible()
  await search(page).fill('nobody at all')
  await expect(page.getByTestId('board-message')).toHaveText('No orders match "nobody at all"')
  await expect(page.getByTestId('hidden')).toContainText('1 hidden by search')
  await page.getByTestId('hidden').getByRole('button', { name: 'Show all' }).click()
  await expect(card(page, order)).toBeVisible()
  await expect(search(page)).toHaveValue('')
})
