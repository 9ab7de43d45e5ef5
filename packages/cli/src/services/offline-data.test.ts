import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { SessionUser } from '@tiffin/sdk/contract'
import { forgetOfflineData, refreshOfflineData } from './offline-data.ts'

it('MOON-04: signing out forgets customer data and keeps unsent moves', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-known-'))
  for (const name of ['board.1.2.json', 'board.3.2.json', 'session.json', 'move.1.2.0000000001.x.json'])
    writeFileSync(path.join(folder, name), '{}')
  forgetOfflineData(folder)
  expect(readdirSync(folder)).toEqual(['move.1.2.0000000001.x.json'])
  forgetOfflineData(path.join(folder, 'not-there'))
})

it.each([
  ['of the same person keeps the board’s data for the new session', 7, ['board.1.7.json', 'session.json']],
  ['of another person deletes it', 8, []],
])('MOON-04: another sign-in %s', async (_, admin_id, left) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-known-'))
  writeFileSync(path.join(folder, 'board.1.7.json'), '{}')
  writeFileSync(path.join(folder, 'session.json'), JSON.stringify({ mark: 'old111', user: { admin_id: 7 }, languages: [] }))
  await refreshOfflineData(folder, 'the-new-token', { admin_id } as SessionUser)
  expect(readdirSync(folder).toSorted()).toEqual(left)
  if (left.length > 0) expect(readFileSync(path.join(folder, 'session.json'), 'utf8')).toContain('"-token"')
  await refreshOfflineData(path.join(folder, 'not-there'), 'token', { admin_id } as SessionUser)
})
