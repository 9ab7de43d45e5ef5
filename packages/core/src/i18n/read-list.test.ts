import { expect, it } from 'vitest'
import { readList } from './read-list.ts'

it.each(['grill, bar', 'grill، bar', ' grill ,, bar ،'])('SHELL-03: reads a list as any keyboard types it: %s', (text) => {
  expect(readList(text)).toEqual(['grill', 'bar'])
})
