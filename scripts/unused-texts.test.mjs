import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { wordsOf } from './unused-texts.mjs'

it('collects the strings and property names of code, without comments and tests', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tiffin-words-'))
  try {
    writeFileSync(`${folder}/tsconfig.json`, '{ "include": ["."] }')
    writeFileSync(`${folder}/one.tsx`, "// t('A comment')\nexport const one = <b title='Title'>{t(on ? 'On' : `Off`)}</b>\n")
    writeFileSync(`${folder}/two.ts`, "export const tabs = { Main: [], 'Fee & Tips': [] }\n")
    writeFileSync(`${folder}/two.test.ts`, "export const tested = 'Tested'\n")
    expect(wordsOf([`${folder}/tsconfig.json`])).toEqual(new Set(['Title', 'On', 'Off', 'Main', 'Fee & Tips']))
  } finally {
    rmSync(folder, { recursive: true })
  }
})
