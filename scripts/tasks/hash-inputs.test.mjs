import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashInputs } from './hash-inputs.mjs'

let root
const write = (file, text) => {
  mkdirSync(path.join(root, path.dirname(file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
}
const hash = () => hashInputs(root, ['package', 'lock.yaml', 'missing'])

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'tiffin-inputs-'))
  write('lock.yaml', 'one')
  write('package/src/a.ts', 'a')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('hashInputs', () => {
  it.each([
    ['a changed file', () => write('package/src/a.ts', 'b')],
    ['a new file', () => write('package/src/b.ts', 'a')],
    [
      'a new name',
      () => {
        rmSync(path.join(root, 'package/src/a.ts'))
        write('package/src/c.ts', 'a')
      },
    ],
    ['a changed single file', () => write('lock.yaml', 'two')],
  ])('changes with %s', (_, change) => {
    const before = hash()
    change()
    expect(hash()).not.toBe(before)
  })

  it.each([
    ['times', () => utimesSync(path.join(root, 'package/src/a.ts'), 1, 1)],
    ['output', () => write('package/dist/a.js', 'a')],
    ['tests', () => write('package/src/a.test.ts', 'a')],
    ['installed packages', () => write('package/node_modules/x/index.js', 'a')],
  ])('does not change with %s', (_, change) => {
    const before = hash()
    change()
    expect(hash()).toBe(before)
  })
})
