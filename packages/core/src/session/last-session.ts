import type { Calls, Output, SessionUser } from '@tiffin/sdk/contract'
import type { Storage } from '../ports.ts'

/** Who was signed in last, for a start without a network (MOON-04). */
export interface LastSession {
  user: SessionUser
  languages: readonly Output<Calls['Auth']['getLang']>['auth']['lang'][number][]
}

const KEY = 'session'
/** Tells sessions apart without writing their secret down a second time. */
const markOf = (token: string): string => token.slice(-6)

export function keepLastSession(storage: Storage, token: string, { user, languages }: LastSession): void {
  storage.set(KEY, JSON.stringify({ mark: markOf(token), user: { ...user, token: '' }, languages }))
}

/** The person of this token; undefined where another one, or nobody, was kept. */
export function readLastSession(storage: Storage, token: string): LastSession | undefined {
  try {
    const kept = JSON.parse(storage.get(KEY) ?? '{}') as LastSession & { mark?: string }
    return kept.mark === markOf(token) && Array.isArray(kept.languages)
      ? { user: kept.user, languages: kept.languages }
      : undefined
  } catch {
    return undefined
  }
}

export const forgetLastSession = (storage: Storage): void => storage.set(KEY, undefined)
