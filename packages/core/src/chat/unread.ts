import { createStore, type StoreApi } from 'zustand/vanilla'
import type { UnreadOptions, UnreadState } from './watch-unread.ts'

/** Customers' messages that have not been read (SHELL-13). */
export interface Unread {
  store: StoreApi<UnreadState>
  /**
   * Counts now, on updates of an open board and at intervals, and connects the chat, whose counts it takes at once; returns a
   * function that stops it. New messages make no sound if it is silent.
   */
  watch(options?: { isSilent: boolean }): () => void
  /** Whether a new message plays a sound; stored on this device. */
  setSound(on: boolean): void
}

const SOUND = 'chat.sound'

/** Loads the counting code with the first watch, to keep the console's first page small. */
export function createUnread(options: UnreadOptions): Unread {
  const { ports } = options
  const start = { count: null, customers: new Map() }
  const store = createStore<UnreadState>(() => ({ ...start, sound: ports.storage.get(SOUND) !== 'off' }))
  return {
    store,
    watch(how = { isSilent: false }) {
      let stop = (): void => {}
      let isOver = false
      import('./watch-unread.ts').then(
        ({ watchUnread }) => {
          if (!isOver) stop = watchUnread(store, options, how)
        },
        (error: unknown) => ports.log("can't count unread messages", error),
      )
      return () => {
        isOver = true
        stop()
      }
    },
    setSound(on) {
      ports.storage.set(SOUND, on ? undefined : 'off')
      store.setState({ sound: on })
    },
  }
}
