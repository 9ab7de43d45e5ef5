import type { Actor } from '@tiffin/core/rules'
import { calls, type Coords, type Input, type Output } from '@tiffin/sdk/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config'
import type { SessionCall } from '#server/context'
import { createGeocoder, type Geocoder } from '#providers/geocoder'
import { type FakeGeocoder, startFakeGeocoder } from '#server/test/fake-geocoder'
import { insertOrder, insertRow } from '#server/test/seed'
import { startTestServer } from '#server/test/test-server'
import { createTestEngine, type TestEngine } from '#server/test/test-engine'
import { getCity } from './get-city.ts'

type Asked = Input<typeof calls.Geo.getCity>

const MITTE: Coords = [52.52, 13.405]
const FORNO: Coords = [52.53, 13.4]
const OCEAN: Coords = [0, -30]

let engine: TestEngine
let fake: FakeGeocoder
let berlin: number
let potsdam: number
beforeAll(async () => {
  engine = await createTestEngine()
  fake = await startFakeGeocoder()
  const { test, world } = engine
  berlin = await insertRow(test, 'city', { name: { en: 'Berlin', ru: 'Берлин' }, geo: [52.52, 13.4], radius: 25_000 })
  potsdam = await insertRow(test, 'city', { name: { en: 'Potsdam' }, geo: [52.39, 13.06], radius: 10_000 })
  await test.asOwner('update merchant set address = $2 where merchant_id = $1', [
    world.merchants[0],
    JSON.stringify({ coords: FORNO, city: berlin, address: 'Torstraße 100', info: {} }),
  ])
  const order = { merchant: world.merchants[0], destination_coordinates: MITTE, destination_address: 'Torstraße 7' }
  await insertOrder(test, world, order)
  await insertOrder(test, world, { ...order, destination_address: 'torstraße 7' })
  await insertOrder(test, world, { ...order, destination_address: 'Torstraße 200', destination_coordinates: null })
  // Its coordinates may be those of an earlier address.
  await insertOrder(test, world, { ...order, destination_address: 'Torstraße 999', destination_unverified: 1 })
  await insertOrder(test, world, {
    ...order,
    merchant: world.merchants[2],
    destination_address: 'Torstraße 300',
    destination_coordinates: [52.6, 13.5],
  })
})
afterAll(async () => {
  await engine.test.drop()
  await fake.stop()
})
beforeEach(async () => {
  fake.fault = null
  fake.requests.length = 0
  await engine.test.asOwner('delete from rate_limit')
})

const geocoderOf = (provider: string, env: Record<string, string> = {}): Geocoder | null =>
  createGeocoder(
    readConfig({
      TIFFIN_GEO_PROVIDER: provider,
      TIFFIN_GEO_URL: fake.url,
      TIFFIN_GEO_KEY: 'secret',
      TIFFIN_GEO_RATE: '1000',
      TIFFIN_GEO_TIMEOUT: '300',
      ...env,
    }),
    engine.db,
  )

async function ask(asked: Asked, geocoder: Geocoder | null = null, actor: Actor = engine.actors.ownerA) {
  const call = { company: actor.company, session: { actor }, db: engine.db, lang: 'en', geocoder, now: () => new Date() }
  const log = { warn: () => {} }
  const response = await getCity(calls.Geo.getCity.input.parse(asked), { ...call, log } as unknown as SessionCall)
  return (response as Output<typeof calls.Geo.getCity>).data
}
const addresses = async (...args: Parameters<typeof ask>) => (await ask(...args)).places.map(({ address }) => address)

describe('without a geocoder', () => {
  it('a point gets its city, and the address that is known there', async () => {
    expect(await ask({ coords: MITTE })).toEqual({ status: 'OK', city: berlin, address: 'torstraße 7', exact: true, places: [] })
    expect(await ask({ coords: FORNO })).toMatchObject({ city: berlin, address: 'Torstraße 100', exact: true })
  })

  it('API-25 API-26: another point of a city gets its name in the wanted language, as not exact', async () => {
    expect(await ask({ coords: [52.5, 13.3], langlist: ['ru'] })).toMatchObject({ address: 'Берлин', exact: false })
    expect(await ask({ coords: [52.4, 13.06] })).toMatchObject({ city: potsdam, address: 'Potsdam' })
  })

  it('API-25 API-26: an address from elsewhere is kept, and only the city is looked up', async () => {
    expect(await ask({ coords: MITTE, address: 'Am Markt 3' })).toMatchObject({
      city: berlin,
      address: 'Am Markt 3',
      exact: true,
    })
    expect(await ask({ coords: OCEAN, address: 'Buoy' })).toMatchObject({ city: null, address: 'Buoy' })
  })

  it('API-26: a point outside all cities has no address', async () => {
    await expect(ask({ coords: OCEAN })).rejects.toMatchObject({ code: 'address_not_found' })
  })

  it('API-29: a text finds known addresses, and cities by their name', async () => {
    expect(await addresses({ address: 'TORSTR' })).toEqual(['Torstraße 100', 'Torstraße 300', 'torstraße 7'])
    expect(await ask({ address: 'Берл' })).toMatchObject({
      city: berlin,
      places: [{ address: 'Berlin', city: berlin, coords: [52.52, 13.4], exact: false }],
    })
    expect(await addresses({ address: 'OTSD' })).toEqual(['Potsdam'])
    expect(await addresses({ address: 'To' })).toEqual([])
  })

  it('gives no one addresses of orders that they may not see', async () => {
    const { operatorA, ownerB } = engine.actors
    expect(await addresses({ address: 'Torstraße' }, null, operatorA)).not.toContain('Torstraße 300')
    expect(await addresses({ address: 'Torstraße' }, null, ownerB)).toEqual([])
    expect(await ask({ coords: MITTE }, null, ownerB)).toMatchObject({ address: 'Berlin' })
  })

  it('API-25: addresses of the customer come first', async () => {
    const { test, world } = engine
    const user = await insertRow(test, 'user', { company: world.a, name: 'Ida', phone: '49307000009' })
    const placed = { user, merchant: world.merchants[0], destination_coordinates: [52.51, 13.39] }
    await insertOrder(test, world, { ...placed, destination_address: 'Alte Torstraße 1' })
    expect((await addresses({ address: 'torstraße', client: user }))[0]).toBe('Alte Torstraße 1')
    await test.asOwner('delete from "order" where "user" = $1', [user])
  })
})

describe.each(['nominatim', 'photon', 'yandex'])('with %s', (provider) => {
  it('a point gets city and address', async () => {
    const response = await ask({ coords: [52.5, 13.3] }, geocoderOf(provider))
    expect(response).toMatchObject({ status: 'OK', city: berlin, exact: true })
    expect(response.address).toMatch(/^Lindenstraße 5, Berlin/)
  })

  it('API-26: a text is answered with the city and address of the first of up to ten places', async () => {
    const { status, city, address, places } = await ask({ address: 'Lindenstraße' }, geocoderOf(provider))
    expect(places).toMatchObject([
      { coords: [52.501, 13.41], city: berlin, exact: true },
      { coords: [52.502, 13.42], city: berlin, exact: true },
    ])
    // Those of the best place.
    expect({ status, city, address }).toEqual({ status: 'OK', city: berlin, address: places[0]?.address })
  })

  it.each(['silence', 'nonsense', 'endless', 'hang-up', 'outside', 404, 429, 500] as const)(
    'is replaced by known addresses: %s',
    async (fault) => {
      fake.fault = fault
      const geocoder = geocoderOf(provider)
      expect(await ask({ coords: [52.5, 13.3] }, geocoder)).toMatchObject({ city: berlin, address: 'Berlin', exact: false })
      expect(await addresses({ address: 'Torstraße' }, geocoder)).toContain('torstraße 7')
      const failed = { code: 'geocoder_failed', message: "The address service isn't responding. Enter the address by hand." }
      await expect(ask({ coords: OCEAN }, geocoder)).rejects.toMatchObject(failed)
      await expect(ask({ address: 'Lindenstraße' }, geocoder)).rejects.toMatchObject(failed)
      // Failures are not kept.
      fake.fault = null
      expect(await addresses({ address: 'Lindenstraße' }, geocoder)).toHaveLength(2)
    },
  )

  it('a place far from the point is not its address', async () => {
    fake.fault = 'elsewhere'
    expect(await ask({ coords: [52.5, 13.3] }, geocoderOf(provider))).toMatchObject({ address: 'Berlin', exact: false })
  })

  it('no address is not a failure', async () => {
    fake.fault = 'nothing'
    await expect(ask({ coords: OCEAN }, geocoderOf(provider))).rejects.toMatchObject({ code: 'address_not_found' })
    expect(await addresses({ address: 'Lindenstraße' }, geocoderOf(provider))).toEqual([])
  })

  it('is called once for the same request', async () => {
    const geocoder = geocoderOf(provider)
    await Promise.all([ask({ coords: [52.5, 13.3] }, geocoder), ask({ coords: [52.500001, 13.3] }, geocoder)])
    await ask({ coords: [52.5, 13.3] }, geocoder)
    expect(fake.requests).toHaveLength(1)
  })
})

it('API-25: Nominatim is not asked while someone types, Photon near the merchant', async () => {
  const { merchants } = engine.world
  expect(await addresses({ address: 'Linden', typing: true }, geocoderOf('nominatim'))).toEqual([])
  expect(fake.requests).toEqual([])
  expect(await addresses({ address: 'Linden', typing: true, merchant: merchants[0] }, geocoderOf('photon'))).toHaveLength(2)
  expect(fake.requests[0]?.search).toBe('?q=linden&limit=10&lang=en&lat=52.5&lon=13.4')
})

it('all processes together ask as often as they may', async () => {
  const [item, other] = [geocoderOf('photon', { TIFFIN_GEO_RATE: '1' }), geocoderOf('photon', { TIFFIN_GEO_RATE: '1' })]
  const started = Date.now()
  await Promise.all([addresses({ address: 'Lindenstraße' }, item), addresses({ address: 'Ahornallee' }, other)])
  expect(Date.now() - started).toBeGreaterThan(900)
  expect(fake.requests).toHaveLength(2)
})

it('API-25 API-26: answers coordinates, address, languages, merchant, client and token with city and address, else an error', async () => {
  const server = await startTestServer()
  try {
    const { world } = server
    const token = await server.signIn('owner')
    const city = await insertRow(server.database, 'city', {
      name: { en: 'Oslo', ru: 'Осло' },
      geo: [59.91, 10.75],
      radius: 20_000,
    })
    const known = { coords: [59.92, 10.75], langlist: ['ru', 'en'], merchant: world.merchants[0], client: world.userA }
    const call = (data: object, options: object = { token }) => server.call('Geo', 'getCity', data, options)
    expect(await call({ ...known, address: 'Karl Johans gate 1' })).toMatchObject({
      data: { status: 'OK', city, address: 'Karl Johans gate 1' },
    })
    expect(await call({ ...known, address: '' })).toMatchObject({ data: { status: 'OK', city, address: 'Осло' } })
    expect(await call({ ...known, coords: [0, 0], address: '' })).toMatchObject({
      data: { status: 'FAIL', error: 'Address not found' },
      code: 'address_not_found',
    })
    expect(await call({ ...known, coords: [91, 0] })).toMatchObject({ code: 'invalid_value' })
    expect(await call(known, {})).toMatchObject({ auth: { status: 'FAIL' }, code: 'session_required' })
  } finally {
    await server.stop()
  }
})
