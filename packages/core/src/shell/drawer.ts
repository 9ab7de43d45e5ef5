import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Clock } from '@tiffin/sdk/client'
import type { Storage } from '../ports.ts'

export interface DrawerState {
  /** Fully open; otherwise collapsed to its icons, or hidden in small windows. */
  open: boolean
  /** Stays open, and the page makes room for it (SHELL-19). */
  pinned: boolean
}

export interface Drawer {
  store: StoreApi<DrawerState>
  toggle(): void
  pin(pinned: boolean): void
  enter(): void
  leave(): void
  close(): void
  /** Whether the menu closes automatically, for a user with `hide_menu` (SHELL-26). */
  hideMenu(hide: boolean): void
}

const PINNED = 'menu.pinned'
const COLLAPSE_MS = 800
const HIDE_MS = 5000

/** Controls when the menu is open: while pinned, under the pointer, and for some time after (SHELL-19, 24, 26). */
export function createDrawer({ clock, storage }: { clock: Clock; storage: Storage }): Drawer {
  const pinned = storage.get(PINNED) === '1'
  const store = createStore<DrawerState>(() => ({ open: pinned, pinned }))
  const { getState: get } = store
  let hides = false
  let cancelCollapse = (): void => {}
  let cancelHide = (): void => {}

  function set(open: boolean): void {
    cancelCollapse()
    cancelHide()
    if (get().open !== open) store.setState({ open })
    if (open && hides) cancelHide = clock.after(HIDE_MS, () => set(false))
  }

  return {
    store,
    toggle: () => set(!get().open),
    pin(next) {
      storage.set(PINNED, next ? '1' : undefined)
      store.setState({ pinned: next })
      set(next)
    },
    enter: () => set(true),
    leave() {
      cancelCollapse()
      if (!get().pinned) cancelCollapse = clock.after(COLLAPSE_MS, () => set(false))
    },
    close: () => set(false),
    hideMenu(hide) {
      hides = hide
      set(get().open)
    },
  }
}
