import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { capture } from '../bootstrap/capture.mjs'
import { Failure } from '../bootstrap/failure.mjs'

const published = ['sdk', 'core']
const isBuilt = (file) => (root) => existsSync(path.join(root, file))

/** Types come first, on their own: they write the declarations that other checks read. */
const checks = [
  { name: 'types', command: ['tsc', '--build', '--pretty', 'false'] },
  {
    name: 'lint',
    command: ['oxlint', '--type-aware', '--deny-warnings', '--format', 'unix'],
    fix: 'npm run pnpm -- exec oxlint --type-aware --fix',
  },
  {
    name: 'format',
    command: ['prettier', '--check', '--log-level', 'warn', '--cache', '--cache-location', '.cache/prettier', '.'],
    fix: 'npm run format',
  },
  { name: 'imports', command: ['depcruise', '--config', '.dependency-cruiser.mjs', 'packages', 'tests', 'scripts'] },
  { name: 'unused', command: ['knip', '--no-progress', '--cache', '--cache-location', '.cache/knip'] },
  { name: 'texts', command: ['node', 'scripts/unused-texts.mjs'] },
  { name: 'size', command: ['size-limit'], isReady: isBuilt('packages/web/dist/index.html') },
  ...published.flatMap((name) => [
    { name: `package-${name}`, command: ['publint', `packages/${name}`, '--strict', '--pack', 'false'] },
    { name: `types-of-${name}`, command: ['attw', '--pack', `packages/${name}`, '--profile', 'esm-only', '--format', 'ascii'] },
  ]),
  {
    name: 'requirements',
    command: ['node', 'scripts/requirements-docs.mjs', '--check'],
    fix: 'node scripts/requirements-docs.mjs',
  },
]

async function runCheck(root, check) {
  const start = Date.now()
  const [program, ...args] = check.command
  const { code, output } = await capture(program, args, { cwd: root, env: { ...process.env, NO_COLOR: '1' } })
  const time = `${((Date.now() - start) / 1000).toFixed(1)} s`
  if (code === 0) {
    process.stdout.write(`  ok      ${check.name.padEnd(16)} ${time}\n`)
    return true
  }
  process.stdout.write(`${output.trimEnd()}\n  FAILED  ${check.name.padEnd(16)} ${time}\n`)
  if (check.fix) process.stdout.write(`          to fix it: ${check.fix}\n`)
  return false
}

async function runAll(root, queue) {
  const failed = []
  const work = async () => {
    for (let check = queue.shift(); check; check = queue.shift()) if (!(await runCheck(root, check))) failed.push(check.name)
  }
  await Promise.all(Array.from({ length: Math.min(4, os.availableParallelism()) }, work))
  return failed
}

/** Runs all or the named static checks and returns the names of those that failed. Throws a Failure for an unknown name. */
export async function runChecks(root, names = []) {
  const unknown = names.find((name) => checks.every((check) => check.name !== name))
  if (unknown)
    throw new Failure(`there is no check "${unknown}".`, `Choose among: ${checks.map((check) => check.name).join(', ')}.`)
  const wanted = checks.filter((check) => names.length === 0 || names.includes(check.name))
  for (const check of wanted.filter(({ isReady }) => isReady && !isReady(root)))
    process.stdout.write(`  later   ${check.name.padEnd(16)} nothing built yet\n`)
  const [types, others] = [
    wanted.filter(({ name }) => name === 'types'),
    wanted.filter(({ name, isReady }) => name !== 'types' && (!isReady || isReady(root))),
  ]
  return [...(await runAll(root, types)), ...(await runAll(root, others))]
}

export async function check(root, names) {
  const failed = await runChecks(root, names)
  process.stdout.write(failed.length === 0 ? 'All checks passed.\n' : `Failed: ${failed.join(', ')}\n`)
  return failed.length === 0 ? 0 : 1
}
