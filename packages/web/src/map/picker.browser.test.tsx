import { type Coords, errors } from '@tiffin/sdk/contract'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoFaults } from '../test/axe.ts'
import { refusal } from '../test/fake-server.ts'
import { editor, field, openConsole, openTab, save } from '../test/open-console.tsx'

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
  await openPicker()
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
  await expect.element(button('Show my location')).toBeVisible()
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
  await picker.getByLabelText('Flat').fill('7')
  await userEvent.keyboard('{Enter}')
  await expect.element(picker).not.toBeInTheDocument()
  await save()
  const question = page.getByTestId('save-question')
  await question.getByRole('button', { name: 'Yes', exact: true }).click()
  await expect.poll(() => server.saved()).toMatchObject([{ address: { address: 'Lindenweg 5', city: 1, info: { flat: '7' } } }])
  const [{ address }] = server.saved() as [{ address: { coords: Coords } }]
  expect(address.coords[0]).toBeLessThan(FORNO[0])
  expect(address.coords[1]).toBeCloseTo(FORNO[1], 4)
})

it('MAP-18: closing the details removes the marker and the circle of the area', async () => {
  await openPicker()
  const shown = () =>
    [map.css('.map-chosen'), map.css('path.map-area'), picker.getByTestId('centre-marker')].map((one) => one.elements().length)
  expect(shown()).toEqual([0, 0, 1])
  await button('Continue').click()
  await expect.poll(shown).toEqual([1, 1, 0])
  await userEvent.keyboard('{Escape}')
  await expect.poll(shown).toEqual([0, 0, 1])
  await expect.element(picker).toBeVisible()
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
