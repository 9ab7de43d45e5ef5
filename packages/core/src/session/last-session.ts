import type { Calls, Output, SessionUser } from '@tiffin/sdk/contract'
import { forgetLastBoards } from '#board/last-board'
import type { ListedStorage, Storage } from '../ports.ts'

/** Who was signed in last, for a start without a network (MOON-04). */
export interface LastSession {
  user: SessionUser
  languages: readonly Output<Calls['Auth']['getLang']>['auth']['lang'][number][]
}

const KEY = 'session'
/** Tells sessions apart without writing their secret down a second time. */
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

/** The person of this token; undefined where another one, or nobody, was kept. */
export function readLastSession(storage: Storage, token: string): LastSession | undefined {
  const kept = readKept(storage)
  return kept?.mark === markOf(token) ? { user: kept.user, languages: kept.languages } : undefined
}

/** Somebody has signed in elsewhere on this device: what is known of the same person stays theirs, that of another one goes. */
export function renewLastSession(storage: ListedStorage, token: string, user: SessionUser): void {
  const kept = readKept(storage)
  if (!kept) return
  if (kept.user.admin_id === user.admin_id) return keepLastSession(storage, token, { user, languages: kept.languages })
  forgetLastSession(storage)
  forgetLastBoards(storage)
}

export const forgetLastSession = (storage: Storage): void => storage.set(KEY, undefined)
