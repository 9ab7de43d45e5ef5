import { axe, card, expect, type Page, resize, signIn, type Stage, test } from './support.ts'

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()
const dish = (name: string, more: Record<string, unknown> = {}) => ({
  id: name,
  name,
  qty: 1,
  price: '5.00',
  total: '5.00',
  ...more,
})

/** A word that is too long is wrapped, not truncated: nothing extends beyond the card. */
const overflowing = (page: Page, order: number) =>
  card(page, order).evaluate((element) =>
    [...element.querySelectorAll('.pickup, .due, .merchant, .addon, .allergens, .item-note, .comment')]
      .filter((part) => {
        const [inner, outer] = [part.getBoundingClientRect(), element.getBoundingClientRect()]
        return part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflow !== 'visible'
          ? true
          : inner.left < outer.left - 1 || inner.right > outer.right + 1
      })
      .map((part) => part.className),
  )

const rename = (stage: Stage, merchant: number, en: string) =>
  stage.database.asOwner(`update merchant set name = $2 where merchant_id = $1`, [merchant, JSON.stringify({ en })])

// Other journeys find it by this name.
test.afterEach(({ stage }) => rename(stage, stage.world.merchants[1], 'Sushi'))

async function laidOut(stage: Stage) {
  const [, other] = stage.world.merchants
  await rename(stage, other, 'Trattoria Forno Vecchio am Alten Markt')
  const long = 'gluten, milk, mustard, sesame, sulphites, celery'.split(', ')
  const full = await stage.order({
    ticket: 6,
    type: 2,
    merchant: other,
    asap: 0,
    time_finish: inMinutes(3 * 24 * 60),
    comment: 'Please ring at the back door, the bell in front is broken',
    cart: [
      dish('Caesar salad', {
        addons: [
          { name: 'chicken', qty: 1 },
          { name: 'anchovies', qty: 2 },
        ],
        allergens: long,
      }),
      dish('Margherita', { note: 'no basil' }),
      ...['A', 'B', 'C', 'D'].map((name) => dish(name)),
      dish('Peanut soup', { allergens: ['peanuts'] }),
    ],
  })
  const same = await stage.order({ ticket: 6, order: 2, time_finish: inMinutes(20), time_create: inMinutes(-6) })
  return { full, same }
}

test(
  'ORDER-07 BOARD-08 KDS-22: a card shows what a cook needs without truncation, compact or not, on a phone too',
  { tag: '@full' },
  async ({ page, stage }) => {
    const { full, same } = await laidOut(stage)
    await signIn(page, stage, 'owner')
    for (const width of [1280, 390])
      for (const compact of [false, true]) {
        await resize(page, width, 800)
        const said = card(page, full)
        await expect(said.locator('.pickup')).toHaveText('Pickup')
        await expect(said.locator('.due.later')).toHaveText(/\d+.*\d\d:\d\d/)
        await expect(said.locator('.merchant')).toHaveText('Trattoria Forno Vecchio am Alten Markt')
        await expect(said).toContainText('peanuts')
        await expect(said).toContainText('Caesar salad + chicken + 2× anchovies')
        await expect(said.locator('.item-note')).toHaveText('» no basil')
        await expect(said.locator('.comment')).toContainText('the bell in front is broken')
        if (!compact) await expect(said).toContainText('3 more')
        expect(await overflowing(page, full)).toEqual([])
        await expect(said.getByRole('link', { name: '#6 Trattoria Forno Vecchio am Alten Markt' })).toBeAttached()
        await expect(card(page, same).getByRole('link', { name: '#6 Pizzeria' })).toBeAttached()
        await page.keyboard.press('c')
        await expect(page.locator(`[data-testid=card-${full}] .who.compact`)).toHaveCount(compact ? 0 : 1)
      }
  },
)

test(
  'KDS-03 BOARD-36: an order that has waited long is not red before its promised time',
  { tag: '@full' },
  async ({ page, stage }) => {
    const order = await stage.order({ ticket: 6, time_create: inMinutes(-12), time_finish: inMinutes(20) })
    const late = await stage.order({ ticket: 7, order: 2, time_create: inMinutes(-12), time_finish: inMinutes(-1) })
    const ready = await stage.order({ ticket: 8, time_create: inMinutes(-12), order_status: stage.status(5) })
    await signIn(page, stage, 'owner')
    await expect(card(page, order).locator('.age')).toContainText('↑↑ 12 min old')
    await expect(card(page, late).getByTestId('countdown')).toHaveAttribute('data-tone', 'late')
    for (const one of [late, ready]) await expect(card(page, one).locator('.age')).toHaveCount(0)
    const colour = (order_id: number, part: string) =>
      card(page, order_id)
        .locator(part)
        .evaluate((element) => getComputedStyle(element).color)
    expect(await colour(order, '.age')).not.toBe(await colour(late, '.countdown'))
  },
)

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
