import { spawnSync } from 'node:child_process'
import type { Bench } from './bench.ts'
import { command } from './command.ts'
import { compare } from './measure.ts'

const run = async (args: readonly string[]): Promise<void> => {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${args.join(' ')} failed:\n${stderr}`)
}

export const version: Bench = {
  name: 'version',
  async run() {
    const pair = await compare(
      25,
      () => run([command, '--version']),
      () => run(['-e', '0']),
    )
    const budget = 1.5 * pair.b + 30
    return [
      {
        what: 'tiffin --version, p50',
        value: pair.a,
        unit: 'ms',
        budget,
        note: `1.5 x bare node -e 0 (${pair.b.toFixed(0)} ms) plus 30 ms`,
      },
    ]
  },
}
