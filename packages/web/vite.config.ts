import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'
import { flagCountries } from './src/ui/flag-countries.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }
const server = process.env['TIFFIN_URL'] ?? 'http://127.0.0.1:4400'

// The server checks the origin of browsers exactly, so the proxy speaks as the server's own page.
const proxied = { target: server, changeOrigin: true, headers: { origin: server } }

/** Lays flags at fixed addresses, each fetched when it is shown (SHELL-39). */
const flags: Plugin = {
  name: 'flags',
  generateBundle() {
    for (const country of flagCountries) {
      const source = readFileSync(new URL(import.meta.resolve(`flag-icons/flags/4x3/${country}.svg`)))
      this.emitFile({ type: 'asset', fileName: `flags/${country}.svg`, source })
    }
  },
}

/** Lays compressed copies beside the files, so that the server need not compress while it serves. */
const precompressed: Plugin = {
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

/** Parts of libraries that nothing here calls, and that would stay in the bundle all the same; with what is left of each. */
const uncalled: Record<string, string> = {
  // Axios's second way to send: every browser has the first.
  './fetch.js': 'export const getFetch = () => undefined',
  // Its old way to give up, before browsers had one.
  './cancel/CancelToken.js': 'export default undefined',
  // Its ways between objects and forms: what is sent here is `URLSearchParams` already.
  './helpers/formDataToJSON.js': 'export default undefined',
  '../helpers/formDataToJSON.js': 'export default undefined',
  './helpers/toFormData.js': 'export default undefined',
  '../helpers/toFormData.js': 'export default undefined',
  './toFormData.js': 'export default undefined',
  '../helpers/toURLEncodedForm.js': 'export default undefined',
  // Its search for parameters that refer to themselves.
  './assertParamsAcyclic.js': 'export default () => {}',
  // Its names of statuses.
  './helpers/HttpStatusCode.js': 'export default {}',
  // Emotion's, for `withTheme`; being of the old kind of modules.
  'hoist-non-react-statics': 'export default (target) => target',
  // Zod's English sentences: people are told by codes, in their language.
  '../locales/en.js': 'export default () => ({})',
  // Its care for values that refer to themselves: JSON has none.
  './memoizer.js': 'export const memoizer = () => undefined, isRecursiveSchema = () => false, isBackEdge = () => false',
  // What each schema holds on to.
  '../core/json-schema-processors.js': 'export const toJSONSchema = undefined',
  '../core/to-json-schema.js':
    'export const createToJSONSchemaMethod = () => undefined, createStandardJSONSchemaMethod = () => undefined',
}
const withoutUncalled: Plugin = {
  name: 'without-uncalled',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id in uncalled ? `\0${id}` : null),
  load: (id) => uncalled[id.slice(1)] ?? null,
}

export default defineConfig({
  plugins: [withoutUncalled, react(), flags, precompressed],
  define: {
    'import.meta.env.TIFFIN_VERSION': JSON.stringify(version),
    'import.meta.env.TIFFIN_BUILD': JSON.stringify(process.env['TIFFIN_BUILD'] ?? '2025030301'),
  },
  // The packages' sources, so that neither building nor developing needs their output.
  resolve: { conditions: ['@tiffin/source', ...defaultClientConditions] },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': proxied, '/content': proxied, '/live': { ...proxied, ws: true } },
  },
  build: {
    target: 'es2023',
    outDir: 'dist',
    // The page's policy allows scripts of its own origin only, and no data: ones.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Compressed by itself, each of these few lines would take more room than they do together.
        codeSplitting: {
          groups: [
            {
              name: 'small',
              test: /core\/src\/(rules\/(actor|gating|money|pages\/\w+|text)|passing-failure)\.ts|sdk\/src\/client\/new-key\.ts|zustand\/esm\/vanilla|components\/(box|center)\//,
            },
          ],
        },
      },
    },
  },
})
