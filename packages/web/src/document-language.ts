import type { Core } from '@tiffin/core'

/** Keeps `<html lang dir>` in sync with the chosen language, and stores the direction for the next first paint. */
export function followLanguage({ i18n, ports }: Core): () => void {
  const write = (): void => {
    const root = document.documentElement
    root.lang = i18n.lang()
    root.dir = i18n.dir()
    ports.storage.set('dir', i18n.dir())
  }
  return i18n.onChange(write)
}
