import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import { texts } from '@tiffin/core/i18n'
import { describe, expect, it } from 'vitest'
import type { App } from '../call.ts'
import { createProgram } from '../program.ts'
import { commandTexts } from './index.ts'

const sources = path.resolve(import.meta.dirname, '..')
const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !/test|^texts/.test(file),
)

/** What stands between a bracket and the one that closes it. */
function within(code: string, open: number): string {
  let depth = 0
  for (let at = open; at < code.length; at += 1) {
    if ('([{'.includes(code[at] ?? '')) depth += 1
    if (')]}'.includes(code[at] ?? '')) depth -= 1
    if (depth === 0) return code.slice(open, at)
  }
  return ''
}

// Sentences are given to these as texts; what is no sentence among their arguments is a code, a flag or a command line.
const takers =
  /\b(?:t|say|failure|wrongUsage|nothing|meantOr|named|confirm|askText|askPassword|readPassword)\(|\bnext: \[|\{(?= text:)|\b(?:advice|unwritable|steps)\b[^=\n]*= \{/g
const literal = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`/g
const isSentence = (text: string): boolean => /^[A-Z%…]|^-*[a-z]+ [a-z]/.test(text) && !/^[A-Z_]+$/.test(text)

const keys = new Set(
  files.flatMap((file) => {
    const code = readFileSync(path.join(sources, file), 'utf8')
    return [...code.matchAll(takers)].flatMap((taker) =>
      [...within(code, taker.index + taker[0].length - 1).matchAll(literal)]
        .map(([, single, double, template]) => (single ?? double ?? template ?? '').replaceAll(/\\(['"])/g, '$1'))
        .filter(isSentence),
    )
  }),
)
/** Those of all helps, as they are asked for while the helps are written. */
const helpKeys = new Set<string>()
function writeHelps(command: Command): void {
  command.outputHelp()
  for (const one of command.commands) writeHelps(one)
}
const io = { env: {}, out: () => {}, err: () => {} } as unknown as App['io']
writeHelps(createProgram({ io, exit: 0 }, (key) => (helpKeys.add(key), key)))

const all = [...keys, ...helpKeys]
const marks = (text: string) => [...text.matchAll(/%[1-4]/g)].map(String).sort().join()

describe('sentences of the command line', () => {
  it('are found in the code, and carry what changes as parameters', () => {
    expect(keys.size).toBeGreaterThan(100)
    expect(helpKeys.size).toBeGreaterThan(150)
    for (const key of ['Examples:', 'two letters, name or id of the country', 'failed or refused']) expect(all).toContain(key)
    expect([...keys].filter((key) => key.includes('${'))).toEqual([])
  })

  it.each(['ru', 'ar'])('SHELL-03: are all there in %s, with the parameters of their keys', (lang) => {
    const own: Record<string, string> = { ...texts[lang], ...commandTexts[lang] }
    expect(all.filter((key) => !own[key] || marks(own[key] ?? '') !== marks(key))).toEqual([])
  })

  it.each(['ru', 'ar'])('has none in %s that nobody says', (lang) => {
    expect(Object.keys(commandTexts[lang] ?? {}).filter((key) => !all.includes(key))).toEqual([])
  })
})
