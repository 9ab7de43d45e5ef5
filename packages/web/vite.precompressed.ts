import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Writes compressed copies next to the files, so that the server does not compress on each request. */
export const precompressed: Plugin = {
  name: 'precompressed',
  apply: 'build',
  writeBundle({ dir = 'dist' }) {
    for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(js|css|html|svg)$/.test(name)) continue
      const content = readFileSync(path.join(dir, name))
      writeFileSync(path.join(dir, `${name}.gz`), gzipSync(content, { level: 9 }))
      writeFileSync(path.join(dir, `${name}.br`), brotliCompressSync(content))
    }
  },
}
