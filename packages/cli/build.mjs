import { chmodSync, cpSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { outside } from './outside.mjs'

// Bundles the command into files that start fast: an entry that knows the version, and a chunk for each part loaded on demand.

// Parts of packages that nothing here uses, but that every start would load.
const unused = [
  // Messages in fifty languages; ours are dictionary keys.
  { file: /\/zod\/v4\/locales\/index\.js$/, contents: `export { default as en } from './en.js'` },
  // MIME types by file extension, for uploads with axios's form-data; our calls are plain forms.
  { file: /\/mime-db\/db\.json$/, contents: '{}' },
]
const leaveOut = {
  name: 'leave-out',
  setup(context) {
    for (const { file, contents } of unused) {
      context.onLoad({ filter: file }, ({ path }) => ({ contents, loader: path.endsWith('.json') ? 'json' : 'js' }))
    }
  },
}

const { values } = parseArgs({
  options: { outdir: { type: 'string', default: 'dist' }, sizes: { type: 'boolean', default: false } },
})
const { outdir } = values
for (const folder of ['chunks', 'migrations']) rmSync(`${outdir}/${folder}`, { recursive: true, force: true })
cpSync('../server/src/db/migrations', `${outdir}/migrations`, { recursive: true })
const { metafile } = await build({
  entryPoints: { tiffin: 'src/main.ts' },
  outdir,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  conditions: ['@tiffin/source'],
  external: outside,
  plugins: [leaveOut],
  // Names are kept for the stacks of reported bugs. Minifying names and restoring them (keepNames) makes
  // every function call in a board frame slower.
  minifyWhitespace: true,
  minifySyntax: true,
  define: { 'process.env.NODE_ENV': '"production"' },
  // CommonJS packages need `require` and their own path.
  banner: {
    js: `import { createRequire as __createRequire } from 'node:module'; import __path from 'node:path'; const require = __createRequire(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;`,
  },
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
})
chmodSync(`${outdir}/tiffin.js`, 0o755)
if (values.sizes) {
  for (const [file, { bytes }] of Object.entries(metafile.outputs)
    .sort((a, b) => b[1].bytes - a[1].bytes)
    .slice(0, 25)) {
    process.stdout.write(`${String(Math.round(bytes / 1024)).padStart(6)} kB  ${file}\n`)
  }
}
