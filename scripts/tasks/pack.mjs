import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { capture } from '../bootstrap/capture.mjs'
import { Failure } from '../bootstrap/failure.mjs'
import { build } from './build.mjs'

/** Writes the npm packages of the SDK and the command, as `npm publish` takes them, into a folder. */
export async function pack(root, [given = 'dist']) {
  await build(root)
  const folder = path.resolve(process.env.INIT_CWD ?? process.cwd(), given)
  mkdirSync(folder, { recursive: true })
  const command = path.join(root, 'packages/cli/dist/package')
  const run = async (program, args, cwd) => {
    const { code, output } = await capture(program, args, { cwd, env: process.env })
    if (code !== 0) throw new Failure('the packages could not be made.', 'See what it says above.', output)
  }
  await run('pnpm', ['run', 'package', command], path.join(root, 'packages/cli'))
  for (const from of [path.join(root, 'packages/sdk'), command]) await run('pnpm', ['pack', '--pack-destination', folder], from)
  process.stdout.write(`The packages are in ${folder}\n`)
  return 0
}
