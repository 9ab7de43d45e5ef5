import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { capture } from '../bootstrap/capture.mjs'
import { Failure } from '../bootstrap/failure.mjs'
import { withLock } from '../bootstrap/lock.mjs'
import { hashInputs } from './hash-inputs.mjs'

const shared = ['pnpm-lock.yaml', 'tsconfig.base.json', 'scripts/tasks/build.mjs']
const inputs = (...packages) => [...shared, ...packages.map((name) => `packages/${name}`)]

/** A step is skipped if its output exists and the hash of its inputs is that of its last success. */
const steps = [
  {
    name: 'packages',
    what: 'the packages',
    inputs: inputs('sdk', 'core', 'server', 'ink', 'tui', 'cli'),
    output: 'packages/server/dist/index.js',
    command: ['tsc', '--build', '--pretty', 'false', 'packages/cli'],
    // Files that the compiler does not copy.
    copy: { from: 'packages/server/src/db/migrations', to: 'packages/server/dist/db/migrations' },
  },
  {
    name: 'web',
    what: 'the web console',
    inputs: inputs('sdk', 'core', 'web'),
    output: 'packages/web/dist/index.html',
    command: ['pnpm', '--dir', 'packages/web', 'run', 'build'],
  },
  {
    name: 'command',
    what: 'the command',
    inputs: inputs('sdk', 'core', 'server', 'ink', 'tui', 'cli'),
    output: 'packages/cli/dist/tiffin.js',
    command: ['pnpm', '--dir', 'packages/cli', 'run', 'build'],
  },
]

/** Needed to run: both are bundled from the sources. The other packages' output is only for tests and importers. */
export const runtimeSteps = ['web', 'command']

const stampOf = (root, step) => path.join(root, '.cache/build', step.name)

function isFresh(root, step, hash) {
  const stamp = stampOf(root, step)
  return existsSync(path.join(root, step.output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
}

async function runStep(root, { step, hash }) {
  const start = Date.now()
  process.stderr.write(`tiffin: building ${step.what} …\n`)
  const [program, ...args] = step.command
  // Vite would bundle React's slow development build under another NODE_ENV.
  const { code, output } = await capture(program, args, { cwd: root, env: { ...process.env, NODE_ENV: 'production' } })
  if (code !== 0)
    throw new Failure(
      `${step.what} could not be built.`,
      'Mend what it says above; `npm run check -- types` shows every type error.',
      output,
    )
  if (step.copy) {
    const to = path.join(root, step.copy.to)
    rmSync(to, { recursive: true, force: true })
    cpSync(path.join(root, step.copy.from), to, { recursive: true })
  }
  process.stderr.write(`tiffin: built ${step.what} (${((Date.now() - start) / 1000).toFixed(1)} s)\n`)
  const stamp = stampOf(root, step)
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
}

/**
 * Builds the stale ones of the named steps (all by default), one process at a time; if nothing is stale it only reads. Throws a
 * Failure with the tool's output.
 */
export async function build(root, names = steps.map(({ name }) => name)) {
  const wanted = steps.filter(({ name }) => names.includes(name))
  const stale = () =>
    wanted.map((step) => ({ step, hash: hashInputs(root, step.inputs) })).filter(({ step, hash }) => !isFresh(root, step, hash))
  if (stale().length === 0) return
  const wait = (pid) => process.stderr.write(`tiffin: waiting for process ${pid}, which is building …\n`)
  await withLock(path.join(root, '.tools'), 'build', wait, async () => {
    const results = await Promise.allSettled(stale().map((each) => runStep(root, each)))
    const failed = results.find(({ status }) => status === 'rejected')
    if (failed) throw failed.reason
  })
}
