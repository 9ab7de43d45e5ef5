import { boardKeys, compactCard, detailedCard, webToolbar } from '../fixtures/board.ts'
import { chooseLanguage, card, column, expect, resize, signIn, type Stage, test } from './support.ts'

test.beforeEach(async ({ stage }) => {
  await stage.database.asOwner(`update company set limit_order = null, domain_config = '', due_date = null, base_tariff = null`)
  await stage.database.asOwner('delete from kanban_settings')
  await stage.database.asOwner(`update order_status set sound = ''`)
})

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()

for (const lang of ['en', 'ar'])
  test(
    `BOARD-32: at 390 px no button of the order view is cut, and no dish overlaps its allergens (${lang})`,
    { tag: '@full' },
    async ({ page, stage }) => {
      const cart = [{ id: 1, name: 'Soup', qty: 1, price: '3.00', addons: [], allergens: ['milk'] }]
      const order = await stage.order({ cart })
      await signIn(page, stage, 'owner')
      if (lang === 'ar') await chooseLanguage(page, 'العربية')
      await resize(page, 390, 700)
      await page.goto(`${stage.url}/Company/Order?order=${order}`)
      const drawer = page.getByTestId('order-drawer')
      await expect(drawer.getByTestId('timeline')).toBeVisible()
      const cut = await drawer.getByRole('button').evaluateAll((buttons) =>
        buttons.flatMap((button) => {
          const { left, right } = button.getBoundingClientRect()
          return left < 0 || right > innerWidth ? [button.ariaLabel ?? button.textContent] : []
        }),
      )
      expect(cut).toEqual([])
      const [dish, allergens] = await Promise.all(
        [drawer.getByText('Soup', { exact: true }), drawer.locator('.allergens')].map((part) => part.boundingBox()),
      )
      if (!dish || !allergens) throw new Error('The dish is not shown')
      const gap = Math.max(allergens.x - dish.x - dish.width, dish.x - allergens.x - allergens.width)
      expect(gap).toBeGreaterThan(1)
    },
  )

test(
  'BOARD-32: the order view has a title while loading, after an error and without an order',
  { tag: '@full' },
  async ({ page, stage }) => {
    await stage.order()
    const old = await stage.order({ time_create: '2020-01-01T00:00:00Z', order_status: stage.status(8) })
    await signIn(page, stage, 'owner')
    const gate = Promise.withResolvers<undefined>()
    await page.route('**/api', async (route) => {
      const form = new URLSearchParams(route.request().postData() ?? '')
      if (form.get('method') !== 'getData' || !(form.get('data') ?? '').includes(`"prm":[${old}]`)) return route.fallback()
      await gate.promise
      return route.fulfill({ status: 500, body: '' })
    })
    await page.goto(`${stage.url}/Company/Order?order=${old}`)
    const drawer = page.getByRole('dialog', { name: `Order No. ${old}` })
    await expect(drawer).toHaveAttribute('aria-busy', 'true')
    gate.resolve(undefined)
    await expect(drawer.getByRole('alert')).toBeVisible()
    await page.unroute('**/api')
    await drawer.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('dialog', { name: `#${old}` })).toContainText('Timeline')
    await page.goto(`${stage.url}/Company/Order?order=999999`)
    await expect(page.getByRole('dialog', { name: 'Order No. 999999' })).toContainText(
      'Record not found. It may have been deleted.',
    )
  },
)

test('BOARD-06 LIST-20 LIST-21: the period has quick options and custom dates', async ({ page, stage }) => {
  const done = { order_status: stage.status(8) }
  const today = await stage.order(done)
  const before = await stage.order({ ...done, time_create: daysAgo(1) })
  const long = await stage.order({ ...done, time_create: daysAgo(40) })
  await signIn(page, stage, 'owner')
  await expect(card(page, today)).toBeVisible()
  await expect(card(page, before)).toBeHidden()
  await page.getByRole('button', { name: 'Period: The next 7 days' }).click()
  await expect(page.getByRole('menuitemradio')).toHaveText([
    'The next 7 days',
    'Today',
    'Yesterday',
    'Day before yesterday',
    'Month',
    'Year',
    'Last month',
    'Last year',
    'Two month',
    'Three months',
    'Half a year',
    'Month to date',
    'Year to date',
  ])
  await page.getByRole('menuitemradio', { name: 'Yesterday', exact: true }).click()
  await expect(card(page, before)).toBeVisible()
  await expect(card(page, today)).toBeHidden()
  await page.getByRole('button', { name: 'Period: Yesterday' }).click()
  await expect(page.getByRole('menuitemradio').filter({ has: page.locator('svg:visible') })).toHaveText(['Yesterday'])
  await page.getByRole('menuitem', { name: 'Choose dates…' }).click()
  await page.getByLabel('From', { exact: true }).fill(daysAgo(39).slice(0, 10))
  await page.getByLabel('To', { exact: true }).fill(daysAgo(41).slice(0, 10))
  await expect(page.getByRole('button', { name: 'Show' })).toBeDisabled()
  await page.getByLabel('From', { exact: true }).fill(daysAgo(41).slice(0, 10))
  await page.getByLabel('To', { exact: true }).fill(daysAgo(39).slice(0, 10))
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(card(page, long)).toBeVisible()
  await expect(card(page, before)).toBeHidden()
})

test(
  'BOARD-08 BOARD-52: compact cards are an option that is saved for the person',
  { tag: '@full' },
  async ({ page, stage, browser }) => {
    const order = await stage.order({ destination_address: 'Lindenweg 5', comment: 'No onions', pay_type: stage.world.payType })
    await signIn(page, stage, 'owner')
    for (const text of ['Anna', 'Lindenweg 5', 'No onions', 'Cash']) await expect(card(page, order)).toContainText(text)
    await page.getByRole('button', { name: 'Compact cards' }).click()
    // Essential details for the kitchen stay.
    for (const text of ['Anna', 'No onions']) await expect(card(page, order)).toContainText(text)
    for (const text of ['Lindenweg 5', 'Cash']) await expect(card(page, order)).not.toContainText(text)
    await expect(page.getByTestId('notices')).toContainText('Compact cards on')
    const elsewhere = await (await browser.newContext()).newPage()
    await signIn(elsewhere, stage, 'owner')
    await expect(elsewhere.getByRole('button', { name: 'Compact cards' })).toHaveAttribute('aria-pressed', 'true')
    await expect(card(elsewhere, order)).not.toContainText('Lindenweg 5')
    await elsewhere.context().close()
  },
)

test(
  'BOARD-52 BOARD-01: the chosen merchants are saved for the person on all their devices',
  { tag: '@full' },
  async ({ page, stage, browser }) => {
    const [pizza, sushi] = stage.world.merchants
    const [here, there] = [await stage.order({ merchant: pizza }), await stage.order({ merchant: sushi })]
    await signIn(page, stage, 'owner')
    await page.getByRole('button', { name: 'Merchants: All merchants' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Sushi' }).click()
    await expect(page.getByTestId('notices')).toContainText('Merchant selection saved')
    const elsewhere = await (await browser.newContext()).newPage()
    await signIn(elsewhere, stage, 'owner')
    await expect(elsewhere.getByRole('button', { name: 'Merchants: Sushi' })).toBeVisible()
    await expect(card(elsewhere, there)).toBeVisible()
    await expect(card(elsewhere, here)).toBeHidden()
    await elsewhere.keyboard.press('Escape')
    await elsewhere.getByRole('button', { name: 'Merchants: Sushi' }).click()
    await elsewhere.getByRole('menuitemcheckbox', { name: 'All merchants' }).click()
    await expect(elsewhere.getByTestId('notices')).toContainText('Merchant selection saved')
    await elsewhere.context().close()
    await page.goto(stage.url)
    await expect(page.getByRole('button', { name: 'Merchants: All merchants' })).toBeVisible()
    await expect(card(page, here)).toBeVisible()
    await expect.poll(() => new URL(page.url()).searchParams.get('merchants')).toBe('all')
  },
)

test(
  'BOARD-52: a column keeps the width set by pointer or key on all of the person’s devices',
  { tag: '@full' },
  async ({ page, stage, browser }) => {
    await stage.order()
    await signIn(page, stage, 'owner')
    const item = column(page, stage, 2)
    const edge = item.getByRole('separator', { name: 'Width of New' })
    const widthOf = async () => Math.round((await item.boundingBox())?.width ?? 0)
    const usual = await widthOf()
    await item.hover()
    const box = (await edge.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(box.x + 12, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + 60, box.y + 10, { steps: 4 })
    await expect.poll(widthOf).toBe(usual + 48)
    await page.mouse.up()
    await expect(page.getByTestId('notices')).toContainText('Column widths saved')
    expect(await widthOf()).toBe(usual + 48)
    await edge.focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(widthOf).toBe(usual + 32)
    for (let step = 0; step < 30; step += 1) await page.keyboard.press('ArrowLeft')
    await expect.poll(widthOf).toBe(200)
    await page.keyboard.press('ArrowRight')
    await expect.poll(widthOf).toBe(216)
    await expect(edge).toHaveAttribute('aria-valuenow', '216')
    const kept = async () =>
      (await stage.database.asOwner<{ widths: object }>(`select settings->'widths' as widths from kanban_settings`))[0]
    await expect.poll(kept).toEqual({ widths: { [stage.status(2)]: 216 } })
    const elsewhere = await (await browser.newContext()).newPage()
    await signIn(elsewhere, stage, 'owner')
    await expect.poll(async () => Math.round((await column(elsewhere, stage, 2).boundingBox())?.width ?? 0)).toBe(216)
    // On a phone one column fills the screen, whatever its width elsewhere.
    await resize(elsewhere, 390, 800)
    expect((await column(elsewhere, stage, 2).boundingBox())?.width).toBeGreaterThan(350)
    await elsewhere.context().close()
    // In Arabic, the end of a column is on its left.
    await page.evaluate(() => (document.documentElement.dir = 'rtl'))
    await edge.focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(widthOf).toBe(232)
    await page.keyboard.press('ArrowRight')
    await expect.poll(widthOf).toBe(216)
    await page.evaluate(() => (document.documentElement.dir = 'ltr'))
    await edge.dblclick()
    await expect.poll(widthOf).toBe(usual)
    await expect.poll(kept).toEqual({ widths: {} })
  },
)

test('BOARD-07 BOARD-42 BOARD-43: the usage bar is optional below 90 %, and always shown above', async ({ page, stage }) => {
  await stage.order()
  await stage.database.asOwner(`update company set limit_order = 100`)
  await used(stage, 50)
  await signIn(page, stage, 'owner')
  await expect(page.getByTestId('usage')).toBeHidden()
  await page.getByRole('button', { name: 'Usage bar' }).click()
  await expect(page.getByTestId('usage')).toHaveAttribute('data-tone', 'green')
  await page.getByRole('button', { name: 'Usage bar' }).click()
  await expect(page.getByTestId('usage')).toBeHidden()
  await used(stage, 91)
  await page.reload()
  await expect(page.getByTestId('usage')).toHaveAttribute('data-tone', 'red')
  await expect(page.getByTestId('usage')).toContainText('Orders used: 91 of 100')
})

test(
  'BOARD-09 BOARD-44 BOARD-45: an unopened order sounds at the company’s interval, unless the sound is off, which is saved',
  { tag: '@full' },
  async ({ page, stage }) => {
    await stage.database.asOwner(`update order_status set sound = 'builtin:alarm' where order_status_id = $1`, [stage.status(2)])
    await stage.database.asOwner(`update company set sound_play_period = 10 where company_id = $1`, [stage.world.a])
    await page.addInitScript(() => {
      const start = OscillatorNode.prototype.start
      OscillatorNode.prototype.start = function (at) {
        document.documentElement.dataset['tones'] = String(Number(document.documentElement.dataset['tones'] ?? 0) + 1)
        start.call(this, at)
      }
    })
    const tones = () => page.evaluate(() => Number(document.documentElement.dataset['tones'] ?? 0))
    await page.clock.install()
    const order = await stage.order()
    await signIn(page, stage, 'owner')
    const sound = page.getByRole('button', { name: 'Sound', exact: true })
    await expect(sound).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(tones).toBe(4)
    await page.clock.fastForward(8000)
    expect(await tones()).toBe(4)
    await page.clock.fastForward(2000)
    await expect.poll(tones).toBe(8)
    await sound.click()
    await page.clock.fastForward(10_000)
    expect(await tones()).toBe(8)
    await expect(page.getByTestId('notices')).toContainText('Board sound setting saved')
    await page.reload()
    await expect(sound).toHaveAttribute('aria-pressed', 'false')
    await page.clock.fastForward(20_000)
    expect(await tones()).toBe(0)
    await sound.click()
    await page.clock.fastForward(10_000)
    await expect.poll(tones).toBe(4)
    await card(page, order).click()
    await expect(page.getByTestId('order-drawer')).toBeVisible()
    await page.clock.fastForward(60_000)
    expect(await tones()).toBe(4)
  },
)

test(
  'a browser that blocks sound before a click asks for one, and any click will do',
  { tag: '@full' },
  async ({ page, stage }) => {
    await stage.order()
    await page.addInitScript(() => {
      let touched = false
      window.addEventListener('pointerdown', () => (touched = true), { capture: true })
      Object.defineProperty(AudioContext.prototype, 'state', { get: () => (touched ? 'running' : 'suspended') })
      AudioContext.prototype.resume = () => (touched ? Promise.resolve() : new Promise(() => {}))
    })
    await signIn(page, stage, 'owner')
    await expect(page.getByTestId('sound-blocked')).toHaveCount(0)
    await page.goto(`${stage.url}/Company/Order`)
    await expect(page.getByTestId('sound-blocked')).toContainText('This browser blocks sound until you click.')
    await page.getByRole('button', { name: 'Turn on sound' }).click()
    await expect(page.getByTestId('sound-blocked')).toHaveCount(0)
  },
)

test('BOARD-12: under 1000 px the tools are behind a button', async ({ page, stage }) => {
  await stage.order()
  await signIn(page, stage, 'owner')
  await expect(page.getByTestId('tools')).toBeVisible()
  await resize(page, 999, 800)
  await expect(page.getByTestId('tools')).toBeHidden()
  await page.getByRole('button', { name: 'Tools' }).click()
  await expect(page.getByTestId('tools')).toBeVisible()
  await resize(page, 1000, 800)
  await expect(page.getByRole('button', { name: 'Tools' })).toBeHidden()
})

test('BOARD-37 BOARD-38: an empty board says that orders will come, or what to set up', async ({ page, stage }) => {
  await page.goto(stage.url)
  await page.getByLabel('Login').fill('owner')
  await page.getByLabel('Password', { exact: true }).fill('tiffin-demo')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByTestId('board-message')).toHaveText('Set up your store domain to receive orders')
  await expect(page.getByRole('main').getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/Company/Settings')
  await stage.database.asOwner(`update company set domain_config = 'shop.example' where company_id = $1`, [stage.world.a])
  await page.reload()
  await expect(page.getByTestId('board-message')).toHaveText('Orders coming soon')
})

test('BOARD-40 BILL-16 BILL-17: people who can pay are told in time of a due payment', async ({ page, stage }) => {
  await stage.order()
  const book = (amount: string) =>
    stage.database.asOwner(`insert into booking (company, kind, amount, reference, date) values ($1, 'payment', $2, $3, now())`, [
      stage.world.a,
      amount,
      `test ${amount}`,
    ])
  const [tariff] = await stage.database.asOwner<{ id: number }>(
    `insert into tariff (name, amount, "order") values ('{"en":"Basic"}', 40, 1) returning tariff_id as id`,
  )
  await stage.database.asOwner(
    `update company set base_tariff = $1, due_date = now() + interval '3 days' where company_id = $2`,
    [tariff?.id, stage.world.a],
  )
  await book('12.50')
  await signIn(page, stage, 'owner')
  await expect(page.getByTestId('expiring')).toContainText('Subscription expires in 3 days, amount due $27.50')
  await book('27.50')
  await page.reload()
  await expect(page.getByTestId('board')).toBeVisible()
  await expect(page.getByTestId('expiring')).toBeHidden()
})

test('KDS-01: keys select a card and move it on; the help is generated from the keymap', async ({ page, stage }) => {
  await stage.order()
  const second = await stage.order({ order: 2 })
  await signIn(page, stage, 'owner')
  await page.keyboard.press('2')
  await expect(page.locator(':focus')).toHaveAttribute('aria-label', new RegExp(`^#${await ticket(stage, second)} `))
  await page.keyboard.press('b')
  await expect(column(page, stage, 3).getByTestId(`card-${second}`)).toBeVisible()
  await expect.poll(() => stage.statusOf(second)).toBe(3)
  await page.keyboard.press('u')
  await expect(column(page, stage, 2).getByTestId(`card-${second}`)).toBeVisible()
  await page.keyboard.press('?')
  const keys = page
    .getByTestId('keys-dialog')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Order board' }) })
  await expect(keys.locator('kbd')).toHaveText(boardKeys)
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await page.keyboard.type('ab')
  await expect(page.getByRole('searchbox', { name: 'Search orders' })).toHaveValue('ab')
})

test('KDS-04: the all-day counts add up open orders, of the board or of a column', async ({ page, stage }) => {
  const cart = (qty: number) => [{ id: 1, name: 'Margherita', qty, price: '8.00', addons: [], allergens: [] }]
  await stage.order({ cart: cart(2) })
  await stage.order({ cart: cart(3), order_status: stage.status(3) })
  await stage.order({ cart: cart(5), order_status: stage.status(8) })
  await signIn(page, stage, 'owner')
  await page.getByRole('button', { name: 'All day' }).click()
  const panel = page.getByTestId('all-day')
  await expect(panel.getByRole('listitem')).toHaveText(['5×Margherita'])
  await panel.getByLabel('Column').selectOption({ label: 'New' })
  await expect(panel.getByRole('listitem')).toHaveText(['2×Margherita'])
})

test('KDS-04: on a phone the all-day counts cover the board and can be closed', { tag: '@full' }, async ({ page, stage }) => {
  const order = await stage.order({ cart: [{ id: 1, name: 'Margherita', qty: 2, price: '8.00', addons: [], allergens: [] }] })
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, stage, 'owner')
  await page.getByRole('button', { name: 'Tools' }).click()
  await page.getByRole('button', { name: 'All day' }).click()
  const panel = page.getByTestId('all-day')
  await expect(panel.getByRole('listitem')).toHaveText(['2×Margherita'])
  const [above, board] = [await panel.boundingBox(), await page.getByTestId('board').boundingBox()]
  expect([above?.x, above?.width]).toEqual([0, 390])
  expect(Math.round(above?.height ?? 0)).toBeGreaterThanOrEqual(Math.round(board?.height ?? 0))
  const middle = { x: 195, y: (above?.y ?? 0) + (above?.height ?? 0) / 2 }
  expect(
    await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('[data-testid=all-day]') !== null, middle),
  ).toBe(true)
  await panel.getByLabel('Column').selectOption({ label: 'Accepted' })
  await expect(panel.getByRole('listitem')).toHaveText(['No orders'])
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toBeHidden()
  await card(page, order).click()
  await expect(page.getByTestId('order-drawer')).toBeVisible()
})

async function used(stage: Stage, orders: number): Promise<void> {
  await stage.database.asOwner(
    `insert into usage_counter (company, name, value) values ($1, 'order', $2)
     on conflict (company, name) do update set value = excluded.value`,
    [stage.world.a, orders],
  )
}

async function ticket(stage: Stage, order: number): Promise<number> {
  const [row] = await stage.database.asOwner<{ ticket: number }>(`select ticket from "order" where order_id = $1`, [order])
  return row?.ticket || order
}

test(
  'BOARD-52 KDS-18: a board is saved under a name with its columns, and says if it was changed since',
  { tag: '@full' },
  async ({ page, stage }) => {
    const [pizza] = stage.world.merchants
    const order = await stage.order({ merchant: pizza })
    const ready = await stage.order({ merchant: pizza, order_status: stage.status(5) })
    await signIn(page, stage, 'owner')
    const boards = page.getByTestId('boards')
    await page.getByRole('button', { name: 'Boards' }).click()
    await boards.getByRole('menuitemcheckbox', { name: 'Ready' }).click()
    await expect(card(page, ready)).toBeHidden()
    await expect(page.getByTestId('elsewhere')).toContainText('1 in hidden columns')
    await boards.getByRole('menuitem', { name: 'Save this board as' }).click()
    await page.getByTestId('name-dialog').getByLabel('Name').fill('Grill')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Board: Grill' })).toBeVisible()
    await page.getByTestId('elsewhere').getByRole('button', { name: 'Show all' }).click()
    await expect(card(page, ready)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Board: Grill (modified)' })).toBeVisible()
    const stored = async () =>
      (
        await stage.database.asOwner<{ settings: object }>(
          `select settings from kanban_settings where settings ->> 'board' = 'Grill'`,
        )
      )[0]
    await expect.poll(stored).toMatchObject({ settings: { hidden: [] } })
    await page.reload()
    await page.getByRole('button', { name: 'Board: Grill (modified)' }).click()
    await boards.getByRole('menuitem', { name: 'Revert to "Grill"' }).click()
    await expect(card(page, ready)).toBeHidden()
    await expect(card(page, order)).toBeVisible()
    await page.getByRole('button', { name: 'Board: Grill' }).click()
    await boards.getByRole('menuitem', { name: 'Delete "Grill"' }).click()
    await expect(page.getByRole('button', { name: 'Boards' })).toBeVisible()
  },
)

test('BOARD-10 BOARD-52: the printer toggle is off by default, and saved', { tag: '@full' }, async ({ page, stage }) => {
  await stage.order()
  await signIn(page, stage, 'owner')
  const printer = page.getByRole('button', { name: 'Print tickets here' })
  await expect(printer).toHaveAttribute('aria-pressed', 'false')
  await printer.click()
  await expect(page.getByTestId('notices')).toContainText('Printing on')
  await page.reload()
  await expect(printer).toHaveAttribute('aria-pressed', 'true')
})

test('BOARD-04 BOARD-05 BOARD-06 BOARD-09 BOARD-10: the toolbar has its tools in order, the merchants first', async ({
  page,
  stage,
}) => {
  await stage.order()
  await stage.database.asOwner(`update company set limit_order = 100`)
  await signIn(page, stage, 'owner')
  const controls = page.getByRole('toolbar', { name: 'Order board' }).locator('button:visible, input:visible')
  await expect(controls).toHaveCount(webToolbar.length)
  expect(await controls.evaluateAll((all) => all.map((item) => item.getAttribute('aria-label')))).toEqual([...webToolbar])
  const picker = await controls.first().boundingBox()
  expect(picker?.x).toBeLessThan(100)
  const small = await controls.evaluateAll((all) =>
    all.map((entry) => entry.getBoundingClientRect()).filter(({ width, height }) => Math.min(width, height) < 24),
  )
  expect(small).toEqual([])
})

test(
  'BOARD-08 BOARD-34 BOARD-35: a detailed card has all documented parts, a compact one its subset',
  { tag: '@full' },
  async ({ page, stage }) => {
    const values = {
      courier: stage.world.courierA,
      pay_type: stage.world.payType,
      destination_address: 'Lindenweg 5',
      comment: 'No onions',
      cart: [{ id: 1, name: 'Soup', qty: 1, price: '3.00', addons: [], allergens: [] }],
      ticks: ['a dish that has gone'],
      total: '12.50',
    }
    const order = await stage.order(values)
    await signIn(page, stage, 'owner')
    const shown: Record<(typeof detailedCard)[number], string | RegExp> = {
      number: /#\d+/,
      countdown: /\d:\d\d/,
      customer: 'Anna',
      total: '12.50',
      address: 'Lindenweg 5',
      courier: 'Carl',
      'pay type': 'Cash',
      'cart lines': 'Soup',
      comment: 'No onions',
    }
    for (const part of detailedCard) await expect(card(page, order)).toContainText(shown[part])
    await page.getByRole('button', { name: 'Compact cards' }).click()
    await expect(card(page, order)).not.toContainText('Soup')
    for (const part of detailedCard) {
      if ((compactCard as readonly string[]).includes(part)) await expect(card(page, order)).toContainText(shown[part])
      else await expect(card(page, order)).not.toContainText(shown[part])
    }
    const feet = await card(page, order)
      .locator('bdi')
      .filter({ hasText: /^(Anna|0\/1|12\.50.*)$/ })
      .evaluateAll((texts) =>
        texts.map((text) => {
          const letters = document.createRange()
          letters.selectNodeContents(text)
          return letters.getBoundingClientRect().bottom
        }),
      )
    expect(feet).toHaveLength(3)
    expect(feet[1], 'customer and ready dishes stand on one line').toBe(feet[0])
  },
)

test('nothing shifts while the board loads', { tag: '@full' }, async ({ page, stage }) => {
  await stage.order()
  await signIn(page, stage, 'owner')
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const shifts = list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]
      const sum = shifts.filter((shift) => !shift.hadRecentInput).reduce((all, { value }) => all + value, 0)
      document.documentElement.dataset['shift'] = String(Number(document.documentElement.dataset['shift'] ?? 0) + sum)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.reload()
  await expect(page.getByTestId('board')).toBeVisible()
  await expect(page.getByTestId('connection')).toContainText('Live')
  expect(await page.evaluate(() => Number(document.documentElement.dataset['shift'] ?? 0))).toBeLessThan(0.1)
})

test(
  'LIST-22 BOARD-06: the period calendar starts on Monday in Russian, and works with the keyboard',
  { tag: '@full' },
  async ({ page, stage }) => {
    const open = await stage.order()
    const order = await stage.order({ order_status: stage.status(8), time_create: '2026-03-12T12:00:00.000Z' })
    await signIn(page, stage, 'owner')
    await page.evaluate(() => localStorage.setItem('tiffin.lang', 'ru'))
    await page.goto(`${stage.url}/Company/Order?period=2026-03-10..2026-03-11`)
    await expect(card(page, open)).toBeVisible()
    await expect(card(page, order)).toBeHidden()
    await page.getByRole('button', { name: /^Период:/ }).click()
    await page.getByRole('menuitem', { name: 'Выбрать даты…' }).click()
    const days = page.getByTestId('days-dialog')
    await expect(days.getByRole('columnheader').first()).toHaveText('пн')
    await days.getByRole('button', { name: /10 марта 2026/ }).click()
    await days.getByRole('button', { name: /10 марта 2026/ }).press('ArrowDown')
    await expect(days.getByRole('button', { name: /17 марта 2026/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(days.getByRole('gridcell', { selected: true })).toHaveCount(8)
    await days.locator('button[type=submit]').click()
    await expect(card(page, order)).toBeVisible()
    expect(new URL(page.url()).searchParams.get('period')).toBe('2026-03-10..2026-03-17')
  },
)
