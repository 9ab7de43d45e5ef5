import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const ignored = new Set(['node_modules', 'dist'])
const isTest = (name) => /\.test\.[cm]?tsx?$/.test(name)

function* filesUnder(target) {
  if (!existsSync(target)) return
  if (statSync(target).isFile()) {
    yield target
    return
  }
  const entries = readdirSync(target, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    if (ignored.has(entry.name) || isTest(entry.name)) continue
    yield* filesUnder(path.join(target, entry.name))
  }
}

/**
 * A hash of the names and contents of all given files and folders (relative to root), without tests and output. It ignores
 * times, because a checkout touches unchanged files.
 */
export function hashInputs(root, targets) {
  const hash = createHash('sha256')
  for (const target of targets)
    for (const file of filesUnder(path.join(root, target))) {
      hash.update(`${path.relative(root, file)}\0`)
      hash.update(readFileSync(file))
      hash.update('\0')
    }
  return hash.digest('hex')
}
