import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Failure } from '../bootstrap/failure.mjs'

// ID, file, search --> replace; `file#2` means the second match in the file.
const line = /^([A-Z]+-\d{2,3}) (packages\/[^\s#]+)(?:#(\d+))? (.+?) -->(?: (.*))?$/

/** The breaks in one file of the table, without empty lines and lines starting with `#`. Throws a Failure for any other line. */
export function parseBreaks(text, place) {
  return text.split('\n').flatMap((raw, index) => {
    const written = raw.trim()
    if (written === '' || written.startsWith('#')) return []
    const [, id, file, ordinal, search, replace = ''] = line.exec(written) ?? []
    const at = `${place}:${index + 1}`
    if (!id) throw new Failure(`${at} is not a break.`, 'Write: ID packages/…/file.ts search text --> replacement.', written)
    return [{ id, file, ordinal: ordinal && Number(ordinal), search, replace, at }]
  })
}

/** All breaks of tests/breaks, in the order of its files. */
export const readBreaks = (root) =>
  globSync('tests/breaks/*.txt', { cwd: root })
    .sort()
    .flatMap((file) => parseBreaks(readFileSync(path.join(root, file), 'utf8'), file.split(path.sep).join('/')))

/** Returns the source with the break applied as `{ source }`, or why it does not apply as `{ problem }`. */
export function applyBreak(source, { search, replace, ordinal }) {
  const pieces = source.split(search)
  const count = pieces.length - 1
  if (count === 0) return { problem: 'the search text is not in the file' }
  if (count > 1 && !ordinal)
    return { problem: `the search text is in the file ${count} times: make it longer or name one by file#2` }
  if (ordinal > count) return { problem: `the file has the search text ${count} times only` }
  if (search === replace) return { problem: 'the replacement is the search text' }
  const before = ordinal ?? 1
  return { source: pieces.slice(0, before).join(search) + replace + pieces.slice(before).join(search) }
}

/** Draws `count` items at random: the same seed and list give the same items. */
export function draw(items, count, seed) {
  let state = seed >>> 0
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const rest = [...items]
  return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(Math.floor(next() * rest.length), 1)[0])
}
