import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { countRunner, errorsBeside, formatSummary, sum } from './summary.mjs'

const folder = mkdtempSync(path.join(os.tmpdir(), 'tiffin-summary-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const vitest = (numbers, testResults = []) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  ...numbers,
  testResults,
})
const playwright = (stats, errors = [], suites = []) => ({
  suites,
  stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  errors,
})
const brokenFile = { name: 'b.test.ts', status: 'failed', message: 'does not load', assertionResults: [] }
const failedFile = {
  name: 'a.test.ts',
  status: 'failed',
  assertionResults: [{ status: 'failed', fullName: 'adds', failureMessages: ['expected 1\nto be 2'] }, { status: 'passed' }],
}

describe('countRunner', () => {
  it.each([
    ['all of vitest passed', 'vitest', 0, vitest({ numPassedTests: 3 }), '3 passed, 0 failed, 0 skipped'],
    [
      'skipped and todo',
      'vitest',
      0,
      vitest({ numPassedTests: 1, numPendingTests: 2, numTodoTests: 1 }),
      '1 passed, 0 failed, 3 skipped',
    ],
    [
      'a failed test',
      'vitest',
      1,
      vitest({ numPassedTests: 1, numFailedTests: 1 }, [failedFile]),
      'failed: a.test.ts: adds: expected 1 to be 2\n1 passed, 1 failed, 0 skipped',
    ],
    [
      'a file that did not load',
      'vitest',
      1,
      vitest({ numPassedTests: 1 }, [brokenFile]),
      'failed: b.test.ts: does not load\n1 passed, 1 failed, 0 skipped',
    ],
    [
      'a bad end without a failed test',
      'vitest',
      1,
      vitest({ numPassedTests: 4 }),
      'failed: vitest ended with 1 though no test of its report failed: see its output above\n4 passed, 1 failed, 0 skipped',
    ],
    [
      'no report at all',
      'vitest',
      1,
      undefined,
      'failed: vitest ended with 1 though no test of its report failed: see its output above\n0 passed, 1 failed, 0 skipped',
    ],
    ['journeys', 'playwright', 0, playwright({ expected: 5, skipped: 1 }), '5 passed, 0 failed, 1 skipped'],
    [
      'a journey that needed two attempts',
      'playwright',
      0,
      playwright({ expected: 5, flaky: 1 }),
      '6 passed, 0 failed, 0 skipped',
    ],
    [
      'a journey that failed',
      'playwright',
      1,
      playwright({ unexpected: 1 }, [], [{ suites: [{ specs: [{ ok: false, file: 'x.spec.ts', title: 'moves' }] }] }]),
      'failed: x.spec.ts: moves\n0 passed, 1 failed, 0 skipped',
    ],
    [
      'a journey file that did not load',
      'playwright',
      1,
      playwright({}, [{ message: 'no' }]),
      'failed: no\n0 passed, 1 failed, 0 skipped',
    ],
  ])('%s', (title, kind, code, report, expected) => {
    const file = path.join(folder, `${title}.json`)
    if (report) writeFileSync(file, JSON.stringify(report))
    expect(formatSummary(countRunner(kind, file, code))).toBe(expected)
  })
})

it('an error outside any test is named', () => {
  const file = path.join(folder, 'outside.json')
  writeFileSync(file, JSON.stringify(vitest({ numPassedTests: 4 })))
  writeFileSync(errorsBeside(file), JSON.stringify(['outside any test: socket hang up']))
  expect(formatSummary(countRunner('vitest', file, 1))).toBe(
    'failed: outside any test: socket hang up\n4 passed, 1 failed, 0 skipped',
  )
})

describe('sum', () => {
  it('adds up counts, also without any', () => {
    expect(sum([])).toEqual({ passed: 0, failed: 0, skipped: 0, failures: [] })
    expect(
      sum([
        { passed: 1, failed: 2, skipped: 3, failures: ['a'] },
        { passed: 10, failed: 20, skipped: 30, failures: ['b'] },
      ]),
    ).toEqual({ passed: 11, failed: 22, skipped: 33, failures: ['a', 'b'] })
  })
})
