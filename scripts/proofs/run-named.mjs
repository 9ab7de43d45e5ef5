import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Failure } from '../bootstrap/failure.mjs'
import { findChromium } from '../tasks/chromium.mjs'
import { build } from '../tasks/build.mjs'
import { runGroup } from './run-group.mjs'

const limit = 10 * 60_000
const namesId = (title, ids) => ids.some((id) => new RegExp(String.raw`\b${id}\b[^:]*:`).test(title))
const titlePattern = (ids) => String.raw`\b(${ids.join('|')})\b[^:]*:`

const vitest = {
  prepare: async () => {},
  command: (files, ids, report, { bail }) => [
    'vitest',
    'run',
    ...files,
    '-t',
    titlePattern(ids),
    ...(bail ? ['--bail', '1'] : []),
    '--reporter=json',
    `--outputFile=${report}`,
  ],
  results: (report, folder) =>
    report.testResults.flatMap((file) => {
      const name = path.relative(folder, file.name)
      const ran = file.assertionResults.filter(({ status }) => status === 'passed' || status === 'failed')
      const tests = ran.map((test) => ({ file: name, title: test.title, isRed: test.status === 'failed' }))
      const isBroken = file.status === 'failed' && !tests.some(({ isRed }) => isRed)
      return isBroken ? [...tests, { file: name, problem: file.message || 'the file cannot be loaded' }] : tests
    }),
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

const playwright = {
  // Bundling the command is slow, and only tests that open a terminal board start it.
  prepare: (folder, files) => {
    const opensTerminal = files.some((file) => readFileSync(path.join(folder, file), 'utf8').includes('terminal-board.ts'))
    return build(folder, opensTerminal ? ['web', 'command'] : ['web'])
  },
  command: (files, ids, _report, { bail }) => [
    'pnpm',
    '--dir',
    'tests',
    'exec',
    'playwright',
    'test',
    '--config',
    'playwright.config.ts',
    ...files.map((file) => path.basename(file)),
    '-g',
    titlePattern(ids),
    ...(bail ? ['-x'] : []),
    '--workers=1',
    '--reporter=json',
  ],
  results: (report) => [
    ...specsOf(report)
      .filter((spec) => spec.tests.some((test) => test.status !== 'skipped'))
      .map((spec) => ({ file: `tests/journeys/${spec.file}`, title: spec.title, isRed: !spec.ok })),
    ...report.errors.map((error) => ({ file: 'tests/journeys', problem: error.message })),
  ],
}

/** Fastest first. tests/full tests the machine and takes minutes for each test. */
const stages = [
  { runner: vitest, holds: (file) => !file.startsWith('tests/') },
  { runner: vitest, holds: (file) => /^tests\/(?!full\/).*\.test\.ts$/.test(file) },
  { runner: playwright, holds: (file) => file.endsWith('.spec.ts') },
]

async function runStage({ runner, files, ids, folder, bail }) {
  try {
    await runner.prepare(folder, files)
  } catch (error) {
    if (error instanceof Failure) return [{ file: 'build', problem: `${error.message} ${error.detail ?? ''}` }]
    throw error
  }
  const report = path.join(folder, 'reports/proofs.json')
  mkdirSync(path.dirname(report), { recursive: true })
  rmSync(report, { force: true })
  const chromium = findChromium()
  const { output, isEnded } = await runGroup(runner.command(files, ids, report, { bail }), {
    cwd: folder,
    limit,
    env: {
      ...process.env,
      ...(chromium && { CHROMIUM_PATH: chromium }),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      TIFFIN_TESTS: 'full',
      // Journeys start the server from the sources too, so that a break needs no build.
      ...(runner === playwright && { NODE_OPTIONS: '--conditions=@tiffin/source' }),
    },
  })
  if (isEnded) return [{ file: files[0], problem: `no end after ${limit / 60_000} minutes` }]
  try {
    return runner.results(JSON.parse(readFileSync(report, 'utf8')), folder)
  } catch {
    return [{ file: files[0], problem: output.trim().split('\n').slice(-5).join(' ') }]
  }
}

/**
 * Runs the tests that name one of the IDs, stage by stage, until one is red. `{ red }` is that test, `{ problem }` means
 * no result, `{}` is green. `filesById` comes from testsById. Without bail, all tests run: `{ tests }`.
 */
export async function runNamed({ folder, ids, filesById, bail = true }) {
  const files = [...new Set(ids.flatMap((id) => filesById.get(id) ?? []))]
  const tests = []
  for (const { runner, holds } of stages) {
    const held = files.filter(holds)
    if (held.length === 0) continue
    const results = await runStage({ runner, files: held, ids, folder, bail })
    const named = results.filter(({ title, problem }) => problem ?? namesId(title, ids))
    tests.push(...named)
    const red = named.find(({ isRed }) => isRed)
    if (bail && red) return { red, tests }
    const { problem } = named.find((test) => test.problem) ?? {}
    if (bail && problem) return { problem, tests }
  }
  return tests.length === 0 ? { problem: 'no test that names the ID ran', tests } : { tests }
}
