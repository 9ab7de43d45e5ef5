import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it.each([
  ['PORT', 'http', 'is a whole number'],
  ['PORT', '1.5', 'is a whole number'],
  ['PORT', '-1', 'is at least 0'],
  ['PORT', '70000', 'is at most 65535'],
  ['TIFFIN_LOG', 'loud', 'is one of trace, debug, info, warn, error, silent'],
  ['TIFFIN_DEMO', 'yes', 'is one of 0, 1, true, false'],
  ['TIFFIN_METRICS_TOKEN', 'short', 'takes at least 16 characters'],
  ['TIFFIN_PUBLIC_URL', 'tiffin.example', 'is an address that begins with http:// or https://'],
  ['REDIS_URL', 'nonsense', 'is an address that begins with redis:// or rediss://'],
  ['TRUST_PROXY', 'yes', 'is a whole number'],
  ['TIFFIN_S3_URL', 'https://s3.example', 'needs TIFFIN_S3_KEY and TIFFIN_S3_SECRET beside it'],
])('refuses %s=%s with the words "%s"', (name, value, words) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name} ${words}`)
})
