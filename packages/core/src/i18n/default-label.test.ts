import { expect, it } from 'vitest'
import { defaultLabel } from './default-label.ts'
import type { PlainKey } from './text-key.ts'

it('labels a field or table by its name, and refuses labels that the dictionaries do not have', () => {
  const labels: PlainKey[] = [
    defaultLabel('delivery_mode'),
    // @ts-expect-error -- there is no such text
    defaultLabel('no_such_field'),
  ]
  expect(labels).toEqual(['Delivery mode', 'No such field'])
})
