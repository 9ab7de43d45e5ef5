import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Failure } from '../bootstrap/failure.mjs'
import { runForeground } from '../bootstrap/foreground.mjs'
import { formatSurvivors, updatePage } from './mutation-page.mjs'
import { snapshot, workingCopy } from './working-copy.mjs'

/**
 * Only quick tests, because a surviving mutant runs every test that reaches it. Tests of other processes are left out,
 * because no mutant is active there.
 */
const inServer = (folder, tests, more = []) => ({
  sources: [`packages/server/src/${folder}/**/*.ts`],
  tests: [`packages/server/src/${tests}/**/*.test.ts`, 'tests/server/{lists,records}.test.ts', ...more],
  speed: 'quick',
})

/** Mutated files, and the tests that must notice. */
const parts = {
  rules: {
    sources: ['packages/core/src/rules/**/*.ts'],
    tests: ['packages/core/src/**/*.test.{ts,tsx}', 'tests/printing/tickets.test.ts'],
  },
  contract: {
    sources: ['packages/sdk/src/contract/**/*.ts'],
    tests: ['packages/{sdk,core}/src/**/*.test.ts', 'tests/conformance/*.test.ts'],
  },
  engine: inServer('engine', '{engine,domains/history,domains/records,domains/statuses}'),
  domains: inServer('domains', 'domains', ['tests/conformance/http/{rights,content,company-state}.test.ts']),
}

// Test-only files and re-exports.
const noSources = ['**/*.test.ts', '**/*.fixture.ts', '**/index.ts']
const files = { stryker: 'stryker.proofs.json', vitest: 'vitest.proofs.mjs' }

/** The usual Vitest configuration, narrowed to one project with the part's tests, whose files share imported modules. */
const vitestConfig = (tests) => `import usual from './vitest.config.ts'
const { projects: _projects, ...test } = usual.test
// Tests that measure time fail when changes are tried beside each other.
const exclude = ['**/node_modules/**', '**/dist/**', 'tests/full/**', '**/*-cost.test.ts']
export default { ...usual, test: { ...test, include: ${JSON.stringify(tests)}, exclude, isolate: false } }
`

const strykerConfig = (sources, name, sample) => ({
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './scripts/proofs/mutation-sample.mjs'],
  checkers: sample ? ['sample'] : [],
  ...(sample && { sample }),
  vitest: { configFile: files.vitest, related: false },
  mutate: [...sources, ...noSources.map((pattern) => `!${pattern}`)],
  // The copy exists to be changed. With Stryker's own copy, imports between packages would resolve to the unchanged sources.
  inPlace: true,
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  concurrency: Number(process.env.TIFFIN_MUTANTS ?? 2),
  // Long enough that a stalled machine does not count as an endless loop.
  timeoutMS: 60_000,
  timeoutFactor: 4,
  dryRunTimeoutMinutes: 30,
  reporters: ['progress-append-only', 'json'],
  jsonReporter: { fileName: `reports/mutation-${name}.json` },
  incremental: true,
  incrementalFile: `.cache/mutation-${name}.json`,
  tempDirName: '.cache/stryker',
  disableTypeChecks: false,
  allowEmpty: true,
})

/** Results are kept by this name, so one sample never counts the changes of another. */
const nameOf = (part, sample) => (sample ? `${part}-${sample.share}-${sample.seed}` : part)

/** Mutates a part, some of its files or a random sample, and writes the score and the survivors. Returns the exit code. */
export async function mutate(root, { part, only, sample }) {
  if (!Object.hasOwn(parts, part))
    throw new Failure(`there is no part "${part}".`, `Choose among: ${Object.keys(parts).join(', ')}.`)
  const { sources, tests, speed = 'full' } = parts[part]
  const copy = await workingCopy(root, `mutation-${part}`, await snapshot(root))
  writeFileSync(path.join(copy.folder, files.vitest), vitestConfig(tests))
  const config = strykerConfig(only ? [only] : sources, nameOf(part, sample), sample)
  writeFileSync(path.join(copy.folder, files.stryker), JSON.stringify(config))
  const code = await runForeground('stryker', ['run', files.stryker], {
    cwd: copy.folder,
    env: { ...process.env, TIFFIN_TESTS: speed },
  })
  const report = path.join(copy.folder, config.jsonReporter.fileName)
  if (code !== 0 || !existsSync(report)) throw new Failure('Stryker did not finish.', 'Its words are above.')
  const result = JSON.parse(readFileSync(report, 'utf8'))
  const kept = path.join(root, 'reports', `survivors-${part}.txt`)
  mkdirSync(path.dirname(kept), { recursive: true })
  writeFileSync(kept, formatSurvivors(result))
  process.stdout.write(`${readFileSync(kept, 'utf8').split('\n').length - 1} survivors: ${path.relative(root, kept)}\n`)
  if (!only) updatePage(root, { part, result, sample })
  return 0
}
