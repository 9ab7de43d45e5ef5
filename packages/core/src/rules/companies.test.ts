import { expect, it } from 'vitest'
import { storeUrl } from './companies.ts'

it.each([
  ['', null],
  ['a.io', null],
  ['ab.io', 'https://ab.io'],
  ['shop.example.com', 'https://shop.example.com'],
  [' https://shop.example.com ', 'https://shop.example.com'],
  ['not a host', null],
])('MERCH-11 BOARD-37: the domain "%s" leads to %s', (domain, url) => {
  expect(storeUrl(domain)).toBe(url)
})
