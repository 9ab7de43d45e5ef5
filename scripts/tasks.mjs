import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Failure, formatFailure } from './bootstrap/failure.mjs'
import { runForeground } from './bootstrap/foreground.mjs'
import { bench } from './tasks/bench.mjs'
import { build, runtimeSteps } from './tasks/build.mjs'
import { check } from './tasks/check.mjs'
import { pack } from './tasks/pack.mjs'
import { proofs } from './tasks/proofs.mjs'
import { screenshots } from './tasks/screenshots.mjs'
import { test } from './tasks/test.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const command = path.join(root, 'packages/cli/dist/tiffin.js')

const run = (program, args, options) => runForeground(program, args, { cwd: root, ...options })

/**
 * Runs the `tiffin` command, built if stale, in the user's current folder: npm changes to the root, but file arguments are
 * relative to the former.
 */
const tiffin =
  (...first) =>
  async (args) => {
    await build(root, runtimeSteps)
    return run(process.execPath, [command, ...first, ...args], { cwd: process.env.INIT_CWD ?? process.cwd() })
  }

const tasks = {
  start: { says: 'builds what is stale and runs the server with demo data', run: tiffin('demo') },
  board: { says: 'the terminal board', run: tiffin('board') },
  tiffin: { says: 'the tiffin command: npm run tiffin -- orders list', run: tiffin() },
  build: { says: 'compiles and bundles what is stale', run: () => build(root).then(() => 0) },
  pack: { says: 'writes the npm packages of the SDK and the command into a folder', run: (args) => pack(root, args) },
  check: { says: 'every static check; names (npm run check -- lint types) run only those', run: (args) => check(root, args) },
  test: {
    says: 'checks, unit tests and journeys; arguments go to vitest, which then runs alone',
    run: (args) => test(root, { args, full: false }),
  },
  'test:full': { says: 'the same with tests/full, all journeys and the bench', run: (args) => test(root, { args, full: true }) },
  bench: { says: 'the measurements against their budgets', run: (args) => bench(root, args) },
  proofs: { says: 'whether tests turn red: npm run proofs -- --sample 40 --seed 1', run: (args) => proofs(root, args) },
  screenshots: { says: 'retakes the pictures of docs/screenshots', run: () => screenshots(root) },
  migration: {
    says: 'writes the migration that creates the table of a new entity: npm run migration -- supplier',
    run: (args) => run(process.execPath, ['--conditions=@tiffin/source', 'packages/server/src/db/write-migration.ts', ...args]),
  },
  format: {
    says: 'formats every file',
    run: (args) => run('prettier', ['--write', '--log-level', 'warn', ...(args.length > 0 ? args : ['.'])]),
  },
  pnpm: { says: "the project's own pnpm: npm run pnpm -- install", run: (args) => run('pnpm', args) },
}

function help() {
  const lines = Object.entries(tasks).map(([name, task]) => `  ${`npm run ${name}`.padEnd(20)} ${task.says}`)
  return `Tasks:\n${lines.join('\n')}\n`
}

/** Runs the task named by the first argument and returns the exit code. Throws a Failure that tells the user what to do. */
export async function runTask([name, ...args]) {
  if (!Object.hasOwn(tasks, name ?? '')) throw new Failure(`there is no task "${name ?? ''}".`, 'Choose one of these.', help())
  return tasks[name].run(args)
}

// Started by run.mjs as a program if the installed Node was too old.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.exitCode = await runTask(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(formatFailure(error))
    process.exitCode = 1
  }
}
