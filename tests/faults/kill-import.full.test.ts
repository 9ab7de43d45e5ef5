import { expect, it } from 'vitest'
import { killImport } from './kill-import.ts'

it('kill -9 of the command, the server or the database leaves an import done or not begun, and a repetition completes it', async () => {
  const { before, after } = await killImport({ kills: 50, rows: 400 })
  expect(before).toBeGreaterThan(0)
  expect(after).toBeGreaterThan(0)
}, 1_800_000)
