import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { exitCodes, failure, wrongUsage } from '../failure.ts'
import { writeErrorAdvice } from '../write-error-advice.ts'
import { stateFolder } from './folders.ts'

/** The contents of a profile: the server, the user and the company it acts for. */
export interface Profile {
  url?: string
  token?: string
  login?: string
  company?: number
  /** Identifies this profile to the server: a known device may sign in while others are slowed down. */
  device?: string
  /** Columns of imported files, by a hash of their headings. */
  columns?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Plans of imports whose outcome is unknown, by a hash of the file and its options. */
  imports?: Readonly<Record<string, string>>
}

export interface ProfileStore {
  name: string
  read(): Profile
  /** Changes the current contents of the file, which another command may have changed since it was read. */
  update(change: (current: Profile) => Profile): void
}

/** The profile of that name, in a file that only its owner can read. */
export function openProfile(name: string, env: Readonly<Record<string, string | undefined>>): ProfileStore {
  if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(name)) throw wrongUsage('The profile name %1 is not valid', { params: [name] })
  const folder = path.join(stateFolder(env), 'profiles')
  const file = path.join(folder, `${name}.json`)
  return {
    name,
    read: () => withStorageErrors(file, () => readProfile(file)),
    update: (change) =>
      withStorageErrors(file, () => {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        whileLocked(file, () => {
          const profile = change(readProfile(file))
          // Replaced atomically: a crash or a concurrent reader never meets half a file.
          const fresh = `${file}.${process.pid}`
          try {
            writeFileSync(fresh, `${JSON.stringify(profile, null, 2)}\n`, { mode: 0o600 })
            renameSync(fresh, file)
          } finally {
            rmSync(fresh, { force: true })
          }
        })
      }),
  }
}

const PAUSE_MS = 20
/** A profile is written in milliseconds, so an older lock is of a command that was killed. */
const ABANDONED_MS = 5000

/** Runs `work` while no other process does so for this file. */
function whileLocked(file: string, work: () => void): void {
  const lock = `${file}.lock`
  while (!takeLock(lock)) {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
    if (since !== undefined && Date.now() - since > ABANDONED_MS) rmSync(lock, { force: true })
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
  }
  try {
    work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function takeLock(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** If sessions can't be stored there, only the owner of the folder can fix it. */
function withStorageErrors<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const reason = writeErrorAdvice[(error as NodeJS.ErrnoException).code ?? '']
    if (reason === undefined) throw error
    throw failure(exitCodes.failed, 'profile_unusable')("Can't save the profile %1", {
      params: [file],
      next: [reason, 'Set XDG_STATE_HOME to choose another folder'],
    })
  }
}

function readProfile(file: string): Profile {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600)
  try {
    return JSON.parse(text) as Profile
  } catch {
    throw failure(exitCodes.failed, 'profile_broken')('Invalid profile file: %1', {
      params: [file],
      next: ['Delete it and sign in again: tiffin login'],
    })
  }
}
