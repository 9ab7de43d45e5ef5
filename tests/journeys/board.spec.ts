import type { Locator, Page } from '@playwright/test'
import { card, cardLink, column, expect, signIn, test } from './support.ts'

test('BOARD-02 BOARD-03: shows a column for each status, in order', async ({ page, stage }) => {
  await stage.order()
  await signIn(page, stage, 'owner')
  const names = await page.getByTestId('board').getByRole('heading', { level: 2 }).allInnerTexts()
  expect(names.map((name) => name.replace(/\s*\d+$/, '').trim())).toEqual([
    'Pre-order',
    'New',
    'Accepted',
    'Ready',
    'Delivered',
    'Closed',
  ])
  // A long word is truncated: the count after it stays within the column.
  const rename = `update order_status set value = value || jsonb_build_object('en', $1::text) where order_status_id = $2`
  await stage.database.asOwner(rename, ['Donaudampfschifffahrtsgesellschaftskapitän', stage.status(2)])
  await page.reload()
  const heading = column(page, stage, 2).getByRole('heading', { name: /^Donau/ })
  await expect(heading).toBeVisible()
  const end = async (of: Locator) => (await of.boundingBox().then((box) => box && box.x + box.width)) ?? Infinity
  expect(await end(column(page, stage, 2).getByTestId('count'))).toBeLessThan(await end(column(page, stage, 2)))
  await stage.database.asOwner(rename, ['New', stage.status(2)])
})

test('BOARD-21 BOARD-34 BOARD-35: a card dragged to another column stays there', { tag: '@full' }, async ({ page, stage }) => {
  const order = await stage.order()
  await signIn(page, stage, 'owner')
  await expect(column(page, stage, 2).getByTestId(`card-${order}`)).toBeVisible()
  await drag(page, order, column(page, stage, 3))
  await expect(column(page, stage, 3).getByTestId(`card-${order}`)).toBeVisible()
  await expect.poll(() => stage.statusOf(order)).toBe(3)
})

test('BOARD-21 ORDER-10 BOARD-01: a card dropped among those of other merchants stays there and is focused', async ({
  page,
  stage,
}) => {
  const [own, other] = stage.world.merchants
  const status = stage.status(3)
  const above = await stage.order({ merchant: other, order_status: status, order: 1 })
  const below = await stage.order({ merchant: other, order_status: status, order: 2 })
  const last = await stage.order({ merchant: own, order_status: status, order: 3 })
  const moved = await stage.order({ merchant: own })
  await signIn(page, stage, 'owner')
  const standing = () =>
    column(page, stage, 3)
      .locator('[data-order]')
      .evaluateAll((cards) => cards.map((element) => Number(element.getAttribute('data-order'))))
  await pickUp(page, moved)
  const box = await card(page, below).boundingBox()
  if (!box) throw new Error('nowhere to drop')
  await page.mouse.move(box.x + box.width / 2, box.y + 4, { steps: 12 })
  await page.mouse.up()
  await expect.poll(() => stage.statusOf(moved)).toBe(3)
  await expect(card(page, moved)).not.toHaveAttribute('data-moving')
  expect(await standing()).toEqual([above, moved, below, last])
  await expect(cardLink(page, moved)).toBeFocused()
  await expect(page.getByTestId('notices')).not.toContainText('at the end of the column')
  await page.reload()
  await expect(card(page, moved)).toBeVisible()
  expect(await standing()).toEqual([above, moved, below, last])
})

test('BOARD-21: the wheel scrolls column and board during a drag', { tag: '@full' }, async ({ page, stage }) => {
  for (let place = 1; place <= 20; place += 1) await stage.order({ order: place, order_status: stage.status(3) })
  const order = await stage.order()
  await page.setViewportSize({ width: 900, height: 700 })
  await signIn(page, stage, 'owner')
  await pickUp(page, order)
  const box = await column(page, stage, 3).boundingBox()
  if (!box) throw new Error('nowhere to scroll')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 12 })
  const scrolled = () =>
    column(page, stage, 3)
      .locator('.body')
      .evaluate(({ scrollTop }) => scrollTop)
  await page.mouse.wheel(0, 300)
  await expect.poll(scrolled).toBe(300)
  await page.mouse.wheel(120, 0)
  await expect.poll(() => page.getByTestId('board').evaluate(({ scrollLeft }) => scrollLeft)).toBe(120)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(cardLink(page, order)).toBeFocused()
  expect(await stage.statusOf(order)).toBe(2)
})

test('BOARD-22 BOARD-25: a locked column accepts no card', async ({ page, stage }) => {
  const order = await stage.order()
  await signIn(page, stage, 'owner')
  const moves: string[] = []
  page.on('request', (request) => {
    if (request.postData()?.includes('method=move')) moves.push(request.url())
  })
  await drag(page, order, column(page, stage, 9))
  await expect(column(page, stage, 2).getByTestId(`card-${order}`)).toBeVisible()
  expect(await stage.statusOf(order)).toBe(2)
  // The page itself knows the rule: the card is not shown as moved and then put back.
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  expect(moves).toEqual([])
  await drag(page, order, column(page, stage, 3))
  await expect.poll(() => moves).toHaveLength(1)
})

test('BOARD-23 PERM-12: dragging is not possible with view access', async ({ page, stage }) => {
  const order = await stage.order({ merchant: stage.world.merchants[1] })
  await signIn(page, stage, 'operator')
  await expect(card(page, order)).toBeVisible()
  await drag(page, order, column(page, stage, 3))
  await expect(column(page, stage, 2).getByTestId(`card-${order}`)).toBeVisible()
  expect(await stage.statusOf(order)).toBe(2)
  // Nor with the keyboard.
  await cardLink(page, order).press('Space')
  await expect(card(page, order)).toBeVisible()
  await expect(page.locator('[data-dragged]')).toHaveCount(0)
})

test('two boards show the same move at once', { tag: '@full' }, async ({ page, stage, browser }) => {
  const order = await stage.order()
  await signIn(page, stage, 'owner')
  const other = await (await browser.newContext()).newPage()
  await signIn(other, stage, 'operator')
  await drag(page, order, column(page, stage, 3))
  await expect(column(other, stage, 3).getByTestId(`card-${order}`)).toBeVisible()
  await other.context().close()
})

test('KDS-06: Undo in the notice puts the card back', async ({ page, stage }) => {
  const order = await stage.order()
  await signIn(page, stage, 'owner')
  await drag(page, order, column(page, stage, 3))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(column(page, stage, 2).getByTestId(`card-${order}`)).toBeVisible()
  await expect.poll(() => stage.statusOf(order)).toBe(2)
})

test(
  'KDS-17: connection and age of the data are visible, and a lost connection is shown',
  { tag: '@full' },
  async ({ page, stage, context }) => {
    await stage.order()
    await signIn(page, stage, 'owner')
    await expect(page.getByTestId('connection')).toContainText('Live')
    await context.setOffline(true)
    await expect(page.getByTestId('connection')).not.toContainText('Live')
    await context.setOffline(false)
    await expect(page.getByTestId('connection')).toContainText('Live')
  },
)

test('an order opens offline, even the first one', async ({ page, stage, context }) => {
  const order = await stage.order()
  const ahead = page.waitForResponse('**/assets/order-drawer-*.js')
  await signIn(page, stage, 'owner')
  await (await ahead).finished()
  await context.setOffline(true)
  await card(page, order).click()
  await expect(page.getByTestId('order-drawer')).toContainText(/\d/)
  await expect(page.locator('[data-notice=negative]')).toHaveCount(0)
  await context.setOffline(false)
})

async function pickUp(page: Page, order: number): Promise<void> {
  const from = await card(page, order).boundingBox()
  if (!from) throw new Error('nothing to drag')
  await page.mouse.move(from.x + from.width / 2, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2 + 12, from.y + 30, { steps: 3 })
}

async function drag(page: Page, order: number, to: Locator): Promise<void> {
  const target = await to.boundingBox()
  if (!target) throw new Error('nowhere to drop')
  await pickUp(page, order)
  await page.mouse.move(target.x + target.width / 2, target.y + 120, { steps: 12 })
  await page.mouse.up()
}
