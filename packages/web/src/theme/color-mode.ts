import { useSelected } from '@tiffin/core/react'
import { createStore, type StoreApi } from 'zustand/vanilla'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const KEY = 'tiffin.theme'
const dark = '(prefers-color-scheme: dark)'

export interface ColorMode {
  store: StoreApi<{ theme: Theme }>
  choose: (theme: Theme) => void
  /** Follows the system and other tabs; returns a function that stops it. */
  follow: () => () => void
}

const isTheme = (text: string | null): text is Theme => themes.includes(text as Theme)

/** Light, dark, or the system's setting; public/before-paint.js reads the same choice before the first paint. */
export function createColorMode(window: Window & { localStorage: Storage }): ColorMode {
  const read = (): Theme => {
    try {
      const stored = window.localStorage.getItem(KEY)
      return isTheme(stored) ? stored : 'system'
    } catch {
      return 'system'
    }
  }
  const store = createStore(() => ({ theme: read() }))
  const media = window.matchMedia(dark)

  function paint(): void {
    const root = window.document.documentElement
    const { theme } = store.getState()
    const isDark = theme === 'dark' || (theme === 'system' && media.matches)
    root.classList.toggle('dark', isDark)
    root.classList.toggle('light', !isDark)
    root.style.colorScheme = isDark ? 'dark' : 'light'
  }
  function adopt(next: Theme): void {
    store.setState({ theme: next })
    paint()
  }

  return {
    store,
    choose(next) {
      try {
        window.localStorage.setItem(KEY, next)
      } catch {
        // Without storage the choice still applies to this page.
      }
      adopt(next)
    },
    follow() {
      const onStorage = (event: StorageEvent) => event.key === KEY && adopt(read())
      media.addEventListener('change', paint)
      window.addEventListener('storage', onStorage)
      return () => {
        media.removeEventListener('change', paint)
        window.removeEventListener('storage', onStorage)
      }
    },
  }
}

export const useTheme = (mode: ColorMode): Theme => useSelected(mode.store, ({ theme }) => theme)
