import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { texts } from '@tiffin/core/i18n'
import { describe, expect, it } from 'vitest'
import { keyTables } from './keys.ts'

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.startsWith('printing'),
)
const patterns = [/\bt\(\s*'((?:\\.|[^'\\])+)'/g, /notices\.show\(\s*'\w+',\s*'((?:\\.|[^'\\])+)'/g]
const inCode = files.flatMap((file) => {
  const code = readFileSync(join(import.meta.dirname, file), 'utf8')
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map(([, key = '']) => key.replaceAll(String.raw`\'`, "'")))
})
const inTables = Object.values(keyTables).flatMap((table) =>
  table.flatMap(({ about, word }) => (word === undefined ? [about] : [about, word])),
)
const keys = [...new Set([...inCode, ...inTables])]

describe('texts of the terminal board', () => {
  it('are found in the code', () => {
    expect(keys).toContain('Orders coming soon')
    expect(keys.length).toBeGreaterThan(100)
  })

  it.each(['ru', 'ar'])('SHELL-03: every text is there in %s, with the parameters of its key', (lang) => {
    const marks = (text: string) => [...text.matchAll(/%[1-4]/g)].map(String).sort().join()
    expect(keys.filter((key) => !texts[lang]?.[key] || marks(texts[lang][key] ?? '') !== marks(key))).toEqual([])
  })
})
