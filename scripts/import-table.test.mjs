import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = path.dirname(import.meta.dirname)
const packages = ['sdk', 'core', 'web', 'ink', 'tui', 'cli', 'server']

/** Every file that an import may point to, so that each case below resolves. */
const stubs = [
  'sdk/src/contract/index.ts',
  'sdk/src/client/index.ts',
  'sdk/src/live/index.ts',
  'core/src/index.ts',
  'core/src/rules/index.ts',
  'core/src/receipt/index.ts',
  'core/src/i18n/index.ts',
  'core/src/i18n/text-key.ts',
  'core/src/ports.ts',
  'core/src/react/index.ts',
  'web/src/main.ts',
  'ink/src/index.d.ts',
  'tui/src/index.ts',
  'cli/src/index.ts',
  'server/src/index.ts',
]

const allowed = [
  ['sdk/src/contract/order.ts', 'zod'],
  ['sdk/src/client/transport.ts', 'axios'],
  ['sdk/src/client/transport.ts', '../contract/index.ts'],
  ['sdk/src/live/socket.ts', 'ws'],
  ['core/src/rules/price.ts', '@tiffin/sdk/contract'],
  ['core/src/rules/price.ts', 'type:../i18n/text-key.ts'],
  ['core/src/rules/price.test.ts', 'vitest'],
  ['core/src/rules/price.test.ts', 'fast-check'],
  ['core/src/rules/price.test.ts', 'node:fs'],
  ['core/src/rules/price.test.ts', '../rules/index.ts'],
  ['core/src/rules/orders.fixture.ts', 'fast-check'],
  ['core/src/board/store.ts', 'zustand/vanilla'],
  ['core/src/board/store.ts', '../rules/index.ts'],
  ['core/src/board/store.ts', '@tiffin/sdk/client'],
  ['core/src/i18n/translate.ts', 'i18next'],
  ['core/src/receipt/encode.ts', '@point-of-sale/receipt-printer-encoder'],
  ['core/src/dictionary-import/read.ts', 'xlsx'],
  ['core/src/react/use-store.ts', 'react'],
  ['core/src/react/use-store.ts', 'zustand'],
  ['core/src/react/use-store.ts', '../index.ts'],
  ['web/src/board.ts', '@tiffin/core'],
  ['web/src/board.ts', '@tiffin/core/react'],
  ['web/src/board.ts', '@tiffin/sdk/contract'],
  ['web/src/board.ts', '@dnd-kit/core'],
  ['tui/src/board.ts', '@tiffin/core/receipt'],
  ['tui/src/board.ts', 'ink'],
  ['tui/src/board.ts', 'ink-table'],
  ['tui/src/board.ts', 'node:net'],
  ['tui/src/board.test.ts', 'ink-testing-library'],
  ['cli/src/orders.ts', '@tiffin/sdk/client'],
  ['cli/src/orders.ts', 'commander'],
  ['cli/src/serve.ts', 'import:@tiffin/server'],
  ['cli/src/board.ts', 'import:@tiffin/tui'],
  ['server/src/save.ts', '@tiffin/core/rules'],
  ['server/src/save.ts', '@tiffin/core/receipt'],
  ['server/src/save.ts', '@tiffin/sdk/contract'],
  ['server/src/save.ts', 'pg'],
  ['server/src/save.ts', 'node:crypto'],
]

const refused = [
  ['sdk/src/contract/order.ts', 'axios'],
  ['sdk/src/contract/order.ts', 'node:fs'],
  ['sdk/src/contract/order.ts', '../client/index.ts'],
  ['sdk/src/client/transport.ts', 'zod'],
  ['sdk/src/client/transport.ts', 'node:http'],
  ['sdk/src/extra/thing.ts', '../contract/index.ts'],
  ['core/src/rules/price.ts', '@tiffin/sdk/client'],
  ['core/src/rules/price.ts', '../board/store.ts'],
  ['core/src/rules/price.ts', '../index.ts'],
  ['core/src/rules/price.ts', '../i18n/index.ts'],
  ['core/src/rules/price.ts', 'zustand/vanilla'],
  ['core/src/rules/price.ts', 'node:crypto'],
  ['core/src/rules/price.ts', 'vitest'],
  ['core/src/rules/price.ts', './orders.fixture.ts'],
  ['core/src/rules/price.test.ts', '../board/store.ts'],
  ['core/src/board/store.ts', 'zustand'],
  ['core/src/board/store.ts', 'react'],
  ['core/src/board/store.ts', 'axios'],
  ['core/src/board/store.ts', 'xlsx'],
  ['core/src/board/store.ts', 'node:fs'],
  ['core/src/board/store.ts', '../react/index.ts'],
  ['core/src/board/store.ts', '@point-of-sale/receipt-printer-encoder'],
  ['core/src/react/use-store.ts', '@tiffin/sdk/contract'],
  ['core/src/receipt/encode.ts', 'xlsx'],
  ['web/src/board.ts', '@tiffin/sdk/client'],
  ['web/src/board.ts', '@tiffin/sdk/live'],
  ['web/src/board.ts', 'node:fs'],
  ['web/src/board.ts', 'not-installed-anywhere'],
  ['web/src/board.ts', '../../core/src/index.ts'],
  ['web/src/board.ts', '../../tui/src/index.ts'],
  ['web/src/board.ts', '../../server/src/index.ts'],
  ['tui/src/board.ts', '@tiffin/sdk/client'],
  ['tui/src/board.ts', '../../web/src/main.ts'],
  ['tui/src/board.ts', 'type:../../server/src/index.ts'],
  ['cli/src/serve.ts', '@tiffin/server'],
  ['cli/src/board.ts', '@tiffin/tui'],
  ['cli/src/board.ts', '@tiffin/core/react'],
  ['server/src/save.ts', '@tiffin/core'],
  ['server/src/save.ts', '@tiffin/core/i18n'],
  ['server/src/save.ts', '@tiffin/sdk/client'],
  ['server/src/save.ts', 'type:@tiffin/core'],
  ['server/src/save.ts', 'vitest'],
]

const unordered = [
  ['server/src/domains/orders/move.ts', 'type:@tiffin/sdk/contract'],
  ['server/src/engine/late.ts', '../domains/orders/move.ts'],
  ['server/src/nowhere/one.ts', '../engine/late.ts'],
]

const circles = [
  ['server/src/one.ts', './other.ts'],
  ['server/src/other.ts', 'type:./one.ts'],
]

const write = (file, text) => {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function importing(specifier) {
  const [, kind, name] = /^(?:(import|type):)?(.*)$/.exec(specifier)
  if (kind === 'import') return `export const load = () => import('${name}')\n`
  return kind === 'type'
    ? `import type * as it from '${name}'\nexport type It = typeof it\n`
    : `import * as it from '${name}'\nexport { it }\n`
}

/** A separate file for each import: `rules/price.ts` becomes `rules/price-7.ts`, so that a violation identifies its case. */
const numbered = (file, number) => file.replace(/(\.(?:test|fixture))?\.ts$/, (end) => `-${number}${end}`)

/** The installed packages as linked by pnpm, with workspace packages pointing into the copy. */
function linkModules(copy, name) {
  const from = path.join(root, 'packages', name, 'node_modules')
  const to = path.join(copy, 'packages', name, 'node_modules')
  mkdirSync(path.join(to, '@tiffin'), { recursive: true })
  for (const other of packages) symlinkSync(path.join(copy, 'packages', other), path.join(to, '@tiffin', other))
  for (const entry of readdirSync(from).filter((each) => each !== '@tiffin' && !each.startsWith('.'))) {
    const target = realpathSync(path.join(from, entry))
    const isOurs = path.dirname(target) === path.join(root, 'packages')
    symlinkSync(isOurs ? path.join(copy, 'packages', path.basename(target)) : target, path.join(to, entry))
  }
}

describe('the import table', () => {
  const copy = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'tiffin-imports-')))
  const violations = new Map()
  const cases = [...allowed, ...refused].map(([file, specifier], number) => ({ file: numbered(file, number), specifier }))

  beforeAll(() => {
    for (const file of ['.dependency-cruiser.mjs', 'scripts/import-table.mjs', 'tsconfig.base.json', 'package.json'])
      cpSync(path.join(root, file), path.join(copy, file))
    for (const name of packages) {
      cpSync(path.join(root, 'packages', name, 'package.json'), path.join(copy, 'packages', name, 'package.json'))
      linkModules(copy, name)
    }
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
    for (const stub of stubs) write(path.join(copy, 'packages', stub), 'export const it = 1\n')
    for (const stub of ['core/src/board/store.ts', 'core/src/rules/orders.fixture.ts'])
      write(path.join(copy, 'packages', stub), 'export const it = 1\n')
    for (const { file, specifier } of cases) write(path.join(copy, 'packages', file), importing(specifier))
    for (const [file, specifier] of unordered) write(path.join(copy, 'packages', file), importing(specifier))
    for (const [file, specifier] of circles) write(path.join(copy, 'packages', file), importing(specifier))

    const depcruise = path.join(root, 'node_modules/.bin/depcruise')
    const { stdout, stderr } = spawnSync(
      depcruise,
      ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'packages'],
      { cwd: copy, encoding: 'utf8', maxBuffer: 1e9 },
    )
    if (!stdout) throw new Error(stderr)
    for (const { from, rule } of JSON.parse(stdout).summary.violations)
      violations.set(from, [...(violations.get(from) ?? []), rule.name])
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  it.each(allowed.map(([file, specifier], at) => ({ file, specifier, at })))('allows $file to import $specifier', ({ at }) => {
    expect(violations.get(`packages/${cases[at].file}`)).toBeUndefined()
  })

  it.each(refused.map(([file, specifier], at) => ({ file, specifier, at })))('refuses $file to import $specifier', ({ at }) => {
    expect(violations.get(`packages/${cases[allowed.length + at].file}`)).toBeDefined()
  })

  it('refuses a server folder that imports a later one, and a folder missing from the list', () => {
    expect(violations.get('packages/server/src/engine/late.ts')).toContain('order of folders: server/engine')
    expect(violations.get('packages/server/src/nowhere/one.ts')).toContain(
      'no folder: the order of the server’s folders does not know this one',
    )
  })

  it('refuses circular imports, including type imports', () => {
    expect(violations.get('packages/server/src/one.ts')).toContain('no circles')
  })
})
