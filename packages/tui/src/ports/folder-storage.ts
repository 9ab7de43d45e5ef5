import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ListedStorage } from '@tiffin/core'
import { writeWhole } from './write-whole.ts'

const ENDING = '.json'
const safe = /^[\w.-]{1,200}$/

/** A storage with a file for each key, in a folder that only its owner can read; several programs may share it. */
export function folderStorage(folder: string): ListedStorage {
  const pathOf = (key: string): string => {
    if (!safe.test(key)) throw new Error(`Not a name for a file: ${key}`)
    return join(folder, key + ENDING)
  }
  return {
    keys(prefix) {
      try {
        const files = readdirSync(folder).filter((name) => name.startsWith(prefix) && name.endsWith(ENDING))
        return files.map((name) => name.slice(0, -ENDING.length))
      } catch {
        return []
      }
    },
    get(key) {
      try {
        return readFileSync(pathOf(key), 'utf8')
      } catch {
        return undefined
      }
    },
    set(key, value) {
      if (value === undefined) rmSync(pathOf(key), { force: true })
      else writeWhole(pathOf(key), value)
    },
  }
}
