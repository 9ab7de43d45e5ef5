import { closeSync, existsSync, globSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { formatFailure } from '../bootstrap/failure.mjs'
import { runForeground } from '../bootstrap/foreground.mjs'
import { bench } from './bench.mjs'
import { build } from './build.mjs'
import { runChecks } from './check.mjs'
import { ensureChromium, findChromium } from './chromium.mjs'
import { countRunner, errorsBeside, failure, formatSummary, sum } from './summary.mjs'

const playwrightConfig = 'tests/playwright.config.ts'
const reporters = ['default', 'json', './scripts/tasks/errors-reporter.mjs'].map((name) => `--reporter=${name}`)
const title = (text) => process.stdout.write(`\n== ${text}\n`)

/** Runs one part. An error is shown and counts as one failure, so that the other parts still run. */
async function part(text, run) {
  title(text)
  try {
    return await run()
  } catch (error) {
    process.stdout.write(formatFailure(error))
    return failure(text)
  }
}

async function runner({ root, kind, name = kind, command, env, stdio = 'inherit' }) {
  const report = path.join(root, 'reports', `${name}.json`)
  mkdirSync(path.dirname(report), { recursive: true })
  for (const file of [report, errorsBeside(report)]) rmSync(file, { force: true })
  const [program, ...args] = command(report)
  const shell = { ...process.env, TIFFIN_TEST_ERRORS: errorsBeside(report), ...env }
  const code = await runForeground(program, args, { cwd: root, env: shell, stdio })
  return countRunner(kind, report, code)
}

/** Runs two parts at a time. The output of the second is shown after the first has ended. */
async function together(root, first, [text, run]) {
  const log = path.join(root, 'reports/second.log')
  mkdirSync(path.dirname(log), { recursive: true })
  const output = openSync(log, 'w')
  const second = Promise.allSettled([run(['ignore', output, output])])
  const count = await part(...first)
  const [result] = await second
  closeSync(output)
  const shown = async () => {
    process.stdout.write(readFileSync(log, 'utf8'))
    if (result.status === 'rejected') throw result.reason
    return result.value
  }
  return [count, await part(text, shown)]
}

const vitest = (root, { name = 'vitest', full, args, chromium, stdio }) =>
  runner({
    root,
    kind: 'vitest',
    name,
    stdio,
    command: (report) => ['vitest', 'run', ...reporters, `--outputFile.json=${report}`, ...args],
    env: { TIFFIN_TESTS: full ? 'full' : 'usual', ...(chromium && { CHROMIUM_PATH: chromium }) },
  })

async function playwright(root, { full }) {
  const chromium = await ensureChromium()
  const report = path.join(root, 'reports/playwright.json')
  return runner({
    root,
    kind: 'playwright',
    command: () => [
      'pnpm',
      '--dir',
      'tests',
      'exec',
      'playwright',
      'test',
      '--config',
      path.basename(playwrightConfig),
      '--reporter=list,json',
    ],
    env: {
      TIFFIN_TESTS: full ? 'full' : 'usual',
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
  })
}

function hasJourneys(root) {
  return (
    existsSync(path.join(root, playwrightConfig)) &&
    globSync('tests/**/*.spec.ts', { cwd: root, exclude: (name) => name === 'node_modules' }).length > 0
  )
}

/**
 * The test task. All parts run, whatever the result of the others. The last line sums the runners' tests, plus one failure for
 * each check, build or runner that failed itself. Running nothing is a failure. Arguments run only vitest, with these
 * arguments.
 */
export async function test(root, { args, full }) {
  const counts = []
  const alone = args.length > 0
  rmSync(path.join(root, 'reports'), { recursive: true, force: true })
  if (!alone) {
    counts.push(await part('build', () => build(root).then(() => sum([]))))
    counts.push(await part('checks', async () => sum((await runChecks(root)).map((name) => failure(`check ${name}`)))))
  }
  const usual = (chosen) => ['tests', () => vitest(root, { full, args: chosen, chromium: findChromium() })]
  const inBrowser = async (stdio) =>
    vitest(root, { name: 'browser', full, args: ['--project', 'browser'], chromium: await ensureChromium(), stdio })
  if (alone) counts.push(await part(...usual(args)))
  // Each leaves the processor idle while it waits, for terminals or for its one page.
  else counts.push(...(await together(root, usual(['--project', '!browser']), ['tests in a browser', inBrowser])))
  if (!alone && hasJourneys(root)) counts.push(await part('journeys', () => playwright(root, { full })))

  // Last, when nothing else is running.
  if (!alone && full) counts.push(await part('bench', async () => ((await bench(root, [])) === 0 ? sum([]) : failure('bench'))))

  const total = sum(counts)
  const ran = total.passed + total.failed > 0
  if (!ran) process.stdout.write('\ntiffin: no test ran, which counts as a failure.\n')
  process.stdout.write(`\n${formatSummary(ran ? total : sum([total, failure('no test ran')]))}\n`)
  return ran && total.failed === 0 ? 0 : 1
}
