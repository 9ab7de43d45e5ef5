import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { entities } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'

/**
 * Rows belong to a company or an administrator, and operators access those of their merchants: these names are not counted as
 * tables.
 */
const owners = new Set(['company', 'admin', 'merchant'])

const withoutComments = (text: string): string => text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')

const sources = globSync('*.ts', { cwd: import.meta.dirname })
  .filter((name) => !/\.(test|fixture)\.ts$/.test(name))
  .map((name) => ({ name, text: withoutComments(readFileSync(path.join(import.meta.dirname, name), 'utf8')) }))

/** The places in a source that refer to a table by name. */
function mentions(table: string, text: string): string[] {
  const code = `entities\\.${table}\\b|\\.name === '${table}'|\\b(?:from|join|into|update) "?${table}\\b"?(?! =)`
  const word = owners.has(table) ? '' : `|'${table}'`
  return [...text.matchAll(new RegExp(code + word, 'g'))].map(([found]) => found)
}

describe('engine', () => {
  it('the search finds table names', () => {
    expect(mentions('order', `if (entity.name === 'order') sql('select from "order" o')`)).toHaveLength(2)
    expect(mentions('company', `entity.scope === 'company' && entities.company`)).toEqual(['entities.company'])
  })

  it.each(Object.keys(entities))('does not name %s; special rules belong to its domain', (table) => {
    const found = sources.flatMap(({ name, text }) => mentions(table, text).map((place) => `${name}: ${place}`))
    expect(found).toEqual([])
  })
})
