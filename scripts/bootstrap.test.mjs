import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const root = path.dirname(import.meta.dirname)
let copy

beforeEach(() => {
  copy = mkdtempSync(path.join(os.tmpdir(), 'tiffin-bootstrap-'))
  // A test below gives the folder to an ordinary user, who must be able to enter it.
  chmodSync(copy, 0o755)
  for (const name of [
    'scripts/run.mjs',
    'scripts/bootstrap.mjs',
    'scripts/bootstrap',
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'package.json',
  ])
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
  writeFileSync(
    path.join(copy, 'scripts/tasks.mjs'),
    "export const runTask = async (args) => (console.log('ran', args.join(' ')), 7)\n",
  )
})
afterEach(() => rmSync(copy, { recursive: true, force: true }))

/** Keeps the tests off the registry: the address is a closed local port, and the cache is empty. */
function run({ path: PATH = process.env.PATH, uid } = {}) {
  const env = { PATH, HOME: copy, npm_config_registry: 'http://127.0.0.1:9/', npm_config_cache: path.join(copy, 'cache') }
  return spawnSync(process.execPath, ['scripts/run.mjs', 'probe', 'a'], { cwd: copy, env, uid, gid: uid, encoding: 'utf8' })
}

/** Puts a pnpm that only reports that it ran where the fetched one would be. */
function plantPnpm(script) {
  const folder = path.join(copy, '.tools', `pnpm-12.21.0-${process.platform}-${process.arch}`, 'node_modules/@pnpm/exe.any')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'pnpm'), `#!/bin/sh\necho "$@" >> ${copy}/pnpm-calls\n${script}\n`, { mode: 0o755 })
}

describe('without network, npm or permission', () => {
  it('says that the network is missing, fails, and leaves no folder that looks complete', () => {
    const { status, stderr } = run()
    expect(status).toBe(1)
    expect(stderr).toMatch(/npm could not fetch pnpm@12\.21\.0\.\n\s+The package registry cannot be reached: check the network/)
    expect(readdirSync(path.join(copy, '.tools'))).toEqual([])
  })

  it('says where to get npm', () => {
    const bin = path.join(copy, 'bin')
    mkdirSync(bin)
    symlinkSync(process.execPath, path.join(bin, 'node'))
    const { status, stderr } = run({ path: bin })
    expect({ status, stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/npm was not found\.\n\s+Install Node\.js together with npm/),
    })
  })

  it('says who may write', () => {
    const isRoot = process.getuid() === 0
    if (!isRoot) chmodSync(copy, 0o555)
    const { status, stderr } = run({ uid: isRoot ? 65534 : undefined })
    chmodSync(copy, 0o755)
    expect({ status, stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/permission denied[\s\S]*run as the owner of /),
    })
  })

  it('shows pnpm’s message and what to do about a stale lock file', () => {
    plantPnpm('echo ERR_PNPM_OUTDATED_LOCKFILE; exit 1')
    const { status, stderr } = run()
    expect({ status, stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/ERR_PNPM_OUTDATED_LOCKFILE[\s\S]*npm run pnpm -- install/),
    })
  })
})

describe('with everything installed', () => {
  const calls = () => (existsSync(path.join(copy, 'pnpm-calls')) ? 'installed' : 'left alone')

  it('installs once, and again only if the lock file changes; exits with the code of the task', () => {
    plantPnpm('mkdir -p node_modules')
    const seen = []
    for (const change of [() => {}, () => {}, () => writeFileSync(path.join(copy, 'pnpm-lock.yaml'), 'other')]) {
      change()
      rmSync(path.join(copy, 'pnpm-calls'), { force: true })
      const { status, stdout } = run()
      seen.push([status, stdout, calls()])
    }
    const outcome = (what) => [7, 'ran probe a\n', what]
    expect(seen).toEqual([outcome('installed'), outcome('left alone'), outcome('installed')])
  })
})
