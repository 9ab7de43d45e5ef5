import { readFileSync } from 'node:fs'
import type { Storage } from '@tiffin/core'
import { writeAtomically } from './write-atomically.ts'

export interface FileStorage extends Storage {
  /** Called if something could not be written. */
  onError: (error: unknown) => void
}

/**
 * A storage in a file that only its owner can read, since it holds the session. A damaged file counts as empty. Several
 * boards may write to it. Values that can't be written, for example on a full disk, stay in memory until they can.
 */
export function fileStorage(path: string): FileStorage {
  let values = read(path) ?? new Map<string, string>()
  const unsaved = new Map<string, string | undefined>()
  const storage: FileStorage = {
    onError() {},
    get: (key) => values.get(key),
    set(key, value) {
      values = read(path) ?? values
      if (values.get(key) === value && unsaved.size === 0) return
      unsaved.set(key, value)
      for (const [name, text] of unsaved) {
        if (text === undefined) values.delete(name)
        else values.set(name, text)
      }
      try {
        writeAtomically(path, JSON.stringify(Object.fromEntries(values), null, 2))
        unsaved.clear()
      } catch (error) {
        storage.onError(error)
      }
    },
  }
  return storage
}

/** Undefined if the file does not exist or is damaged. */
function read(path: string): Map<string, string> | undefined {
  try {
    const stored: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof stored !== 'object' || stored === null) return undefined
    return new Map(Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    return undefined
  }
}
