import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { forgetKnown } from './board-memory.ts'

it('MOON-04: a sign-out forgets what is known of customers, and keeps moves that were not sent', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-known-'))
  for (const name of ['board.1.2.json', 'board.3.2.json', 'session.json', 'move.1.2.0000000001.x.json'])
    writeFileSync(path.join(folder, name), '{}')
  forgetKnown(folder)
  expect(readdirSync(folder)).toEqual(['move.1.2.0000000001.x.json'])
  forgetKnown(path.join(folder, 'not-there'))
})
