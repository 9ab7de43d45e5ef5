import { type Coords, errors } from '@tiffin/sdk/contract'
import { expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoFaults } from '../test/axe.ts'
import { type FakeServer, refusal } from '../test/fake-server.ts'
import { editor, field, openConsole, openTab, save } from '../test/open-console.tsx'
import { alpha, owner } from '../test/people.ts'

const FORNO: Coords = [52.53, 13.4]
const merchant = { name: { en: 'Forno' }, type: 1, address: { coords: FORNO, city: null, address: 'Torstraße 1', info: {} } }
const cities = [{ name: { en: 'Berlin' }, geo: [52.52, 13.4], radius: 25_000 }]
const house = { status: 'OK', city: 1, address: 'Lindenweg 5', exact: true, places: [] }

const picker = page.getByTestId('address-picker')
const status = picker.getByTestId('picker-status')
const map = picker.getByTestId('map')
const button = (name: string) => picker.getByRole('button', { name, exact: true })

type Console = Parameters<typeof openConsole>[1]

/** The picker of the merchant's address. */
async function openPicker(options: Console = {}) {
  const rows = { merchant: [merchant], city: cities }
  const server = await openConsole('/Company/Merchant?id=1', { rows, answers: { 'Geo.getCity': { data: house } }, ...options })
  await expect.element(field('address')).toBeVisible()
  await field('address').css('button').last().click()
  await expect.element(picker).toBeVisible()
  return server
}

/** Moves the map by the keyboard. */
async function moveMap(): Promise<void> {
  ;(map.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
}

it('MAP-01 MAP-03: is a full-screen map with a marker in its centre, a way back and a button that locates the device', async () => {
  const server = await openPicker()
  const { width, height } = picker.element().getBoundingClientRect()
  expect([width, height]).toEqual([innerWidth, innerHeight])
  const area = map.element().getBoundingClientRect()
  const marker = picker.getByTestId('centre-marker').element().getBoundingClientRect()
  // The point of the marker is in the middle.
  expect(Math.abs(marker.left + marker.width / 2 - (area.left + area.width / 2))).toBeLessThan(2)
  await expect
    .poll(() =>
      Math.abs(picker.getByTestId('centre-marker').element().getBoundingClientRect().bottom - (area.top + area.height / 2)),
    )
    .toBeLessThan(3)
  const found = { coords: { latitude: 52.6, longitude: 13.5 } } as GeolocationPosition
  const locate = vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((show) => show(found))
  onTestFinished(() => locate.mockRestore())
  await button('Show my location').click()
  await expect.poll(() => asked(server).at(-1)).toMatchObject({ coords: [52.6, 13.5] })
  await button('Back').click()
  await expect.element(picker).not.toBeInTheDocument()
})

it('MAP-02: the bar shows the current address and turns into a search', async () => {
  const server = await openPicker()
  const bar = picker.getByRole('button', { name: /^Find an address/ })
  await expect.element(bar).toMatchTextContent('Torstraße 1')
  const places = [{ coords: [52.6, 13.5], address: 'Ahornallee 3', city: 1, exact: true }]
  server.on('Geo.getCity', () => ({ data: { ...house, places } }))
  await bar.click()
  await userEvent.keyboard('{Escape}')
  await bar.click()
  await userEvent.keyboard('Ahorn')
  await picker.getByRole('option', { name: 'Ahornallee 3' }).click()
  await expect.element(bar).toMatchTextContent('Ahornallee 3')
  await expect.element(bar).toHaveFocus()
  await expect.element(status).toMatchTextContent('Ahornallee 3')
})

it('MAP-04 MAP-16 MAP-17 MAP-21: Continue asks for the details, Save takes the address over', async () => {
  const server = await openPicker()
  await moveMap()
  await expect.element(status).toMatchTextContent('Locating…')
  await expect.element(button('Continue')).toBeDisabled()
  await expect.element(status).toMatchTextContent('Lindenweg 5')
  await button('Continue').click()
  const info = { entrance: '2', intercom: '15', flat: '7', floor: '3', comment: 'Ring twice' }
  const labels = { entrance: 'Entrance', intercom: 'Intercom', flat: 'Flat', floor: 'Floor', comment: 'Delivery instructions' }
  for (const [name, label] of Object.entries(labels))
    await picker.getByLabelText(label, { exact: true }).fill(info[name as keyof typeof info])
  await userEvent.keyboard('{Enter}')
  await expect.element(picker).not.toBeInTheDocument()
  await save()
  const question = page.getByTestId('save-question')
  await question.getByRole('button', { name: 'Yes', exact: true }).click()
  await expect.poll(() => server.saved()).toMatchObject([{ address: { address: 'Lindenweg 5', city: 1, info } }])
  const [{ address }] = server.saved() as [{ address: { coords: Coords } }]
  expect(address.coords[0]).toBeLessThan(FORNO[0])
  expect(address.coords[1]).toBeCloseTo(FORNO[1], 4)
})

it('MAP-18: closing the details removes the marker and the circle of the area', async () => {
  await openPicker()
  const shown = () =>
    [map.css('.map-chosen'), map.css('path.map-area'), picker.getByTestId('centre-marker')].map((item) => item.elements().length)
  expect(shown()).toEqual([0, 0, 1])
  for (const close of [
    () => userEvent.keyboard('{Escape}'),
    () => button('Back').last().click(),
    () => button('Back').first().click(),
  ]) {
    await button('Continue').click()
    await expect.poll(shown).toEqual([1, 1, 0])
    await close()
    await expect.poll(shown).toEqual([0, 0, 1])
    await expect.element(picker).toBeVisible()
  }
})

it('MAP-16: Continue stops a map that is still moving, which would close the details', async () => {
  await openPicker()
  await expect.element(button('Continue')).toBeEnabled()
  const area = map.element() as HTMLElement
  area.focus()
  const key = { key: 'ArrowDown', code: 'ArrowDown', keyCode: 40, bubbles: true }
  area.dispatchEvent(new KeyboardEvent('keydown', key))
  ;(button('Continue').element() as HTMLElement).click()
  // Longer than the map takes for a step.
  await new Promise((resolve) => setTimeout(resolve, 600))
  await expect.element(picker.getByLabelText('Entrance', { exact: true })).toBeVisible()
  await expect.element(button('Save')).toBeVisible()
})

it('MAP-07 MAP-23: a failure is shown with a message and Retry, or the address is typed', async () => {
  const server = await openPicker()
  server.on('Geo.getCity', () => 502)
  await moveMap()
  await expect.element(status).toMatchTextContent('Network error')
  server.on('Geo.getCity', () => ({ data: house }))
  await button('Retry').click()
  await expect.element(status).toMatchTextContent('Lindenweg 5')
  server.on('Geo.getCity', () => refusal('geocoder_failed', { error: errors.geocoder_failed }))
  await moveMap()
  await expect.element(status).toMatchTextContent("The address service isn't responding. Enter the address by hand.")
  await button('Enter the address by hand').click()
  await expect.element(picker).toMatchTextContent('Address not verified. Check it with the customer.')
})

it('MAP-24: a search that fails says that the network dropped', async () => {
  const server = await openPicker({ lang: 'ru' })
  server.on('Geo.getCity', () => 502)
  await picker.getByRole('button', { name: /^Найти адрес/ }).click()
  await userEvent.keyboard('Ahorn')
  await expect.element(picker).toMatchTextContent('Пропало соединение с сетью')
})

/** City searches that the server received, oldest first. */
const asked = ({ seen }: FakeServer) => seen.filter(({ call }) => call === 'Geo.getCity').map(({ data }) => data)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** A company with or without a key for maps, which decides between the two providers. */
const withKey = (google_maps_key: string) => ({ user: owner({ company: alpha({ google_maps_key }) }) })
/** Longitudes at the left of the tiles of the grid. */
const gridLines = () => [
  ...new Set(
    map
      .css('.map-grid')
      .elements()
      .map(({ textContent }) => Number(textContent?.split(', ')[1])),
  ),
]

it.each([
  ['', [59.938951, 30.315635]],
  ['key', [48.85341, 2.3488]],
])('MAP-10 MAP-11: without an address it opens at the default centre with zoom 17: key "%s"', async (key, centre) => {
  const address = { coords: null, city: null, address: '', info: {} }
  const server = await openPicker({ rows: { merchant: [{ ...merchant, address }], city: cities }, ...withKey(key) })
  await expect.poll(() => asked(server)[0]).toMatchObject({ coords: centre })
  await expect.poll(() => gridLines().length).toBeGreaterThan(1)
  const lines = gridLines().toSorted((a, b) => a - b)
  // A tile of 512 points at zoom 17 is 0.0055 degrees wide; at 16 twice, at 18 half of it.
  for (const width of lines.slice(1).map((line, at) => line - (lines[at] ?? 0))) {
    expect(width).toBeGreaterThan(0.004)
    expect(width).toBeLessThan(0.007)
  }
})

it.each([
  ['', 1000],
  ['key', 400],
])('MAP-12: the address is looked up after the map has settled: key "%s", %i ms', async (key, ms) => {
  const server = await openPicker(withKey(key))
  const before = asked(server).length
  const moved = performance.now()
  await moveMap()
  await expect.poll(() => asked(server).length, { interval: 20, timeout: 5000 }).toBe(before + 1)
  const waited = performance.now() - moved
  expect(waited).toBeGreaterThanOrEqual(ms)
  // The map itself moves for 250 ms.
  expect(waited).toBeLessThan(ms + 800)
})

it('MAP-15: a search lists the first 10 of the places found', async () => {
  const places = Array.from({ length: 10 }, (_, at) => ({
    coords: [52.6, 13.5],
    address: `Ahornallee ${at}`,
    city: 1,
    exact: true,
  }))
  await openPicker({ answers: { 'Geo.getCity': { data: { ...house, places } } } })
  await picker.getByRole('button', { name: /^Find an address/ }).click()
  await userEvent.keyboard('Ahorn')
  await expect
    .poll(() =>
      picker
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(places.map(({ address }) => address))
})

it('MAP-13 MAP-14: a search starts above 2 characters, 500 ms after the last one', async () => {
  const server = await openPicker()
  await picker.getByRole('button', { name: /^Find an address/ }).click()
  const before = asked(server).length
  await userEvent.keyboard('Ah')
  await pause(800)
  expect(asked(server)).toHaveLength(before)
  await userEvent.keyboard('o')
  const typed = performance.now()
  await userEvent.keyboard('r')
  await expect.poll(() => asked(server).length, { interval: 20 }).toBe(before + 1)
  expect(performance.now() - typed).toBeGreaterThanOrEqual(500)
  expect(asked(server).at(-1)).toMatchObject({ address: 'Ahor', typing: true })
})

it('MAP-19: the device is looked for 3 times, 1 s apart', async () => {
  const times: number[] = []
  const locate = vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((_found, failed) => {
    times.push(performance.now())
    failed?.({ message: 'No signal' } as GeolocationPositionError)
  })
  onTestFinished(() => locate.mockRestore())
  await openPicker()
  await button('Show my location').click()
  await expect.poll(() => times.length, { timeout: 5000 }).toBe(3)
  await expect.element(button('Show my location')).toHaveAttribute('aria-busy', 'false')
  await pause(1200)
  expect(times).toHaveLength(3)
  for (const at of [1, 2]) expect((times[at] ?? 0) - (times[at - 1] ?? 0)).toBeGreaterThanOrEqual(999)
})

it('MAP-22: without an answer it warns that it is connecting', async () => {
  const server = await openPicker()
  server.on('Geo.getCity', () => new Promise(() => {}))
  await picker.getByRole('button', { name: /^Find an address/ }).click()
  await userEvent.keyboard('Ahorn')
  await expect.element(picker.getByText('Searching…')).toBeVisible()
  // In the list and below the map.
  await expect.poll(() => picker.getByText('Connecting to server...').elements().length, { timeout: 10_000 }).toBe(2)
  await userEvent.keyboard('{Escape}')
  await moveMap()
  await expect.poll(() => status.element().textContent, { timeout: 10_000 }).toBe('Connecting to server...')
}, 30_000)

it('MAP-25: an answer of the server that is not OK shows its error, translated', async () => {
  const server = await openPicker({ lang: 'ru' })
  server.on('Geo.getCity', () => refusal('address_not_found', { error: errors.address_not_found }))
  await picker.getByRole('button', { name: /^Найти адрес/ }).click()
  await userEvent.keyboard('Ahorn')
  await expect.element(picker.getByText('Адрес не найден')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await moveMap()
  await expect.element(status).toMatchTextContent('Адрес не найден')
})

it('MAP-08: the area of a merchant has a radius besides the point, set with slider and number', async () => {
  const server = await openPicker()
  await button('Back').click()
  await openTab('Delivery')
  const area = page.getByTestId('delivery-area')
  await area.getByRole('button', { name: 'Limit the delivery area' }).click()
  await expect.element(area.getByRole('slider')).toHaveValue('30000')
  await area.getByRole('spinbutton').fill('5000')
  await area.getByRole('button', { name: 'Choose on the map' }).click()
  await button('Continue').click()
  await expect.element(picker.getByRole('slider')).toHaveValue('5000')
  await picker.getByRole('spinbutton').fill('8000')
  await button('Save').click()
  await expect.element(area.getByRole('spinbutton')).toHaveValue(8000)
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByTestId('save-question').getByRole('button', { name: 'Yes', exact: true }).click()
  await expect.poll(() => server.saved()).toMatchObject([{ address: { coords: FORNO, address: 'Torstraße 1', radius: 8000 } }])
})

it('shows a base map with grid, scale, merchants and the nearest city without any tiles', async () => {
  await openPicker()
  await expect.element(picker).toMatchTextContent('Nearest city: Berlin, 1 km')
  await expect.element(map.css('.map-grid').first()).toBeInTheDocument()
  await expect.element(map.css('.leaflet-control-scale')).toBeInTheDocument()
  await expect.element(map.css('.map-merchant')).toMatchTextContent('Forno')
  expect(map.css('img').elements()).toEqual([])
})

it.each([
  ['light', 'en', 1440],
  ['dark', 'ar', 390],
] as const)('has no accessibility problems: %s, %s, %i', async (theme, lang, width) => {
  await openPicker({ theme, lang, width })
  await expectNoFaults()
  await picker.css('[data-testid=picker-status] ~ button').last().click()
  await expect.element(picker.getByTestId('picker-details')).toBeVisible()
  await expectNoFaults()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})
