import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const here = import.meta.dirname
const upstream = path.dirname(createRequire(import.meta.url).resolve('ink'))
const readme = readFileSync(path.join(here, '..', 'README.md'), 'utf8')

/** Code and types under a folder, without tests and source maps. */
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:js|d\.ts)$/.test(file))
    .toSorted()

const read = (folder: string, file: string): string =>
  readFileSync(path.join(folder, file), 'utf8')
    .replace(/\n?\/\/# sourceMappingURL=.*/, '')
    .trimEnd()

describe('the difference from upstream', () => {
  it('is in the files that the README lists, and no others', () => {
    const theirs = new Set(filesOf(upstream))
    const ours = filesOf(here)
    const changed = ours.filter((file) => !theirs.has(file) || read(here, file) !== read(upstream, file))
    const listed = Array.from(readme.matchAll(/^\| `([\w./-]+)`/gm), ([, file]) => file)
    expect(new Set(changed.map((file) => file.replace(/\.d\.ts$/, '.js')))).toEqual(new Set(listed))
    expect([...theirs].filter((file) => !ours.includes(file))).toEqual([])
  })
})
