import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Bench } from './bench.ts'

const dist = path.resolve(import.meta.dirname, '..', '..', 'packages/web/dist')

export const bundle: Bench = {
  name: 'bundle',
  async run() {
    const html = readFileSync(path.join(dist, 'index.html'), 'utf8')
    const tags = [...html.matchAll(/<(?:script|link)\b[^>]*>/g)].map(([tag]) => tag)
    const scripts = tags
      .filter((tag) => tag.startsWith('<script') || tag.includes('modulepreload'))
      .flatMap((tag) => /\b(?:src|href)="\/?([^"]+\.js)"/.exec(tag)?.slice(1) ?? [])
    const bytes = scripts.map((file) => gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length)
    const value = bytes.reduce((sum, size) => sum + size, 0) / 1000
    return [
      { what: 'initial JavaScript of the web console, gzip', value, unit: 'kB', budget: 220, note: `${scripts.length} files` },
    ]
  },
}
