import { expect, it } from 'vitest'
import { isLocalClient } from './is-local-client.ts'

it.each([
  ['127.0.0.1', {}, true],
  ['::1', {}, true],
  ['::ffff:127.0.0.1', {}, true],
  ['192.0.2.7', {}, false],
  ...['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'].map(
    (name) => ['127.0.0.1', { [name]: '192.0.2.7' }, false] as const,
  ),
])('a client at %s with the headers %j is local: %s', (ip, headers, isLocal) => {
  expect(isLocalClient({ ip, headers })).toBe(isLocal)
})
