import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { queryGeocoder } from './geocoder.ts'

const member = (pos: string, name: string, description: string, locality?: string) => ({
  GeoObject: {
    Point: { pos },
    name,
    description,
    ...(locality === undefined
      ? {}
      : { metaDataProperty: { GeocoderMetaData: { Address: { Components: [{ kind: 'locality', name: locality }] } } } }),
  },
})
const answerOf = (...featureMember: unknown[]) => ({ response: { GeoObjectCollection: { featureMember } } })

let body: unknown
const asked: { method: string | undefined; query: Record<string, string> }[] = []
const server = createServer((request, response) => {
  const query = Object.fromEntries(new URL(request.url ?? '/', 'http://geocoder').searchParams)
  asked.push({ method: request.method, query })
  if (body === 'silence') return
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
})
let base = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/1.x/`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked.length = 0
  body = answerOf()
})

const ask = (place: string | [number, number], more: object = {}) =>
  queryGeocoder(base, { place, key: 'k1', lang: 'ru', ...more }, { signal: new AbortController().signal, timeoutMs: 300 })

it('API-27: is a GET with key, text or lng,lat, format, language and number of results', async () => {
  await ask('Невский 1')
  await ask([59.93, 30.31], { lang: 'de', results: 1 })
  expect(asked).toEqual([
    { method: 'GET', query: { apikey: 'k1', geocode: 'Невский 1', format: 'json', lang: 'ru_RU', results: '10' } },
    { method: 'GET', query: { apikey: 'k1', geocode: '30.31,59.93', format: 'json', lang: 'en_US', results: '1' } },
  ])
})

it('API-28: reads point, name, description and locality of each entry', async () => {
  body = answerOf(
    member('30.31 59.93', 'Невский проспект, 1', 'Россия', 'Санкт-Петербург'),
    member('13.4 52.5', 'Lindenweg 5', 'Berlin, Germany', 'Berlin'),
    member('-3.7 40.4', 'Plaza', ''),
  )
  expect(await ask('x')).toEqual([
    { coords: [59.93, 30.31], address: 'Невский проспект, 1, Санкт-Петербург, Россия' },
    { coords: [52.5, 13.4], address: 'Lindenweg 5, Berlin, Germany' },
    { coords: [40.4, -3.7], address: 'Plaza' },
  ])
})

it.each([
  ['no entries', { response: {} }],
  ['a text', 'busy'],
  ['a point outside the world', answerOf(member('13 952', 'x', ''))],
  ['a point without numbers', answerOf(member('here', 'x', ''))],
  ['nothing in time', 'silence'],
])('refuses %s', async (_what, nonsense) => {
  body = nonsense
  await expect(ask('x')).rejects.toThrow()
})
