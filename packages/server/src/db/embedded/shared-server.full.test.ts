import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { serverAccount } from './server-account.ts'
import { createTemporaryHomes, signalServer, postmasterPid, query } from './temporary-homes.ts'
import { fullRunOnly } from '#server/test/full'

const homes = createTemporaryHomes()
afterEach(homes.clear)
afterAll(homes.end)

describe('shared embedded PostgreSQL', () => {
  fullRunOnly.it.each(['kill', 'interrupt'] as const)(
    'attaches to a server that outlived its Node process (%s), and stops it in the end',
    async (end) => {
      const home = await homes.usedHome()
      const child = homes.startInChild(home)
      await child.line(/started/)
      const pid = postmasterPid(home)
      await child[end]()

      const server = await homes.start(home)
      expect(server.attached).toBe(true)
      expect(postmasterPid(home)).toBe(pid)
      expect(await query(server.adminUrl, 'select current_database() as name')).toEqual([{ name: 'tiffin' }])
      await server.stop()
      await expect(query(server.adminUrl, 'select 1')).rejects.toThrow()
      expect(() => postmasterPid(home)).toThrow(/ENOENT/)
    },
  )

  fullRunOnly.it.each(['create', 'start'])('recovers from a Node process killed after it announced "%s"', async (step) => {
    const home = homes.home()
    const child = homes.startInChild(home)
    await child.line(new RegExp(`step ${step}`))
    await child.kill()
    const server = await homes.start(home)
    expect(readdirSync(home).filter((name) => name.endsWith('.new'))).toEqual([])
    expect(await query(server.adminUrl, 'select current_database() as name')).toEqual([{ name: 'tiffin' }])
    await server.stop()
    await expect(query(server.adminUrl, 'select 1')).rejects.toThrow()
  })

  it('starts one server for simultaneous processes, and stops it with the last of them', async () => {
    const home = homes.home()
    const children = [homes.startInChild(home), homes.startInChild(home)]
    const [server, ...said] = await Promise.all([
      homes.start(home),
      ...children.map((child) => child.line(/^(started|attached)$/)),
    ])
    expect([server.attached ? 'attached' : 'started', ...said].sort()).toEqual(['attached', 'attached', 'started'])

    await server.stop()
    await children[0]?.stop()
    expect(await query(server.adminUrl, 'select 1 as up')).toEqual([{ up: 1 }])
    await children[1]?.stop()
    await expect(query(server.adminUrl, 'select 1')).rejects.toThrow()
  })

  fullRunOnly.it('keeps running for a process that attaches while another leaves', async () => {
    const home = await homes.usedHome()
    const first = await homes.start(home)
    for (let round = 0; round < 3; round++) {
      const child = homes.startInChild(home)
      await child.line(/attached/)
      await child.stop()
    }
    const [, second] = await Promise.all([first.stop(), homes.start(home)])
    expect(await query(second.adminUrl, 'select 1 as up')).toEqual([{ up: 1 }])
    await second.stop()
    await expect(query(second.adminUrl, 'select 1')).rejects.toThrow()
  })

  fullRunOnly.it('ignores dead processes when counting users', async () => {
    const home = await homes.usedHome()
    const server = await homes.start(home)
    const child = homes.startInChild(home)
    await child.line(/attached/)
    await child.kill()
    await server.stop()
    await expect(query(server.adminUrl, 'select 1')).rejects.toThrow()
  })

  fullRunOnly.it('replaces an unreachable server, unless someone uses it', async () => {
    const home = await homes.usedHome()
    const child = homes.startInChild(home)
    await child.line(/started/)
    const pid = postmasterPid(home)
    rmSync(join(home, 'run/.s.PGSQL.5432'))
    await expect(homes.start(home)).rejects.toMatchObject({ code: 'embedded_start_failed' })
    expect(postmasterPid(home)).toBe(pid)

    await child.kill()
    const server = await homes.start(home)
    expect(server.attached).toBe(false)
    expect(await query(server.adminUrl, 'select 1 as up')).toEqual([{ up: 1 }])
    await server.stop()
  })

  fullRunOnly.it('restarts after the server was killed with clients connected, and keeps committed data', async () => {
    const home = await homes.usedHome()
    const first = await homes.start(home)
    await query(first.adminUrl, 'create table kept as select 7 as value')
    const client = new Client(first.connection)
    client.on('error', () => {})
    await client.connect()
    const busy = client.query('select pg_sleep(60)').catch(() => {})
    expect(signalServer(home, 'SIGKILL')).toBe(true)

    const second = await homes.start(home)
    expect(second.attached).toBe(false)
    expect(await query(second.adminUrl, 'select value from kept')).toEqual([{ value: 7 }])
    await busy
    await second.stop()
    await first.stop()
    await expect(query(second.adminUrl, 'select 1')).rejects.toThrow()
  })

  fullRunOnly.it('waits until the memory of a killed server is released', async () => {
    const home = await homes.usedHome()
    const first = await homes.start(home)
    const client = new Client(first.connection)
    client.on('error', () => {})
    await client.connect()
    const [backend] = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows
    if (!backend) throw new Error('No backend')
    process.kill(backend.pid, 'SIGSTOP')
    signalServer(home, 'SIGKILL')

    let waited = false
    const log = (line: string) => {
      if (!/still stopping/.test(line) || waited) return
      waited = true
      process.kill(backend.pid, 'SIGKILL')
    }
    const second = await homes.start(home, { log })
    expect({ waited, attached: second.attached }).toEqual({ waited: true, attached: false })
    await second.stop()
    await first.stop()
  })

  fullRunOnly.it('ignores a postmaster.pid whose pid now belongs to another program', async () => {
    const home = await homes.usedHome()
    const first = await homes.start(home)
    const pidFile = readFileSync(join(home, 'cluster/postmaster.pid'), 'utf8')
    await first.stop()
    // PostgreSQL is misled only by a live process of its own account.
    const { uid, gid } = statSync(join(home, 'cluster'))
    const other = spawn('sleep', ['60'], { cwd: '/', ...(process.getuid?.() === 0 && { uid, gid }) })
    await once(other, 'spawn')
    writeFileSync(join(home, 'cluster/postmaster.pid'), pidFile.replace(/^\d+/, String(other.pid)), { mode: 0o600 })

    const second = await homes.start(home)
    expect(second.attached).toBe(false)
    expect(postmasterPid(home)).not.toBe(other.pid)
    other.kill()
    await second.stop()
  })

  fullRunOnly.it('ignores a postmaster.pid that names the server of another folder', async () => {
    const [home, neighbour] = [await homes.usedHome(), await homes.usedHome()]
    const other = await homes.start(neighbour)
    writeFileSync(join(home, 'cluster/postmaster.pid'), readFileSync(join(neighbour, 'cluster/postmaster.pid')), { mode: 0o600 })

    const server = await homes.start(home)
    expect(server.attached).toBe(false)
    expect(await query(server.adminUrl, 'show data_directory')).toEqual([{ data_directory: join(home, 'cluster') }])
    await server.stop()
    expect(await query(other.adminUrl, 'show data_directory')).toEqual([{ data_directory: join(neighbour, 'cluster') }])
    await other.stop()
  })

  fullRunOnly.it('keeps the account that owns a cluster, and refuses a uid without an account', async () => {
    const home = await homes.usedHome()
    if (process.getuid?.() !== 0) return expect(statSync(join(home, 'cluster')).uid).toBe(process.getuid?.())
    const nobody = serverAccount({ uid: 0, passwd: readFileSync('/etc/passwd', 'utf8').replace(/^postgres:.*\n/m, '') })
    chown(home, nobody?.uid ?? -1)
    const server = await homes.start(home)
    expect(statSync(join(server.connection.host, '.s.PGSQL.5432')).uid).toBe(nobody?.uid)
    await server.stop()

    chown(home, 3_999_999)
    await expect(homes.start(home)).rejects.toMatchObject({ code: 'embedded_foreign_folder' })
    await expect(homes.start(home)).rejects.toThrow(/chown/)
  })
})

function chown(home: string, uid: number): void {
  const cluster = join(home, 'cluster')
  for (const name of ['.', ...readdirSync(cluster, { recursive: true, encoding: 'utf8' })])
    chownSync(join(cluster, name), uid, uid)
}
