import type { SessionStore } from '#session/session-store'

/** Whose board is open: what is kept of one person and company is never shown to others. */
export interface BoardOwner {
  key(): string
  /** From here on the board is that of the person who is signed in now; tells whether that is another one. */
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
