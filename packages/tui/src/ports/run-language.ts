import type { Storage } from '@tiffin/core'

const LANGUAGE = 'lang'

/** A storage for a run in this language. The remembered one stays, until the user chooses another on the board (SHELL-08). */
export function withLanguage(storage: Storage, lang: string): Storage {
  let own: string | undefined = lang
  return {
    ...storage,
    get: (key) => (key === LANGUAGE && own !== undefined ? own : storage.get(key)),
    set(key, value) {
      if (key === LANGUAGE && value === own) return
      if (key === LANGUAGE) own = undefined
      storage.set(key, value)
    },
  }
}
