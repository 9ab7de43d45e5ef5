import { readImportTable, serverFolders } from './scripts/import-table.mjs'

const table = readImportTable(import.meta.dirname)
// Fixtures, stubs and files in a `test` folder are used by tests only, and may import what tests may.
const testFile = String.raw`(\.(test|fixture)|/test/[^/]+|/stub-[^/]+)\.tsx?$`
const escape = (text) => text.replaceAll(/[.+*?^$()[\]{}|\\]/g, String.raw`\$&`)

const pathOf = (name) => table.find((area) => area.name === name).path
// Areas of a package may nest. A file belongs to the first area that matches it, so later areas exclude earlier ones.
const before = (area) =>
  table
    .slice(0, table.indexOf(area))
    .filter((other) => other.path.startsWith('packages/core/') && area.path.startsWith('packages/core/'))

function insidePattern(name) {
  const area = table.find((each) => each.name === name)
  const excluded = before(area).map((other) => `(?!${other.path})`)
  return `^${excluded.join('')}${area.path}`
}

/** Resolved path of an npm package; a subpath (`zustand/vanilla`) matches only that file. */
function outsidePattern(specifier) {
  const [, name, subpath] = /^((?:@[^/]+\/)?[^/]+)\/?(.*)$/.exec(specifier)
  return `(^|/)node_modules/${escape(name)}/${subpath ? String.raw`(esm/)?${escape(subpath)}\.` : ''}`
}

const files = (area, more) => ({
  path: `^${area.path}`,
  ...more,
  pathNot: [...before(area).map((other) => `^${other.path}`), ...(more?.pathNot ?? [])],
})

function rulesFor(area) {
  const allowed = [insidePattern(area.name), ...area.inside.map(insidePattern), ...area.outside.map(outsidePattern)]
  const lazy = area.lazily.map((name) => `^${pathOf(name)}`)
  const tools = area.tools.map(outsidePattern)
  const builtins = { dependencyTypesNot: ['core'] }
  const rules = [
    {
      name: `table: ${area.name}`,
      from: files(area, { pathNot: [testFile] }),
      to: { pathNot: [...allowed, ...lazy], ...(area.node && builtins), couldNotResolve: false },
    },
    {
      name: `table: tests of ${area.name}`,
      from: { ...files(area), path: `^${area.path}.*${testFile}` },
      to: { pathNot: [...allowed, ...lazy, ...tools], ...builtins, couldNotResolve: false },
    },
  ]
  if (lazy.length > 0)
    rules.push({ name: `lazily: ${area.name}`, from: files(area, { pathNot: [testFile] }), to: { path: lazy, dynamic: false } })
  return rules
}

/** A folder whose name starts another one's means the files that lie in it directly. */
const serverFolder = (name) =>
  `^packages/server/src/${name}/${serverFolders.some((other) => other.startsWith(`${name}/`)) ? '[^/]+$' : ''}`

const forbidden = [
  ...table.flatMap(rulesFor),
  ...serverFolders.slice(0, -1).map((name, index) => ({
    name: `order of folders: server/${name}`,
    from: { path: serverFolder(name), pathNot: [testFile] },
    to: { path: serverFolders.slice(index + 1).map(serverFolder) },
  })),
  {
    name: 'no folder: the order of the server’s folders does not know this one',
    from: {
      path: '^packages/server/src/[^/]+/',
      pathNot: [...serverFolders.map(serverFolder), testFile, '^packages/server/src/test/'],
    },
    to: {},
  },
  {
    name: 'no area: the import table does not know this folder',
    from: { path: '^packages/[^/]+/src/', pathNot: table.map((area) => `^${area.path}`) },
    to: {},
  },
  {
    name: 'by name: other packages are imported by their name',
    from: { path: '^packages/([^/]+)/' },
    to: { path: '^packages/(?!$1/)', dependencyTypes: ['local'] },
  },
  {
    name: 'by name: tests import packages by their name',
    from: { path: '^tests/' },
    to: { path: '^packages/', dependencyTypes: ['local'] },
  },
  {
    name: 'server: only the command and tests start it',
    from: { path: '^packages/', pathNot: '^packages/(server|cli)/' },
    to: { path: '^packages/server/' },
  },
  { name: 'no tests in code', from: { path: '^packages/', pathNot: testFile }, to: { path: [testFile, '^tests/'] } },
  { name: 'no circles', from: {}, to: { circular: true } },
  {
    name: 'no unknown modules',
    // Ink loads React's developer tools only where they are installed.
    from: { pathNot: '^packages/ink/src/devtools' },
    to: { couldNotResolve: true },
  },
]

export default {
  forbidden: forbidden.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    // Type imports count too: a type from the wrong layer couples the layers just as much.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    // Only our own output: an unanchored dist/ would also exclude npm packages that keep their code there.
    exclude: { path: '^(packages/[^/]+/(dist|\\.cache)|tests/dist|reports|\\.tools|\\.cache)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@tiffin/source', 'import', 'module', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
}
