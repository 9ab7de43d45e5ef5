import type { SessionUser } from '@tiffin/sdk/contract'
import { expect, it } from 'vitest'
import { memoryStorage } from '../ports.ts'
import { storeLastSession, readLastSession } from './last-session.ts'

it('MOON-04: an offline start restores the person of its own session only', () => {
  const storage = memoryStorage()
  const user = { admin_id: 7, token: 'secret-of-anna', draft_key: 'key-of-anna' } as SessionUser
  storeLastSession(storage, user.token, { user, languages: [] })
  expect(readLastSession(storage, user.token)?.user).toMatchObject({ admin_id: 7, token: '' })
  for (const key of storage.keys('')) expect(storage.get(key)).not.toContain('of-anna')
  expect(readLastSession(storage, 'secret-of-boris')).toBeUndefined()
})
