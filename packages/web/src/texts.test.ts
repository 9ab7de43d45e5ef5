import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { texts } from '@tiffin/core/i18n'

const source = import.meta.dirname
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
)

/** Keys in the code: `t('…')`, and sentences that are handed to a notice or chosen before they are translated. */
const calls = [/\bt\(\s*(['"`])((?:\\.|(?!\1).)+)\1/g, /notices\.show\(\s*'\w+',\s*(['"`])((?:\\.|(?!\1).)+)\1/g]
const keysOf = (text: string): string[] =>
  calls.flatMap((call) => [...text.matchAll(call)].map(([, , key = '']) => key.replaceAll(String.raw`\'`, "'")))

const keys = [...new Set(files.flatMap((file) => keysOf(readFileSync(path.join(source, file), 'utf8'))))]

describe('texts of the console', () => {
  it('are found in the code', () => {
    expect(keys).toContain('Sign in')
    expect(keys.length).toBeGreaterThan(60)
  })

  it.each(['ru', 'ar'])('SHELL-03: every text is there in %s', (lang) => {
    expect(keys.filter((key) => !texts[lang]?.[key])).toEqual([])
  })

  it.each(['ru', 'ar'])('the texts in %s keep the parameters of their keys', (lang) => {
    const marks = (text: string) => [...text.matchAll(/%[1-4]/g)].map(String).sort()
    const own = keys.filter((key) => texts[lang]?.[key] !== undefined)
    expect(own.filter((key) => marks(texts[lang]?.[key] ?? '').join() !== marks(key).join())).toEqual([])
  })
})
