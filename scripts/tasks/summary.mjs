import { existsSync, readFileSync } from 'node:fs'

const nothing = { passed: 0, failed: 0, skipped: 0, failures: [] }

export const sum = (counts) =>
  counts.reduce(
    (a, b) => ({
      passed: a.passed + b.passed,
      failed: a.failed + b.failed,
      skipped: a.skipped + b.skipped,
      failures: a.failures.concat(b.failures),
    }),
    nothing,
  )

/** A failure outside any test, such as a build. */
export const failure = (name) => ({ ...nothing, failed: 1, failures: [name] })

/** Counts Vitest's JSON. A file that could not be loaded has no tests, so it counts as one failure. */
function countVitest(report) {
  const failed = (file) => file.assertionResults.filter((test) => test.status === 'failed')
  const broken = report.testResults.filter((file) => file.status === 'failed' && failed(file).length === 0)
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap((file) =>
      broken.includes(file)
        ? [`${file.name}: ${file.message}`]
        : failed(file).map((test) => `${file.name}: ${test.fullName}: ${test.failureMessages?.[0] ?? ''}`),
    ),
  }
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

/**
 * Counts Playwright's JSON. A test that passed on its second attempt (only CI retries, once) counts as passed; the runner's
 * output reports it.
 */
function countPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats
  const failed = specsOf(report).filter((spec) => !spec.ok)
  return {
    passed: expected + flaky,
    failed: unexpected + report.errors.length,
    skipped,
    failures: [...failed.map((spec) => `${spec.file}: ${spec.title}`), ...report.errors.map((error) => error.message)],
  }
}

const counters = { vitest: countVitest, playwright: countPlaywright }

/** Where Vitest leaves the errors outside any test, which its JSON lacks. */
export const errorsBeside = (report) => report.replace(/\.json$/, '-errors.json')

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** A runner's counts and the errors outside its tests, plus one failure if it ended badly without naming any. */
export function countRunner(kind, file, exitCode) {
  const counts = existsSync(file) ? counters[kind](readJson(file)) : nothing
  const errors = existsSync(errorsBeside(file)) ? readJson(errorsBeside(file)).map(failure) : []
  const total = sum([counts, ...errors])
  if (exitCode === 0 || total.failed > 0) return total
  return sum([total, failure(`${kind} ended with ${exitCode} though no test of its report failed: see its output above`)])
}

const oneLine = (text) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 400)

/** The end of a test run: all failures by name, because the output is long, then the counts as the last line. */
export const formatSummary = ({ passed, failed, skipped, failures }) =>
  [...failures.map((name) => `failed: ${oneLine(name)}`), `${passed} passed, ${failed} failed, ${skipped} skipped`].join('\n')
