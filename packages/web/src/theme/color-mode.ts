import { useSyncExternalStore } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const KEY = 'tiffin.theme'
const dark = '(prefers-color-scheme: dark)'

export interface ColorMode {
  theme: () => Theme
  choose: (theme: Theme) => void
  onChange: (callback: () => void) => () => void
  /** Follows the system and other tabs; the answer stops it. */
  follow: () => () => void
}

const isTheme = (text: string | null): text is Theme => themes.includes(text as Theme)

/** Light, dark, or as the system has it; public/before-paint.js reads the same choice before the first paint. */
export function createColorMode(window: Window & { localStorage: Storage }): ColorMode {
  const callbacks = new Set<() => void>()
  const read = (): Theme => {
    try {
      const stored = window.localStorage.getItem(KEY)
      return isTheme(stored) ? stored : 'system'
    } catch {
      return 'system'
    }
  }
  let theme = read()
  const media = window.matchMedia(dark)

  function paint(): void {
    const root = window.document.documentElement
    const isDark = theme === 'dark' || (theme === 'system' && media.matches)
    root.classList.toggle('dark', isDark)
    root.classList.toggle('light', !isDark)
    root.style.colorScheme = isDark ? 'dark' : 'light'
  }
  function adopt(next: Theme): void {
    theme = next
    paint()
    for (const callback of callbacks) callback()
  }

  return {
    theme: () => theme,
    choose(next) {
      try {
        window.localStorage.setItem(KEY, next)
      } catch {
        // A browser that keeps nothing still shows what was chosen.
      }
      adopt(next)
    },
    onChange(callback) {
      callbacks.add(callback)
      return () => callbacks.delete(callback)
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

export const useTheme = (mode: ColorMode): Theme => useSyncExternalStore(mode.onChange, mode.theme)
