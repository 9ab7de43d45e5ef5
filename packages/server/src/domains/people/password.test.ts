import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'

it('accepts the hashed password and no other', async () => {
  const hash = await hashPassword('tiffin-demo')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(hash).not.toContain('tiffin-demo')
  expect(await verifyPassword('tiffin-demo', hash)).toBe(true)
  expect(await verifyPassword('tiffin-dem0', hash)).toBe(false)
})

it('salts every hash differently', async () => {
  expect(await hashPassword('same')).not.toBe(await hashPassword('same'))
})

it.each(['', 'plain', '$argon2id$v=19$m=1,t=1$x'])('never matches the unreadable hash %j', async (hash) => {
  expect(await verifyPassword('', hash)).toBe(false)
})
