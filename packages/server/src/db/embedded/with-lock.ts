import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addClaim, liveClaims, removeClaim } from './claims.ts'
import { embeddedError } from './errors.ts'
import { systemErrorCode } from './system-error.ts'

const maxWait = 6 * 60_000

/**
 * Runs the work while no other process runs work for the same folder; `onWait` is called once if it must queue.
 * Uses Lamport's bakery algorithm with one file per contender: no process takes over another's file, so a holder killed with
 * kill -9 is skipped without the race of stealing a lock file.
 */
export async function withLock<T>(folder: string, work: () => Promise<T>, onWait: () => void = () => {}): Promise<T> {
  const own = addClaim(folder)
  try {
    const number = 1 + Math.max(0, ...listOthers(folder, own).map((name) => ticket(folder, name) ?? 0))
    writeFileSync(join(folder, own), String(number))
    const until = Date.now() + maxWait
    for (let waited = false; ; waited = true) {
      const ahead = listOthers(folder, own).find((name) => goesFirst(ticket(folder, name), name, number, own))
      if (!ahead) break
      if (!waited) onWait()
      if (Date.now() > until)
        throw embeddedError(
          'embedded_start_failed',
          `Process ${ahead.split('.')[0]} has been starting or stopping the database in ${folder} for minutes. End that process and try again.`,
        )
      await sleep(20)
    }
    return await work()
  } finally {
    removeClaim(folder, own)
  }
}

function listOthers(folder: string, own: string): string[] {
  return liveClaims(folder).filter((name) => name !== own)
}

function goesFirst(theirs: number | undefined, name: string, ours: number, own: string): boolean {
  if (theirs === undefined) return false
  return theirs < ours || (theirs === ours && name < own)
}

/** 0 while the contender is still choosing (wait for it); undefined when it has left. */
function ticket(folder: string, name: string): number | undefined {
  try {
    return Number(readFileSync(join(folder, name), 'latin1'))
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
