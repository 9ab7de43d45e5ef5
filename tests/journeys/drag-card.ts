import type { Locator, Page } from '@playwright/test'

/** Drags a card with the mouse into a column. */
export async function dragCard(page: Page, card: Locator, column: Locator): Promise<void> {
  const [from, to] = [await card.boundingBox(), await column.boundingBox()]
  if (!from || !to) throw new Error('nothing to drag')
  await page.mouse.move(from.x + from.width / 2, from.y + 20)
  await page.mouse.down()
  // A few steps first: a press becomes a drag once the mouse has moved.
  await page.mouse.move(from.x + from.width / 2 + 12, from.y + 30, { steps: 3 })
  await page.mouse.move(to.x + to.width / 2, to.y + 120, { steps: 12 })
  await page.mouse.up()
}
