import type { Locator, Page } from '@playwright/test'
import { card, column, expect, signIn, test } from './support.ts'

test('BOARD-02 BOARD-03: shows a column for each status, in their order', async ({ page, stage }) => {
  await stage.order()
  await signIn(page, stage, 'owner')
  const names = await page.getByRole('heading', { level: 2 }).allInnerTexts()
  expect(names.map((name) => name.replace(/\s*\d+$/, '').trim())).toEqual(
    expect.arrayContaining(['Pre-order', 'New', 'Accepted', 'Ready', 'Delivered', 'Closed']),
  )
  // One long word is cut: the number behind it stays within the column.
  const rename = `update order_status set value = value || jsonb_build_object('en', $1::text) where order_status_id = $2`
  await stage.database.asOwner(rename, ['Donaudampfschifffahrtsgesellschaftskapitän', stage.status(2)])
  await page.reload()
  const heading = column(page, stage, 2).getByRole('heading', { name: /^Donau/ })
  await expect(heading).toBeVisible()
  const end = async (of: Locator) => (await of.boundingBox().then((box) => box && box.x + box.width)) ?? Infinity
  expect(await end(column(page, stage, 2).getByTestId('count'))).toBeLessThan(await end(column(page, stage, 2)))
  await stage.database.asOwner(rename, ['New', stage.status(2)])
})

test('BOARD-21 BOARD-34 BOARD-35: a card is dragged to another column and stays there', async ({ page, stage }) => {
  const order = await stage.order()
  await signIn(page, stage, 'owner')
  await expect(column(page, stage, 2).getByTestId(`card-${order}`)).toBeVisible()
  await drag(page, order, column(page, stage, 3))
  await expect(column(page, stage, 3).getByTestId(`card-${order}`)).toBeVisible()
  await expect.poll(() => stage.statusOf(order)).toBe(3)
})

test('BOARD-22 BOARD-25: a locked column does not take a card', async ({ page, stage }) => {
  const order = await stage.order()
  await signIn(page, stage, 'owner')
  const moves: string[] = []
  page.on('request', (request) => {
    if (request.postData()?.includes('method=move')) moves.push(request.url())
  })
  await drag(page, order, column(page, stage, 9))
  await expect(column(page, stage, 2).getByTestId(`card-${order}`)).toBeVisible()
  expect(await stage.statusOf(order)).toBe(2)
  // The page itself knows the rule: nothing is shown as moved and then put back.
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  expect(moves).toEqual([])
  await drag(page, order, column(page, stage, 3))
  await expect.poll(() => moves).toHaveLength(1)
})

test('BOARD-23 PERM-12: who may only look cannot drag', async ({ page, stage }) => {
  const order = await stage.order({ merchant: stage.world.merchants[1] })
  await signIn(page, stage, 'operator')
  await expect(card(page, order)).toBeVisible()
  await drag(page, order, column(page, stage, 3))
  await expect(column(page, stage, 2).getByTestId(`card-${order}`)).toBeVisible()
  expect(await stage.statusOf(order)).toBe(2)
})

test('two boards show the same move at once', async ({ page, stage, browser }) => {
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

test('KDS-17: the connection and the age of the data are in sight, and a lost line says so', async ({ page, stage, context }) => {
  await stage.order()
  await signIn(page, stage, 'owner')
  await expect(page.getByTestId('connection')).toContainText('Live')
  await context.setOffline(true)
  await expect(page.getByTestId('connection')).not.toContainText('Live')
  await context.setOffline(false)
  await expect(page.getByTestId('connection')).toContainText('Live')
})

async function drag(page: Page, order: number, to: Locator): Promise<void> {
  const from = await card(page, order).boundingBox()
  const target = await to.boundingBox()
  if (!from || !target) throw new Error('nothing to drag')
  await page.mouse.move(from.x + from.width / 2, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2 + 12, from.y + 30, { steps: 3 })
  await page.mouse.move(target.x + target.width / 2, target.y + 120, { steps: 12 })
  await page.mouse.up()
}
