import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '..', '..')

export interface BoardProgram {
  file: string
  remove(): Promise<void>
}

/** The board as one file, like in the `tiffin` command; native modules stay external and load on demand. */
export async function bundleBoard(): Promise<BoardProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'tiffin-board-'))
  const tui = join(root, 'packages', 'tui')
  await symlink(join(tui, 'node_modules'), join(folder, 'node_modules'))
  await build({
    entryPoints: { board: join(tui, 'src', 'main.ts') },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    conditions: ['@tiffin/source'],
    jsx: 'automatic',
    external: ['@napi-rs/canvas', 'escpos-usb', 'usb', 'react-devtools-core'],
    define: { 'process.env.NODE_ENV': '"production"' },
    // Ink imports React's developer tools as a separate chunk. They are not installed, so this chunk is never loaded.
    splitting: true,
    banner: { js: `import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);` },
    logLevel: 'error',
  })
  return { file: join(folder, 'board.mjs'), remove: () => rm(folder, { recursive: true, force: true }) }
}
