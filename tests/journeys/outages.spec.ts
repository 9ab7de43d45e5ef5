import { insertRow } from '@tiffin/server/test'
import { type CuttableNetwork, startNetwork } from '../fakes/cuttable-network.ts'
import { dragCard } from './drag-card.ts'
import { test as base, card, column, expect, type Page, signIn, type Stage } from './support.ts'

/** A connection to a separate server process that can be cut, and whose server can be restarted. */
interface Line extends Pick<CuttableNetwork, 'cut' | 'restore'> {
  /** The stage, reached through this connection. */
  stage: Stage
  /** Stops the server; the returned function starts another at the same address. */
  stopServer(): Promise<() => Promise<void>>
}

const test = base.extend<{ line: Line }>({
  line: async ({ stage }, lend) => {
    const network = await startNetwork()
    const start = (port = '0') => stage.another({ TIFFIN_PUBLIC_URL: network.url, PORT: port })
    let server = await start()
    network.setTarget(server.url)
    await lend({
      ...network,
      stage: { ...stage, url: network.url },
      async stopServer() {
        await server.stop()
        return async () => void (server = await start(String(server.port)))
      },
    })
    await network.close()
    await server.stop()
  },
})

const connection = (page: Page) => page.getByTestId('connection')
const notices = (page: Page) => page.getByTestId('notices')
const isMove = (request: { postData(): string | null }) => request.postData()?.includes('method=move') === true

/** Number of writes of an order, starting at one. */
async function revisionOf(stage: Stage, order: number): Promise<number | undefined> {
  const [row] = await stage.database.asOwner<{ revision: number }>('select revision from "order" where order_id = $1', [order])
  return row?.revision
}

/** Moves an order outside the console, as another user would. */
async function moveElsewhere(stage: Stage, order: number, [from, to]: readonly [number, number]): Promise<void> {
  const token = await stage.signIn('operator')
  const intents = [{ intent_id: crypto.randomUUID(), order_id: order, from: stage.status(from), to: stage.status(to) }]
  const answer = await stage.call('Order', 'move', { intents }, { token, company: stage.world.a })
  expect(answer).toMatchObject({ data: { results: [{ status: 'OK' }] } })
}

async function saveElsewhere(stage: Stage, order: number, row: Record<string, unknown>): Promise<void> {
  const token = await stage.signIn('operator')
  const tables = [{ table: 'order', id: order, row }]
  expect(await stage.call('Reference', 'saveData', { tables }, { token, company: stage.world.a })).toMatchObject({ status: 'OK' })
}

test('BOARD-21 KDS-17: with the network down for a minute, the board says so, accepts moves, and sends them afterwards', async ({
  page,
  line,
}) => {
  const { stage } = line
  const [first, second] = [await stage.order({ order: 1 }), await stage.order({ order: 2 })]
  await page.clock.install()
  await signIn(page, stage, 'owner')
  await line.cut()
  await expect(connection(page)).toContainText('Offline')
  for (const [order, status] of [
    [first, 3],
    [second, 5],
  ] as const) {
    // With a clock of its own, a busy page may miss the first drag.
    await expect(async () => {
      await dragCard(page, card(page, order), column(page, stage, status))
      await expect(column(page, stage, status).getByTestId(`card-${order}`)).toBeVisible({ timeout: 2000 })
    }).toPass()
  }
  await page.clock.fastForward(60_000)
  await expect(page.getByTestId('stale')).toContainText('Moves waiting to be sent: 2.')
  await expect(connection(page)).toContainText(/\d+ min ago/)
  expect(await stage.statusOf(first)).toBe(2)
  await line.restore()
  await page.clock.fastForward(30_000)
  await expect.poll(() => stage.statusOf(first)).toBe(3)
  await expect.poll(() => stage.statusOf(second)).toBe(5)
  await expect(connection(page)).toContainText('Live')
  await expect(page.getByTestId('stale')).toBeHidden()
  await expect(column(page, stage, 5).getByTestId(`card-${second}`)).toBeVisible()
})

test('MOON-04: an unsent move survives its tab, and the next tab sends it', { tag: '@full' }, async ({ page, line, context }) => {
  const { stage } = line
  const order = await stage.order()
  await signIn(page, stage, 'owner')
  await line.cut()
  await expect(connection(page)).toContainText('Offline')
  await dragCard(page, card(page, order), column(page, stage, 3))
  await page.close()
  await line.restore()
  const next = await context.newPage()
  await next.goto(stage.url)
  await expect(column(next, stage, 3).getByTestId(`card-${order}`)).toBeVisible()
  await expect.poll(() => stage.statusOf(order)).toBe(3)
  await expect(next.getByTestId('overtaken')).toBeHidden()
})

test('MOON-04: unsent moves are sent from any open page when the network is back', { tag: '@full' }, async ({ page, line }) => {
  const { stage } = line
  const [mine, overtaken] = [await stage.order({ order: 1 }), await stage.order({ order: 2 })]
  await signIn(page, stage, 'owner')
  // Offline, only pages that were opened before can be opened.
  const goTo = (name: string) => page.getByTestId('menu').getByRole('link', { name, exact: true }).click()
  await goTo('Tariff')
  await expect(page).toHaveURL(/Tariff/)
  await goTo('Order board')
  await expect(connection(page)).toContainText('Live')
  await line.cut()
  await expect(connection(page)).toContainText('Offline')
  for (const order of [mine, overtaken]) await dragCard(page, card(page, order), column(page, stage, 3))
  await moveElsewhere(stage, overtaken, [2, 1])
  await goTo('Tariff')
  await expect(page.getByTestId('board')).toBeHidden()
  await line.restore()
  await expect.poll(() => stage.statusOf(mine)).toBe(3)
  await expect(notices(page)).toContainText('1 move could not be applied')
  await expect(page).toHaveURL(/Tariff/)
  expect(await stage.statusOf(overtaken)).toBe(1)
  await goTo('Order board')
  await expect(page.getByTestId('overtaken')).toContainText('1 move could not be applied')
})

test(
  'MOON-04: a closed tab leaves its moves to the next one, which need not show the board',
  { tag: '@full' },
  async ({ page, line, context }) => {
    const { stage } = line
    const order = await stage.order()
    await signIn(page, stage, 'owner')
    await line.cut()
    await expect(connection(page)).toContainText('Offline')
    await dragCard(page, card(page, order), column(page, stage, 3))
    await page.close()
    await line.restore()
    const next = await context.newPage()
    await next.goto(`${stage.url}/Company/Tariff`)
    await expect.poll(() => stage.statusOf(order)).toBe(3)
    await expect(next).toHaveURL(/Tariff/)
  },
)

test('MOON-04: of two tabs that both send a move, one carries it out', { tag: '@full' }, async ({ page, stage, context }) => {
  const order = await stage.order()
  await signIn(page, stage, 'owner')
  const tries: string[] = []
  await page.route('**/api', async (route) => {
    if (!isMove(route.request())) return route.fallback()
    tries.push(route.request().url())
    await route.abort('connectionfailed')
  })
  await dragCard(page, card(page, order), column(page, stage, 3))
  await expect.poll(() => tries.length).toBeGreaterThan(0)
  expect(await stage.statusOf(order)).toBe(2)
  const other = await context.newPage()
  await other.goto(stage.url)
  await expect.poll(() => stage.statusOf(order)).toBe(3)
  const answered = page.waitForResponse((response) => isMove(response.request()))
  await page.unroute('**/api')
  expect(await (await answered).json()).toMatchObject({ data: { results: [{ status: 'OK' }] } })
  expect(await revisionOf(stage, order)).toBe(2)
  for (const tab of [page, other]) {
    await expect(column(tab, stage, 3).getByTestId(`card-${order}`)).not.toHaveAttribute('data-moving')
    await expect(tab.getByTestId('overtaken')).toBeHidden()
  }
})

test(
  'MOON-04: conflicts wait with both sides, through a reload and in every tab, until a person decides',
  { tag: '@full' },
  async ({ page, line, context }) => {
    const { stage } = line
    const [kept, left] = [await stage.order({ ticket: 7, order: 1 }), await stage.order({ ticket: 8, order: 2 })]
    await signIn(page, stage, 'owner')
    await line.cut()
    await expect(connection(page)).toContainText('Offline')
    for (const order of [kept, left]) {
      await dragCard(page, card(page, order), column(page, stage, 3))
      await moveElsewhere(stage, order, [2, 1])
    }
    await line.restore()
    await expect(page.getByTestId('overtaken')).toContainText('2 moves could not be applied')
    await page.reload()
    const other = await context.newPage()
    await other.goto(stage.url)
    await expect(other.getByTestId('overtaken')).toContainText('2 moves could not be applied')

    await page.getByTestId('overtaken').getByRole('button', { name: 'Review' }).click()
    const entry = (order: number) => page.getByTestId(`overtaken-${order}`)
    for (const part of ['#7 Pizzeria', 'Your move: New to Accepted', 'Now: Pre-order', 'The order is no longer in that status'])
      await expect(entry(kept)).toContainText(part)
    await expect(entry(kept)).toContainText(/moved it from New to Pre-order at \d/)
    await entry(kept).getByRole('button', { name: 'Open order' }).click()
    await expect(page.getByTestId('order-drawer')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByTestId('overtaken').getByRole('button', { name: 'Review' }).click()
    await entry(left).getByRole('button', { name: 'Discard change' }).click()
    await expect(entry(left)).toBeHidden()
    await expect(other.getByTestId('overtaken')).toContainText('1 move could not be applied')
    await entry(kept).getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByTestId('conflicts-dialog')).toBeHidden()
    await expect.poll(() => stage.statusOf(kept)).toBe(3)
    expect(await stage.statusOf(left)).toBe(1)
    for (const tab of [page, other]) await expect(tab.getByTestId('overtaken')).toBeHidden()
    await page.reload()
    await expect(card(page, kept)).toBeVisible()
    await expect(page.getByTestId('overtaken')).toBeHidden()
  },
)

test(
  'MOON-04 KDS-10 KDS-20: a conflicting tick and courier are shown too, and applied or dropped',
  { tag: '@full' },
  async ({ page, line }) => {
    const { stage } = line
    const courier = (name: string) =>
      insertRow(stage.database, 'courier', {
        company: stage.world.a,
        name,
        phone: `4930${name.length}${Date.now() % 1e6}`,
        working: 1,
      })
    const [mine, theirs] = [await courier('Mine'), await courier('Theirs')]
    const dish = (id: number, name: string) => ({ id, name, qty: 1, price: '3.00', addons: [], allergens: [] })
    const order = await stage.order({ ticket: 7, cart: [dish(1, 'Soup'), dish(2, 'Bread')] })
    await signIn(page, stage, 'owner')
    await card(page, order).click()
    const drawer = page.getByTestId('order-drawer')
    const soup = drawer.getByRole('checkbox', { name: 'Soup is ready' })
    await expect(soup).toBeVisible()
    await page.keyboard.press('Escape')
    const assign = async (open: boolean) => {
      await card(page, order).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Assign a courier' }).click()
      await expect(page.getByTestId('courier-dialog').getByRole('button', { name: /Mine/ })).toBeVisible()
      if (open) await page.getByTestId('courier-dialog').getByRole('button', { name: /Mine/ }).click()
      else await page.keyboard.press('Escape')
    }
    // The couriers offered offline were loaded before.
    await assign(false)
    await line.cut()
    await expect(connection(page)).toContainText('Offline')
    await assign(true)
    await card(page, order).click()
    await soup.click()
    await page.keyboard.press('Escape')
    await saveElsewhere(stage, order, { courier: theirs, cart: [dish(3, 'Tea')] })
    await line.restore()
    await expect(page.getByTestId('overtaken')).toContainText('2 changes could not be applied')
    await page.getByTestId('overtaken').getByRole('button', { name: 'Review' }).click()
    const entries = page.getByTestId('conflicts-dialog').getByRole('listitem')
    const [given, ticked] = [entries.filter({ hasText: 'Your courier: Mine' }), entries.filter({ hasText: 'You ticked: Soup' })]
    await expect(given).toContainText('#7 Pizzeria')
    await expect(given).toContainText('Now: Theirs')
    await ticked.getByRole('button', { name: 'Discard change' }).click()
    await expect(ticked).toBeHidden()
    await given.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByTestId('overtaken')).toBeHidden()
    await expect(card(page, order)).toContainText('Mine')
    const rowOf = async () => (await stage.database.asOwner('select courier, ticks from "order" where order_id = $1', [order]))[0]
    await expect.poll(rowOf).toEqual({ courier: mine, ticks: [] })
  },
)

test(
  'BOARD-21: an open board reconnects to a restarted server, and shows the missed changes',
  { tag: '@full' },
  async ({ page, line }) => {
    const { stage } = line
    const order = await stage.order({ order: 1 })
    await signIn(page, stage, 'owner')
    const startAgain = await line.stopServer()
    await expect(connection(page)).toContainText('Offline')
    const fresh = await stage.order({ order: 2 })
    await dragCard(page, card(page, order), column(page, stage, 3))
    await startAgain()
    await expect.poll(() => stage.statusOf(order)).toBe(3)
    // Attempts become less frequent the longer no one responds.
    await expect(connection(page)).toContainText('Live', { timeout: 30_000 })
    await expect(card(page, fresh)).toBeVisible()
    await expect(page).not.toHaveURL(/Login/)
  },
)

test(
  'BOARD-21: when two people move the same card at once, one is told, and both boards agree',
  { tag: '@full' },
  async ({ page, stage, browser }) => {
    const order = await stage.order()
    await signIn(page, stage, 'owner')
    const other = await (await browser.newContext()).newPage()
    await signIn(other, stage, 'operator')
    const overtaken = Promise.withResolvers<void>()
    await page.route('**/api', async (route) => {
      if (isMove(route.request())) await overtaken.promise
      await route.fallback()
    })
    await dragCard(page, card(page, order), column(page, stage, 3))
    await expect(column(page, stage, 3).getByTestId(`card-${order}`)).toBeVisible()
    await dragCard(other, card(other, order), column(other, stage, 1))
    await expect.poll(() => stage.statusOf(order)).toBe(1)
    overtaken.resolve()
    await expect(notices(page)).toContainText('The order is no longer in that status')
    for (const board of [page, other]) await expect(column(board, stage, 1).getByTestId(`card-${order}`)).toBeVisible()
    expect(await stage.statusOf(order)).toBe(1)
    await other.context().close()
  },
)

/** A user's level at a merchant's board, as set by the owner. */
async function setAccess(stage: Stage, level: number): Promise<void> {
  const { world } = stage
  const access = level === 0 ? [] : [{ user: world.operatorA, access: [0, level, 1, 2] }]
  const row = { merchant_id: world.merchants[0], access }
  const token = await stage.signIn('owner')
  const answer = await stage.call('Reference', 'saveData', { tables: [{ table: 'merchant', row }] }, { token, company: world.a })
  expect(answer).toMatchObject({ status: 'OK', data: { merchant: { status: 'OK' } } })
}

test(
  'PERM-12 BOARD-23: access revoked during a drag leaves the card where it was, and says so',
  { tag: '@full' },
  async ({ page, stage }) => {
    const order = await stage.order()
    await signIn(page, stage, 'operator')
    const [from, to] = [await card(page, order).boundingBox(), await column(page, stage, 3).boundingBox()]
    if (!from || !to) throw new Error('nothing to drag')
    await page.mouse.move(from.x + 60, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(to.x + 60, to.y + 120, { steps: 6 })
    await setAccess(stage, 1)
    // The server caches rights for a second.
    await page.waitForTimeout(1100)
    await page.mouse.up()
    await expect(notices(page)).toContainText('not change them')
    await expect(column(page, stage, 2).getByTestId(`card-${order}`)).toHaveAttribute('data-view')
    expect(await stage.statusOf(order)).toBe(2)
    await setAccess(stage, 2)
    await expect(card(page, order)).toHaveAttribute('data-movable')
  },
)

for (const [name, hour] of [
  ['ahead', 1],
  ['behind', -1],
] as const) {
  test(
    `BOARD-35 BOARD-36: on a device whose clock is an hour ${name} countdowns are right`,
    { tag: '@full' },
    async ({ page, stage }) => {
      const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
      const due = await stage.order({ order: 1, time_finish: inMinutes(30) })
      const late = await stage.order({ order: 2, time_create: inMinutes(-40), time_finish: inMinutes(-10) })
      await page.clock.install({ time: Date.now() + hour * 3_600_000 })
      await signIn(page, stage, 'owner')
      await expect(card(page, due).getByTestId('countdown')).toContainText(/(29:\d\d|30:00)$/)
      await expect(card(page, due).getByTestId('countdown')).not.toHaveAttribute('data-tone', 'late')
      await expect(card(page, late).getByTestId('countdown')).toHaveAttribute('data-tone', 'late')
      await expect(card(page, late).getByTestId('countdown')).toContainText(/1[01]:\d\d$/)
      await expect(connection(page)).toContainText(/Live\d+ s ago/)
      await dragCard(page, card(page, due), column(page, stage, 3))
      await expect.poll(() => stage.statusOf(due)).toBe(3)
    },
  )
}

test(
  'BOARD-24 BOARD-39 SHELL-29: a company disabled during a drag refuses the drop, says so, and works once enabled again',
  { tag: '@full' },
  async ({ page, stage }) => {
    const order = await stage.order()
    await signIn(page, stage, 'owner')
    const token = await stage.signIn('platform')
    const setEnabled = async (enable: 0 | 1) => {
      const row = { company_id: stage.world.a, enable }
      const answer = await stage.call(
        'Reference',
        'saveData',
        { tables: [{ table: 'company', row }] },
        { token, company: row.company_id },
      )
      expect(answer).toMatchObject({ status: 'OK', data: { company: { status: 'OK' } } })
    }
    const [from, to] = [await card(page, order).boundingBox(), await column(page, stage, 3).boundingBox()]
    if (!from || !to) throw new Error('nothing to drag')
    await page.mouse.move(from.x + 60, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width / 2, to.y + 120, { steps: 6 })
    await expect(column(page, stage, 3)).toHaveAttribute('data-drop', 'over')
    await setEnabled(0)
    await page.mouse.up()
    await expect(page.getByTestId('disabled-dialog')).toContainText('The company is not enabled')
    await expect(column(page, stage, 2).getByTestId(`card-${order}`)).toBeVisible()
    expect(await stage.statusOf(order)).toBe(2)
    await expect(page.getByTestId('company-disabled').first()).toBeAttached()
    await setEnabled(1)
    await expect(page.getByTestId('disabled-dialog')).toBeHidden()
    await dragCard(page, card(page, order), column(page, stage, 3))
    await expect.poll(() => stage.statusOf(order)).toBe(3)
  },
)

test(
  'BOARD-34 BOARD-32: hostile customer names stay text, keep the layout, and can be found',
  { tag: '@full' },
  async ({ page, stage }) => {
    const markup = `<img src=x onerror="document.title='broken'">`
    const turned = `\u202Eeman\u202C \u200Fسارة`
    const long = 'Maximiliana'.repeat(28).slice(0, 300)
    const names = [markup, turned, long]
    const orders: number[] = []
    for (const [index, name] of names.entries()) {
      const user = await insertRow(stage.database, 'user', {
        company: stage.world.a,
        name,
        phone: `4930999${Date.now() % 1e5}${index}`,
      })
      orders.push(
        await stage.order({
          user,
          order: index,
          comment: name,
          cart: [{ id: 1, name, qty: 2, price: '3.00', total: '6.00', addons: [], allergens: [] }],
        }),
      )
    }
    await signIn(page, stage, 'owner')
    const width = (await column(page, stage, 2).boundingBox())?.width ?? 0
    for (const [index, order] of orders.entries()) {
      const name = names[index] ?? ''
      await expect(card(page, order).locator('.customer')).toHaveText(name)
      await expect(card(page, order).locator('.customer bdi')).toHaveText(name)
      const [box, countdown] = [
        await card(page, order).boundingBox(),
        await card(page, order).getByTestId('countdown').boundingBox(),
      ]
      expect(box?.width).toBeLessThan(width)
      expect((countdown?.x ?? 0) + (countdown?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0))
    }
    await page.getByRole('searchbox', { name: 'Search orders' }).fill('<img')
    await expect(card(page, orders[1] ?? 0)).toBeHidden()
    await card(page, orders[0] ?? 0).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer).toContainText(markup)
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox', { name: 'Search orders' }).fill(long.slice(0, 40))
    await card(page, orders[2] ?? 0).click()
    await expect(drawer).toContainText(long)
    expect(await drawer.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBeLessThanOrEqual(0)
    expect(await page.title()).not.toBe('broken')
    expect(await page.locator('img[src=x]').count()).toBe(0)
  },
)

test(
  'BOARD-14: with 10,000 orders in the period the board says how many it shows, and stays usable',
  { tag: '@full' },
  async ({ page, stage }) => {
    const order = await stage.order({ order: 0 })
    await stage.database.asOwner(
      `insert into "order" (company, "user", merchant, order_status, time_create, time_finish, last_time, admin, "order")
     select company, "user", merchant, order_status, time_create, time_finish, last_time, admin, n
     from "order", generate_series(1, 9999) n where order_id = $1`,
      [order],
    )
    await signIn(page, stage, 'owner')
    await expect(page.getByTestId('too-many')).toHaveText(
      'Showing 5000 of 10000 orders. Choose a shorter period or fewer merchants.',
    )
    await dragCard(page, card(page, order), column(page, stage, 3))
    await expect.poll(() => stage.statusOf(order)).toBe(3)
    await page.getByRole('searchbox', { name: 'Search orders' }).fill(String(order + 4000))
    await expect(card(page, order + 4000)).toBeVisible()
    await expect(card(page, order)).toBeHidden()
  },
)
