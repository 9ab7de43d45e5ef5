import type { Calls, Output, SessionUser } from '@tiffin/sdk/contract'
import { deleteLastBoards } from '#board/last-board'
import type { ListedStorage, Storage } from '../ports.ts'

/** The last session, for starting offline (MOON-04). */
export interface LastSession {
  user: SessionUser
  languages: readonly Output<Calls['Auth']['getLang']>['auth']['lang'][number][]
}

const KEY = 'session'
/** Identifies a session without storing its secret a second time. */
const tokenMark = (token: string): string => token.slice(-6)

export function storeLastSession(storage: Storage, token: string, { user, languages }: LastSession): void {
  storage.set(KEY, JSON.stringify({ mark: tokenMark(token), user: { ...user, token: '', draft_key: undefined }, languages }))
}

function readStored(storage: Storage): (LastSession & { mark?: string }) | undefined {
  try {
    const stored = JSON.parse(storage.get(KEY) ?? '{}') as LastSession & { mark?: string }
    return Array.isArray(stored.languages) ? stored : undefined
  } catch {
    return undefined
  }
}

/** The user of this token; undefined if another one or none is stored. */
export function readLastSession(storage: Storage, token: string): LastSession | undefined {
  const stored = readStored(storage)
  return stored?.mark === tokenMark(token) ? { user: stored.user, languages: stored.languages } : undefined
}

/**
 * Called after a sign-in elsewhere on this device: data of the same user is kept, data of another user is deleted.
 */
export function updateLastSession(storage: ListedStorage, token: string, user: SessionUser): void {
  const stored = readStored(storage)
  if (!stored) return
  if (stored.user.admin_id === user.admin_id) return storeLastSession(storage, token, { user, languages: stored.languages })
  deleteLastSession(storage)
  deleteLastBoards(storage)
}

export const deleteLastSession = (storage: Storage): void => storage.set(KEY, undefined)
