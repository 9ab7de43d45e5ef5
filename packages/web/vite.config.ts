import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import type { Call } from '@tiffin/sdk/contract'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'
import { flagCountries } from './src/ui/flag-countries.ts'
import { precompressed } from './vite.precompressed.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }
const server = process.env['TIFFIN_URL'] ?? 'http://127.0.0.1:4400'

// The server checks the origin of browsers exactly, so the proxy sends the server's own origin.
const proxied = { target: server, changeOrigin: true, headers: { origin: server } }

/** Puts flags at fixed addresses, each loaded when shown (SHELL-39). */
const flags: Plugin = {
  name: 'flags',
  generateBundle() {
    for (const country of flagCountries) {
      const source = readFileSync(new URL(import.meta.resolve(`flag-icons/flags/4x3/${country}.svg`)))
      this.emitFile({ type: 'asset', fileName: `flags/${country}.svg`, source })
    }
  },
}

/** Bundles each dictionary as its plain texts, because the file with the names has those of all languages. */
const dictionaries: Plugin = {
  name: 'dictionaries',
  apply: 'build',
  load: {
    filter: { id: /core\/src\/i18n\/(ru|ar)\.ts$/ },
    async handler(id) {
      const exported = (await import(id)) as Record<string, object>
      return Object.entries(exported)
        .map(([name, texts]) => `export const ${name} = ${JSON.stringify(texts)}`)
        .join('\n')
    },
  },
}

/** Makes the calls again from their names, listed by API and effect. */
const readCallNames = `(effects) => Object.fromEntries(Object.entries(effects).map(([api, lists]) => [api, Object.fromEntries(
  Object.entries(lists).flatMap(([effect, list]) => list.split(' ').map((method) => [method, { api, method, effect }])))]))`

/** Bundles only the parts of each call that the client uses: names and effect. The schemas are checked by the server. */
const callNames: Plugin = {
  name: 'call-names',
  apply: 'build',
  load: {
    filter: { id: /sdk\/src\/contract\/calls\/index\.ts$/ },
    async handler(id) {
      const { calls } = (await import(id)) as typeof import('@tiffin/sdk/contract')
      const names: Record<string, Record<string, string>> = {}
      for (const [name, methods] of Object.entries(calls))
        for (const [key, { api, method, effect }] of Object.entries(methods) as [string, Call][]) {
          if (api !== name || method !== key) throw new Error(`The call ${name}.${key} is named ${api}.${method}`)
          const lists = (names[api] ??= {})
          lists[effect] = lists[effect] === undefined ? method : `${lists[effect]} ${method}`
        }
      return `export const calls = (${readCallNames})(${JSON.stringify(names)})`
    },
  },
}

const frameworkContext = `import { createContext } from 'react'
  export const FrameworkContext = createContext(undefined)`

/** Unused parts of libraries that would stay in the bundle, with their replacements. */
const unusedCode: Record<string, string> = {
  // Axios's fetch adapter: every browser has XMLHttpRequest.
  './fetch.js': 'export const getFetch = () => undefined',
  // Axios's cancellation from before AbortSignal.
  './cancel/CancelToken.js': 'export default undefined',
  // Axios's conversions between objects and forms: requests are already `URLSearchParams`.
  './helpers/formDataToJSON.js': 'export default undefined',
  '../helpers/formDataToJSON.js': 'export default undefined',
  './helpers/toFormData.js': 'export default undefined',
  '../helpers/toFormData.js': 'export default undefined',
  './toFormData.js': 'export default undefined',
  '../helpers/toURLEncodedForm.js': 'export default undefined',
  // Axios's check for circular parameters.
  './assertParamsAcyclic.js': 'export default () => {}',
  // Axios's check of options: its calls are few and typed.
  '../helpers/validator.js':
    'const skip = () => {}; export default { assertOptions: skip, validators: { transitional: skip, spelling: skip } }',
  // Axios's progress events, which nothing listens to.
  '../helpers/progressEventReducer.js': 'export const progressEventReducer = undefined',
  // React Router's framework mode: prefetching and server rendering.
  './ssr/components.js': `${frameworkContext}
    export const PrefetchPageLinks = undefined
    export const mergeRefs = (ref) => ref
    export const usePrefetchBehavior = () => [false, null, {}]`,
  './dom/ssr/components.js': frameworkContext,
  // Axios's status code names.
  './helpers/HttpStatusCode.js': 'export default {}',
  // Emotion's dependency for `withTheme`, a CommonJS module.
  'hoist-non-react-statics': 'export default (target) => target',
  // Zod's English messages: users see translated codes.
  '../locales/en.js': 'export default () => ({})',
  // Zod's support for circular values, which JSON can't contain.
  './memoizer.js': 'export const memoizer = () => undefined, isRecursiveSchema = () => false, isBackEdge = () => false',
  // The metadata stored for each schema.
  '../core/json-schema-processors.js': 'export const toJSONSchema = undefined',
  '../core/to-json-schema.js':
    'export const createToJSONSchemaMethod = () => undefined, createStandardJSONSchemaMethod = () => undefined',
}
const removeUnusedCode: Plugin = {
  name: 'without-uncalled',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id in unusedCode ? `\0${id}` : null),
  load: (id) => unusedCode[id.slice(1)] ?? null,
}

export default defineConfig({
  plugins: [dictionaries, callNames, removeUnusedCode, react(), flags, precompressed],
  define: {
    'import.meta.env.TIFFIN_VERSION': JSON.stringify(version),
    'import.meta.env.TIFFIN_BUILD': JSON.stringify(process.env['TIFFIN_BUILD'] ?? '2025030301'),
  },
  // Uses the packages' sources, so that building and developing need no prior build.
  resolve: { conditions: ['@tiffin/source', ...defaultClientConditions] },
  // Workers load their libraries on demand, too.
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': proxied,
      '/content': proxied,
      '/unsubscribe': proxied,
      '/live': { ...proxied, ws: true },
      '/chat': { ...proxied, ws: true },
    },
  },
  build: {
    target: 'es2023',
    outDir: 'dist',
    // The page's policy allows scripts only from its own origin, not data: ones.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Schemas that nothing uses are left out.
      treeshake: { manualPureFunctions: ['z', 'defineCall'] },
      output: {
        // The first page names all chunks, and hashes don't compress.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // Compressed separately, these few lines would take more space than together.
        codeSplitting: {
          groups: [
            {
              name: 'small',
              test: /core\/src\/(rules\/(actor|board|clock-time|gating|merchant-access|money|order-number|pages\/\w+|periods|region|stations|statuses|text)|board\/named-boards|i18n\/text-key|transient-error)\.ts|sdk\/src\/client\/random-uuid\.ts|zustand\/esm\/vanilla|components\/(box|center)\/|ui\/page-message/,
            },
          ],
        },
      },
    },
  },
})
