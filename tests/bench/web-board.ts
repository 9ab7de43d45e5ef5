import { randomUUID } from 'node:crypto'
import type { Browser, CDPSession, Page } from 'playwright'
import type { Bench, Figure } from './bench.ts'
import { board, metric, openBrowser, signIn, workOf } from './browser.ts'
import { median, percentile } from './measure.ts'
import { openWorld, type World } from './world.ts'

const ORDERS = 2000
/** As many as the demo has open at a time. */
const OPEN_ORDERS = 100
const DRAG_STEPS = 60
const WARM_UP = 10
const WORD = 'lindenweg'
/** Simulates a rush: each round moves this many orders on, or back again. */
const RUSH = { rounds: 20, orders: 100 }

/** Drags a card to and fro over the columns and returns the work of each step. */
async function drag(page: Page, session: CDPSession): Promise<number[]> {
  const box = await board(page).boundingBox()
  if (!box) throw new Error('no card to drag')
  const start = { x: box.x + 60, y: box.y + 20 }
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + 10, start.y + 5, { steps: 3 })
  await page.locator('[data-lifted]').waitFor()
  const samples: number[] = []
  for (let step = 0; step < WARM_UP + DRAG_STEPS; step += 1) {
    const x = 300 + 600 * (1 + Math.sin(step / 9))
    const y = 300 + 200 * (1 + Math.sin(step / 5))
    const work = await workOf(page, session, () => page.mouse.move(x, y))
    if (step >= WARM_UP) samples.push(work)
  }
  await page.keyboard.press('Escape')
  await page.mouse.up()
  return samples
}

/** The work of each letter typed into the search, and of the search after the last one. */
async function search(page: Page, session: CDPSession): Promise<{ letters: number[]; found: number }> {
  const field = page.getByRole('searchbox', { name: 'Search orders' })
  await field.focus()
  const letters: number[] = []
  for (let round = 0; round < 4; round += 1) {
    for (const letter of WORD) letters.push(await workOf(page, session, () => page.keyboard.press(letter)))
    await field.fill('')
  }
  await page.keyboard.type(WORD)
  const found = await workOf(page, session, () => page.getByTestId('hidden').waitFor())
  await field.fill('')
  await page.getByTestId('hidden').waitFor({ state: 'detached' })
  return { letters: letters.slice(WORD.length), found }
}

/** Used heap in MB after garbage collection. */
async function heap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  return (await metric(session, 'JSHeapUsedSize')) / 1e6
}

/** Moves many orders to and fro, as at noon but faster; the board gets an update for each. */
async function rush(world: World, page: Page): Promise<void> {
  const statuses = await world.asOwner<{ id: number; status: number }>(
    `select order_status_id as id, status from order_status where company = $1`,
    [world.owner.company],
  )
  // New and Pre-order, which lead to each other.
  const [from, to] = [2, 1].map((number) => Number(statuses.find(({ status }) => status === number)?.id)) as [number, number]
  const orders = await world.asOwner<{ id: number }>(
    `select order_id as id from "order" where company = $1 and order_status = $2 limit $3`,
    [world.owner.company, from, RUSH.orders],
  )
  const column = page.getByTestId(`column-${from}`).getByTestId('count')
  const full = Number(await column.textContent())
  for (let round = 0; round < RUSH.rounds; round += 1) {
    const away = round % 2 === 0
    const way = away ? { from, to } : { from: to, to: from }
    const intents = orders.map(({ id }) => ({ intent_id: randomUUID(), order_id: id, ...way }))
    await world.owner.call('Order', 'move', { intents })
    await column.filter({ hasText: new RegExp(`^${away ? full - orders.length : full}$`) }).waitFor({ timeout: 120_000 })
  }
}

/**
 * Milliseconds until a signed-in user with an empty browser cache sees orders: the median of three, after one run that
 * covers the one-time work of browser and server.
 */
async function coldStart(browser: Browser, world: World): Promise<number> {
  const { context, page } = await signIn(browser, world)
  const storageState = await context.storageState()
  await page.close()
  const times: number[] = []
  for (let turn = 0; turn <= 3; turn += 1) {
    const cold = await browser.newContext({ viewport: { width: 1900, height: 1000 }, storageState })
    const first = await cold.newPage()
    const started = performance.now()
    await first.goto(`${world.url}/Company/Order`)
    await board(first).waitFor()
    if (turn > 0) times.push(performance.now() - started)
    await cold.close()
  }
  await context.close()
  return median(times)
}

export const webBoard: Bench = {
  name: 'web-board',
  async run() {
    const world = await openWorld(ORDERS)
    const demoWorld = await openWorld(OPEN_ORDERS)
    const browser = await openBrowser()
    try {
      const usable = { usual: await coldStart(browser, demoWorld), many: await coldStart(browser, world) }
      const { page, session } = await signIn(browser, world)
      // CPU time, not wall time: other programs may be busy.
      await session.send('Performance.enable', { timeDomain: 'threadTicks' })
      const frames = await drag(page, session)
      const { letters, found } = await search(page, session)
      // Warms up caches that are filled once, such as recent moves, so that they don't count as leaks.
      await rush(world, page)
      await rush(world, page)
      const before = await heap(session)
      for (let time = 0; time < 3; time += 1) await rush(world, page)
      const after = await heap(session)
      return [
        { what: `main-thread work a drag frame, ${ORDERS} orders, p95`, value: percentile(frames, 0.95), unit: 'ms', budget: 12 },
        {
          what: 'main-thread work a letter typed into the search, p95',
          value: percentile(letters, 0.95),
          unit: 'ms',
          budget: 16,
        },
        { what: 'the search itself and its picture', value: found, unit: 'ms' },
        {
          what: `first usable board, nothing in the cache, ${OPEN_ORDERS} orders open`,
          value: usable.usual,
          unit: 'ms',
          budget: 1500,
        },
        { what: `the same with ${ORDERS} orders open`, value: usable.many, unit: 'ms' },
        {
          what: 'heap after a rush against before',
          value: after / before,
          unit: 'x',
          budget: 1.1,
          note: `${before.toFixed(1)} MB → ${after.toFixed(1)} MB`,
        },
      ] satisfies Figure[]
    } finally {
      await browser.close()
      await world.stop()
      await demoWorld.stop()
    }
  },
}
