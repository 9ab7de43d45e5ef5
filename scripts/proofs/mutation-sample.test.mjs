import path from 'node:path'
import { expect, it } from 'vitest'
import { lotOf, strykerPlugins } from './mutation-sample.mjs'

const mutants = Array.from({ length: 4000 }, (_, index) => ({
  id: `${index}`,
  fileName: path.resolve('a.ts'),
  mutatorName: 'ConditionalExpression',
  replacement: 'true',
  location: { start: { line: index, column: 3 }, end: { line: index, column: 5 } },
}))
const Checker = strykerPlugins[0].injectableClass
const draw = async (share, seed, from = mutants) => {
  const results = await new Checker({ sample: { share, seed } }).check(from)
  return from.filter(({ id }) => results[id].status === 'passed')
}

it('draws about the given share, and the same mutants for the same seed', async () => {
  const drawn = await draw(0.05, 7)
  expect(drawn.length).toBeGreaterThan(160)
  expect(drawn.length).toBeLessThan(240)
  expect(await draw(0.05, 7)).toEqual(drawn)
  expect(await draw(0.05, 8)).not.toEqual(drawn)
})

it('draws each mutant independently of the others and of the folder', async () => {
  const drawn = await draw(0.05, 7)
  expect(await draw(0.05, 7, drawn)).toEqual(drawn)
  const [mutant] = mutants
  expect(lotOf(7, { ...mutant, fileName: '/elsewhere/a.ts' }, '/elsewhere')).toBe(lotOf(7, mutant))
})

it('draws differently for changes of one place', () => {
  const [mutant] = mutants
  const lots = ['true', 'false', '1'].map((replacement) => lotOf(7, { ...mutant, replacement }))
  expect(new Set(lots).size).toBe(3)
})
