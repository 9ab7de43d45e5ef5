import { createTestDatabase, startMailServer } from '@tiffin/server/test'
import { expect } from 'vitest'
import { endWithTest } from './end-with-test.ts'
import { startServerProcess } from './server-process.ts'

/** Mails that a server sends at a time: only these may arrive twice after a kill. */
const AT_ONCE = 4

/** Kills the server while it sends mails. Each must arrive; only those that were being sent may arrive twice. */
export async function killMails({ kills, mails }: { kills: number; mails: number }) {
  const database = await createTestDatabase()
  const smtp = await startMailServer()
  const endWith = endWithTest(async () => {
    await smtp.stop()
    await database.drop()
  })
  const env = {
    DATABASE_URL: database.urls.app,
    DATABASE_OWNER_URL: database.urls.owner,
    DATABASE_WORKER_URL: database.urls.worker,
    TIFFIN_SMTP_URL: smtp.url,
    TIFFIN_MAIL_FROM: 'Tiffin <hello@tiffin.example>',
  }
  await database.asOwner(
    `insert into outbox (channel, recipient, subject, text, lang, next_attempt, expires)
     select 'mail', 'ida' || n || '@example.com', 'Hello', 'Secret link', 'en', now(), now() + interval '1 day'
     from generate_series(1, $1) n`,
    [mails],
  )
  // Messages that became due while no server was running are sent when one starts.
  let server = await startServerProcess(env, { endWith })
  const { port } = server
  for (let kill = 1; kill <= kills; kill += 1) {
    const goal = Math.floor((mails * kill) / (kills + 1))
    await expect.poll(() => smtp.mails.length, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(goal)
    await server.kill()
    // The leases of mails that were being sent end after a minute.
    await database.asOwner(`update outbox set next_attempt = now() where state = 'sending'`)
    server = await startServerProcess(env, { port, endWith })
  }
  const states = () => database.asOwner('select state, text, count(*)::int as mails from outbox group by 1, 2')
  await expect.poll(states, { timeout: 60_000 }).toEqual([{ state: 'sent', text: '', mails }])
  const arrived = new Map<string, Set<string>>()
  for (const { to, raw } of smtp.mails) {
    const id = /^Message-ID: (.+)$/m.exec(raw)?.[1]?.trim() ?? ''
    arrived.set(id, (arrived.get(id) ?? new Set()).add(to.join()))
  }
  // A repeated mail has the id of the first, so that mail programs show one.
  expect([...arrived.values()].filter((recipients) => recipients.size !== 1)).toEqual([])
  const twice = smtp.mails.length - arrived.size
  expect(twice).toBeLessThanOrEqual(kills * AT_ONCE)
  return { sent: arrived.size, twice }
}
