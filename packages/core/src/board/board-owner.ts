import type { SessionStore } from '#session/session-store'

/** The user and company the open board belongs to. Their data is never shown to others. */
export interface BoardOwner {
  key(): string
  /** Assigns the board to the signed-in user. Returns whether the owner changed. */
  take(): boolean
}

/** The key of the user and company that are signed in now. */
export const ownerOf = (session: SessionStore): string =>
  `${session.company() ?? 0}.${session.store.getState().user?.admin_id ?? 0}`

export function createBoardOwner(session: SessionStore): BoardOwner {
  let key = ''
  return {
    key: () => key,
    take() {
      const before = key
      key = ownerOf(session)
      return key !== before
    },
  }
}
