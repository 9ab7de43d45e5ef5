import { useCore } from '@tiffin/core/react'

/** Chooses a language by its code, and reports if its texts can't be loaded. */
export function useChooseLanguage(): (code: string) => void {
  const { session, notices, ports } = useCore()
  return (code) => {
    session.setLang(code).catch((error: unknown) => {
      ports.log("can't load the language", error)
      notices.show('negative', 'Server error')
    })
  }
}
