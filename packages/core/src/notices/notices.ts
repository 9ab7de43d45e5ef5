import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Clock } from '@tiffin/sdk/client'

export type NoticeType = 'warning' | 'negative' | 'positive' | 'info'

/** An on-screen message (SHELL-33); `text` is a dictionary key. */
export interface Notice {
  id: number
  type: NoticeType
  text: string
  params?: readonly (string | number)[] | undefined
  /** What can be done about it, such as Undo. */
  action?: { label: string; run: () => void } | undefined
  closable: boolean
}

export interface Notices {
  store: StoreApi<{ notices: readonly Notice[] }>
  /** Shows a message for 5 s, or the given time in ms; Infinity leaves it until it is closed. Returns its id. */
  show(
    type: NoticeType,
    text: string,
    options?: Partial<Pick<Notice, 'params' | 'action' | 'closable'>> & { ms?: number },
  ): number
  /** Changes the values of a message that still shows, such as how far something has come, or its text too. */
  update(id: number, params: Notice['params'], text?: string): void
  close(id: number): void
  /** Closes all: the next person is not told what was meant for the one before. */
  clear(): void
}

/** How long a message stays (SHELL-34). */
export const NOTICE_MS = 5000

export function createNotices(clock: Clock): Notices {
  const store = createStore<{ notices: readonly Notice[] }>(() => ({ notices: [] }))
  let last = 0
  const close = (id: number): void => store.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }))
  return {
    store,
    show(type, text, { ms = NOTICE_MS, closable = true, params, action } = {}) {
      last += 1
      const id = last
      store.setState(({ notices }) => ({ notices: [...notices, { id, type, text, params, action, closable }] }))
      if (Number.isFinite(ms)) clock.after(ms, () => close(id))
      return id
    },
    update: (id, params, text) =>
      store.setState(({ notices }) => ({
        notices: notices.map((notice) => (notice.id === id ? { ...notice, params, text: text ?? notice.text } : notice)),
      })),
    close,
    clear: () => store.setState({ notices: [] }),
  }
}
