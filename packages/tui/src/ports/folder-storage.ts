import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ListedStorage } from '@tiffin/core'
import { writeAtomically, writeAtomicallyAsync } from './write-atomically.ts'

const EXTENSION = '.json'
const safe = /^[\w.-]{1,200}$/

/** A storage with one file per key, in a folder that only its owner can read; several programs may share it. */
export function folderStorage(folder: string): ListedStorage {
  const pathOf = (key: string): string => {
    if (!safe.test(key)) throw new Error(`Not a name for a file: ${key}`)
    return join(folder, key + EXTENSION)
  }
  /** By key: the text to be written, and the end of the current write. */
  const newest = new Map<string, string>()
  const writing = new Map<string, Promise<void>>()
  return {
    keys(prefix) {
      try {
        const files = readdirSync(folder).filter((name) => name.startsWith(prefix) && name.endsWith(EXTENSION))
        return files.map((name) => name.slice(0, -EXTENSION.length))
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
      newest.delete(key)
      if (value === undefined) rmSync(pathOf(key), { force: true })
      else writeAtomically(pathOf(key), value)
    },
    setLater(key, value) {
      newest.set(key, value)
      // If the disk is slower than the changes, outdated texts are neither written nor kept in memory.
      async function write(): Promise<void> {
        const text = newest.get(key)
        if (text === undefined) return
        const isNewest = () => newest.get(key) === text
        await writeAtomicallyAsync(pathOf(key), text, isNewest)
        if (isNewest()) newest.delete(key)
      }
      const written = (writing.get(key) ?? Promise.resolve()).then(write, write)
      writing.set(key, written)
      return written
    },
  }
}
