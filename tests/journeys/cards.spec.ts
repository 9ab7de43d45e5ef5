import { axe, card, expect, resize, signIn, test } from './support.ts'

test('KDS-23: several cancellations are one line with their count, which expands to each reason', async ({ page, stage }) => {
  const orders = await Promise.all([41, 42, 43].map((ticket, order) => stage.order({ ticket, order })))
  await signIn(page, stage, 'owner')
  await expect(card(page, orders[0] ?? 0)).toBeVisible()
  const token = await stage.signIn('operator')
  const reasonOf = (order_id: number): string => (order_id === orders[0] ? 'The guest has left' : 'Out of dough')
  const intents = orders.map((order_id) => ({
    intent_id: crypto.randomUUID(),
    order_id,
    from: stage.status(2),
    to: stage.status(0),
    reason: reasonOf(order_id),
  }))
  await stage.call('Order', 'move', { intents }, { token, company: stage.world.a })
  const line = page.getByTestId('cancelled')
  await expect(line).toHaveCount(1)
  await expect(line).toContainText('Orders cancelled: 3')
  const seen = line.getByRole('button', { name: 'Mark all as seen' })
  await resize(page, 390, 800)
  const height = (await page.getByTestId('banners').boundingBox())?.height ?? 0
  expect(height).toBeLessThan(56)
  await expect(seen).toBeInViewport({ ratio: 1 })
  await line.getByRole('button', { name: 'Orders cancelled: 3' }).focus()
  await page.keyboard.press('Enter')
  const reasons = ['#41 Pizzeria: The guest has left', '#42 Pizzeria: Out of dough', '#43 Pizzeria: Out of dough']
  expect((await line.getByRole('listitem').allTextContents()).toSorted()).toEqual(reasons)
  expect((await axe(page).include('[data-testid=cancelled]').analyze()).violations).toEqual([])
  await expect(line.getByRole('listitem').first()).toBeInViewport({ ratio: 1 })
  await seen.click()
  await expect(line).toBeHidden()
})
