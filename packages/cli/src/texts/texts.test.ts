import type { Command } from 'commander'
import { texts } from '@tiffin/core/i18n'
import { describe, expect, it } from 'vitest'
import type { App } from '../call.ts'
import { createProgram } from '../program.ts'
import { commandTexts } from './index.ts'
import { ruHelp } from './ru-help.ts'

/** The texts of all helps, as they are asked for while the helps are written: commander takes any text. */
const helpTexts = new Set<string>()
function writeHelps(command: Command): void {
  command.outputHelp()
  for (const one of command.commands) writeHelps(one)
}
const io = { env: {}, out: () => {}, err: () => {} } as unknown as App['io']
writeHelps(createProgram({ io, exit: 0 }, (text) => (helpTexts.add(text), text)))

const marks = (text: string) => [...text.matchAll(/%[1-4]/g)].map(String).sort().join()

describe('texts of the command line', () => {
  it.each(['ru', 'ar'])('SHELL-03: those of the helps are all there in %s', (lang) => {
    expect(helpTexts.size).toBeGreaterThan(150)
    for (const text of ['Examples:', 'two letters, name or id of the country', 'failed or refused'])
      expect(helpTexts).toContain(text)
    const known: Record<string, string> = { ...texts[lang], ...commandTexts[lang] }
    expect([...helpTexts].filter((text) => !known[text])).toEqual([])
  })

  it('the helps have none that nobody says', () => {
    expect(Object.keys(ruHelp).filter((text) => !helpTexts.has(text))).toEqual([])
  })

  it.each(['ru', 'ar'])('SHELL-03: keep the parameters of their keys in %s', (lang) => {
    expect(Object.entries(commandTexts[lang] ?? {}).filter(([key, text]) => marks(key) !== marks(text))).toEqual([])
  })
})
