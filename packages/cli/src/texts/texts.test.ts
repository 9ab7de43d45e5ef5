import type { Command } from 'commander'
import { texts } from '@tiffin/core/i18n'
import { describe, expect, it } from 'vitest'
import type { App } from '../call.ts'
import { createProgram } from '../program.ts'
import { manPage } from '../services/man-page.ts'
import { commandTexts } from './index.ts'
import { ruHelp } from './ru-help.ts'

/** The texts of all help pages and of the manual page, collected while they are rendered, because commander accepts any string. */
const helpTexts = new Set<string>()
function writeHelps(command: Command): void {
  command.outputHelp()
  for (const item of command.commands) writeHelps(item)
}
const io = { env: {}, out: () => {}, err: () => {} } as unknown as App['io']
const collect = (text: string): string => (helpTexts.add(text), text)
const program = createProgram({ io, exit: 0 }, collect)
writeHelps(program)
manPage(program, collect, '')

const marks = (text: string) => [...text.matchAll(/%[1-4]/g)].map(String).sort().join()

describe('command-line texts', () => {
  it.each(['ru', 'ar'])('SHELL-03: translates every help text into %s', (lang) => {
    expect(helpTexts.size).toBeGreaterThan(150)
    for (const text of ['Examples:', "country's two-letter code, name or ID", 'failed or refused'])
      expect(helpTexts).toContain(text)
    const known: Record<string, string> = { ...texts[lang], ...commandTexts[lang] }
    expect([...helpTexts].filter((text) => !known[text])).toEqual([])
  })

  it('has no unused help texts', () => {
    expect(Object.keys(ruHelp).filter((text) => !helpTexts.has(text))).toEqual([])
  })

  it.each(['ru', 'ar'])('SHELL-03: keeps the parameters of each key in %s', (lang) => {
    expect(Object.entries(commandTexts[lang] ?? {}).filter(([key, text]) => marks(key) !== marks(text))).toEqual([])
  })
})
