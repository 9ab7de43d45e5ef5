import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { locateBinaries } from './locate-binaries.ts'
import { removeOtherCopies, prepareBinaries } from './prepare-binaries.ts'
import { createTemporaryHomes, query } from './temporary-homes.ts'
import { fullRunOnly } from '#server/test/full'

const homes = createTemporaryHomes()
afterEach(homes.clear)

/** The package as npm leaves it when build scripts are not allowed. */
function packageWithoutLinks(folder: string): string {
  const native = join(folder, 'native')
  cpSync(locateBinaries().folder, native, { recursive: true, filter: (source) => !lstatSync(source).isSymbolicLink() })
  return native
}

const links = (native: string) => JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as { target: string }[]

describe('prepareBinaries', () => {
  it('restores missing library links and execute bits in the package', () => {
    const native = packageWithoutLinks(homes.folder())
    chmodSync(join(native, 'bin/postgres'), 0o644)
    symlinkSync('libpq.so.4', join(native, 'lib/libpq.so.5')) // dangling
    expect(spawnSync(join(native, 'bin/initdb'), ['--version']).status).not.toBe(0)

    const prepare = () =>
      prepareBinaries({ folder: native, cache: join(native, '../cache'), account: undefined, onCopy: () => expect.unreachable() })
    expect(prepare()).toBe(native)
    expect(prepare()).toBe(native)
    for (const { target } of links(native)) expect(readlinkSync(join(native, '..', target))).toMatch(/^lib[^/]+$/)
    for (const program of ['initdb', 'postgres', 'pg_ctl'])
      expect(spawnSync(join(native, 'bin', program), ['--version'], { encoding: 'utf8' }).stdout).toContain('(PostgreSQL) 18')
  })

  it('refuses to create links outside the package', () => {
    const native = packageWithoutLinks(homes.folder())
    const outside = [{ source: 'native/lib/libpq.so.5.18', target: 'native/../../escaped' }]
    writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(outside))
    prepareBinaries({ folder: native, cache: join(native, '../cache'), account: undefined, onCopy: () => expect.unreachable() })
    expect(readdirSync(join(native, '../..'))).not.toContain('escaped')
  })

  fullRunOnly.it('copies a package that is read-only or that the account can’t enter', async () => {
    const closed = homes.folder()
    const native = packageWithoutLinks(closed)
    chmodSync(join(native, 'lib'), 0o555) // stops an ordinary user
    chmodSync(closed, 0o700) // stops the account that root's server runs as
    const home = homes.home()
    const steps: string[] = []
    const onProgress = (step: string) => void steps.push(step)

    const first = await homes.start(home, { binaries: native, onProgress })
    expect(await query(first.adminUrl, 'select 1 as up')).toEqual([{ up: 1 }])
    await first.stop()
    const second = await homes.start(home, { binaries: native, onProgress })
    await second.stop()
    expect(steps).toEqual(['copy', 'create', 'start', 'start'])
    expect(readdirSync(join(home, 'binaries'))).toHaveLength(1)
    chmodSync(join(native, 'lib'), 0o755)
  })

  it('deletes copies of earlier releases', () => {
    const cache = homes.folder()
    for (const name of ['old', 'used', 'used.unfinished']) mkdirSync(join(cache, name))
    removeOtherCopies(cache, join(cache, 'used'))
    expect(readdirSync(cache)).toEqual(['used'])
    rmSync(cache, { recursive: true })
    removeOtherCopies(cache, join(cache, 'used'))
  })
})
