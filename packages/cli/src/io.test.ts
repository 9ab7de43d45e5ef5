import { afterEach, expect, it } from 'vitest'
import { processIo } from './io.ts'

const real = Object.getOwnPropertyDescriptor(process.stdout, 'columns')
afterEach(() => {
  if (real) Object.defineProperty(process.stdout, 'columns', real)
  else Reflect.deleteProperty(process.stdout, 'columns')
})

it.each([
  [undefined, 80],
  [0, 80],
  [132, 132],
])('writes to a terminal that reports %s columns as if it had %i', (value, columns) => {
  Object.defineProperty(process.stdout, 'columns', { value, configurable: true })
  expect(processIo().columns).toBe(columns)
})
