import { readFileSync } from 'node:fs'
import type { Storage } from '@tiffin/core'
import { writeWhole } from './write-whole.ts'

/** A storage in a file that only its owner can read, since it holds the session; a broken file counts as empty. */
export function fileStorage(path: string): Storage {
  const values = read(path)
  return {
    get: (key) => values.get(key),
    set(key, value) {
      if (values.get(key) === value) return
      if (value === undefined) values.delete(key)
      else values.set(key, value)
      writeWhole(path, JSON.stringify(Object.fromEntries(values), null, 2))
    },
  }
}

function read(path: string): Map<string, string> {
  try {
    const stored: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof stored !== 'object' || stored === null) return new Map()
    return new Map(Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    return new Map()
  }
}
