import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'

const run = path.resolve(import.meta.dirname, '../../packages/cli/src/main.ts')
const home = mkdtempSync(path.join(tmpdir(), 'tiffin-interrupted-'))
// When root starts PostgreSQL, it runs as another account.
chmodSync(home, 0o755)
afterAll(() => rmSync(home, { recursive: true, force: true }))

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a first start interrupted by %s stops its database, also if the signal comes twice',
  { timeout: 120_000 },
  async (signal) => {
    const child = spawn(process.execPath, ['--conditions=@tiffin/source', run, 'demo', '--port', '0'], {
      env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', TIFFIN_HOME: home },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
    let said = ''
    child.stderr.on('data', (part: Buffer) => (said += part.toString()))
    await expect.poll(() => said, { timeout: 60_000 }).toContain('Creating orders')
    child.kill(signal)
    child.kill(signal)
    expect(await ended).toBe(0)
    expect(said).toContain('Stopping')
    expect(existsSync(path.join(home, 'postgresql/cluster/PG_VERSION'))).toBe(true)
    expect(existsSync(path.join(home, 'postgresql/cluster/postmaster.pid'))).toBe(false)
  },
)
