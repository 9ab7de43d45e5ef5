import type { CDPSession, Page } from 'playwright'
import type { Bench, Figure } from './bench.ts'
import { openBrowser, signIn, workOf } from './browser.ts'
import { median, percentile } from './measure.ts'
import { openWorld, type World } from './world.ts'

const ORDERS = 500
const COURIERS = 100
const STEPS = 120
const WARM_UP = 20

/** Every open order is a delivery, and every courier has a position, within about 5 km of a merchant. */
const placeAll = `
  with place as (
    select row_number() over () as number, (m.address -> 'coords' ->> 0)::float as lat, (m.address -> 'coords' ->> 1)::float as lng
    from merchant m where m.company = $1 and jsonb_typeof(m.address -> 'coords') = 'array'
  ), places as (select count(*) as count from place),
  orders as (
    update "order" o set type = 1,
      destination_coordinates = jsonb_build_array(p.lat + 0.09 * (random() - 0.5), p.lng + 0.14 * (random() - 0.5))
    from place p, places where o.company = $1 and p.number = 1 + o.order_id % places.count
  )
  update courier c set coords = jsonb_build_array(p.lat + 0.09 * (random() - 0.5), p.lng + 0.14 * (random() - 0.5)), courier_status = 1
  from place p, places where c.company = $1 and p.number = 1 + c.courier_id % places.count`

/** Opens the map of the board with all its orders and couriers. */
async function openMap(page: Page, world: World): Promise<void> {
  await page.goto(`${world.url}/mapOSM?ready=true`)
  const listed = page.getByTestId('map-orders').getByRole('listitem')
  await listed.nth(ORDERS - 1).waitFor({ state: 'attached' })
  await page
    .locator('.map-courier')
    .nth(COURIERS - 1)
    .waitFor({ state: 'attached' })
}

/** Pans the map to and fro, and returns the work of each frame and of the release. */
async function pan(page: Page, session: CDPSession): Promise<{ frames: number[]; release: number }> {
  const box = await page.getByTestId('map').boundingBox()
  if (!box) throw new Error('no map to pan')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  const frames: number[] = []
  for (let step = 0; step < WARM_UP + STEPS; step += 1) {
    const to = [x + 0.4 * box.width * Math.sin(step / 9), y + 0.4 * box.height * Math.sin(step / 5)] as const
    const work = await workOf(page, session, () => page.mouse.move(...to))
    if (step >= WARM_UP) frames.push(work)
  }
  return { frames, release: await workOf(page, session, () => page.mouse.up()) }
}

/** The work of zooming in and out, which also recalculates which names fit. */
async function zoom(page: Page, session: CDPSession): Promise<number[]> {
  const works: number[] = []
  for (let turn = 0; turn < 8; turn += 1) {
    const name = turn % 2 === 0 ? 'Zoom in' : 'Zoom out'
    works.push(await workOf(page, session, () => page.getByRole('button', { name }).click()))
  }
  return works
}

export const map: Bench = {
  name: 'map',
  async run() {
    const world = await openWorld(ORDERS, { couriers: COURIERS })
    const browser = await openBrowser()
    try {
      await world.asOwner(placeAll, [world.owner.company])
      const { page, session } = await signIn(browser, world)
      await openMap(page, world)
      // CPU time, not wall time: other programs may be busy.
      await session.send('Performance.enable', { timeDomain: 'threadTicks' })
      const { frames, release } = await pan(page, session)
      const zooms = await zoom(page, session)
      return [
        {
          what: `main-thread work a frame of panning, ${ORDERS} orders and ${COURIERS} couriers, p95`,
          value: percentile(frames, 0.95),
          unit: 'ms',
          budget: 12,
          note: `p50 ${median(frames).toFixed(1)} ms`,
        },
        { what: 'the redraw after panning', value: release, unit: 'ms' },
        { what: 'zooming by a level, p50', value: median(zooms), unit: 'ms' },
      ] satisfies Figure[]
    } finally {
      await browser.close()
      await world.stop()
    }
  },
}
