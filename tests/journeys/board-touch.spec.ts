import type { CDPSession, Locator, Page } from '@playwright/test'
import { card, column, expect, resize, signIn, type Stage, test } from './support.ts'

test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

/** Real touch events: Playwright's own taps end before a hold begins. */
class Finger {
  #session: CDPSession
  constructor(session: CDPSession) {
    this.#session = session
  }
  static async on(page: Page): Promise<Finger> {
    return new Finger(await page.context().newCDPSession(page))
  }
  async #touch(type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]): Promise<void> {
    await this.#session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  }
  down = (x: number, y: number) => this.#touch('touchStart', [{ x, y }])
  move = (x: number, y: number) => this.#touch('touchMove', [{ x, y }])
  up = () => this.#touch('touchEnd', [])
}

const middle = async (locator: Locator): Promise<{ x: number; y: number }> => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('not to be seen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function signInNarrow(page: Page, stage: Stage): Promise<void> {
  await page.goto(stage.url)
  await page.getByLabel('Login').fill('owner')
  await page.getByLabel('Password', { exact: true }).fill('tiffin-demo')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByTestId('board')).toBeVisible()
}

test('BOARD-29 BOARD-21: holding a card for 50 ms drags it to another column', async ({ page, stage }) => {
  await page.clock.install()
  await resize(page, 900, 844)
  const order = await stage.order()
  await signInNarrow(page, stage)
  const finger = await Finger.on(page)
  const from = await middle(card(page, order))
  const to = await middle(column(page, stage, 3))
  await page.clock.pauseAt(Date.now() + 60_000)
  await finger.down(from.x, from.y)
  await page.clock.runFor(49)
  await expect(page.locator('[data-lifted]')).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(page.locator('[data-lifted]')).toBeVisible()
  await page.clock.resume()
  for (let step = 1; step <= 5; step += 1) await finger.move(from.x + ((to.x - from.x) * step) / 5, from.y)
  await expect(column(page, stage, 3)).toHaveAttribute('data-drop', 'over')
  await expect(column(page, stage, 3).locator('.drop-line')).toBeInViewport()
  await expect(page.locator('.drop-line').and(page.locator(':not([style])')).first()).not.toBeInViewport()
  await finger.up()
  await expect.poll(() => stage.statusOf(order)).toBe(3)
})

test('BOARD-32: a tap opens the order, and a quick swipe drags nothing', { tag: '@full' }, async ({ page, stage }) => {
  const order = await stage.order()
  await signInNarrow(page, stage)
  const finger = await Finger.on(page)
  await page.getByTestId('switcher').getByRole('button', { name: 'New' }).click()
  await expect(card(page, order)).toBeInViewport({ ratio: 1 })
  const at = await middle(card(page, order))
  await finger.down(at.x, at.y)
  await finger.move(at.x - 60, at.y)
  await finger.move(at.x - 120, at.y)
  await finger.up()
  await expect(page.locator('[data-lifted]')).toHaveCount(0)
  expect(await stage.statusOf(order)).toBe(2)
  await page.getByTestId('switcher').getByRole('button', { name: 'New' }).click()
  await expect(card(page, order)).toBeInViewport({ ratio: 1 })
  const again = await middle(card(page, order))
  await finger.down(again.x, again.y)
  await expect(page.locator('[data-lifted]')).toBeVisible()
  await finger.up()
  await expect(page.getByTestId('order-drawer')).toBeVisible()
  expect(await stage.statusOf(order)).toBe(2)
})

test('BOARD-30 LIST-23: holding a card for a second opens its menu, and drags nothing', async ({ page, stage }) => {
  await page.clock.install()
  const order = await stage.order()
  await signInNarrow(page, stage)
  const finger = await Finger.on(page)
  await page.getByTestId('switcher').getByRole('button', { name: 'New' }).click()
  await expect(card(page, order)).toBeInViewport({ ratio: 1 })
  const at = await middle(card(page, order))
  await page.clock.pauseAt(Date.now() + 1000)
  await finger.down(at.x, at.y)
  await page.clock.runFor(999)
  await expect(page.getByTestId('moves')).toBeHidden()
  await page.clock.runFor(1)
  await page.clock.resume()
  await expect(page.getByTestId('moves')).toBeVisible()
  await expect(page.locator('[data-lifted]')).toHaveCount(0)
  await finger.up()
  await expect(page.getByTestId('moves')).toBeVisible()
  await expect(page.getByTestId('order-drawer')).toBeHidden()
  await page.getByRole('menuitem', { name: 'Accepted' }).click()
  await expect.poll(() => stage.statusOf(order)).toBe(3)
})

test(
  'on a narrow screen one column is visible at a time, and the switcher changes it',
  { tag: '@full' },
  async ({ page, stage }) => {
    const order = await stage.order({ order_status: stage.status(3) })
    await signInNarrow(page, stage)
    const switcher = page.getByTestId('switcher')
    await expect(switcher.locator('[aria-current=true]')).toHaveText(/Pre-order/)
    await expect(card(page, order)).not.toBeInViewport()
    await switcher.getByRole('button', { name: 'Accepted 1' }).click()
    await expect(card(page, order)).toBeInViewport({ ratio: 1 })
    await expect(switcher.locator('[aria-current=true]')).toHaveText(/Accepted/)
    await expect(column(page, stage, 2)).not.toBeInViewport()
    const { width } = (await column(page, stage, 3).boundingBox()) ?? { width: 0 }
    expect(width).toBeGreaterThan(350)
  },
)

for (const { device, isMobile, opacity } of [
  { device: 'a mouse', isMobile: false, opacity: '1' },
  { device: 'a finger', isMobile: true, opacity: '0' },
])
  test(`BOARD-52: the resize handle of a column with ${device}`, { tag: isMobile ? [] : '@full' }, async ({ browser, stage }) => {
    await stage.order()
    const context = await browser.newContext({ isMobile, hasTouch: isMobile, viewport: { width: 1024, height: 700 } })
    const page = await context.newPage()
    await signIn(page, stage, 'owner')
    await column(page, stage, 2).hover()
    const grip = column(page, stage, 2).locator('.edge')
    expect(await grip.evaluate((edge) => getComputedStyle(edge, '::after').opacity)).toBe(opacity)
    await context.close()
  })
