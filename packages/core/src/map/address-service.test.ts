import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Client } from '@tiffin/sdk/client'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createAddressService } from './address-service.ts'

const signal = new AbortController().signal
const member = { GeoObject: { Point: { pos: '13.4 52.5' }, name: 'Lindenweg 5', description: 'Berlin, Germany' } }
const asked: string[] = []
const geocoder = createServer((request, response) => {
  asked.push(request.url ?? '')
  const body = { response: { GeoObjectCollection: { featureMember: [member] } } }
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => geocoder.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(geocoder.address() as AddressInfo).port}/find`
})
afterAll(() => {
  geocoder.closeAllConnections()
  geocoder.close()
})
beforeEach(() => void (asked.length = 0))

const getCity = vi.fn(async ({ address }: { address?: string }) => ({
  data: { status: 'OK', city: 3, address: address || 'Markt 1', exact: true, places: [] },
}))
const client = { Geo: { getCity } } as unknown as Client
const options = { client, lang: () => 'ru', merchant: 10, customer: 7 }

it('asks our server, with languages, merchant and customer', async () => {
  const service = createAddressService({ ...options, geocoder: null })
  expect(await service.at([52.5, 13.4], signal)).toEqual({ address: 'Markt 1', city: 3, exact: true })
  const about = { langlist: ['ru'], merchant: 10, client: 7 }
  expect(getCity).toHaveBeenLastCalledWith({ coords: [52.5, 13.4], address: '', ...about }, { signal })
  await service.find('Linde', { typing: true, signal })
  expect(getCity).toHaveBeenLastCalledWith({ address: 'Linde', typing: true, ...about }, { signal })
  expect(asked).toEqual([])
})

it('API-27 API-28: with a key, asks the geocoder itself, and our server only for the city', async () => {
  const service = createAddressService({ ...options, geocoder: { url, key: 'k1' } })
  const found = { address: 'Lindenweg 5, Berlin, Germany', city: 3, exact: true }
  expect(await service.at([52.5, 13.4], signal)).toEqual(found)
  expect(getCity).toHaveBeenLastCalledWith(expect.objectContaining({ coords: [52.5, 13.4], address: found.address }), { signal })
  expect(await service.find('Linde', { typing: true, signal })).toEqual([{ ...found, city: null, coords: [52.5, 13.4] }])
  const rest = '&format=json&lang=ru_RU&results=10'
  expect(asked).toEqual([`/find?apikey=k1&geocode=13.4%2C52.5${rest}`, `/find?apikey=k1&geocode=Linde${rest}`])
})
