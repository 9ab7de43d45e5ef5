import { expect, it } from 'vitest'
import { memoryStorage } from '../ports.ts'
import { storedEntries } from './disk.ts'

it('MOON-04: entries are restored in the order they were made, regardless of the order the disk lists them in', () => {
  const memory = memoryStorage()
  const moves = { ...memory, keys: (prefix: string) => memory.keys(prefix).toReversed() }
  const kept = storedEntries<{ intent_id: string }>({
    ports: { moves, log: () => {} },
    name: 'move',
    owner: () => '1.7',
    read: (value) => value as { intent_id: string },
  })
  const made = ['c', 'a', 'b'].map((intent_id) => ({ intent_id }))
  for (const intent of made) kept.add(intent)
  expect(kept.all().map(({ entry }) => entry)).toEqual(made)
})
