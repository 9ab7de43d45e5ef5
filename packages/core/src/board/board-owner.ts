import type { SessionStore } from '#session/session-store'

/** The user and company the open board belongs to. Their data is never shown to others. */
export interface BoardOwner {
  key(): string
  /** Assigns the board to the signed-in user. Returns whether the owner changed. */
  take(): boolean
}

export function createBoardOwner(session: SessionStore): BoardOwner {
  let key = ''
  return {
    key: () => key,
    take() {
      const before = key
      key = `${session.company() ?? 0}.${session.store.getState().user?.admin_id ?? 0}`
      return key !== before
    },
  }
}
