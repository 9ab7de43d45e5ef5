import { readFileSync } from 'node:fs'

// Who may import what: DESIGN §1 as data. `.dependency-cruiser.mjs` turns it into rules, a test feeds them bad imports.
// inside   areas of this repository, by name
// outside  npm packages: a list, or `declared` for the package's own `dependencies`
// node     whether Node's own modules are allowed (the others run in a browser too, or are pure)

const areas = [
  { name: 'sdk/contract', path: 'packages/sdk/src/contract/', inside: [], outside: ['zod'] },
  { name: 'sdk/client', path: 'packages/sdk/src/client/', inside: ['sdk/contract', 'sdk/live'], outside: ['axios', 'ws'] },
  { name: 'sdk/live', path: 'packages/sdk/src/live/', inside: ['sdk/contract', 'sdk/client'], outside: ['axios', 'ws'] },
  // The type of the texts, which follows from the Russian dictionary.
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
    path: 'packages/core/src/[^/]*import[^/]*/',
    inside: ['core', 'core/text-key', 'core/rules', 'sdk/contract', 'sdk/client', 'sdk/live'],
    outside: ['zustand/vanilla', 'i18next', 'xlsx'],
  },
  // The rest of core, so it stands after core's other areas: a file belongs to the first area that has it.
  {
    name: 'core',
    path: 'packages/core/src/',
    inside: ['core/text-key', 'core/rules', 'core/receipt', 'core/import', 'sdk/contract', 'sdk/client', 'sdk/live'],
    outside: ['zustand/vanilla', 'i18next'],
  },
  {
    name: 'web',
    path: 'packages/web/src/',
    inside: ['core', 'core/rules', 'core/receipt', 'core/import', 'core/react', 'sdk/contract'],
    outside: 'declared',
  },
  {
    name: 'tui',
    path: 'packages/tui/src/',
    inside: ['core', 'core/rules', 'core/receipt', 'core/import', 'core/react', 'sdk/contract'],
    outside: 'declared',
    node: true,
  },
  {
    name: 'cli',
    path: 'packages/cli/src/',
    inside: ['core', 'core/rules', 'core/receipt', 'core/import', 'sdk/contract', 'sdk/client', 'sdk/live'],
    // Started only when asked for, so that `tiffin --version` loads neither.
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

/** Folders of the server; each may import those before it and what lies in none, so there are no circles of folders. */
export const serverFolders = [
  'db',
  'limits',
  'tenant',
  'sessions',
  'content',
  'providers',
  'engine',
  'export',
  'domains/statuses',
  'domains/printing',
  'domains/companies',
  'domains/marketing',
  'domains/people',
  'domains/orders',
  'domains/merchants',
  'domains/devices',
  'domains/pictures',
  'domains/dictionary',
  'domains/exports',
  'domains/history',
  'domains/records',
  'domains',
  'http',
  'live',
  'jobs',
  'backup',
  'seed',
  'simulator',
  'virtual-printer',
]

/** What belongs to another layer even where a package.json declares it: front-ends never meet the wire, the server no screen. */
export const foreign = {
  web: ['axios', 'ws', 'zod', 'xlsx', 'fastify', 'pg', 'ink', 'commander'],
  tui: ['axios', 'ws', 'zod', 'zustand', 'xlsx', 'fastify', 'pg', 'react-dom', 'commander'],
  cli: ['axios', 'ws', 'zod', 'zustand', 'fastify', 'pg', 'react', 'react-dom', 'ink'],
  server: ['axios', 'zustand', 'react', 'react-dom', 'ink', 'commander'],
}

/** What tests beside the code may import besides what their package may: these, Node's modules and its `devDependencies`. */
export const testTools = ['vitest', 'fast-check']

const readManifest = (root, area) => JSON.parse(readFileSync(`${root}/packages/${area.name.split('/')[0]}/package.json`, 'utf8'))

/** The package's name where it really lies: `xlsx` is declared as an alias of `@e965/xlsx`. */
function realNames(specifier, manifest) {
  const [, name, rest] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(specifier)
  const declared = { ...manifest.dependencies, ...manifest.devDependencies }[name] ?? ''
  const alias = /^npm:(.+)@[^@]+$/.exec(declared)?.[1]
  return alias ? [specifier, alias + rest] : [specifier]
}

const isOutside = (name) => !name.startsWith('@tiffin/')

/** The table with every `outside` spelled out from the packages' own declarations below `root`. */
export function readImportTable(root) {
  return areas.map((area) => {
    const manifest = readManifest(root, area)
    const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.optionalDependencies })
    const listed =
      area.outside === 'declared'
        ? declared.filter((name) => isOutside(name) && !(foreign[area.name] ?? []).includes(name))
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
