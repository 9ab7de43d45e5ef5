import { expect, it } from 'vitest'
import { countMutants, formatSurvivors, withPart } from './mutation-page.mjs'

const mutant = (status, line) => ({
  status,
  mutatorName: 'ConditionalExpression',
  replacement: 'true',
  location: { start: { line, column: 3 }, end: { line: line + 1, column: 4 } },
})
const source = Array.from({ length: 10 }, (_, index) => `  a${index + 1}=\n`).join('')
const result = {
  files: {
    'a.ts': { source, mutants: [mutant('Killed', 1), mutant('Survived', 2), mutant('Ignored', 3), mutant('CompileError', 4)] },
    'b.ts': { source, mutants: [mutant('Timeout', 1), mutant('NoCoverage', 9)] },
  },
}

it('counts noticed and unnoticed mutants and skips those that Stryker ignores', () => {
  expect(countMutants(result)).toEqual({ killed: 2, survivors: 2, score: 50 })
})

it('lists each survivor with its place, its text and its replacement', () => {
  expect(formatSurvivors(result)).toBe('a.ts:2:3 a2= a --> true\nb.ts:9:3 (no test comes here) a9= a --> true\n')
})

it('cuts long changes', () => {
  const long = { ...mutant('Survived', 1), replacement: 'x'.repeat(200) }
  expect(formatSurvivors({ files: { 'a.ts': { source, mutants: [long] } } })).toBe(`a.ts:1:3 a1= a --> ${'x'.repeat(79)}…\n`)
})

it('replaces the line of its part, keeps the others, and says what share of the changes was tried', () => {
  const killed = { files: { 'a.ts': { source, mutants: [mutant('Killed', 1)] } } }
  const first = withPart('', { part: 'rules', result, date: '2026-11-01' })
  const second = withPart(first, { part: 'engine', result, sample: { share: 0.055, seed: 7 }, date: '2026-11-02' })
  const third = withPart(second, { part: 'rules', result: killed, date: '2026-11-03' })
  expect(third.split('\n').slice(-3)).toEqual([
    'engine | 50.0 ± 49.0 % | 4 | 5.5 %, seed 7 | [2](survivors/engine.txt) | 2026-11-02',
    'rules | 100.0 % | 1 | all | [0](survivors/rules.txt) | 2026-11-03',
    '',
  ])
  expect(
    withPart(`# Older words\n\n${second.slice(second.indexOf('Part |'))}`, { part: 'rules', result: killed, date: '2026-11-03' }),
  ).toBe(third)
})
