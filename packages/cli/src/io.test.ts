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
])('a terminal that says it has %s columns is written to as one of %i', (value, columns) => {
  Object.defineProperty(process.stdout, 'columns', { value, configurable: true })
  expect(processIo().columns).toBe(columns)
})
