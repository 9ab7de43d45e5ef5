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
  // A user using the server's command line.
  [{ admin: null, app: 'cli' }, false],
  [{ admin: null, app: 'api' }, true],
])('a change of %j is automatic: %s', (author, automatic) => {
  expect(isAutomatic(author)).toBe(automatic)
})
