import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, isAbsolute } from 'node:path'

/**
 * A short token for the process that currently has this pid; undefined if there is none or it is a zombie.
 * It includes the start time, because pids are reused, especially after a container restarts.
 */
export function processIdentity(pid: number): string | undefined {
  const start = process.platform === 'linux' ? linuxStart(pid) : psStart(pid)
  return start && createHash('sha256').update(start).digest('hex').slice(0, 16)
}

/** Whether this pid is a live PostgreSQL server on this cluster, and not a later process with the same pid. */
export function isPostmasterOf(pid: number, cluster: string): boolean {
  if (processIdentity(pid) === undefined) return false
  const folder = realpathSync(cluster)
  if (process.platform !== 'linux') return ps(pid, 'args=').includes(folder)
  try {
    // The postmaster changes to its data folder before it writes postmaster.pid.
    return readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    // In a container, root may not inspect another account's process but may read its command line.
    const [program = '', ...args] = readCommand(pid)
    // A server started by hand with a relative folder might be on this cluster, so it must not be treated as stale.
    return basename(program) === 'postgres' && (args.includes(folder) || !args.some((arg) => isAbsolute(arg)))
  }
}

function readCommand(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

function linuxStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The command name may contain spaces and brackets, so fields are counted from its last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const state = fields[0]
    if (state === 'Z' || state === 'X') return undefined
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()} ${fields[19]}`
  } catch {
    return undefined
  }
}

function psStart(pid: number): string | undefined {
  const [state, ...start] = ps(pid, 'stat=,lstart=').trim().split(/\s+/)
  return !state || state.startsWith('Z') ? undefined : start.join(' ')
}

function ps(pid: number, columns: string): string {
  return spawnSync('ps', ['-ww', '-o', columns, '-p', String(pid)], {
    encoding: 'utf8',
    env: { LC_ALL: 'C', PATH: process.env['PATH'] },
  }).stdout
}
