import type { AssignIntent, Coords } from '@tiffin/sdk/contract'
import { expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoFaults } from '../test/axe.ts'
import { kitchen, order, statuses } from '../test/kitchen.ts'
import { openConsole } from '../test/open-console.tsx'

const at: Coords = [52.52, 13.4]
const address = (coords: Coords, more: object = {}) => ({ coords, city: null, address: 'Torstraße 1', info: {}, ...more })
const rows = {
  ...kitchen,
  order_status: kitchen.order_status.map((order_statu) => ({
    ...order_statu,
    color: { background: '#2F5BD7', text: '#FFFFFF' },
  })),
  merchant: [
    { name: { en: 'Pizzeria' }, status: 1, order: 1, address: address(at, { radius: 3000 }) },
    { name: { en: 'Sushi' }, status: 1, order: 2, address: address([52.5, 13.3]) },
  ],
  courier: [
    { name: 'Carl', phone: '49170000000', coords: [52.53, 13.41] },
    { name: 'Dana', phone: '49170000001', coords: null },
  ],
  order: [
    order({ ticket: 11, destination_address: 'Lindenweg 5', destination_coordinates: [52.51, 13.39], courier: 1, due: 90 }),
    order({ ticket: 12, destination_address: 'Ahornallee 3', destination_coordinates: [52.525, 13.42], courier: 1, due: 30 }),
    order({ ticket: 13, destination_address: 'Without a place', destination_coordinates: null, due: 60 }),
    order({ ticket: 14, type: 2 }),
    order({ ticket: 15, destination_address: 'Gone', order_status: statuses.delivered }),
  ],
}

const map = page.getByTestId('map')
const list = page.getByTestId('map-orders')
const tickets = () => [...list.element().querySelectorAll('li')].map((item) => /#(\d+)/.exec(item.textContent)?.[1])

it('lists the open deliveries, the one due first at the top, and says which are not on the map', async () => {
  await openConsole('/mapOSM?ready=true', { rows })
  await expect.element(list).toBeVisible()
  expect(tickets()).toEqual(['12', '13', '11'])
  await expect.element(list.getByRole('button', { name: /Without a place/ })).toMatchTextContent('Not on the map')
  await expect.element(list.getByRole('button', { name: /Lindenweg 5/ })).toMatchTextContent('New · Carl')
})

it('shows merchants with their area, and couriers', async () => {
  await openConsole('/mapOSM?ready=true', { rows })
  await expect.element(map.css('.map-merchant').first()).toMatchTextContent('Pizzeria')
  await expect.element(map.css('path.map-area')).toBeInTheDocument()
  await expect.element(map.css('.map-courier')).toMatchTextContent('Carl')
  await expect.element(page.getByTestId('map-couriers')).toMatchTextContent('Dana')
})

it.each([
  ['en', 1280],
  ['ar', 390],
] as const)('names on the map never overlap at any zoom: %s, %i', async (lang, width) => {
  const near = (n: number, of: number): Coords => [at[0] + n / of, at[1] + ((n * 7) % 11) / of]
  const many = (length: number, item: (n: number) => Record<string, unknown>) => Array.from({ length }, (_, n) => item(n))
  const crowd = {
    ...rows,
    merchant: many(12, (n) => ({ name: { en: `Merchant ${n}` }, status: 1, order: n + 1, address: address(near(n, 200)) })),
    courier: many(40, (n) => ({ name: `Courier Number ${n}`, phone: `4917000${n}`, coords: near(n, 900) })),
  }
  await openConsole('/mapOSM?ready=true', { rows: crowd, lang, width })
  const dots = () => [...map.element().querySelectorAll<HTMLElement>('.map-merchant, .map-courier')]
  await expect.poll(() => dots().length).toBe(52)
  const names = () => dots().map((dot) => dot.querySelector('bdi') as HTMLElement)
  const shown = () => names().filter((name) => getComputedStyle(name).visibility === 'visible')
  const overlapping = () => {
    const boxes = shown().map((name) => name.getBoundingClientRect())
    return boxes.flatMap((a, at) =>
      boxes.slice(at + 1).filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
    ).length
  }
  const scale = () => map.element().querySelector('.leaflet-control-scale-line')?.textContent
  const isZooming = () => map.element().querySelector('.leaflet-zoom-anim') !== null
  const zoom = async (name: string): Promise<void> => {
    const before = scale()
    await page.getByRole('button', { name, exact: true }).click()
    await expect.poll(scale).not.toBe(before)
    // A click during the animation would be ignored.
    await expect.poll(isZooming).toBe(false)
    await expect.poll(overlapping).toBe(0)
    expect(shown().some((entry) => entry.parentElement?.classList.contains('map-merchant'))).toBe(true)
  }
  const [zoomIn, zoomOut] = lang === 'en' ? ['Zoom in', 'Zoom out'] : ['تكبير', 'تصغير']
  await expect.poll(overlapping).toBe(0)
  for (let step = 0; step < 8; step += 1) await zoom(zoomOut)
  const hidden = dots().find((dot) => dot.classList.contains('map-unnamed'))
  expect(hidden).toBeDefined()
  for (let step = 0; step < 14; step += 1) await zoom(zoomIn)
  await expect.poll(() => shown().length).toBeGreaterThan(12)
})

it('an order is selected in the list or on the map, and shows the stops of its courier', async () => {
  await openConsole('/mapOSM?ready=true', { rows })
  const linden = list.getByRole('button', { name: /Lindenweg 5/ })
  await linden.click()
  await expect.element(linden).toHaveAttribute('aria-pressed', 'true')
  await expect.element(linden).toMatchTextContent('Stop 2 of 2')
  await expect.element(map.css('.map-chosen')).toBeInTheDocument()
  await expect.element(map.css('path.map-tour')).toBeInTheDocument()
  const { left, top } = map.css('.map-chosen').element().getBoundingClientRect()
  await linden.click()
  await expect.element(map.css('.map-chosen')).not.toBeInTheDocument()
  const area = map.element().getBoundingClientRect()
  await map.click({ position: { x: left + 8 - area.left, y: top + 8 - area.top } })
  await expect.element(linden).toHaveAttribute('aria-pressed', 'true')
})

/** Assigns as asked. */
const assign = (sent: Record<string, unknown>) => ({
  data: {
    status: 'OK',
    results: (sent['intents'] as AssignIntent[]).map(({ intent_id, order_id, courier }) => ({
      intent_id,
      status: 'OK',
      order: { order_id, courier, revision: 2 },
    })),
  },
  feed: 2,
})

it('the map shows an order that is selected, and then stays where it is moved while orders change', async () => {
  const server = await openConsole('/mapOSM?ready=true', { rows })
  server.on('Order.assign', assign)
  const linden = list.getByRole('button', { name: /Lindenweg 5/ })
  const isShown = (): boolean => {
    const area = map.element().getBoundingClientRect()
    const { left } = map.css('.map-chosen').element().getBoundingClientRect()
    return left > area.left && left < area.right
  }
  /** A key pressed while the map moves is ignored. */
  const moveAway = () =>
    expect.poll(async () => {
      ;(map.element() as HTMLElement).focus()
      await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
      return isShown()
    })
  await linden.click()
  await moveAway().toBe(false)
  await linden.click()
  await linden.click()
  await expect.poll(isShown).toBe(true)
  await moveAway().toBe(false)
  await list.getByRole('button', { name: 'Assign a courier' }).click()
  await userEvent.keyboard('Dana{Enter}')
  await expect.element(linden).toMatchTextContent('Dana')
  // An animation would take 250 ms.
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(isShown()).toBe(false)
})

it('an order is assigned to a courier', async () => {
  const server = await openConsole('/mapOSM?ready=true', { rows })
  const assigned = vi.fn(assign)
  server.on('Order.assign', assigned)
  await list.getByRole('button', { name: /Without a place/ }).click()
  await list.getByRole('button', { name: 'Assign a courier' }).click()
  await userEvent.keyboard('Dana{Enter}')
  await expect.poll(() => assigned.mock.calls[0]?.[0]).toMatchObject({ intents: [{ order_id: 3, from: 0, courier: 2 }] })
  await expect.element(list.getByRole('button', { name: /Without a place/ })).toMatchTextContent('Dana')
  // Orders on a map do not count as shown.
  expect(server.seen.filter(({ call }) => call === 'Order.shown')).toEqual([])
})

it('a courier who is off duty is put on duty in place, by people who may edit couriers', async () => {
  const couriers = page.getByTestId('map-couriers')
  const server = await openConsole('/mapOSM?ready=true', {
    rows: {
      ...rows,
      courier: [
        { name: 'Carl', working: 1 },
        { name: 'Eve', working: 2 },
      ],
    },
  })
  await expect.element(couriers.getByText('Eve')).toBeVisible()
  await couriers.getByRole('button', { name: 'Put on duty: Eve' }).click()
  await expect.element(page.getByTestId('notices')).toMatchTextContent('Eve is on duty')
  await expect.element(couriers).not.toMatchTextContent('Off duty')
  expect(server.rows('courier').map(({ name, working }) => [name, working])).toEqual([
    ['Carl', 1],
    ['Eve', 1],
  ])
})

it.each([
  ['NAV-05', '/map'],
  ['NAV-06', '/mapOSM'],
])('%s: %s shows a standalone map without a session', async (_id, path) => {
  await openConsole(path, { user: null })
  await expect.element(map.css('.map-grid').first()).toBeInTheDocument()
  await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
  expect(location.pathname).toBe(path)
})

it('shows land and sea without any network', async () => {
  await openConsole('/map', { user: null })
  const painted = () =>
    [...document.querySelectorAll<SVGPathElement>('.map-land path')].map((land) =>
      land.isPointInFill({ x: 256, y: 256 }) ? 'land' : 'sea',
    )
  await expect.poll(() => new Set(painted())).toEqual(new Set(['land']))
  const zoomOut = page.getByRole('button', { name: 'Zoom out' })
  for (let step = 0; step < 11; step += 1) await zoomOut.click()
  await expect.poll(() => new Set(painted())).toEqual(new Set(['land', 'sea']))
})

it('BOARD-11 NAV-68: the map button of the board opens /mapOSM with ready=true in a window of 80 % of the screen', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  onTestFinished(() => open.mockRestore())
  await openConsole('/Company/Order', { rows })
  await page.getByRole('toolbar').getByRole('button', { name: 'Map', exact: true }).click()
  const [address, , features = ''] = open.mock.calls[0] ?? []
  expect(address).toBe('/mapOSM?ready=true')
  const figure = (name: string) => Number(new RegExp(`\\b${name}=(\\d+)`).exec(features)?.[1])
  expect(figure('width')).toBe(Math.round(screen.availWidth * 0.8))
  expect(figure('height')).toBe(Math.round(screen.availHeight * 0.8))
  await expect.element(page.getByTestId('notices')).toMatchTextContent('The browser blocked the map window')
})

it.each([
  ['light', 'en', 1440],
  ['dark', 'ar', 390],
] as const)('has no accessibility problems: %s, %s, %i', async (theme, lang, width) => {
  await openConsole('/mapOSM?ready=true', { rows, theme, lang, width })
  await expect.element(list).toBeVisible()
  await list.getByRole('button').first().click()
  await expectNoFaults()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})
