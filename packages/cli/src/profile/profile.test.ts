import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openProfile } from './profile.ts'

let home: string
const folder = (): string => path.join(home, 'tiffin/profiles')
const file = (): string => path.join(folder(), 'default.json')
const lock = (): string => `${file()}.lock`
const open = () => openProfile('default', { XDG_STATE_HOME: home })

beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'tiffin-profile-'))
  mkdirSync(folder(), { recursive: true })
})
afterEach(() => rmSync(home, { recursive: true }))

it('a change keeps what another command has saved since the profile was read', () => {
  const [one, other] = [open(), open()]
  one.update(() => ({ login: 'ann' }))
  expect(other.read()).toEqual({ login: 'ann' })
  one.update((current) => ({ ...current, company: 3 }))
  other.update((current) => ({ ...current, device: 'x' }))
  expect(open().read()).toEqual({ login: 'ann', company: 3, device: 'x' })
  expect(existsSync(lock())).toBe(false)
})

it('a change waits for a command that is saving, so neither loses anything', async () => {
  writeFileSync(lock(), '')
  const saving = spawn('sh', ['-c', `echo ready; sleep 0.3; echo '{"login":"ann"}' > "$1"; rm "$1.lock"`, 'sh', file()])
  await once(saving.stdout, 'data')
  open().update((current) => ({ ...current, company: 3 }))
  if (saving.exitCode === null) await once(saving, 'close')
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ login: 'ann', company: 3 })
})

it('a command killed while it was saving blocks no others, and one that fails leaves no lock', () => {
  writeFileSync(lock(), '')
  utimesSync(lock(), 0, 0)
  open().update(() => ({ company: 3 }))
  expect(open().read()).toEqual({ company: 3 })
  const fails = (): never => {
    throw new Error('full')
  }
  expect(() => open().update(fails)).toThrow('full')
  expect(existsSync(lock())).toBe(false)
})
