import { memoryStorage, type Ports } from '@tiffin/core'
import { expect, it } from 'vitest'
import { storeLatestPage, pageAfterSignIn } from './latest-page.ts'

it('NAV-62: stores the last route and continues there after sign-in', () => {
  const ports = { tabStorage: memoryStorage() } as unknown as Ports
  expect(pageAfterSignIn(ports, 1, undefined)).toEqual({})
  storeLatestPage(ports, { admin: 1, path: '/Company/User', route: 'Company-User' })
  storeLatestPage(ports, { admin: 1, path: '/Company/Tag?page=2', route: 'Company-Tag' })
  expect(pageAfterSignIn(ports, 1, undefined)).toEqual({ route: 'Company-Tag' })
  expect(pageAfterSignIn(ports, 2, undefined)).toEqual({})
  expect(pageAfterSignIn(ports, 2, '/Company/Tag?page=2')).toEqual({})
  expect(pageAfterSignIn(ports, 2, '/Company/Order')).toEqual({ path: '/Company/Order' })
})
