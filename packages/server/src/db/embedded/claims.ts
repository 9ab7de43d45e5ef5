import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { processIdentity } from './process-identity.ts'

/**
 * Puts an empty file that represents this process into the folder, and returns its name.
 * The name holds all that is needed to check whether the owner is alive, so a claim is never half-written.
 */
export function addClaim(folder: string): string {
  mkdirSync(folder, { recursive: true })
  const name = `${process.pid}.${processIdentity(process.pid)}.${randomBytes(6).toString('hex')}`
  writeFileSync(join(folder, name), '', { flag: 'wx', mode: 0o644 })
  return name
}

/** The claims of live processes; those of dead processes are removed. */
export function liveClaims(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter((name) => {
    const [pid, identity] = name.split('.')
    if (processIdentity(Number(pid)) === identity) return true
    removeClaim(folder, name)
    return false
  })
}

export function removeClaim(folder: string, name: string): void {
  rmSync(join(folder, name), { force: true })
}
