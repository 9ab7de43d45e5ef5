import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { type FakeGeocoder, insertOrder, startFakeGeocoder, startTestServer, type TestServer } from '@tiffin/server/test'
import { expect, type Page, startSession, test as base } from './support.ts'

/** A tile of one transparent point. */
const TILE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
/** The part of Google's library that the console uses. It writes its contents into its element. */
const GOOGLE = `
  globalThis.google = { maps: { Map: class {
    constructor(element, options) { this.element = element; this.moveCamera(options) }
    moveCamera({ center, zoom }) { this.element.dataset.shows = [center.lat.toFixed(4), center.lng.toFixed(4), zoom].join(' ') }
  } } }
  globalThis.tiffinMapsReady()
`

/** Google loads and shows its map before it refuses a key. */
const REFUSAL = 'setTimeout(() => gm_authFailure(), 500)'

interface Services {
  server: TestServer
  geocoder: FakeGeocoder
  /** Requests for tiles and for Google's script. */
  tiles: IncomingMessage[]
  scripts: URL[]
  /** Faults of the tile server and of Google. */
  fault: { tiles: 'silence' | 403 | null; google: 'refusal' | 404 | null }
}

const test = base.extend<{ fresh: void }, { services: Services }>({
  services: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright demands this very form
    async ({}, use) => {
      const geocoder = await startFakeGeocoder()
      const [tiles, scripts]: [IncomingMessage[], URL[]] = [[], []]
      const fault: Services['fault'] = { tiles: null, google: null }
      const foreign = createServer((request, response) => {
        const url = new URL(request.url ?? '/', 'http://foreign')
        if (url.pathname === '/maps.js') {
          scripts.push(url)
          if (fault.google === 404) return response.writeHead(404).end()
          return response.setHeader('content-type', 'text/javascript').end(GOOGLE + (fault.google === null ? '' : REFUSAL))
        }
        tiles.push(request)
        if (fault.tiles === 'silence') return undefined
        // As the tile servers of OpenStreetMap do, it refuses requests that do not say where they come from.
        const status = fault.tiles ?? (request.headers.referer === undefined ? 403 : 200)
        return response.writeHead(status, { 'content-type': 'image/gif' }).end(status === 200 ? TILE : '')
      }).listen(0, '127.0.0.1')
      await once(foreign, 'listening')
      const origin = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`
      const server = await startTestServer({
        TIFFIN_WEB: process.env['TIFFIN_WEB'] ?? path.resolve(import.meta.dirname, '../../packages/web/dist'),
        TIFFIN_TILES_URL: `${origin}/{z}/{x}/{y}.png`,
        TIFFIN_TILES_ATTRIBUTION: '© Map makers',
        TIFFIN_GOOGLE_MAPS_URL: `${origin}/maps.js`,
        TIFFIN_GEOCODER_URL: `${geocoder.url}/find`,
        TIFFIN_GEOCODER_KEY: 'browser-key',
      })
      await insertOrder(server.database, server.world)
      await use({ server, geocoder, tiles, scripts, fault })
      await server.stop()
      await geocoder.stop()
      foreign.closeAllConnections()
      foreign.close()
    },
    { scope: 'worker' },
  ],
  fresh: [
    async ({ services: { server, geocoder, tiles, scripts, fault } }, use) => {
      await server.database.asOwner(`update company set google_maps_key = ''`)
      await server.database.asOwner(
        `update merchant set address = '{"coords": [52.53, 13.4], "address": "Torstraße 1", "info": {}}'`,
      )
      geocoder.fault = null
      geocoder.requests.length = 0
      tiles.length = 0
      scripts.length = 0
      Object.assign(fault, { tiles: null, google: null })
      await use()
    },
    { auto: true },
  ],
})

const picker = (page: Page) => page.getByTestId('address-picker')
const status = (page: Page) => page.getByTestId('picker-status')

/** The picker of a merchant's address. */
async function openPicker(page: Page, { server }: Services): Promise<void> {
  await startSession(page, server.url, 'owner')
  await page.goto(`${server.url}/Company/Merchant?id=${server.world.merchants[0]}`)
  await page.locator('[data-field=address] button').last().click()
  await expect(status(page)).toContainText('Torstraße 1')
}

async function moveMap(page: Page): Promise<void> {
  await picker(page).getByTestId('map').focus()
  await page.keyboard.press('ArrowDown')
}

/** Continue, then Save of the picker and of the merchant. */
async function save(page: Page): Promise<void> {
  await picker(page).getByRole('button', { name: 'Continue', exact: true }).click()
  await picker(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(picker(page)).toBeHidden()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByTestId('save-question').getByRole('button', { name: 'Yes', exact: true }).click()
  await expect(page.getByTestId('save-question')).toBeHidden()
}

async function savedAddress({ server: { database, world } }: Services): Promise<string | undefined> {
  const query = `select address->>'address' as address from merchant where merchant_id = $1`
  return (await database.asOwner<{ address: string }>(query, [world.merchants[0]]))[0]?.address
}

test('MAP-05 MAP-06: with an API key, the picker shows tiles and asks the geocoder with that key', async ({ page, services }) => {
  await openPicker(page, services)
  await expect(picker(page).locator('img.leaflet-tile-loaded').first()).toBeAttached()
  await expect(picker(page)).toContainText('© Map makers')
  expect(services.tiles[0]?.headers.referer).toBe(`${services.server.url}/`)
  await moveMap(page)
  await expect(status(page)).toContainText('Lindenstraße 5')
  expect(services.geocoder.requests.map(({ searchParams }) => searchParams.get('apikey'))).toEqual(['browser-key'])
  expect(services.scripts).toEqual([])
  await save(page)
  await expect.poll(() => savedAddress(services)).toContain('Lindenstraße 5')
})

test('MAP-05 MAP-06: with the key of the company, its script gets key, language and region, and the picker shows its map', async ({
  page,
  services,
}) => {
  await services.server.database.asOwner(`update company set google_maps_key = 'key-of-company'`)
  await page.addInitScript(() => localStorage.setItem('tiffin.lang', 'en'))
  await openPicker(page, services)
  const google = picker(page).locator('.map-google')
  await expect(google).toHaveAttribute('data-shows', '52.5300 13.4000 17')
  const { key, language, region } = Object.fromEntries(services.scripts[0]?.searchParams ?? [])
  expect({ key, language, region }).toEqual({ key: 'key-of-company', language: 'en', region: 'DE' })
  await expect(picker(page).locator('.map-grid').first()).toBeHidden()
  await moveMap(page)
  await expect(google).not.toHaveAttribute('data-shows', '52.5300 13.4000 17')
  await expect(status(page)).toContainText('Lindenstraße 5')
  expect(services.tiles).toEqual([])
  await save(page)
  await expect.poll(() => savedAddress(services)).toContain('Lindenstraße 5')
})

for (const fault of [404, 'refusal'] as const)
  test(`a Google map that fails (${fault}) is replaced by the tiles, and a message says so`, async ({ page, services }) => {
    services.fault.google = fault
    await services.server.database.asOwner(`update company set google_maps_key = 'wrong'`)
    await openPicker(page, services)
    await expect(page.getByText("Can't load Google Maps. Check the company's API key.")).toBeVisible()
    await expect(picker(page).locator('img.leaflet-tile-loaded').first()).toBeAttached()
    await expect(picker(page).locator('.map-google')).toHaveCount(0)
  })

for (const fault of ['silence', 403] as const)
  test(`tiles that never come (${fault}) leave the base map, and an address is found all the same`, async ({
    page,
    services,
  }) => {
    services.fault.tiles = fault
    await openPicker(page, services)
    await expect(picker(page).locator('.map-grid').first()).toBeVisible()
    await moveMap(page)
    await expect(status(page)).toContainText('Lindenstraße 5')
  })

for (const fault of ['hang-up', 'nonsense', 503] as const)
  test(`MAP-07 MAP-23: a geocoder that fails (${fault}) is retried, or the address is typed and saved as not verified`, async ({
    page,
    services,
  }) => {
    await openPicker(page, services)
    services.geocoder.fault = fault
    await moveMap(page)
    await expect(status(page)).toContainText('Network error')
    services.geocoder.fault = null
    await picker(page).getByRole('button', { name: 'Retry' }).click()
    await expect(status(page)).toContainText('Lindenstraße 5')
    services.geocoder.fault = fault
    await moveMap(page)
    await picker(page).getByRole('button', { name: 'Enter the address by hand' }).click()
    await expect(picker(page)).toContainText('Address not verified. Check it with the customer.')
  })
