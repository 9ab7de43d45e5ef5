import { expect, it } from 'vitest'
import { isAutomatic } from './automatic.ts'

const olga = { admin_id: 1 }
it.each([
  [{ admin: olga, app: 'web' }, false],
  [{ admin: olga, app: 'cli' }, false],
  [{ admin: olga, app: 'simulator' }, true],
  [{ admin: null, app: 'server' }, true],
  [{ admin: null, app: 'job' }, true],
  [{ admin: null, device: 'Grill', app: 'tui' }, false],
  // Somebody at the command line of the server.
  [{ admin: null, app: 'cli' }, false],
  [{ admin: null, app: 'api' }, true],
])('whether no person made a change of %j: %s', (doer, automatic) => {
  expect(isAutomatic(doer)).toBe(automatic)
})
