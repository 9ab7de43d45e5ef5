import { readFileSync } from 'node:fs'

// Allowed imports: DESIGN §1 as data. `.dependency-cruiser.mjs` turns it into rules, and a test feeds them forbidden
// imports.
// inside   areas of this repository, by name
// outside  npm packages: a list, or `declared` for the package's own `dependencies`
// node     whether Node's built-in modules are allowed (other areas also run in a browser, or are pure)

const areas = [
  { name: 'sdk/contract', path: 'packages/sdk/src/contract/', inside: [], outside: ['zod'] },
  { name: 'sdk/client', path: 'packages/sdk/src/client/', inside: ['sdk/contract', 'sdk/live'], outside: ['axios', 'ws'] },
  { name: 'sdk/live', path: 'packages/sdk/src/live/', inside: ['sdk/contract', 'sdk/client'], outside: ['axios', 'ws'] },
  // The type of the text keys, derived from the Russian dictionary.
  { name: 'core/text-key', path: String.raw`packages/core/src/i18n/text-key\.ts`, inside: ['core'], outside: [] },
  { name: 'core/rules', path: 'packages/core/src/rules/', inside: ['core/text-key', 'sdk/contract'], outside: [] },
  {
    name: 'core/react',
    path: 'packages/core/src/react/',
    inside: ['core', 'core/text-key', 'core/rules', 'core/receipt', 'core/import'],
    outside: ['zustand', 'react'],
  },
  {
    name: 'core/receipt',
    path: 'packages/core/src/receipt/',
    inside: ['core', 'core/text-key', 'core/rules', 'sdk/contract', 'sdk/client', 'sdk/live'],
    outside: ['zustand/vanilla', 'i18next', '@point-of-sale/receipt-printer-encoder'],
  },
  {
    name: 'core/import',
    path: 'packages/core/src/(?:[^/]*import[^/]*|configuration)/',
    inside: ['core', 'core/text-key', 'core/rules', 'sdk/contract', 'sdk/client', 'sdk/live'],
    outside: ['zustand/vanilla', 'i18next', 'xlsx', '@zip.js/zip.js', 'yaml'],
  },
  // The rest of core. It comes after core's other areas because a file belongs to the first area that matches.
  {
    name: 'core',
    path: 'packages/core/src/',
    inside: ['core/text-key', 'core/rules', 'core/receipt', 'core/import', 'sdk/contract', 'sdk/client', 'sdk/live'],
    outside: ['zustand/vanilla', 'i18next', 'linkifyjs'],
  },
  {
    name: 'web',
    path: 'packages/web/src/',
    inside: ['core', 'core/rules', 'core/receipt', 'core/import', 'core/react', 'sdk/contract'],
    outside: 'declared',
  },
  // This folder contains upstream's files as published.
  { name: 'ink', path: 'packages/ink/src/', inside: [], outside: 'declared', node: true },
  {
    name: 'tui',
    path: 'packages/tui/src/',
    inside: ['ink', 'core', 'core/rules', 'core/receipt', 'core/import', 'core/react', 'sdk/contract'],
    outside: 'declared',
    node: true,
  },
  {
    name: 'cli',
    path: 'packages/cli/src/',
    inside: ['core', 'core/rules', 'core/receipt', 'core/import', 'sdk/contract', 'sdk/client', 'sdk/live'],
    // Imported only on demand, so that `tiffin --version` loads neither.
    lazily: ['tui', 'server'],
    outside: 'declared',
    node: true,
  },
  {
    name: 'server',
    path: 'packages/server/src/',
    inside: ['sdk/contract', 'core/rules', 'core/receipt'],
    outside: 'declared',
    node: true,
  },
]

/** Folders of the server. Each may import earlier ones and files outside these folders, so folders can't form a circle. */
export const serverFolders = [
  'db',
  'limits',
  'tenant',
  'sessions',
  'content',
  'providers',
  'engine',
  'domains/statuses',
  'domains/printing',
  'domains/outbox',
  'domains/factors',
  'domains/billing',
  'domains/companies',
  'domains/marketing',
  'domains/people',
  'domains/sign-in',
  'domains/chat',
  'domains/push',
  'domains/mailing',
  'domains/orders',
  'domains/order-reports',
  'export',
  'domains/merchants',
  'domains/geo',
  'domains/devices',
  'domains/pictures',
  'domains/dictionary',
  'domains/exports',
  'domains/history',
  'domains/records',
  'domains/webhooks',
  'domains/imports',
  'domains/configuration',
  'domains',
  'http',
  'live',
  'jobs',
  'backup',
  'seed',
  'simulator',
  'virtual-printer',
]

/**
 * Packages that belong to another layer, even if a package.json declares them: front-ends never use the wire directly, and the
 * server renders no screens.
 */
export const foreign = {
  web: ['axios', 'ws', 'zod', 'xlsx', 'fastify', 'pg', 'ink', 'commander'],
  tui: ['axios', 'ws', 'zod', 'zustand', 'xlsx', 'fastify', 'pg', 'react-dom', 'commander'],
  cli: ['axios', 'ws', 'zod', 'zustand', 'fastify', 'pg', 'react', 'react-dom', 'ink'],
  server: ['axios', 'zustand', 'react', 'react-dom', 'ink', 'commander'],
}

/** Imports allowed in unit tests in addition to those of their package: these, Node's modules and its `devDependencies`. */
export const testTools = ['vitest', 'fast-check', 'axe-core']

const readManifest = (root, area) => JSON.parse(readFileSync(`${root}/packages/${area.name.split('/')[0]}/package.json`, 'utf8'))

/** The real name of an aliased package: `xlsx` is an alias of `@e965/xlsx`. */
function realNames(specifier, manifest) {
  const [, name, rest] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(specifier)
  const declared = { ...manifest.dependencies, ...manifest.devDependencies }[name] ?? ''
  const alias = /^npm:(.+)@[^@]+$/.exec(declared)?.[1]
  return alias ? [specifier, alias + rest] : [specifier]
}

const isPublicLink = (name) => !name.startsWith('@tiffin/')

/** The import table, with each `outside` resolved from the package declarations under `root`. */
export function readImportTable(root) {
  return areas.map((area) => {
    const manifest = readManifest(root, area)
    const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.optionalDependencies })
    const listed =
      area.outside === 'declared'
        ? declared.filter((name) => isPublicLink(name) && !(foreign[area.name] ?? []).includes(name))
        : area.outside
    return {
      lazily: [],
      node: false,
      ...area,
      outside: listed.flatMap((name) => realNames(name, manifest)),
      tools: [...testTools, ...Object.keys(manifest.devDependencies ?? {}).flatMap((name) => realNames(name, manifest))],
    }
  })
}
