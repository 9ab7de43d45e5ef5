import { expect, it } from 'vitest'
import { countMutants, formatSurvivors, withPart } from './mutation-page.mjs'

const mutant = (status, line) => ({
  status,
  mutatorName: 'ConditionalExpression',
  replacement: 'true',
  location: { start: { line, column: 3 } },
})
const result = {
  files: {
    'a.ts': { mutants: [mutant('Killed', 1), mutant('Survived', 2), mutant('Ignored', 3), mutant('CompileError', 4)] },
    'b.ts': { mutants: [mutant('Timeout', 1), mutant('NoCoverage', 9)] },
  },
}

it('counts noticed and unnoticed mutants and skips those that Stryker ignores', () => {
  expect(countMutants(result)).toEqual({ killed: 2, survivors: 2, score: 50 })
})

it('lists each survivor with its place and replacement', () => {
  expect(formatSurvivors(result)).toBe(
    'a.ts:2:3 ConditionalExpression: true\nb.ts:9:3 ConditionalExpression (no test comes here): true\n',
  )
})

it('replaces the line of its part and keeps the others', () => {
  const first = withPart('', 'rules', result, '2026-11-01')
  const second = withPart(first, 'contract', result, '2026-11-02')
  const third = withPart(second, 'rules', { files: { 'a.ts': { mutants: [mutant('Killed', 1)] } } }, '2026-11-03')
  expect(third.split('\n').slice(-3)).toEqual([
    'contract | 50.0 % | 4 | 2 | 2026-11-02',
    'rules | 100.0 % | 1 | 0 | 2026-11-03',
    '',
  ])
})
