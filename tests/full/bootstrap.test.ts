import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

// Runs over the real network: a copy of the repository with nothing installed, next to Node versions of different ages.
const root = path.resolve(import.meta.dirname, '..', '..')
const place = mkdtempSync(path.join(os.tmpdir(), 'tiffin-fresh-'))
const copy = path.join(place, 'project')
const probe = `
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
export async function runTask(args) {
  const pnpm = execFileSync('pnpm', ['--version'], { encoding: 'utf8' }).trim()
  console.log(JSON.stringify({ args, node: process.version, nodeOnPath: execFileSync('node', ['--version'], { encoding: 'utf8' }).trim(), pnpm }))
  return 7
}
if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await runTask(process.argv.slice(2))
`

interface Outcome {
  status: number | null
  stdout: string
  stderr: string
}

/** A PATH folder with this Node, the npm of its time, and only the system's shell. */
function oldNode(node: string, npm: string): string {
  const folder = path.join(place, `node-${node}`)
  const name = `node-${process.platform}-${process.arch}`
  const flags = [
    'install',
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    '--prefix',
    folder,
    `${name}@${node}`,
    `npm@${npm}`,
  ]
  const { status, stderr } = spawnSync('npm', flags, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  const bin = path.join(folder, 'bin')
  mkdirSync(bin)
  symlinkSync(path.join(folder, 'node_modules', name, 'bin/node'), path.join(bin, 'node'))
  symlinkSync(path.join(folder, 'node_modules/npm/bin/npm-cli.js'), path.join(bin, 'npm'))
  return bin
}

async function run(bin: string, { uid, home = os.homedir() }: { uid?: number; home?: string } = {}): Promise<Outcome> {
  // An old Node can't run the npm that started these tests, nor can an ordinary user read it.
  const outer = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_(?!config_registry$)/.test(name)))
  const env = { ...outer, PATH: `${bin}:/usr/bin:/bin`, HOME: home, npm_config_prefix: '/nowhere' }
  const who = uid === undefined ? {} : { uid, gid: uid }
  const child = spawn(path.join(bin, 'node'), ['scripts/run.mjs', 'probe', '--flag'], { cwd: copy, env, ...who })
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  return { stdout, stderr, status }
}

const answer = (node: string) => ({ args: ['probe', '--flag'], node, nodeOnPath: node, pnpm: '12.21.0' })
const leftOvers = () => readdirSync(path.join(copy, '.tools')).filter((name) => /partial|lock/.test(name))

function openTo(uid: number) {
  for (const file of ['.', ...globSync('**/*', { cwd: copy })]) chownSync(path.join(copy, file), uid, uid)
}

beforeEach(() => {
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(path.join(copy, 'scripts'), { recursive: true })
  const files = [
    'package.json',
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'patches',
    'scripts/run.mjs',
    'scripts/bootstrap.mjs',
    'scripts/bootstrap',
  ]
  const manifests = globSync(['packages/*/package.json', 'tests/package.json'], { cwd: root })
  for (const file of [...files, ...manifests])
    if (existsSync(path.join(root, file))) cpSync(path.join(root, file), path.join(copy, file), { recursive: true })
  writeFileSync(path.join(copy, 'scripts/tasks.mjs'), probe)
})
// A busy disk may take minutes to delete some 50,000 files.
afterAll(() => rmSync(place, { recursive: true, force: true }), 300_000)

describe('fresh copy', () => {
  let node14: string
  let node20: string
  const own = path.dirname(process.execPath)

  beforeAll(() => {
    chmodSync(place, 0o755)
    node14 = oldNode('14.21.3', '6.14.18')
    node20 = oldNode('20.20.2', '10.8.2')
  }, 120_000)

  it.each(['14', '20'])(
    'fetches Node 24, pnpm and the packages if Node %s is installed, and only once',
    async (age) => {
      const bin = age === '14' ? node14 : node20
      const first = await run(bin)
      expect(first).toMatchObject({ status: 7, stderr: expect.stringContaining('packages are installed') as string })
      expect(JSON.parse(first.stdout)).toEqual(answer('v24.21.0'))
      expect(existsSync(path.join(copy, 'node_modules/vitest'))).toBe(true)

      expect(await run(bin)).toEqual({ status: 7, stdout: first.stdout, stderr: '' })
      expect(leftOvers()).toEqual([])
    },
    240_000,
  )

  it('uses the installed Node if it is new enough', async () => {
    const { status, stdout } = await run(own)
    expect({ status, said: JSON.parse(stdout) as unknown }).toEqual({ status: 7, said: answer(process.version) })
    expect(readdirSync(path.join(copy, '.tools')).filter((name) => name.startsWith('node-'))).toEqual([])
  }, 240_000)

  it('works for two simultaneous starts', async () => {
    const both = await Promise.all([run(node20), run(node20)])
    expect(both.map(({ status }) => status)).toEqual([7, 7])
    expect(both.filter(({ stderr }) => stderr.includes('waiting for process'))).toHaveLength(1)
    expect(leftOvers()).toEqual([])
  }, 240_000)

  it('continues after a run was killed half-way', async () => {
    const env = { ...process.env, PATH: `${node20}:/usr/bin:/bin` }
    const child = spawn(path.join(node20, 'node'), ['scripts/run.mjs', 'probe'], {
      cwd: copy,
      env,
      detached: true,
      stdio: 'ignore',
    })
    const gone = new Promise((resolve) => child.on('close', resolve))
    while (
      !existsSync(path.join(copy, '.tools')) ||
      !readdirSync(path.join(copy, '.tools')).some((name) => name.endsWith('.partial'))
    )
      await pause(10)
    process.kill(-(child.pid ?? 0), 'SIGKILL')
    await gone
    expect(await run(node20)).toMatchObject({ status: 7 })
    expect(leftOvers().filter((name) => name.endsWith('.lock'))).toEqual([])
  }, 240_000)

  it('works for an ordinary user without a home folder', async () => {
    const uid = process.getuid?.() === 0 ? 65534 : undefined
    if (uid !== undefined) openTo(uid)
    const first = await run(node20, { ...(uid !== undefined && { uid }), home: '/nonexistent' })
    expect(first).toMatchObject({ status: 7 })
    expect(JSON.parse(first.stdout)).toEqual(answer('v24.21.0'))
  }, 240_000)
})
