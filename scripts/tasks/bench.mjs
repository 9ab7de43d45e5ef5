import { existsSync } from 'node:fs'
import path from 'node:path'
import { Failure } from '../bootstrap/failure.mjs'
import { runForeground } from '../bootstrap/foreground.mjs'
import { build } from './build.mjs'
import { findChromium } from './chromium.mjs'

/** Measures the built packages, because those are shipped. */
export async function bench(root, args) {
  const main = path.join(root, 'tests/bench/main.ts')
  if (!existsSync(main))
    throw new Failure('there is no tests/bench/main.ts to run.', 'Add it: it prints one table of figure, budget and ratio.')
  await build(root)
  const chromium = findChromium()
  const env = { ...process.env, NODE_ENV: 'production', ...(chromium && { CHROMIUM_PATH: chromium }) }
  return runForeground(process.execPath, [main, ...args], { cwd: root, env })
}
