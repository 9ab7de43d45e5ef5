import path from 'node:path'
import { runForeground } from '../bootstrap/foreground.mjs'
import { build } from './build.mjs'
import { ensureChromium } from './chromium.mjs'

/** Retakes the pictures of docs/screenshots, from the built console and fixed data. */
export async function screenshots(root) {
  await build(root)
  const env = { ...process.env, CHROMIUM_PATH: await ensureChromium() }
  return runForeground(process.execPath, [path.join(root, 'tests/screenshots/main.ts')], { cwd: root, env })
}
