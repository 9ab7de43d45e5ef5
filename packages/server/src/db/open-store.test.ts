import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openStore } from './open-store.ts'

const home = mkdtempSync(path.join(tmpdir(), 'tiffin-store-'))
// When root starts PostgreSQL, it runs as another account.
chmodSync(home, 0o755)
afterAll(() => rmSync(home, { recursive: true, force: true }))
const config = { TIFFIN_HOME: home } as Parameters<typeof openStore>[0]
const works = async (store: Awaited<ReturnType<typeof openStore>>) =>
  (await store.db.pool.query('select 1 as one')).rows[0] as { one: number }

it('two first starts in one folder agree on the passwords, and repair one that was interrupted', async () => {
  const both = await Promise.all([openStore(config), openStore(config)])
  for (const store of both) expect(await works(store)).toEqual({ one: 1 })
  for (const store of both) await store.close()

  truncateSync(path.join(home, 'postgresql', 'roles.json'), 20)
  const again = await openStore(config)
  expect(await works(again)).toEqual({ one: 1 })
  await again.close()
})

it('a failed start leaves no database running', async () => {
  const roles = path.join(home, 'postgresql', 'roles.json')
  rmSync(roles)
  mkdirSync(roles)
  await expect(openStore(config)).rejects.toThrow('EISDIR')
  expect(existsSync(path.join(home, 'postgresql', 'cluster', 'postmaster.pid'))).toBe(false)
})

it('refuses at once a folder that can’t be created, and says what to do', async () => {
  const file = path.join(home, 'a-file')
  writeFileSync(file, '')
  for (const folder of ['/proc/tiffin/here', path.join(file, 'here')]) {
    await expect(openStore({ TIFFIN_HOME: folder })).rejects.toThrow(/TIFFIN_HOME=/)
  }
})
