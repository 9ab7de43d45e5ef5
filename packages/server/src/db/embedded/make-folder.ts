import { chmodSync, existsSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { systemErrorCode } from './system-error.ts'

/** Creates the missing parts of a path and returns the first folder created. Node's own `recursive` never ends below /proc. */
function createMissingFolders(folder: string): string | undefined {
  if (existsSync(folder)) return undefined
  const above = createMissingFolders(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another start was faster.
    if (systemErrorCode(error) !== 'EEXIST') throw error
  }
  return above ?? folder
}

/**
 * Creates the folder and its parents with the strictest possible mode. Under root, the account of the embedded database must be
 * able to enter, also if the first file there is not the database's.
 */
export function makeFolder(folder: string): string {
  const asRoot = process.getuid?.() === 0
  const first = createMissingFolders(folder)
  // A strict umask would lock the server's account out of the new folders.
  if (first && asRoot) for (let made = folder; made.length >= first.length; made = dirname(made)) chmodSync(made, 0o711)
  return realpathSync(folder)
}
