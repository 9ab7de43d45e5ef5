import { createTestDatabase, insertRow, seedWorld, startMailServer } from '@tiffin/server/test'
import { expect } from 'vitest'
import { endWithTest } from './end-with-test.ts'
import { drawFrom } from './random-draw.ts'
import { startServerProcess } from './server-process.ts'

/** Mails between two kills. */
const BETWEEN_KILLS = 60

/** Kills the server while it sends a mailing. No one may get it twice; messages that were being sent are shown as unknown. */
export async function killMailing({ kills, customers, seed }: { kills: number; customers: number; seed: number }) {
  const database = await createTestDatabase()
  const smtp = await startMailServer()
  const endWith = endWithTest(async () => {
    await smtp.stop()
    await database.drop()
  })
  const { a: company } = await seedWorld(database)
  await database.asOwner('update company set allow_mailing = 1, enable = 1')
  await database.asOwner(
    `insert into "user" (company, name, email, mail_consent)
     select $1, 'Customer ' || n, 'customer' || n || '@example.com', 1 from generate_series(1, $2) n`,
    [company, customers],
  )
  const mailing = await insertRow(database, 'mailing', {
    company,
    channel: 'mail',
    subject: { en: 'Soup' },
    text: { en: 'Soup today' },
    quiet_from: '00:00',
    quiet_until: '00:00',
    // Its time has come when the server starts.
    state: 'scheduled',
    send_at: new Date(Date.now() - 1000).toISOString(),
  })
  const env = {
    DATABASE_URL: database.urls.app,
    DATABASE_OWNER_URL: database.urls.owner,
    DATABASE_WORKER_URL: database.urls.worker,
    TIFFIN_SMTP_URL: smtp.url,
    TIFFIN_MAIL_FROM: 'Tiffin <hello@tiffin.example>',
  }
  const draw = drawFrom(seed)
  let server = await startServerProcess(env, { endWith })
  const { port } = server
  let during = 0
  for (let kill = 0; kill < kills; kill += 1) {
    const goal = Math.min(smtp.mails.length + 1 + draw(BETWEEN_KILLS), customers - 1)
    await expect.poll(() => smtp.mails.length, { timeout: 60_000, interval: 2 }).toBeGreaterThanOrEqual(goal)
    if (smtp.mails.length < customers) during += 1
    await server.kill()
    // The leases of messages that were being sent end after a minute.
    await database.asOwner('update message set next_attempt = now() where push = 3')
    server = await startServerProcess(env, { port, endWith })
  }
  const results = async () =>
    (
      await database.asOwner<{ state: string; success: number; unknown: number; total: number; fail: number }>(
        'select state, success, unknown, total, fail from mailing where mailing_id = $1',
        [mailing],
      )
    )[0]
  await expect.poll(async () => (await results())?.state, { timeout: 120_000 }).toBe('done')
  const { success = 0, unknown = 0, fail = 0 } = (await results()) ?? {}
  const recipients = smtp.mails.flatMap(({ to }) => to)
  expect(new Set(recipients).size, 'nobody gets it twice').toBe(recipients.length)
  expect(success + unknown + fail, 'each customer has a result').toBe(customers)
  const sent = await database.asOwner<{ email: string; push: number }>(
    `select u.email, m.push::int as push from message m join "user" u on u.company = m.company and u.user_id = m.user_id
     where m.mailing_id = $1 and u.mail_consent = 1`,
    [mailing],
  )
  const arrived = new Set(recipients)
  expect(
    sent.filter(({ email, push }) => push === 1 && !arrived.has(email)),
    'what counts as sent has arrived',
  ).toEqual([])
  expect(
    sent.filter(({ email, push }) => push !== 1 && push !== 4 && arrived.has(email)),
    'what arrived is sent or unknown',
  ).toEqual([])
  return { during, success, unknown }
}
