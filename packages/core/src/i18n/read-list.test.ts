import { expect, it } from 'vitest'
import { readList } from './read-list.ts'

it.each(['grill, bar', 'grill، bar', ' grill ,, bar ،'])('SHELL-03: parses a list typed on any keyboard: %s', (text) => {
  expect(readList(text)).toEqual(['grill', 'bar'])
})
