import { describe, expect, it } from 'vitest'
import { createOrigins } from './origins.ts'

const local = { TIFFIN_PUBLIC_URL: undefined, TIFFIN_ORIGINS: [], TIFFIN_INSECURE_LAN: false }
const lan = { ...local, TIFFIN_INSECURE_LAN: true }
const office = { ...local, TIFFIN_PUBLIC_URL: 'https://office.example' }
const guests = { ...office, TIFFIN_ORIGINS: ['https://menu.example'] }

describe('page', () => {
  it.each([
    ['http://localhost:8080', local, true],
    ['http://[::1]:8080', local, true],
    ['http://localhost:8081', local, false],
    ['https://localhost:8080', local, false],
    ['http://localhost:8080/', local, false],
    ['http://192.168.0.7:8080', local, false],
    ['http://192.168.0.7:8080', lan, true],
    ['http://kitchen.example:8080', lan, false],
    ['https://office.example', office, true],
    ['http://office.example', office, false],
    ['https://office.example:8080', office, false],
    // Any program on the machine could serve such a page; a server with its own address does not need it.
    ['http://localhost:8080', office, false],
    ['https://menu.example', office, false],
    ['https://menu.example', guests, true],
    ['http://menu.example', guests, false],
    ['null', office, false],
  ])('of %s with %j may call: %s', (origin, config, allowed) => {
    expect(createOrigins(config, () => 8080).originAllowed(origin)).toBe(allowed)
  })
})

describe('host', () => {
  it.each([
    ['localhost:8080', local, true],
    ['LOCALHOST:8080', local, true],
    ['localhost', local, false],
    ['localhost:8081', local, false],
    ['evil.example:8080', local, false],
    ['192.168.0.7:8080', local, false],
    ['192.168.0.7:8080', lan, true],
    ['evil.example:8080', lan, false],
    ['office.example', office, true],
    ['Office.Example', office, true],
    ['evil.example', office, false],
    ['127.0.0.1:8080', office, true],
    [undefined, office, false],
  ])('named %s with %j is accepted: %s', (host, config, allowed) => {
    expect(createOrigins(config, () => 8080).hostAllowed(host)).toBe(allowed)
  })
})
