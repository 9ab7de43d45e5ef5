import type { Calls, Output, SessionUser } from '@tiffin/sdk/contract'
import { forgetLastBoards } from '#board/last-board'
import type { ListedStorage, Storage } from '../ports.ts'

/** The last session, for starting offline (MOON-04). */
export interface LastSession {
  user: SessionUser
  languages: readonly Output<Calls['Auth']['getLang']>['auth']['lang'][number][]
}

const KEY = 'session'
/** Identifies a session without storing its secret a second time. */
const markOf = (token: string): string => token.slice(-6)

export function keepLastSession(storage: Storage, token: string, { user, languages }: LastSession): void {
  storage.set(KEY, JSON.stringify({ mark: markOf(token), user: { ...user, token: '', draft_key: undefined }, languages }))
}

function readKept(storage: Storage): (LastSession & { mark?: string }) | undefined {
  try {
    const kept = JSON.parse(storage.get(KEY) ?? '{}') as LastSession & { mark?: string }
    return Array.isArray(kept.languages) ? kept : undefined
  } catch {
    return undefined
  }
}

/** The person of this token; undefined if another one or none is stored. */
export function readLastSession(storage: Storage, token: string): LastSession | undefined {
  const kept = readKept(storage)
  return kept?.mark === markOf(token) ? { user: kept.user, languages: kept.languages } : undefined
}

/**
 * Called after a sign-in elsewhere on this device: data of the same person is kept, data of another person is deleted.
 */
export function renewLastSession(storage: ListedStorage, token: string, user: SessionUser): void {
  const kept = readKept(storage)
  if (!kept) return
  if (kept.user.admin_id === user.admin_id) return keepLastSession(storage, token, { user, languages: kept.languages })
  forgetLastSession(storage)
  forgetLastBoards(storage)
}

export const forgetLastSession = (storage: Storage): void => storage.set(KEY, undefined)
