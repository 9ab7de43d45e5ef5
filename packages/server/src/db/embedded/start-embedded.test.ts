import { lstatSync, mkdirSync, readdirSync, readFileSync, statSync, existsSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createContentStore } from '#content/create-content-store'
import { readConfig } from '#server/config'
import { createSecretBox } from '#sessions/secret-box'
import { serverAccount } from './server-account.ts'
import type { EmbeddedPostgres } from './start-embedded.ts'
import { createTemporaryHomes, query } from './temporary-homes.ts'
import { fullRunOnly } from '#server/test/full'

const homes = createTemporaryHomes()
afterEach(async () => {
  await homes.clear()
  vi.unstubAllEnvs()
})

const mode = (path: string) => lstatSync(path).mode & 0o777

describe('embedded PostgreSQL', () => {
  const shared = createTemporaryHomes()
  const home = shared.home()
  let server: EmbeddedPostgres
  beforeAll(async () => {
    server = await shared.start(home)
  })
  afterAll(async () => {
    await server.stop()
    await shared.clear()
  })

  it('uses UTF-8 and knows letters beyond ASCII, in trigrams too', async () => {
    await query(server.adminUrl, 'create extension pg_trgm')
    const [row] = await query(
      server.adminUrl,
      `select current_setting('server_encoding') as encoding, datlocprovider as provider, datlocale as locale,
        lower('ПРИВЕТ Ё') as lower, 'Привет' ilike 'ПРИ%' as ilike, cardinality(show_trgm('привет')) as trigrams
       from pg_database where datname = current_database()`,
    )
    expect(row).toEqual({ encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8', lower: 'привет ё', ilike: true, trigrams: 7 })
  })

  it('is configured for durable, short statements on a hundred connections', async () => {
    const rows = await query<{ name: string; setting: string }>(
      server.adminUrl,
      `select name, setting from pg_settings where name in
        ('fsync', 'synchronous_commit', 'full_page_writes', 'jit', 'max_connections', 'TimeZone', 'listen_addresses', 'data_checksums')`,
    )
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      jit: 'off',
      max_connections: '200',
      TimeZone: 'UTC',
      listen_addresses: '',
      data_checksums: 'on',
    })
  })

  it('protects socket, data, password and log from other accounts', async () => {
    expect(server.connection.host).toBe(join(home, 'run'))
    expect(mode(join(home, 'run'))).toBe(0o700)
    expect(mode(join(home, 'run/.s.PGSQL.5432'))).toBe(0o700)
    expect(mode(join(home, 'cluster'))).toBe(0o700)
    expect(mode(join(home, 'superuser-password'))).toBe(0o600)
    expect(mode(join(home, 'postgres.log'))).toBe(0o600)
    expect(readFileSync(join(home, 'superuser-password'), 'utf8')).toBe(server.connection.password)
  })

  it('always asks for the password', () => expectScram(server))

  it('runs as the current user, or for root as an unprivileged account', async () => {
    const runner = statSync(join(server.connection.host, '.s.PGSQL.5432')).uid
    const own = process.getuid?.()
    const account = serverAccount({ uid: own, passwd: readFileSync('/etc/passwd', 'utf8') })
    expect(runner).toBe(own === 0 ? account?.uid : own)
    expect(runner).not.toBe(0)
  })
})

describe('startEmbedded', () => {
  it.each([
    ['a secret', (home: string) => createSecretBox({}, home).seal('text', 'owner')],
    ['a picture', (home: string) => createContentStore(readConfig({}), home).put(`${'a'.repeat(64)}.webp`, Buffer.from('x'))],
  ])('starts in a folder where a server with another database first kept %s', async (_what, keepFirst) => {
    const home = homes.home()
    await keepFirst(home)
    const server = await homes.start(join(home, 'postgresql'))
    expect(server.attached).toBe(false)
    await server.stop()
  })

  it('creates the database on the first start and keeps it for the second', async () => {
    const home = homes.home()
    const steps: string[] = []
    const first = await homes.start(home, { onProgress: (step) => steps.push(step) })
    expect(first).toMatchObject({ attached: false, connection: { database: 'tiffin' } })
    expect(first.version).toMatch(/^18\.\d+$/)
    await query(first.adminUrl, 'create table kept as select 7 as value')
    await first.stop()
    await first.stop()
    await expect(query(first.adminUrl, 'select 1')).rejects.toThrow()

    const second = await homes.start(home, { onProgress: (step) => steps.push(step) })
    expect(second.attached).toBe(false)
    expect(second.connection.password).toBe(first.connection.password)
    expect(await query(second.adminUrl, 'select value from kept')).toEqual([{ value: 7 }])
    expect(steps.filter((step) => step !== 'copy')).toEqual(['create', 'start', 'start'])
    expect(readdirSync(home).filter((name) => name.startsWith('new-'))).toEqual([])
    const client = new Client(second.connection)
    await client.connect()
    expect((await client.query('select current_database() as name')).rows).toEqual([{ name: 'tiffin' }])
    await client.end()
    await second.stop()
  })

  fullRunOnly.it('puts the socket in a private temporary folder if the path is too long', async () => {
    const home = join(homes.folder(), 'long'.repeat(30), "it's, a home")
    const server = await homes.start(home)
    expect(server.connection.host).not.toContain('long')
    expect(mode(server.connection.host)).toBe(0o700)
    const attached = await homes.start(home)
    expect(attached).toMatchObject({ attached: true, connection: server.connection, adminUrl: server.adminUrl })
    await attached.stop()
    await server.stop()
    expect(existsSync(server.connection.host)).toBe(false)
  })

  fullRunOnly.it('puts a socket into a folder whose name needs quoting', async () => {
    const server = await homes.start(join(homes.folder(), `it's, "a" home`))
    expect(server.connection.host).toContain(`it's, "a" home`)
    expect(await query(server.adminUrl, 'select inet_server_port() as port')).toEqual([{ port: null }])
    await server.stop()
  })

  fullRunOnly.it('falls back to a loopback port with the same password if no path is short enough for a socket', async () => {
    const folder = join(homes.folder(), 'long'.repeat(30))
    mkdirSync(folder, { mode: 0o711 })
    vi.stubEnv('TMPDIR', folder)
    const home = join(folder, 'home')
    const server = await homes.start(home)
    expect(server.connection.host).toBe('127.0.0.1')
    expect(server.connection.port).toBeGreaterThan(1023)
    const attached = await homes.start(home)
    expect(attached).toMatchObject({ attached: true, connection: server.connection, adminUrl: server.adminUrl })
    await expectScram(server)
    await Promise.all([server.stop(), attached.stop()])
  })

  fullRunOnly.it('is unaffected by another server on port 5432', async () => {
    const met = vi.fn()
    const other = await occupy(5432, met)
    const server = await homes.start(homes.home())
    expect(
      await query(server.adminUrl, `select inet_server_port() as port, current_setting('listen_addresses') as addresses`),
    ).toEqual([{ port: null, addresses: '' }])
    expect(met).not.toHaveBeenCalled()
    await server.stop()
    other.close()
  })

  fullRunOnly.it('prefers the administrator’s settings to its own', async () => {
    const home = homes.home()
    const server = await homes.start(home)
    await query(server.adminUrl, 'alter system set max_connections = 220')
    await server.stop()
    const again = await homes.start(home)
    expect(await query(again.adminUrl, 'show max_connections')).toEqual([{ max_connections: '220' }])
    await again.stop()
  })
})

async function expectScram({ connection, adminUrl }: EmbeddedPostgres): Promise<void> {
  for (const password of ['wrong', `${connection.password}x`, ''])
    await expect(new Client({ ...connection, password }).connect()).rejects.toThrow(/password/)
  expect(await query(adminUrl, 'select distinct auth_method from pg_hba_file_rules')).toEqual([{ auth_method: 'scram-sha-256' }])
  expect(await query(adminUrl, `select left(rolpassword, 13) as kind from pg_authid where rolname = 'postgres'`)).toEqual([
    { kind: 'SCRAM-SHA-256' },
  ])
}

/** Occupies the port, unless another program already does. */
function occupy(port: number, onConnection: () => void): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer(onConnection)
    server.once('error', () => resolve(server))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
