import { expect, it } from 'vitest'
import { isLocalClient } from './is-local-client.ts'

it.each<[ip: string, headers: Record<string, string>, isLocal: boolean]>([
  ['127.0.0.1', {}, true],
  ['::1', {}, true],
  ['::ffff:127.0.0.1', {}, true],
  ['192.0.2.7', {}, false],
  ['127.0.0.1', { forwarded: 'for=192.0.2.7' }, false],
  ['127.0.0.1', { via: '1.1 proxy' }, false],
  ['127.0.0.1', { 'x-forwarded-for': '192.0.2.7' }, false],
  ['127.0.0.1', { 'x-forwarded-host': 'tiffin.example' }, false],
  ['127.0.0.1', { 'x-forwarded-proto': 'https' }, false],
  ['127.0.0.1', { 'x-real-ip': '192.0.2.7' }, false],
])('a client at %s with the headers %j is local: %s', (ip, headers, isLocal) => {
  expect(isLocalClient({ ip, headers })).toBe(isLocal)
})
