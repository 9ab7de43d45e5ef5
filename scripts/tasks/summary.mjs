import { existsSync, readFileSync } from 'node:fs'

const nothing = { passed: 0, failed: 0, skipped: 0 }

export const sum = (counts) =>
  counts.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }), nothing)

/** Vitest's JSON. A file that could not be loaded has no test to fail, so it counts as one failure itself. */
function countVitest(report) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** Playwright's JSON. A test that passed at its second try (CI alone gives one) counts as passed; the runner's list names it. */
function countPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected + flaky, failed: unexpected + report.errors.length, skipped }
}

const counters = { vitest: countVitest, playwright: countPlaywright }

/** What a runner did: its report's counts, and one failure more where it ended badly without naming a failed test. */
export function countRunner(kind, file, exitCode) {
  const counts = existsSync(file) ? counters[kind](JSON.parse(readFileSync(file, 'utf8'))) : nothing
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

/** The last line of a test run. */
export const formatSummary = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`
