import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes a rename in a folder survive a power cut; some file systems do not support or need this. */
function syncFolder(path: string): void {
  try {
    const folder = openSync(path, 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  } catch {
    // Windows can't open folders.
  }
}

/**
 * Writes a file that only its owner can read: a temporary file is written, synced and renamed, so that a power cut
 * leaves either the old or the new one.
 */
export function writeAtomically(path: string, text: string): void {
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const next = `${path}.${process.pid}~`
  try {
    // A temporary file left by a killed program may belong to anyone.
    rmSync(next, { force: true })
    const file = openSync(next, 'wx', 0o600)
    try {
      const bytes = Buffer.from(text)
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(next, path)
  } catch (error) {
    rmSync(next, { force: true })
    throw error
  }
  syncFolder(folder)
}

/**
 * The same without waiting for the disk, which is slow for a large text. Skipped if it is no longer `wanted` when its turn comes.
 */
export async function writeAtomicallyAsync(path: string, text: string, requested: () => boolean): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const next = `${path}.${process.pid}.later~`
  await rm(next, { force: true })
  const file = await open(next, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
    if (requested()) renameSync(next, path)
  } finally {
    await file.close()
    await rm(next, { force: true })
  }
}
