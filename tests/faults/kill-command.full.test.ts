import { expect, it } from 'vitest'
import { killCommand } from './kill-command.ts'
import { configApply, courierCreation, courierImport, dictionaryImport } from './writing-commands.ts'

it('kill -9 of the command, the server or the database leaves an import done or not begun, and a repetition completes it', async () => {
  const { before, after } = await killCommand((machine) => courierImport(machine, 400), { kills: 50 })
  expect(before).toBeGreaterThan(0)
  expect(after).toBeGreaterThan(0)
}, 1_800_000)

it('MOON-06: the same for an import without IDs or a key, which creates each record once', async () => {
  const { before, after } = await killCommand((machine) => courierCreation(machine, 400), { kills: 15 })
  expect(before).toBeGreaterThan(0)
  expect(after).toBeGreaterThan(0)
}, 900_000)

it('the same for an import of the dictionary', async () => {
  const { before, after } = await killCommand((machine) => dictionaryImport(machine, 3000), { kills: 10 })
  expect(before + after).toBe(10)
}, 900_000)

it('the same for a configuration', async () => {
  const { before, after } = await killCommand((machine) => configApply(machine, 300), { kills: 10 })
  expect(before + after).toBe(10)
}, 900_000)
