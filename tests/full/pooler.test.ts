import { startServer, readConfig } from '@tiffin/server'
import { callAt, openLive, startTestServer, type TestServer } from '@tiffin/server/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Pooler, startPooler } from '../fakes/pooler.ts'

type Running = Awaited<ReturnType<typeof startServer>>

describe('behind a pooler in transaction mode', () => {
  let direct: TestServer
  let pooler: Pooler
  let pooled: Running
  const environment = (own: Record<string, string> = {}) => ({
    PORT: '0',
    TIFFIN_LOG: 'silent',
    TIFFIN_HOME: direct.home,
    DATABASE_URL: pooler.through(direct.database.urls.app),
    DATABASE_OWNER_URL: direct.database.urls.owner,
    DATABASE_WORKER_URL: direct.database.urls.worker,
    ...own,
  })

  beforeAll(async () => {
    direct = await startTestServer()
    pooler = await startPooler(Object.values(direct.database.urls), 4)
    pooled = await startServer(readConfig(environment()))
  })
  afterAll(async () => {
    await pooled?.stop()
    await pooler?.stop()
    await direct?.stop()
  })

  it('serves many clients of two companies over four connections, each with its own rows', async () => {
    const { world } = direct
    const people = await Promise.all([direct.signIn('owner'), direct.signIn('owner-b')])
    const companies = [world.a, world.b]
    const rounds = Array.from({ length: 400 }, async (_, round) => {
      const side = round % 2
      const options = { token: people[side], company: companies[side] as number }
      if (round % 10 === 9) {
        const row = { name: `Customer ${round}`, phone: `49151${String(10_000_000 + round)}` }
        return callAt(pooled.url, 'Reference', 'saveData', { tables: [{ table: 'user', row }] }, options)
      }
      const table = round % 3 === 0 ? 'merchant' : 'user'
      const tables = [{ table, limit: [0, 15], include: ['company'], search: [{ text: 'a' }] }]
      const answer = await callAt(pooled.url, 'Reference', 'getData', { tables }, options)
      const found = (answer['data'] as Record<string, { data: { company: number }[] }>)[table]?.data ?? []
      for (const { company } of found) expect(company).toBe(companies[side])
      return answer
    })
    const answers = await Promise.all(rounds)
    expect(answers.filter(({ status }) => status !== 'OK').map(({ code, error }) => ({ code, error }))).toEqual([])
  })

  it('gets notifications at once over its direct connection', async () => {
    const token = await direct.signIn('owner')
    const probe = openLive(pooled.url, { token, company: direct.world.a, merchants: 'all', since: 0 })
    await probe.next(({ type }) => type === 'welcome')
    const listening = await direct.database.asOwner<{ usename: string }>(
      `select usename from pg_stat_activity where datname = current_database() and application_name = 'tiffin feed'`,
    )
    expect(listening.map(({ usename }) => usename)).toEqual(['tiffin_worker', 'tiffin_worker'])
    probe.socket.close()
  })

  it.each(['DATABASE_OWNER_URL', 'DATABASE_WORKER_URL'] as const)('refuses %s through it, and says what to do', async (name) => {
    const url = direct.database.urls[name === 'DATABASE_OWNER_URL' ? 'owner' : 'worker']
    await expect(startServer(readConfig(environment({ [name]: pooler.through(url) })))).rejects.toMatchObject({
      code: 'database_pooled',
      message: expect.stringContaining(name) as string,
    })
  })
})
