import { expect, it } from 'vitest'
import type { Database, Tx } from '#db/database'
import { createSessions } from './sessions.ts'

it('keeps the rights of a session as one object until they change', async () => {
  const row = { session_id: 1, admin: 7, cookie: false, device: null, company: null, expired: false }
  const person = { admin_status: 1, role: 2, dictionary_edit: '', chosen: 5 }
  const member = { company_role: 1, navigation: null, options: { allow_chat: 1 } }
  const sql = async (text: string) => [text.includes('from session') ? { ...row, ...person } : structuredClone(member)]
  const read = (_scope: unknown, work: (tx: Tx) => Promise<unknown>) => work({ sql } as unknown as Tx)
  let seconds = 0
  const sessions = createSessions({
    db: { read } as unknown as Database,
    now: () => new Date((seconds += 10) * 1000),
    config: { TIFFIN_ADMIN_SECOND_FACTOR: false },
  })
  const actor = async () => (await sessions.find('secret', 5)).session.actor
  const first = await actor()
  expect(await actor()).toBe(first)
  member.options.allow_chat = 0
  const changed = await actor()
  expect(changed).not.toBe(first)
  expect(changed.options).toEqual({ allow_chat: 0 })
  sessions.forget()
  expect(await actor()).not.toBe(changed)
})
