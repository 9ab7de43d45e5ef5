import { expect, it } from 'vitest'
import { homePath } from './home-path.ts'

it.each([
  [['Company-Order', 'Administrator-Order'], '/Administrator/Order'],
  [['Company-Order', 'Company-User'], '/Company/Order'],
  [[], '/Company/Order'],
])('COMP-20: a person with the routes %j starts at %s', (navigation, path) => {
  expect(homePath({ navigation })).toBe(path)
})
