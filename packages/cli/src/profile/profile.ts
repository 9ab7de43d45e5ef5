import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
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
}

export interface ProfileStore {
  name: string
  read(): Profile
  write(profile: Profile): void
}

/** The profile of that name, in a file that only its owner can read. */
export function openProfile(name: string, env: Readonly<Record<string, string | undefined>>): ProfileStore {
  if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(name)) throw wrongUsage('The profile name %1 is not valid', { params: [name] })
  const folder = path.join(stateFolder(env), 'profiles')
  const file = path.join(folder, `${name}.json`)
  return {
    name,
    read: () => withStorageErrors(file, () => readProfile(file)),
    write: (profile) =>
      withStorageErrors(file, () => {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        // Replaced atomically: a crash or a concurrent run never leaves half a file.
        const fresh = `${file}.${process.pid}`
        writeFileSync(fresh, `${JSON.stringify(profile, null, 2)}\n`, { mode: 0o600 })
        renameSync(fresh, file)
      }),
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
