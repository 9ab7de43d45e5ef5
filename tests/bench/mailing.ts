import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { createECDH, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { callAt, insertRow, PASSWORD, passwordHash, seedWorld } from '@tiffin/server/test'
import type { Bench } from './bench.ts'
import { createBenchDatabase } from './database.ts'
import { timed } from './measure.ts'
import { startServe } from './stage.ts'

const CUSTOMERS = 100_000
const PUSHES = 20_000

/** A push service that takes everything; its time is not the server's. */
async function startService(): Promise<{ url: string; count: () => number; stop(): void }> {
  let count = 0
  const server = createServer((request, response) => {
    count += 1
    request.resume()
    response.writeHead(201).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, count: () => count, stop: () => void (server.closeAllConnections(), server.close()) }
}

/** Seconds of CPU and megabytes of memory of a process. */
function usage(pid: number): { seconds: number; megabytes: number } {
  const [user = 0, system = 0] =
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? []
  const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return { seconds: (user + system) / 100, megabytes: Number(resident) / 1024 }
}

export const mailing: Bench = {
  name: 'mailing',
  async run() {
    const database = await createBenchDatabase()
    const service = await startService()
    const { a: company, ownerA } = await seedWorld(database)
    await database.asOwner('update admin set password = $1, company = $2 where admin_id = $3', [passwordHash, company, ownerA])
    await database.asOwner('update company set allow_mailing = 1, enable = 1')
    await database.asOwner(
      `insert into "user" (company, name, email, mail_consent, push_consent)
       select $1, 'Customer ' || n, 'customer' || n || '@example.com', 1, (n <= $3)::int from generate_series(1, $2) n`,
      [company, CUSTOMERS, PUSHES],
    )
    const key = createECDH('prime256v1').generateKeys().toString('base64url')
    await database.asOwner(
      `insert into push_target (kind, company, user_id, provider, endpoint, p256dh, auth)
       select 'customer', company, user_id, 'webpush', $1 || user_id, $2, $3 from "user" where push_consent = 1`,
      [`${service.url}/push/`, key, randomBytes(16).toString('base64url')],
    )
    await database.asOwner('analyze')
    const server = await startServe(database.urls, { TIFFIN_PUSH_NETWORKS: '127.0.0.1' })
    try {
      const signIn = await callAt(server.url, 'Auth', 'Login', { login: 'owner', password: PASSWORD })
      const { token } = (signIn['auth'] as { user: { token: string } }).user
      const start = async (channel: string, count: number, more: object): Promise<number> => {
        const id = await insertRow(database, 'mailing', {
          company,
          channel,
          text: { en: 'Soup today' },
          quiet_from: '00:00',
          quiet_until: '00:00',
          ...more,
        })
        const answer = await callAt(server.url, 'Mailing', 'start', { mailing_id: id, count }, { token, company })
        if (answer.status !== 'OK') throw new Error(`The mailing did not start: ${answer.code}`)
        return id
      }
      // Nothing of it is sent: its quiet hours last all day but a minute.
      const now = new Date(Date.now() - 60_000).toISOString().slice(11, 16)
      const before = new Date(Date.now() - 120_000).toISOString().slice(11, 16)
      const quiet = { quiet_from: now, quiet_until: before }
      const queued = await timed(() => start('mail', CUSTOMERS, quiet))
      const [idle, began] = [usage(server.pid), performance.now()]
      const id = await start('push', PUSHES, {})
      let highest = 0
      const isDone = async (): Promise<boolean> => {
        highest = Math.max(highest, usage(server.pid).megabytes)
        const [row] = await database.asOwner<{ state: string }>('select state from mailing where mailing_id = $1', [id])
        return row?.state === 'done'
      }
      while (!(await isDone())) await pause(100)
      const seconds = (performance.now() - began) / 1000
      if (service.count() !== PUSHES) throw new Error(`${service.count()} pushes arrived`)
      const cpu = usage(server.pid).seconds - idle.seconds
      return [
        { what: `mailing to ${CUSTOMERS} customers, until it is queued`, value: queued, unit: 'ms', budget: 5000 },
        {
          what: 'CPU of the server for 1,000 pushes',
          value: (cpu * 1000) / (PUSHES / 1000),
          unit: 'ms',
          budget: 1000,
          note: `${Math.round(PUSHES / seconds)} a second beside the database and the push service`,
        },
        { what: `memory while ${PUSHES} pushes are sent, above rest`, value: highest - idle.megabytes, unit: 'MB', budget: 100 },
      ]
    } finally {
      await server.stop()
      service.stop()
      await database.drop()
    }
  },
}
